"""Resolve the dates that people say, in English and Chinese."""
