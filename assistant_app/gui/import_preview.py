"""What taking in a file would do: counts, the reasons for what is set aside, and Import."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QListWidget,
    QVBoxLayout,
    QWidget,
)

from assistant_app.gui import style

_MOST_LINES = 10


class ImportPreview(QDialog):
    """Shows each of `counts` beside its words; `new` of them would be stored.

    `examples` are the first of what is new, `problems` sentences on what is not taken as it is,
    `choice` a widget with its words that says where what is new goes, `more` a box to tick for what
    is only taken in then.
    """

    def __init__(
        self,
        title: str,
        name: str,
        counts: Mapping[str, int],
        *,
        new: int,
        problems: Sequence[str],
        examples: Sequence[str] = (),
        choice: tuple[str, QWidget] | None = None,
        more: QCheckBox | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setMinimumWidth(480)
        self.counts = dict(counts)
        column = QVBoxLayout(self)
        column.setContentsMargins(style.SPACE_L, style.SPACE_L, style.SPACE_L, style.SPACE_L)
        column.setSpacing(style.SPACE_M)
        column.addWidget(style.label(name, bold=True, wrap=True))
        grid = QGridLayout()
        grid.setHorizontalSpacing(style.SPACE_L)
        for line, (words, count) in enumerate(counts.items()):
            grid.addWidget(style.label(f"{count:,}", bold=True), line, 0)
            grid.addWidget(style.label(words), line, 1)
        grid.setColumnStretch(1, 1)
        column.addLayout(grid)
        for text in examples:
            column.addWidget(style.label(f"“{text}”", wrap=True, quiet=True))
        column.addWidget(self._build_problems(problems))
        if choice is not None:
            words, widget = choice
            widget.setAccessibleName(words)
            into = QHBoxLayout()
            into.addWidget(style.label(words))
            into.addWidget(widget, 1)
            column.addLayout(into)
        if more is not None:
            column.addWidget(more)
        said = self.tr("Nothing is stored yet.")
        if new == 0 and more is None:
            said = self.tr("There is nothing new in it.")
        column.addWidget(style.label(said, quiet=True, wrap=True))
        column.addWidget(self._build_buttons(new))
        if more is not None:
            more.toggled.connect(lambda on: self.import_button.setEnabled(on or new > 0))
        (self.import_button if new else self.close_button).setFocus()

    def _build_buttons(self, new: int) -> QDialogButtonBox:
        buttons = QDialogButtonBox()
        self.import_button = buttons.addButton(
            self.tr("Import"), QDialogButtonBox.ButtonRole.AcceptRole
        )
        self.import_button.setEnabled(new > 0)
        self.close_button = buttons.addButton(
            self.tr("Cancel") if new else self.tr("Close"), QDialogButtonBox.ButtonRole.RejectRole
        )
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        return buttons

    def _build_problems(self, problems: Sequence[str]) -> QWidget:
        self.problems = QListWidget()
        self.problems.setAccessibleName(self.tr("What is not taken as it is"))
        self.problems.setWordWrap(True)
        self.problems.setSpacing(style.SPACE_XS)
        self.problems.setSelectionMode(QListWidget.SelectionMode.NoSelection)
        self.problems.addItems(list(problems))
        if not problems:
            self.problems.hide()  # shown before it has a parent, it would be a window
        lines = min(_MOST_LINES, 2 * len(problems))
        self.problems.setFixedHeight(lines * (self.fontMetrics().height() + style.SPACE_S))
        return self.problems
