"""One turn: recall, decide, act, reply."""
