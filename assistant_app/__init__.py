"""Assistant: a private assistant for one person's desktop."""

__version__ = "0.1.0"
