"""Statistics of the memories: counts, the model's window, and how search and meaning stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from assistant_app.domain.language import Lang
from assistant_app.domain.memory import MemoryKind, MemoryStatus
from assistant_app.errors import AppError
from assistant_app.gui import error_presenter, style, words

if TYPE_CHECKING:
    from assistant_app.services.assistant import Assistant


@dataclass(frozen=True, slots=True)
class Statistics:
    """What is shown; `window` is None where there is no chat yet."""

    memories: Mapping[str, Any]
    title: str = ""
    window: tuple[int, int, int, int, float] | None = None
    """Messages in the window, all messages, tokens, capacity, percent."""
    embedder_there: bool = False


def load_statistics(core: Assistant, session_id: int | None) -> Statistics:
    """Count memories, and read what a chat takes of the model's window; outside the GUI thread."""
    memories = core.memories.stats()
    there = core.models.embedder_path() is not None
    use = core.window_use(session_id)
    if use is None:
        return Statistics(memories, embedder_there=there)
    title = core.sessions.get(use.session).title
    window = use.messages, use.all_messages, use.tokens, use.capacity, use.percent
    return Statistics(memories, title, window, there)


class _Bar(QWidget):
    """A share of a whole, 0 to 1; the number stands beside it."""

    def __init__(self, share: float) -> None:
        super().__init__()
        self._share = min(1.0, max(0.0, share))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """As thin as a line."""
        return QSize(160, style.SPACE_S)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the ground and the share of it."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        whole = QRectF(self.rect())
        painter.setBrush(self.palette().color(QPalette.ColorRole.Mid))
        painter.drawRoundedRect(whole, style.SPACE_XS, style.SPACE_XS)
        if self._share > 0:
            painter.setBrush(style.colour(self.palette(), style.Role.ACCENT))
            mine = QRectF(0, 0, max(whole.height(), whole.width() * self._share), whole.height())
            painter.drawRoundedRect(mine, style.SPACE_XS, style.SPACE_XS)


class StatisticsDialog(QDialog):
    """Shows `Statistics`; changes nothing."""

    def __init__(self, found: Statistics, lang: Lang, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lang = lang
        self.lines: list[str] = []
        self.setWindowTitle(self.tr("Statistics of the memories"))
        self.resize(520, 680)
        self._ground = QWidget()
        self._grid = QGridLayout(self._ground)
        self._grid.setContentsMargins(0, 0, style.SPACE_S, 0)
        self._grid.setHorizontalSpacing(style.SPACE_M)
        self._grid.setVerticalSpacing(style.SPACE_S)
        self._grid.setColumnStretch(2, 1)
        self._fill(found)
        self._grid.setRowStretch(self._grid.rowCount(), 1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setWidget(self._ground)
        scroll.setAccessibleName(self.windowTitle())
        scroll.setAccessibleDescription("\n".join(self.lines))
        column = QVBoxLayout(self)
        column.setContentsMargins(style.SPACE_L, style.SPACE_L, style.SPACE_L, style.SPACE_L)
        column.setSpacing(style.SPACE_M)
        column.addWidget(scroll, 1)
        buttons = QDialogButtonBox()
        close = buttons.addButton(self.tr("Close"), QDialogButtonBox.ButtonRole.RejectRole)
        close.setDefault(True)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)

    def _fill(self, found: Statistics) -> None:
        stats = found.memories
        by_status = {
            words.status_name(MemoryStatus(name)): count
            for name, count in stats["by_status"].items()
        }
        self._counts(self.tr("All memories"), by_status)
        kinds = {words.kind_name(MemoryKind(n)): count for n, count in stats["by_kind"].items()}
        self._counts(self.tr("What is kept, by kind"), kinds)
        categories = {words.category_name(n): count for n, count in stats["by_category"].items()}
        self._counts(self.tr("What is kept, by category"), categories)
        self._head(self.tr("Never proposed"))
        self._line(self.tr("topics"), f"{stats['barred_topics']:,}")
        self._line(self.tr("single memories"), f"{stats['barred']:,}")
        self._window(found)
        self._index(found)

    def _counts(self, head: str, counts: Mapping[str, int]) -> None:
        self._head(head)
        total = sum(counts.values())
        if not total:
            self._line(self.tr("none"), "0")
        for name, count in sorted(counts.items(), key=lambda one: -one[1]):
            self._line(name, f"{count:,}", count / max(1, total))

    def _window(self, found: Statistics) -> None:
        self._head(self.tr("The model's window"))
        if found.window is None:
            self._sentence(self.tr("There is no chat yet."))
            return
        messages, among, tokens, capacity, percent = found.window
        title = found.title or self.tr("New chat")
        self._line(title, f"{percent:g} %", percent / 100)
        words_ = self.tr("{messages} of {all} messages, {tokens} of {capacity} tokens")
        self._sentence(
            words_.format(
                messages=messages, all=among, tokens=f"{tokens:,}", capacity=f"{capacity:,}"
            )
        )

    def _index(self, found: Statistics) -> None:
        stats = found.memories
        total, active = stats["total"], stats["by_status"].get("active", 0)
        self._head(self.tr("Search"))
        share = stats["indexed"] / total if total else 1.0
        self._line(self.tr("found by words"), f"{stats['indexed']:,} / {total:,}", share)
        for model, count in sorted(stats["embedded"].items()):
            self._line(
                self.tr("found by meaning"), f"{count:,} / {active:,}", count / (active or 1)
            )
            self._sentence(self.tr("by {model}").format(model=model))
        if stats["embedder_error"]:
            error = AppError(stats["embedder_error"])
            self._sentence(error_presenter.notice(error, self._lang).text)
        elif not found.embedder_there:
            self._sentence(
                self.tr("The model that finds by meaning is not here: words alone are used.")
            )
        elif not stats["embedded"]:
            self._sentence(self.tr("Nothing was read by the model that finds by meaning yet."))

    def _head(self, text: str) -> None:
        row = self._grid.rowCount()
        head = style.label(text, bold=True)
        head.setContentsMargins(0, style.SPACE_S if row > 1 else 0, 0, 0)
        self._grid.addWidget(head, row, 0, 1, 3)
        self.lines.append(text)

    def _line(self, name: str, value: str, share: float | None = None) -> None:
        row = self._grid.rowCount()
        self._grid.addWidget(style.label(name), row, 0)
        number = style.label(value)
        number.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._grid.addWidget(number, row, 1)
        if share is not None:
            self._grid.addWidget(_Bar(share), row, 2, Qt.AlignmentFlag.AlignVCenter)
        self.lines.append(f"{name}: {value}")

    def _sentence(self, text: str) -> None:
        row = self._grid.rowCount()
        self._grid.addWidget(style.label(text, wrap=True, quiet=True), row, 0, 1, 3)
        self.lines.append(text)
