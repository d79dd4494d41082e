"""Takes calendar files that are dropped onto a window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, Signal
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QWidget


def dropped_files(data: QMimeData) -> list[Path]:
    """Return the calendar files on this computer that are carried."""
    paths = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
    return [
        path for path in paths if path.suffix.lower() in (".ics", ".ical", ".ifb", ".icalendar")
    ]


class IcsDrop(QObject):
    """`dropped(path)` for each calendar file; anything else goes to the widget as before."""

    dropped = Signal(object)

    def watch(self, *widgets: QWidget) -> None:
        """Take drops onto these widgets."""
        for widget in widgets:
            widget.setAcceptDrops(True)
            widget.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Take what is a calendar file."""
        kinds = (QEvent.Type.DragEnter, QEvent.Type.DragMove, QEvent.Type.Drop)
        if event.type() not in kinds or not isinstance(event, QDropEvent):
            return False
        files = dropped_files(event.mimeData())
        if not files:
            return False
        event.acceptProposedAction()
        if event.type() == QEvent.Type.Drop:
            for path in files:
                self.dropped.emit(path)
        return True
