"""Chinese numerals as digits: 三百六十五 is 365."""

from __future__ import annotations

import re

_DIGITS = {"零": 0, "〇": 0, "两": 2, **{c: n for n, c in enumerate("一二三四五六七八九", 1)}}
_UNITS = {"十": 10, "百": 100, "千": 1000}
NUMERAL = "[零〇一二两三四五六七八九十百千万亿]+(?:点[零〇一二三四五六七八九]+)?"
_NUMERAL = re.compile(NUMERAL)


def value_of(numeral: str) -> str:
    """Return the digits of a numeral, as text; a row of plain digits is read one by one."""
    whole, _, part = numeral.partition("点")
    fraction = "." + "".join(str(_DIGITS[c]) for c in part) if part else ""
    if len(whole) > 1 and all(c in _DIGITS for c in whole):
        return "".join(str(_DIGITS[c]) for c in whole) + fraction
    high = low = section = digit = 0
    for character in whole:
        if character in _DIGITS:
            digit = _DIGITS[character]
        elif character in _UNITS:
            section += (digit or 1) * _UNITS[character]
            digit = 0
        elif character == "万":
            low += (section + digit) * 10**4
            section = digit = 0
        else:
            high += (low + section + digit) * 10**8
            low = section = digit = 0
    return str(high + low + section + digit) + fraction


def with_digits(text: str) -> str:
    """Return `text` with its numerals as digits."""
    return _NUMERAL.sub(lambda match: value_of(match[0]), text)
