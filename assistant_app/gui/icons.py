"""The icons of `resources/icons`, tinted with the text colour of the palette they stand on."""

from __future__ import annotations

import math
from functools import lru_cache

from PySide6.QtCore import QByteArray, QEvent, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPaintEvent, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QPushButton, QToolButton, QWidget

from assistant_app import resources
from assistant_app.gui import style

_REPAINT = frozenset({QEvent.Type.PaletteChange, QEvent.Type.DevicePixelRatioChange})
"""After which an icon is made anew: another theme, or a screen with more pixels."""


def app_icon() -> QIcon:
    """Return the icon of the application."""
    result = QIcon()
    for size in (32, 64, 256):
        result.addPixmap(_render(resources.read_bytes("icons/app.svg"), size, 1))
    return result


def pixmap(name: str, tint: QColor, size: int = style.ICON, scale: float = 1.0) -> QPixmap:
    """Return an icon as a pixmap of `size` at that device pixel ratio."""
    return _tinted(name, tint.rgba(), size, scale)


def icon(name: str, shown: QPalette, role: style.Role | None = None) -> QIcon:
    """Return an icon in the text colour of `shown`, or in that of a role."""
    normal = style.colour(shown, role) if role else shown.color(QPalette.ColorRole.ButtonText)
    off = shown.color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.ButtonText)
    result = QIcon()
    for scale in _scales():
        result.addPixmap(pixmap(name, normal, scale=scale))
        result.addPixmap(pixmap(name, off, scale=scale), QIcon.Mode.Disabled)
    return result


def _scales() -> list[int]:
    """Return the device pixel ratios that icons are made for: those of the screens there are."""
    return sorted({1, *(math.ceil(s.devicePixelRatio()) for s in QGuiApplication.screens())})


@lru_cache(maxsize=512)
def _tinted(name: str, rgba: int, size: int, scale: float) -> QPixmap:
    result = _render(resources.read_bytes(f"icons/{name}.svg"), size, scale)
    painter = QPainter(result)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
    painter.fillRect(result.rect(), QColor.fromRgba(rgba))
    painter.end()
    return result


def _render(data: bytes, size: int, scale: float) -> QPixmap:
    result = QPixmap(QSize(round(size * scale), round(size * scale)))
    result.fill(Qt.GlobalColor.transparent)
    painter = QPainter(result)
    QSvgRenderer(QByteArray(data)).render(painter)
    painter.end()
    result.setDevicePixelRatio(scale)
    return result


class IconButton(QToolButton):
    """A flat button with an icon that follows the theme; `text` is its name and tooltip."""

    def __init__(
        self, name: str, text: str, parent: QWidget | None = None, *, beside: bool = False
    ) -> None:
        super().__init__(parent)
        self._name = name
        self._role: style.Role | None = None
        self.setAutoRaise(True)
        self.setIconSize(QSize(style.ICON, style.ICON))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        if beside:
            self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.describe(text)
        self._tint()

    def describe(self, text: str) -> None:
        """Name the button; with the text beside the icon, show it."""
        self.setText(text)
        self.setAccessibleName(text)
        if self.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonIconOnly:
            self.setToolTip(style.plain_tooltip(text))

    def show_icon(self, name: str, role: style.Role | None = None) -> None:
        """Change the icon."""
        self._name, self._role = name, role
        self._tint()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the theme."""
        super().changeEvent(event)
        if event.type() in _REPAINT:
            self._tint()

    def _tint(self) -> None:
        self.setIcon(icon(self._name, self.palette(), self._role))


class IconPushButton(QPushButton):
    """A push button with an icon that follows the theme."""

    def __init__(self, name: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._name = name
        self.setAccessibleName(text)
        self.setIconSize(QSize(style.ICON_S, style.ICON_S))
        self._tint()

    def show_icon(self, name: str) -> None:
        """Change the icon."""
        self._name = name
        self._tint()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the theme."""
        super().changeEvent(event)
        if event.type() in _REPAINT:
            self._tint()

    def _tint(self) -> None:
        self.setIcon(icon(self._name, self.palette()))


class IconLabel(QWidget):
    """An icon that is not a button."""

    def __init__(
        self, name: str, parent: QWidget | None = None, role: style.Role | None = None
    ) -> None:
        super().__init__(parent)
        self._name, self._role = name, role
        self.setFixedSize(style.ICON, style.ICON)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint it in the text colour, or that of its role."""
        shown = self.palette()
        tint = (
            style.colour(shown, self._role)
            if self._role
            else shown.color(QPalette.ColorRole.WindowText)
        )
        painter = QPainter(self)
        painter.drawPixmap(0, 0, pixmap(self._name, tint, scale=self.devicePixelRatioF()))
