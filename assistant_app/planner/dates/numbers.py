"""Numbers as people write and say them, over tokens."""

from __future__ import annotations

from assistant_app.planner.dates.lexer import Token
from assistant_app.planner.dates.rule import MACROS

MACROS.update(
    {
        "SP99": "(?:{tens}(?:{p-}?{ones})?|{teens}|{ones})",
        "SPOKEN": "(?:{SP99}{hundred}(?:{and}?{SP99})?|{art}{hundred}(?:{and}?{SP99})?"
        "|(?:{SP99}|{art}){thousand}(?:{and}?{SP99}{hundred})?(?:{and}?{SP99})?|{SP99})",
        "EN": "(?:{dig}|{SPOKEN})",
        "DEC": "(?:{dig}{p.}{dig}|{dig}{p/}{dig}|{dig})",
        "ORD": "(?:{dig}{ordsuf}|{tens}{p-}?{onesord}|{tensord}|{teensord}|{onesord})",
        "ZN": "(?:(?:{zd}|{zten}|{zbig})+|{dig})",
        "ZDIGITS": "(?:{zd}{zd}{zd}{zd})",
        "YEAR": "(?:{d4}|{SP99}{thousand}{SP99}{hundred}(?:{and}?{SP99})?"
        "|{SP99}{thousand}(?:{and}?{SP99})?"
        "|(?:{tens}|{teens}){hundred}(?:{and}?{SP99})?|(?:{teens}|{tens})(?:{tens}(?:{p-}?{ones})?|{teens}|{oh}{p-}?{ones}))",
        "YEAR2": "(?:{YEAR}|{p'}?{d2})",
    }
)


def english(tokens: list[Token]) -> int:
    """Return the value of number words or digits: "twenty four", "two hundred and ten", "15"."""
    total = current = 0
    for token in tokens:
        cats = token.cats
        if "dig" in cats:
            current += int(token.text)
        elif "hundred" in cats:
            current = (current or 1) * 100
        elif "thousand" in cats:
            total += (current or 1) * 1000
            current = 0
        else:
            for cat in ("ones", "teens", "tens", "onesord", "teensord", "tensord"):
                if cat in cats:
                    current += cats[cat]
                    break
            else:
                current += 1 if "art" in cats else 0
    return total + current


def year(tokens: list[Token]) -> int:
    """Return a year: "2017", "two thousand and seventeen", "twenty seventeen", "'18"."""
    digits = [t for t in tokens if "dig" in t.cats]
    if digits:
        value = int(digits[0].text)
        return value if len(digits[0].text) > 2 else full_year(value)
    if any("thousand" in t.cats or "hundred" in t.cats for t in tokens):
        return english(tokens)
    return english(tokens[:1]) * 100 + english([t for t in tokens[1:] if "oh" not in t.cats])


def full_year(two: int) -> int:
    """Return the year that two digits mean: 00-68 is 20xx, 69-99 is 19xx (POSIX strptime)."""
    return two + (2000 if two < 69 else 1900)


def military(value: int) -> bool:
    """Tell whether a number reads as a 24-hour time without a colon: 1500, 0830."""
    return 0 <= value <= 2400 and value % 100 < 60


def decimal(tokens: list[Token]) -> float:
    """Return "2.5", "3/4" or "2"."""
    numbers = [int(t.text) for t in tokens if "dig" in t.cats]
    if len(numbers) == 1:
        return float(numbers[0])
    if any(t.text == "/" for t in tokens):
        return numbers[0] / numbers[1] if numbers[1] else 0.0
    return float(f"{numbers[0]}.{tokens[-1].text}")


def chinese(tokens: list[Token]) -> int | None:
    """Return a Chinese number: 二十三, 廿三, 一百零五, 二零二六, 十, 15; None when it is none."""
    if len(tokens) == 1 and "dig" in tokens[0].cats:
        return int(tokens[0].text)
    units = [t.cats.get("zten") or t.cats.get("zbig") for t in tokens]
    if not any(units):
        if len(tokens) == 1:
            return int(tokens[0].cats["zd"])
        if len(tokens) == 4 or (len(tokens) == 2 and tokens[0].cats["zd"] == 0):
            return int("".join(str(t.cats["zd"]) for t in tokens))
        return None
    return _composed(tokens)


def _composed(tokens: list[Token]) -> int | None:
    total = 0
    digit: int | None = None
    floor = 10**9
    for token in tokens:
        cats = token.cats
        unit = cats.get("zten") or cats.get("zbig")
        if unit is None:
            value = int(cats["zd"])
            if digit is not None and digit != 0:
                return None
            digit = value
        elif unit in (20, 30):
            if digit or floor <= 10:
                return None
            total, digit, floor = total + unit, None, 10
        elif unit == 10000:
            total = (total + (digit or 0)) * unit
            digit, floor = None, 10000
        else:
            if unit >= floor or digit == 0:
                return None
            total, digit, floor = total + (1 if digit is None else digit) * unit, None, unit
    return total + (digit or 0)
