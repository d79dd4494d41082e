"""Exact arithmetic on what a person writes: decimals, percentages, hours and minutes.

A small recursive-descent parser over `decimal`, never `eval`. Work is bounded before it is done:
the size of a power is estimated first, so that `9**9**9` is refused at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Context, Decimal, DecimalException, localcontext

from assistant_app.domain.numerals import NUMERAL, with_digits
from assistant_app.errors import AppError

MAX_LENGTH = 300
MAX_DEPTH = 40
MAX_DIGITS = 60
_PRECISION = 80
_PLACES = 12

_FOLD = str.maketrans(
    {
        "×": "*", "✕": "*", "·": "*", "÷": "/", "−": "-", "–": "-", "—": "-", "（": "(",
        "）": ")", "，": ",", "％": "%", "＋": "+", "－": "-", "＊": "*", "／": "/", "．": ".",
        "＝": "=", "＾": "^",
    }
)  # fmt: skip
_WORDS = [
    (r"\bplus\b|加上|加", "+"),
    (r"\bminus\b|减去|减", "-"),
    (r"\b(?:times|multiplied by)\b|乘以|乘", "*"),
    (r"\b(?:divided by|over)\b|除以", "/"),
    (r"\bto the power of\b|的次方", "^"),
    (r"\bsquared\b|的?平方", "^2"),
    (r"\bcubed\b|的?立方", "^3"),
    (r"\bper ?cent\b", "%"),
    (r"百分之(\d+(?:\.\d+)?)", r"\1%"),
    (r"的(?=\s*\d+(?:\.\d+)?\s*%)|(?<=%)\s*的", " @ "),
    (r"\bof\b", " of "),
]  # fmt: skip
_SPOKEN = re.compile(
    rf"{NUMERAL}\s*(?:加上?|减去?|乘以?|除以)\s*(?:{NUMERAL}|\d)|\d\s*(?:加上?|减去?|乘以?|"
    rf"除以)\s*{NUMERAL}"
)
_PART = rf"(?:{NUMERAL}|\d+(?:\.\d+)?)"
_ONLY_SPOKEN = re.compile(
    rf"(?:请问|帮我|算一?下|算算|计算|[，,\s])*{_PART}(?:\s*(?:加上?|减去?|乘以?|除以)\s*{_PART})+"
    r"\s*(?:(?:等于|是|得)?(?:多少|几)?)[?？。呢呀啊\s]*"
)
"""A sum in words: elsewhere a numeral is no number to reckon with."""
_UNITS = {
    "s": 1, "sec": 1, "secs": 1, "second": 1, "seconds": 1, "秒": 1, "秒钟": 1,
    "m": 60, "min": 60, "mins": 60, "minute": 60, "minutes": 60, "分": 60, "分钟": 60,
    "h": 3600, "hr": 3600, "hrs": 3600, "hour": 3600, "hours": 3600,
    "小时": 3600, "个小时": 3600, "钟头": 3600, "个钟头": 3600,
    "day": 86400, "days": 86400, "天": 86400,
    "week": 604800, "weeks": 604800, "周": 604800, "星期": 604800, "个星期": 604800,
}  # fmt: skip
_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d[\d,_ ]*(?:\.\d+)?(?:[eE][+-]?\d{1,3})?|\.\d+)"
    r"|(?P<op>\*\*|//|[-+*/^%()@])|(?P<word>of|mod|[A-Za-z]+|[\u4e00-\u9fff]+))"
)


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number, or a stretch of time in seconds; `percent` marks a number written with %."""

    value: Decimal
    time: bool = False
    percent: bool = False


def calculate(expression: str) -> Quantity:
    """Work out an arithmetic expression.

    Understands + - * / // % mod ** ^, brackets, "18% of 250", "250 + 8%", "250的18%", and times
    ("2 h 15 min * 3", "3小时20分钟 / 2").

    Raises:
        AppError: `sum_unreadable`, `sum_too_large`, `sum_by_zero`, `sum_units`.
    """
    if len(expression) > MAX_LENGTH:
        raise AppError("sum_too_large")
    with localcontext(Context(prec=_PRECISION, rounding=ROUND_HALF_EVEN)):
        try:
            return _Parser(_tokens(expression)).parse()
        except DecimalException as fault:
            raise AppError("sum_too_large") from fault


_UNIT = "|".join(sorted(_UNITS, key=len, reverse=True))
_PIECE = r"[\d\s.,()+\-*/^%@]"
_RUN = re.compile(rf"[\d(.]{_PIECE}*(?:(?:of|mod|{_UNIT}|{_PIECE}){_PIECE}*)*")
_WORKABLE = re.compile(rf"(?:\d|{_UNIT})\s*\)?\s*(?:[-+*/^%@]|of|mod)")


def is_spoken_sum(text: str) -> bool:
    """Tell whether a message is a sum in words and nothing else: 三百乘以五等于多少."""
    return bool(_ONLY_SPOKEN.fullmatch(text.strip()))


def find_sum(text: str) -> str | None:
    """Return the longest stretch of `text` that can be worked out and has something to work out."""
    folded = text.translate(_FOLD)
    if _SPOKEN.search(folded):
        folded = with_digits(folded)
    for pattern, into in _WORDS:
        folded = re.sub(pattern, into, folded, flags=re.IGNORECASE)
    best = ""
    for match in _RUN.finditer(folded[:2000]):
        candidate = match.group().strip(" .,-+*/^@=")
        if len(candidate) <= len(best) or not _WORKABLE.search(candidate):
            continue
        try:
            calculate(candidate)
        except AppError as error:
            if error.code not in ("sum_too_large", "sum_by_zero"):
                continue
        best = candidate
    return best or None


def show(quantity: Quantity, lang: str = "en") -> str:
    """Return the result as a person writes it: no exponent, no trailing zeros."""
    if quantity.time:
        return _show_time(quantity.value, lang)
    value = quantity.value * 100 if quantity.percent else quantity.value
    return _show_number(value) + ("%" if quantity.percent else "")


def _show_number(value: Decimal) -> str:
    with localcontext(Context(prec=_PRECISION)):
        places = Decimal(1).scaleb(-_PLACES)
        exact = value if value == value.quantize(places) else value.quantize(places)
        text = format(exact, "f")
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _show_time(seconds: Decimal, lang: str) -> str:
    names = (
        (("天", "小时", "分钟", "秒"), "") if lang == "zh" else ((" d", " h", " min", " s"), " ")
    )
    sign, rest, parts = ("-" if seconds < 0 else ""), abs(seconds), []
    for size, name in zip((86400, 3600, 60), names[0], strict=False):
        whole = rest // size
        rest -= whole * size
        if whole:
            parts.append(f"{_show_number(whole)}{name}")
    if rest or not parts:
        parts.append(f"{_show_number(rest)}{names[0][3]}")
    return sign + names[1].join(parts)


def _tokens(expression: str) -> list[str]:
    text = expression.translate(_FOLD).strip().rstrip("=?？。 ").strip()
    for pattern, into in _WORDS:
        text = re.sub(pattern, into, text, flags=re.IGNORECASE)
    tokens, at = [], 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if not match or match.end() == at:
            raise AppError("sum_unreadable", text=expression[:80])
        number = match["number"]
        tokens.append(re.sub(r"[,_ ]", "", number) if number else match.group().strip().lower())
        at = match.end()
    if not tokens:
        raise AppError("sum_unreadable", text=expression[:80])
    return tokens


class _Parser:
    """Precedence: sum < product < sign < power < percentage and unit < atom."""

    def __init__(self, tokens: list[str]) -> None:
        self._tokens = tokens
        self._at = 0
        self._depth = 0

    def parse(self) -> Quantity:
        result = self._sum()
        if self._at < len(self._tokens):
            raise self._unreadable()
        return result

    def _unreadable(self) -> AppError:
        return AppError("sum_unreadable", text=" ".join(self._tokens)[:80])

    def _peek(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _take(self, *wanted: str) -> str:
        if self._peek() in wanted and self._peek():
            self._at += 1
            return self._tokens[self._at - 1]
        return ""

    def _sum(self) -> Quantity:
        left = self._product()
        while op := self._take("+", "-"):
            right = self._product()
            sign = 1 if op == "+" else -1
            if right.percent and not left.percent and not left.time:
                left = _checked(left.value + sign * left.value * right.value)
            elif left.time != right.time:
                raise AppError("sum_units")
            else:
                left = _checked(
                    left.value + sign * right.value, left.time, left.percent and right.percent
                )
        return left

    def _product(self) -> Quantity:
        left = self._sign()
        while op := self._take("*", "/", "//", "of", "@", "mod"):
            left = _multiply(op, left, self._sign())
        return left

    def _sign(self) -> Quantity:
        if self._take("-"):
            inner = self._nested(self._sign)
            return Quantity(-inner.value, inner.time, inner.percent)
        if self._take("+"):
            return self._nested(self._sign)
        return self._power()

    def _power(self) -> Quantity:
        base = self._postfix()
        if self._take("**", "^"):
            return _power(base, self._nested(self._sign))
        return base

    def _postfix(self) -> Quantity:
        result = self._atom()
        if self._take("%"):
            if result.time:
                raise AppError("sum_units")
            return Quantity(result.value / 100, percent=True)
        return result

    def _atom(self) -> Quantity:
        if self._take("("):
            inner = self._nested(self._sum)
            if not self._take(")"):
                raise self._unreadable()
            return inner
        value = self._number()
        if self._peek() not in _UNITS:
            return Quantity(value)
        total = Decimal(0)
        while True:
            total += value * _UNITS[self._peek()]
            self._at += 1
            following = self._tokens[self._at + 1 : self._at + 2]
            if not (self._peek()[:1].isdigit() and following and following[0] in _UNITS):
                return _checked(total, time=True)
            value = self._number()

    def _number(self) -> Decimal:
        token = self._peek()
        if not re.match(r"[\d.]", token):
            raise self._unreadable()
        self._at += 1
        return _checked(Decimal(token)).value

    def _nested(self, rule: Callable[[], Quantity]) -> Quantity:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise AppError("sum_too_large")
        result = rule()
        self._depth -= 1
        return result


def _checked(value: Decimal, time: bool = False, percent: bool = False) -> Quantity:
    if not value.is_finite() or value.adjusted() > MAX_DIGITS or value.adjusted() < -MAX_DIGITS:
        if value.is_zero():
            return Quantity(Decimal(0), time, percent)
        raise AppError("sum_too_large")
    return Quantity(value, time, percent)


def _multiply(op: str, left: Quantity, right: Quantity) -> Quantity:
    if op in ("/", "//", "mod") and not right.value:
        raise AppError("sum_by_zero")
    if op in ("*", "of", "@"):
        if left.time and right.time:
            raise AppError("sum_units")
        return _checked(left.value * right.value, left.time or right.time)
    if right.time and not left.time:
        raise AppError("sum_units")
    time = left.time and not right.time
    if op == "/":
        return _checked(left.value / right.value, time)
    if op == "//":
        return _checked(left.value // right.value, time)
    return _checked(left.value % right.value, left.time)


def _power(base: Quantity, exponent: Quantity) -> Quantity:
    if base.time or exponent.time:
        raise AppError("sum_units")
    if base.value == 0 and exponent.value < 0:
        raise AppError("sum_by_zero")
    if base.value < 0 and exponent.value != exponent.value.to_integral_value():
        raise AppError("sum_unreadable", text="√-")
    size = abs(base.value.adjusted() + 1) if base.value else 0
    if abs(exponent.value) > 10_000 or size * abs(exponent.value) > 10 * MAX_DIGITS:
        raise AppError("sum_too_large")
    return _checked(base.value**exponent.value)
