"""Desktop notifications, where the desktop has a tray to show them from, and the tray's own menu."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMenu, QSystemTrayIcon

_SHOWN_MS = 10_000


class Notifier(QObject):
    """`tell` shows a notification; `chosen` is emitted when it or the tray icon is clicked.

    The menu of the icon answers what is due: a notification can have no buttons of its own on
    every desktop.
    """

    chosen = Signal()
    snooze_asked = Signal()
    done_asked = Signal()
    agenda_asked = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._icon: QSystemTrayIcon | None = None
        self._build_menu()

    def _build_menu(self) -> None:
        self.menu = QMenu()
        self.show_action = self._action(self.tr("Show reminders"), self.chosen)
        self.snooze_action = self._action(self.tr("Snooze for 10 minutes"), self.snooze_asked)
        self.done_action = self._action(self.tr("Done"), self.done_asked)
        self.menu.addSeparator()
        self._action(self.tr("Open the agenda"), self.agenda_asked)
        self.show_due(0, 0)

    def _action(self, words: str, asked: object) -> QAction:
        action = self.menu.addAction(words)
        action.triggered.connect(lambda: asked.emit())  # type: ignore[attr-defined]
        return action

    def speak(self) -> None:
        """Say the menu in the language that the window has now."""
        due = self.snooze_action.isEnabled(), self.done_action.isEnabled()
        self.menu.deleteLater()
        self._build_menu()
        self.show_due(int(due[0]), int(due[1]))
        if self._icon is not None:
            self._icon.setContextMenu(self.menu)
            self._icon.setToolTip(self.tr("Assistant"))

    def show_due(self, due: int, tasks: int) -> None:
        """Offer what can be done with so many reminders, so many of them of tasks."""
        self.show_action.setEnabled(due > 0)
        self.snooze_action.setEnabled(due > 0)
        self.done_action.setEnabled(tasks > 0)

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
            self._icon.setContextMenu(self.menu)
            self._icon.messageClicked.connect(self.chosen)
            self._icon.activated.connect(self._on_activated)
            self._icon.show()
        return self._icon

    def _on_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason != QSystemTrayIcon.ActivationReason.Context:
            self.chosen.emit()

    def close(self) -> None:
        """Take the icon away."""
        if self._icon is not None:
            self._icon.hide()
        self.menu.deleteLater()
