"""Markdown to the HTML that a message shows: no HTML of the text's own, no files, no pictures.

A model's words, and what people paste, are untrusted: markup in them is shown as text, a picture
becomes its description, and only web and mail addresses are links.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from urllib.parse import urlsplit

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

LINK_SCHEMES = frozenset({"http", "https", "mailto"})
MAX_RENDERED = 200_000
"""Characters; a longer text is shown plain, which takes a hundredth of the time."""


def safe_link(address: str) -> bool:
    """Whether a link may be opened: an absolute web or mail address."""
    try:
        parts = urlsplit(address.strip())
    except ValueError:
        return False
    return parts.scheme.lower() in LINK_SCHEMES and bool(parts.netloc or parts.path)


class _Renderer(RendererHTML):
    def image(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """Show a picture's description; nothing is loaded."""
        children = tokens[idx].children
        words = self.renderInlineAsText(children, options, env) if children else ""
        address = str(tokens[idx].attrGet("src") or "")
        return f"[{escapeHtml(words or address)}]"

    def fence(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """Show code as text; the language after the fence is not trusted with a class name."""
        return f'<pre class="code">{escapeHtml(tokens[idx].content.rstrip())}</pre>'

    def code_block(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType
    ) -> str:
        """Show indented code the same way."""
        return self.fence(tokens, idx, options, env)

    def softbreak(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType
    ) -> str:
        """Keep the lines of a chat as they were written."""
        return "<br />"

    def table_open(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType
    ) -> str:
        """Give tables the rules that Qt's rich text understands."""
        return '<table border="1" cellspacing="0" cellpadding="5" style="border-style:solid">'


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}, renderer_cls=_Renderer)
    parser.enable(["table", "strikethrough"])
    setattr(parser, "validateLink", safe_link)  # noqa: B010 - the documented hook
    return parser


def render(text: str) -> str:
    """Return the HTML of `text`; safe to give to a QTextDocument that loads nothing."""
    if len(text) > MAX_RENDERED:
        return f"<pre>{escapeHtml(text)}</pre>"
    return str(_parser().render(text))


def closed_length(text: str, start: int = 0) -> int:
    """Return the length of the part of `text` whose blocks are complete.

    A block is closed by an empty line outside a code fence. `start` is a length returned before.
    """
    closed, inside, position = start, "", start
    for line in text[start:].splitlines(keepends=True):
        bare = line.strip()
        position += len(line)
        mark = bare[:3]
        if mark in ("```", "~~~"):
            if not inside:
                inside = mark
            elif mark == inside and not bare.strip(mark[0]):
                inside = ""
        if not inside and not bare and line.endswith("\n"):
            closed = position
    return closed
