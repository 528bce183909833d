"""``gitopoly arena``: bots under an adjudicator."""
