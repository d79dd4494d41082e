"""Looks: spacing, sizes, the two palettes and the four roles beside them.

Everything is painted from the palette, so that a change of theme needs nothing but a new one. The
roles (accent, danger, warning, success) are chosen by the darkness of the palette in use; their
contrast with window and base is at least 4.5 in both (a test).
"""

from __future__ import annotations

import re
import sys
from enum import StrEnum

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QPalette, QTextOption
from PySide6.QtWidgets import QApplication, QLabel, QWidget

SPACE_XS, SPACE_S, SPACE_M, SPACE_L, SPACE_XL = 4, 8, 12, 16, 24
RADIUS = 8
ICON = 20
ICON_S = 16
MESSAGE_WIDTH = 720
LINE_HEIGHT = 145
"""Per cent, in messages."""


_LONG_RUN = re.compile(r"\S{2000}")


class Role(StrEnum):
    """Colours that the palette has no name for."""

    ACCENT = "accent"
    DANGER = "danger"
    WARNING = "warning"
    SUCCESS = "success"


class Theme(StrEnum):
    """The owner's choice; `auto` follows the system."""

    AUTO = "auto"
    LIGHT = "light"
    DARK = "dark"


_ROLES = {
    False: {
        Role.ACCENT: "#1f5fbf",
        Role.DANGER: "#b3261e",
        Role.WARNING: "#7a5200",
        Role.SUCCESS: "#1b6e3c",
    },
    True: {
        Role.ACCENT: "#8ab4f8",
        Role.DANGER: "#f2938c",
        Role.WARNING: "#f0c063",
        Role.SUCCESS: "#7fcf9b",
    },
}
_Group = QPalette.ColorRole
_LIGHT = {
    _Group.Window: "#f6f6f7",
    _Group.WindowText: "#1d1e20",
    _Group.Base: "#ffffff",
    _Group.AlternateBase: "#eef1f6",
    _Group.Text: "#1d1e20",
    _Group.PlaceholderText: "#65686e",
    _Group.Button: "#f0f0f2",
    _Group.ButtonText: "#1d1e20",
    _Group.BrightText: "#ffffff",
    _Group.ToolTipBase: "#2b2d31",
    _Group.ToolTipText: "#f2f2f3",
    _Group.Highlight: "#1f5fbf",
    _Group.HighlightedText: "#ffffff",
    _Group.Link: "#1f5fbf",
    _Group.LinkVisited: "#6a3fa0",
    _Group.Light: "#ffffff",
    _Group.Midlight: "#e9eaed",
    _Group.Mid: "#d3d5da",
    _Group.Dark: "#a3a6ad",
    _Group.Shadow: "#6b6e75",
    _Group.Accent: "#1f5fbf",
}
_DARK = {
    _Group.Window: "#1e1f22",
    _Group.WindowText: "#e6e7ea",
    _Group.Base: "#17181a",
    _Group.AlternateBase: "#26282d",
    _Group.Text: "#e6e7ea",
    _Group.PlaceholderText: "#9a9da5",
    _Group.Button: "#2b2d31",
    _Group.ButtonText: "#e6e7ea",
    _Group.BrightText: "#ffffff",
    _Group.ToolTipBase: "#e6e7ea",
    _Group.ToolTipText: "#1e1f22",
    _Group.Highlight: "#2f5ea8",
    _Group.HighlightedText: "#ffffff",
    _Group.Link: "#8ab4f8",
    _Group.LinkVisited: "#c3a6f2",
    _Group.Light: "#3a3d43",
    _Group.Midlight: "#313338",
    _Group.Mid: "#3c3f45",
    _Group.Dark: "#101113",
    _Group.Shadow: "#000000",
    _Group.Accent: "#8ab4f8",
}


def palette(dark: bool) -> QPalette:
    """Return our own palette, for where the system gives none."""
    result = QPalette()
    for role, value in (_DARK if dark else _LIGHT).items():
        result.setColor(role, QColor(value))
    faint = QColor("#74777e" if dark else "#8d9097")
    for role in (_Group.WindowText, _Group.Text, _Group.ButtonText):
        result.setColor(QPalette.ColorGroup.Disabled, role, faint)
    return result


def is_dark(shown: QPalette) -> bool:
    """Whether text is lighter than its ground."""
    return shown.color(_Group.WindowText).lightness() > shown.color(_Group.Window).lightness()


def colour(shown: QPalette, role: Role) -> QColor:
    """Return the colour of a role on that palette."""
    return QColor(_ROLES[is_dark(shown)][role])


def faint(shown: QPalette) -> QColor:
    """Return the colour of secondary text; it still has a contrast of 4.5."""
    return shown.color(_Group.PlaceholderText)


def contrast(one: QColor, other: QColor) -> float:
    """Return the WCAG 2 contrast ratio of two colours, 1-21."""

    def luminance(shade: QColor) -> float:
        parts = (
            c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
            for c in (shade.redF(), shade.greenF(), shade.blueF())
        )
        red, green, blue = parts
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def apply_theme(app: QApplication, theme: Theme) -> None:
    """Show the app in that theme, at once.

    macOS and Windows repaint themselves; elsewhere (Fusion) the palette is ours.
    """
    scheme = {Theme.LIGHT: Qt.ColorScheme.Light, Theme.DARK: Qt.ColorScheme.Dark}.get(theme)
    hints = app.styleHints()
    if scheme is None:
        hints.unsetColorScheme()
    else:
        hints.setColorScheme(scheme)
    if sys.platform in ("darwin", "win32"):
        return
    from assistant_app.gui.flat_style import FlatStyle  # it needs the roles of this module

    if not isinstance(app.style(), FlatStyle):
        app.setStyle(FlatStyle())
    app.setPalette(palette((scheme or hints.colorScheme()) == Qt.ColorScheme.Dark))


def scaled(font: QFont, factor: float, *, bold: bool = False) -> QFont:
    """Return `font` at `factor` of its size."""
    result = QFont(font)
    if font.pointSizeF() > 0:
        result.setPointSizeF(font.pointSizeF() * factor)
    else:
        result.setPixelSize(round(font.pixelSize() * factor))
    if bold:
        result.setWeight(QFont.Weight.DemiBold)
    return result


def label(
    text: str = "",
    parent: QWidget | None = None,
    *,
    factor: float = 1.0,
    bold: bool = False,
    wrap: bool = False,
    quiet: bool = False,
) -> QLabel:
    """Return a label that never reads its text as markup; `quiet` is for secondary text."""
    result = QLabel(text, parent)
    result.setTextFormat(Qt.TextFormat.PlainText)
    result.setWordWrap(wrap)
    if factor != 1.0 or bold:
        result.setFont(scaled(result.font(), factor, bold=bold))
    if quiet:
        result.setForegroundRole(_Group.PlaceholderText)
    return result


def tint_text(label: QLabel, role: Role | None) -> None:
    """Write a label in the colour of a role, or as secondary text."""
    usual = QApplication.palette()
    shown = QPalette(usual)
    shown.setColor(label.foregroundRole(), colour(usual, role) if role else faint(usual))
    label.setPalette(shown)


def wrap_mode(text: str) -> QTextOption.WrapMode:
    """Return how a text is to be wrapped: between words where it has any.

    Looking for word boundaries in a run without spaces costs its square: a megabyte takes four
    minutes, and 0.7 s when it may break anywhere.
    """
    if _LONG_RUN.search(text):
        return QTextOption.WrapMode.WrapAnywhere
    return QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere


def plain_tooltip(text: str) -> str:
    """Return `text` so that a tooltip shows it as it is, markup and all."""
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return f"<span>{escaped}</span>"
