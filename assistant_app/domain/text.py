"""What any text goes through before it is kept."""

from __future__ import annotations


def clean(text: str) -> str:
    """Return `text` without NUL and lone surrogates, the only characters a file cannot hold.

    Everything else stays as written: right-to-left marks, zero-width characters, emoji sequences.
    Surrogate pairs that came in as two halves are joined.
    """
    if "\0" in text:
        text = text.replace("\0", "")
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "ignore")
    return text
