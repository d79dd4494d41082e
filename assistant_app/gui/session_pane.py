"""The left pane: new chat, the sessions by day, and the doors to agenda, memories and settings."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QAction, QKeySequence, QPainter, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QLineEdit,
    QListView,
    QMenu,
    QPushButton,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from assistant_app.domain.session import Session
from assistant_app.gui import style
from assistant_app.gui.icons import IconPushButton
from assistant_app.gui.session_model import SessionFilter, SessionListModel, SessionRole

Index = QModelIndex | QPersistentModelIndex
_DOT = 8


class _SessionDelegate(QStyledItemDelegate):
    """Paints titles of days small, and a dot where a reply arrived unseen."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Give rows some air."""
        group = bool(index.data(SessionRole.IS_GROUP))
        extra = style.SPACE_L if group else style.SPACE_M
        return QSize(0, option.fontMetrics.height() + extra)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row."""
        painter.save()
        if index.data(SessionRole.IS_GROUP):
            painter.setFont(style.scaled(option.font, 0.9, bold=True))
            painter.setPen(style.faint(option.palette))
            place = option.rect.adjusted(style.SPACE_S, style.SPACE_S, -style.SPACE_S, 0)
        else:
            self._ground(painter, option)
            unseen = bool(index.data(SessionRole.UNSEEN))
            painter.setFont(style.scaled(option.font, 1.0, bold=unseen))
            painter.setPen(option.palette.color(QPalette.ColorRole.WindowText))
            room = 2 * style.SPACE_S + _DOT if unseen else style.SPACE_S
            place = option.rect.adjusted(style.SPACE_S, 0, -room, 0)
        text = painter.fontMetrics().elidedText(
            str(index.data()).replace("\n", " "), Qt.TextElideMode.ElideRight, place.width()
        )
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, text)
        painter.restore()
        if index.data(SessionRole.UNSEEN):
            self._dot(painter, option)

    def _ground(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        under = bool(option.state & QStyle.StateFlag.State_MouseOver)
        focus = bool(option.state & QStyle.StateFlag.State_HasFocus)
        if not (chosen or under or focus):
            return
        role = QPalette.ColorRole.Mid if chosen else QPalette.ColorRole.Midlight
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(option.palette.color(role) if chosen or under else Qt.BrushStyle.NoBrush)
        accent = style.colour(option.palette, style.Role.ACCENT)
        painter.setPen(accent if focus else Qt.PenStyle.NoPen)
        painter.drawRoundedRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, _index: Index
    ) -> None:
        """Edit over the whole row."""
        editor.setGeometry(option.rect)

    def _dot(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(style.colour(option.palette, style.Role.ACCENT))
        middle = option.rect.center().y() - _DOT // 2
        painter.drawEllipse(QRect(option.rect.right() - _DOT - style.SPACE_S, middle, _DOT, _DOT))
        painter.restore()


class SessionPane(QWidget):
    """Tells what is asked for; it changes nothing itself."""

    new_asked = Signal()
    opened = Signal(int)
    renamed = Signal(int, str)
    deleted = Signal(int)
    searched = Signal(str)
    agenda_asked = Signal()
    memories_asked = Signal()
    settings_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = SessionListModel(self)
        self.model.renamed.connect(self.renamed)
        self.filter = SessionFilter(self)
        self.filter.setSourceModel(self.model)
        self._current: int | None = None
        self._build()

    def _build(self) -> None:
        self.setMinimumWidth(200)
        self.setMaximumWidth(400)
        column = QVBoxLayout(self)
        column.setContentsMargins(style.SPACE_S, style.SPACE_S, style.SPACE_S, style.SPACE_S)
        column.setSpacing(style.SPACE_S)
        self.new_button = IconPushButton("plus", self.tr("New chat"))
        self.new_button.setToolTip(self.tr("New chat (Ctrl+N)"))
        self.new_button.clicked.connect(self.new_asked)
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search chats"))
        self.search.setAccessibleName(self.tr("Search chats"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._on_search)
        column.addWidget(self.new_button)
        column.addWidget(self.search)
        column.addWidget(self._build_list(), 1)
        self.agenda_button = self._door("calendar", self.tr("Agenda"), "Ctrl+2")
        self.agenda_button.clicked.connect(self.agenda_asked)
        self.memories_button = self._door("memory", self.tr("Memories"), "Ctrl+3")
        self.memories_button.clicked.connect(self.memories_asked)
        self.settings_button = self._door("settings", self.tr("Settings"), "Ctrl+,")
        self.settings_button.clicked.connect(self.settings_asked)
        for button in (self.agenda_button, self.memories_button, self.settings_button):
            column.addWidget(button)

    def _door(self, icon: str, text: str, keys: str) -> QPushButton:
        button = IconPushButton(icon, text)
        button.setFlat(True)
        button.setStyleSheet("text-align: left; padding: 6px;")
        shown = QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
        button.setToolTip(style.plain_tooltip(f"{text} ({shown})"))
        return button

    def _build_list(self) -> QListView:
        self.view = QListView()
        self.view.setModel(self.filter)
        self.view.setItemDelegate(_SessionDelegate(self.view))
        self.view.setFrameShape(QFrame.Shape.NoFrame)
        self.view.setAccessibleName(self.tr("Chats"))
        self.view.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.view.viewport().setAutoFillBackground(False)
        self.view.setMouseTracking(True)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.customContextMenuRequested.connect(self._on_menu)
        self.view.clicked.connect(self._on_chosen)
        self.view.activated.connect(self._on_chosen)
        delete = QAction(self.tr("Move to trash"), self.view)
        delete.setShortcut(QKeySequence(QKeySequence.StandardKey.Delete))
        delete.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        delete.triggered.connect(self._on_delete)
        self.view.addAction(delete)
        return self.view

    def show_sessions(self, sessions: Sequence[Session], today: dt.date) -> None:
        """Show these sessions, keeping the choice."""
        self.model.reset(sessions, today)
        self.select(self._current)

    def select(self, session_id: int | None) -> None:
        """Mark the session that is shown."""
        self._current = session_id
        row = self.model.row_of(session_id) if session_id is not None else -1
        index = self.filter.mapFromSource(self.model.index(row)) if row >= 0 else QModelIndex()
        if index.isValid():
            self.view.setCurrentIndex(index)
        else:
            self.view.selectionModel().clear()

    def show_to_confirm(self, count: int) -> None:
        """Put the number of memories to confirm on their door."""
        text = self.tr("Memories")
        self.memories_button.setText(f"{text}  {count}" if count else text)
        words = self.tr("Memories, {count} to confirm").format(count=count)
        self.memories_button.setAccessibleName(words if count else text)

    def _session(self, index: Index) -> Session | None:
        found = index.data(SessionRole.SESSION)
        return found if isinstance(found, Session) else None

    def _on_chosen(self, index: QModelIndex) -> None:
        session = self._session(index)
        if session is not None:
            self.opened.emit(session.id)

    def _on_search(self, words: str) -> None:
        self.filter.set_words(words)
        self.searched.emit(words)

    def _on_delete(self) -> None:
        session = self._session(self.view.currentIndex())
        if session is not None:
            self.deleted.emit(session.id)

    def _on_menu(self, place: QPoint) -> None:
        index = self.view.indexAt(place)
        session = self._session(index)
        if session is None:
            return
        menu = QMenu(self)
        rename = menu.addAction(self.tr("Rename"))
        delete = menu.addAction(self.tr("Move to trash"))
        chosen = menu.exec(self.view.viewport().mapToGlobal(place))
        if chosen is rename:
            self.view.edit(index)
        elif chosen is delete:
            self.deleted.emit(session.id)
        menu.deleteLater()
