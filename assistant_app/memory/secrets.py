"""Tell what must not be remembered without a warning: passwords, keys, card and identity numbers.

Found by form (check digits where the form has them) and by the word that announces a value. Pure.
"""

from __future__ import annotations

import re

_DIGITS = re.compile(r"(?<![\dA-Za-z])(?<!\d\.)\d(?:[ -]?\d){11,18}[Xx]?(?![\dA-Za-z])")
_TOKEN = re.compile(r"(?<![\w/.@-])[A-Za-z0-9_\-+/=]{16,}(?![\w@.])")
_PREFIXED = re.compile(
    r"\b(?:[srpt]k|pk|key|ghp|gho|ghs|github_pat|glpat|xox[abps]|hf|AKIA|ASIA|AIza|eyJ|ya29|npm|api)"
    r"(?:[_-][A-Za-z0-9_\-.]{6,}|[A-Za-z0-9_\-.]{14,})"
)
_BLOCK = re.compile(r"-----BEGIN [A-Z ]*(?:KEY|CERTIFICATE)")
_SSN = re.compile(r"(?<!\d)\d{3}-\d{2}-\d{4}(?!\d)")
_IBAN = re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?\b")
_NAMED = re.compile(
    r"\b(?:pass ?(?:word|phrase|code|wd)s?|pwd|pin(?: (?:code|number))?|cvv|cvc|otp|"
    r"(?:security|door|gate|alarm|access|entry|verification|recovery|backup|unlock|safe) ?codes?|"
    r"(?:api|secret|private|access|licen[cs]e|ssh|product) ?(?:key|token)s?|"
    r"(?:social security|national insurance|passport|account|card|licen[cs]e|identity|tax|id|"
    r"routing|sort) (?:no\.?|number|code)s?|ssn|seed phrase|combination)\b"
    r"[^.!?\n]{0,30}?(?:\bis\b|\bare\b|\bwas\b|['’]s\b|[:：=]|\s)\s*[\"'“]?"
    r"(?=\S*[\d!@#$%^&*_])\S{3,}",
    re.IGNORECASE,
)
_NAMED_WORDS = re.compile(
    r"\b(?:pass ?(?:word|phrase|code)|pwd|seed phrase)\b[^.!?,\n]{0,24}?"
    r"(?:\bis\b|['’]s\b|[:：=])\s*[\"'“]?(?!(?:wrong|not|too|weak|strong|old|lost|gone|reset|required|"
    r"needed|the|a|on|in|at|safe|invalid|expired|protected)\b)\S{3,}",
    re.IGNORECASE,
)
_CHINESE = re.compile(
    r"(?:密码|口令|密钥|秘钥|验证码|校验码|动态码|支付码|门禁码|开门码|身份证|护照|银行卡|信用卡|储蓄卡|卡号|账号|"
    r"社保|驾照|令牌|(?<![A-Za-z])(?:PIN|pin)(?![A-Za-z]))[^。！？\n]{0,12}?"
    r"(?:(?:是|为|[:：=])\s*[\"“]?[A-Za-z0-9!@#$%^&*_+\-]{4,}|"
    r"(?:\s|号)?\s*[\"“]?(?=[A-Za-z!@#$%^&*_+\-]*\d)[A-Za-z0-9!@#$%^&*_+\-]{4,})"
)


def _luhn(digits: str) -> bool:
    total = 0
    for place, digit in enumerate(reversed(digits)):
        value = int(digit)
        if place % 2:
            value = value * 2 - 9 if value > 4 else value * 2
        total += value
    return total % 10 == 0


def _long_number(match: re.Match[str]) -> bool:
    digits = re.sub(r"[ -]", "", match.group())
    if len(digits) == 18:
        return True
    return 13 <= len(digits) <= 19 and digits.isdigit() and _luhn(digits)


def _random_looking(token: str) -> bool:
    kinds = sum(bool(re.search(kind, token)) for kind in (r"[a-z]", r"[A-Z]", r"\d", r"[_\-+/=]"))
    digits = sum(character.isdigit() for character in token)
    return (kinds >= 3 and digits >= 3) or (digits >= 6 and kinds >= 2 and len(token) >= 20)


def secret_spans(text: str) -> list[tuple[int, int]]:
    """Return the (start, end) places of secrets in `text`, in order."""
    found = [match.span() for match in _DIGITS.finditer(text) if _long_number(match)]
    found += [match.span() for match in _TOKEN.finditer(text) if _random_looking(match.group())]
    for pattern in (_PREFIXED, _BLOCK, _SSN, _IBAN, _NAMED, _NAMED_WORDS, _CHINESE):
        found += [match.span() for match in pattern.finditer(text)]
    return sorted(found)


def has_secret(text: str) -> bool:
    """Tell whether `text` holds a password, key, card or identity number."""
    return bool(secret_spans(text))
