"""Frozen dataclasses and pure rules; no I/O."""
