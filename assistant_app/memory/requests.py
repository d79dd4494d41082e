# ruff: noqa: E501 - a pattern cut in two is harder to read than a long line
"""Requests about memories that are known by their words: to keep what was just said. Pure."""

from __future__ import annotations

import re

_KEEP_EN = re.compile(
    r"^\W*(?:(?:ok(?:ay)?|yes|yeah|please|pls|and|also|now|so|oh|well|then|can you|could you|will you|would you|i want you to|just)\b\W*)*"
    r"(?:(?:remember|memori[sz]e|save|store|note|don'?t forget|do not forget|make a note of) (?:that|this|it|what i (?:just )?(?:said|told you))(?: down)?|"
    r"(?:keep|bear|have) (?:that|this|it) in mind|write (?:that|this|it) down)"
    r"(?:[\s,]+(?:please|pls|for (?:me|later|good|next time|the future)|too|as well|then|thanks|thank you|ok(?:ay)?|will you|would you))*\W*$",
    re.IGNORECASE,
)
_KEEP_ZH = re.compile(
    r"^(?:好的?|嗯|行|对|那|请|麻烦|帮我|给我|替我|你|也|要|都|[，,\s])*"
    r"(?:(?:记住|记下来?|记一下|记着|记好|牢记|保存一下|存一下|存下来|别忘了?|不要忘了?|不要忘记|别忘记)"
    r"(?:这个|这点|这一点|这句话?|这件事|它|上面的?(?:话)?|我?(?:刚才?|刚刚|上面)?(?:说|讲)的(?:话)?)?"
    r"|把?(?:这个|这点|这一点|这句话?|这件事|它|我?(?:刚才?|刚刚|上面)?(?:说|讲)的(?:话)?)(?:帮我|给我|也|都)*(?:记住|记下来?|记一下|记着|记好|存一下|存下来))"
    r"(?:吧|哦|啊|哈|了|呀|喔|一下|谢谢|[，,。！!～~\s])*$"
)


def keeps_what_was_said(text: str) -> bool:
    """Tell whether `text` only asks to remember what was said before it ("remember that, please")."""
    return bool(_KEEP_EN.match(text.replace("’", "'")) or _KEEP_ZH.match(text.strip()))
