"""The Assistant facade: the one object a front end calls."""
