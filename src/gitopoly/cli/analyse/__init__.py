"""``gitopoly analyse``: win chances, decisions that cost a game, luck and skill."""
