"""Real runs against the specifications of the protocols: from seats' events to traces for TLC."""
