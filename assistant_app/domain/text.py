"""What any text goes through before it is kept."""

from __future__ import annotations

from unicodedata import east_asian_width


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


TITLE_LENGTH = 48
"""Columns a title may take; a Han character takes two."""


def title_of(text: str) -> str:
    """Return a title for a conversation that begins with `text`: its first words, on one line."""
    line = " ".join(clean(text).split())
    columns = 0
    for place, character in enumerate(line):
        columns += 2 if east_asian_width(character) in "WF" else 1
        if columns > TITLE_LENGTH:
            head = line[:place]
            at_word, _, last = head.rpartition(" ")
            # Half a word is dropped, unless it is a long run without spaces (Chinese, a link).
            return f"{at_word if at_word and len(last) < 16 else head}…"
    return line


_TURNS = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)])
"""Marks that turn the direction of all that follows, in other people's words too."""
_UNSEEN = dict.fromkeys((0xAD, 0x200B, 0x2060, 0xFEFF))
"""Marks for where a word may break, which come along with what is copied; nobody sees them."""
_CONTROLS = dict.fromkeys([*range(0x20), *range(0x7F, 0xA0)]) | _TURNS


def one_line(text: str) -> str:
    """Return `text` on one line: any run of blanks and line ends is one blank, no controls, nor marks
    that nobody sees.
    """
    if text.isprintable() and "  " not in text:  # as nearly always
        return text.strip()
    return " ".join(clean(text).translate(_TURNS | _UNSEEN).split()).translate(_CONTROLS)


def without_controls(text: str) -> str:
    """Return `text` without controls and turns of direction; lines and tabs stay."""
    if text.isprintable():
        return text
    lines = clean(text).replace("\r\n", "\n").replace("\r", "\n")
    return lines.translate({code: None for code in _CONTROLS if code not in (9, 10)})
