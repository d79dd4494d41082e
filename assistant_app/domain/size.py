"""Sizes of files and of memory, as people say them."""

from __future__ import annotations


def human_size(count: int) -> str:
    """Return bytes in words that both languages share: "1.1 GB", "74 MB", "3 kB"."""
    if count >= 999_500_000:  # what would be 1000 MB when rounded
        return f"{count / 1e9:.1f} GB"
    if count >= 999_500:
        return f"{count / 1e6:.0f} MB"
    return f"{max(count, 0) / 1e3:.0f} kB"
