"""The parser of Markdown and the HTML it makes; imported when the first message is shown."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from assistant_app.gui.markdown import safe_link


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
def parser() -> MarkdownIt:
    """Return the parser; HTML in a text stays text."""
    made = MarkdownIt("commonmark", {"html": False}, renderer_cls=_Renderer)
    made.enable(["table", "strikethrough"])
    setattr(made, "validateLink", safe_link)  # noqa: B010 - the documented hook
    return made
