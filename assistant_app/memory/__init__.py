"""Recall, propose, keep and erase memories."""
