"""What a game shows: each seat's chance to win, decisions that cost it, luck and skill apart."""
