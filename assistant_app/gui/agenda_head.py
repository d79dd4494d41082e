"""The row above the agenda: which days, which view, and what can be made or brought in."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QMenu, QPushButton, QWidget

from assistant_app.domain.planner import ItemKind
from assistant_app.gui import style
from assistant_app.gui.icons import IconButton, IconPushButton

MONTH, WEEK, LIST = range(3)
"""The views, in their order."""


class AgendaHead(QWidget):
    """Only asks; the window does."""

    turned = Signal(int)
    today_asked = Signal()
    view_asked = Signal(int)
    new_asked = Signal(object)
    import_asked = Signal()
    export_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(style.SPACE_S)
        self._build_days(row)
        row.addStretch(1)
        self._build_views(row)
        row.addStretch(1)
        self._build_makers(row)
        for button in self.findChildren(QPushButton):
            words = button.fontMetrics().horizontalAdvance(button.text())
            icon = 0 if button.icon().isNull() else style.ICON + style.SPACE_XS
            menu = 0 if button.menu() is None else style.ICON
            # The style would make each 80 wide, and the window too wide for a small screen.
            button.setMinimumWidth(words + icon + menu + style.SPACE_L)

    def _build_days(self, row: QHBoxLayout) -> None:
        self.previous_button = IconButton("previous", self.tr("Before (Ctrl+Page Up)"))
        self.next_button = IconButton("next", self.tr("After (Ctrl+Page Down)"))
        self.previous_button.clicked.connect(lambda: self.turned.emit(-1))
        self.next_button.clicked.connect(lambda: self.turned.emit(1))
        self.title = style.label("", factor=1.2, bold=True)
        self.title.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.today_button = QPushButton(self.tr("Today"))
        self.today_button.setToolTip(self.tr("Today (Ctrl+T)"))
        self.today_button.setAccessibleName(self.tr("Go to today"))
        self.today_button.clicked.connect(self.today_asked)
        for widget in (self.previous_button, self.title, self.next_button):
            row.addWidget(widget)
        row.addSpacing(style.SPACE_S)
        row.addWidget(self.today_button)

    def _build_views(self, row: QHBoxLayout) -> None:
        self.views: list[QPushButton] = []
        group = QButtonGroup(self)
        for number, (name, tip) in enumerate(
            (
                (self.tr("Month"), self.tr("Month and tasks (Alt+1)")),
                (self.tr("Week"), self.tr("Week (Alt+2)")),
                (self.tr("List"), self.tr("List and search (Alt+3)")),
            )
        ):
            button = QPushButton(name)
            button.setToolTip(tip)
            button.setAccessibleName(name)
            button.setCheckable(True)
            button.clicked.connect(lambda _on=False, n=number: self.view_asked.emit(n))
            group.addButton(button)
            row.addWidget(button)
            self.views.append(button)

    def _build_makers(self, row: QHBoxLayout) -> None:
        self.event_button = IconPushButton("plus", self.tr("Event"))
        self.event_button.setAccessibleName(self.tr("New event"))
        self.event_button.setToolTip(self.tr("New event (Ctrl+E)"))
        self.event_button.clicked.connect(lambda: self.new_asked.emit(ItemKind.EVENT))
        self.task_button = IconPushButton("plus", self.tr("Task"))
        self.task_button.setAccessibleName(self.tr("New task"))
        self.task_button.setToolTip(self.tr("New task (Ctrl+Shift+E)"))
        self.task_button.clicked.connect(lambda: self.new_asked.emit(ItemKind.TASK))
        self.files_button = IconPushButton("folder", self.tr("Files"))
        self.files_button.setAccessibleName(self.tr("Import and export"))
        menu = QMenu(self.files_button)
        for words, signal in (
            (self.tr("Import a calendar file…"), self.import_asked),
            (self.tr("Export everything…"), self.export_asked),
        ):
            menu.addAction(words).triggered.connect(lambda _on=False, s=signal: s.emit())
        self.files_button.setMenu(menu)
        for button in (self.event_button, self.task_button, self.files_button):
            row.addWidget(button)

    def show_view(self, number: int) -> None:
        """Say which view is shown."""
        self.views[number].setChecked(True)

    def show_title(self, words: str, widest: str) -> None:
        """Say which days are shown; the room is that of the widest title, so that nothing jumps."""
        metrics = self.title.fontMetrics()
        room = max(metrics.horizontalAdvance(text) for text in (words, widest))
        self.title.setMinimumWidth(room + style.SPACE_XS)
        self.title.setText(words)
