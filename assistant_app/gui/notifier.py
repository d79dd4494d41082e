"""Desktop notifications, where the desktop has a tray to show them from."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QSystemTrayIcon

_SHOWN_MS = 10_000


class Notifier(QObject):
    """`tell` shows a notification; `chosen` is emitted when it or the tray icon is clicked."""

    chosen = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._icon: QSystemTrayIcon | None = None

    def tell(self, title: str, body: str) -> bool:
        """Show a notification; False where the desktop has no place for one."""
        if not QSystemTrayIcon.isSystemTrayAvailable() or not QSystemTrayIcon.supportsMessages():
            return False
        icon = self._tray()
        icon.showMessage(title, body, QApplication.windowIcon(), _SHOWN_MS)
        return True

    def _tray(self) -> QSystemTrayIcon:
        if self._icon is None:
            self._icon = QSystemTrayIcon(QApplication.windowIcon(), self)
            self._icon.setToolTip(self.tr("Assistant"))
            self._icon.messageClicked.connect(self.chosen)
            self._icon.activated.connect(lambda _reason: self.chosen.emit())
            self._icon.show()
        return self._icon

    def close(self) -> None:
        """Take the icon away."""
        if self._icon is not None:
            self._icon.hide()
