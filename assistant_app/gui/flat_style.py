"""Fusion without its gradients: flat buttons and fields with round corners, from the palette."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPalette, QPen
from PySide6.QtWidgets import (
    QProxyStyle,
    QStyle,
    QStyleOption,
    QStyleOptionButton,
    QStyleOptionComplex,
    QStyleOptionSlider,
    QWidget,
)

from assistant_app.gui import slim_scroll, style

_State = QStyle.StateFlag
_Primitive = QStyle.PrimitiveElement


class FlatStyle(QProxyStyle):
    """Paints the grounds of buttons and the frames of fields; Fusion does all the rest."""

    def __init__(self) -> None:
        super().__init__("Fusion")

    def drawPrimitive(
        self,
        element: QStyle.PrimitiveElement,
        option: QStyleOption,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        """Paint one of our primitives, or leave it to Fusion."""
        if element == _Primitive.PE_PanelButtonCommand:
            self._button(option, painter)
        elif element == _Primitive.PE_FrameLineEdit:
            self._field(option, painter)
        elif element == _Primitive.PE_PanelButtonTool:
            self._tool(option, painter)
        elif element == _Primitive.PE_FrameFocusRect:
            self._focus(option, painter)
        elif element in (
            _Primitive.PE_IndicatorCheckBox,
            _Primitive.PE_IndicatorItemViewItemCheck,
        ):
            self._box(option, painter)
        elif element == _Primitive.PE_IndicatorRadioButton:
            self._radio(option, painter)
        else:
            super().drawPrimitive(element, option, painter, widget)

    def drawComplexControl(
        self,
        control: QStyle.ComplexControl,
        option: QStyleOptionComplex,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        """Paint scroll bars; the rest is Fusion's."""
        if control == QStyle.ComplexControl.CC_ScrollBar and isinstance(
            option, QStyleOptionSlider
        ):
            slim_scroll.paint(option, painter)
        else:
            super().drawComplexControl(control, option, painter, widget)

    def subControlRect(
        self,
        control: QStyle.ComplexControl,
        option: QStyleOptionComplex,
        part: QStyle.SubControl,
        widget: QWidget | None = None,
    ) -> QRect:
        """Say where the parts of a scroll bar are."""
        if control == QStyle.ComplexControl.CC_ScrollBar and isinstance(
            option, QStyleOptionSlider
        ):
            return slim_scroll.part(option, part)
        return super().subControlRect(control, option, part, widget)  # type: ignore[arg-type]

    def pixelMetric(
        self,
        metric: QStyle.PixelMetric,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
    ) -> int:
        """Make scroll bars slim."""
        if metric == QStyle.PixelMetric.PM_ScrollBarExtent:
            return slim_scroll.EXTENT
        if metric == QStyle.PixelMetric.PM_ScrollBarSliderMin:
            return slim_scroll.EXTENT
        return super().pixelMetric(metric, option, widget)

    def _button(self, option: QStyleOption, painter: QPainter) -> None:
        shown, state = option.palette, option.state
        flat = isinstance(option, QStyleOptionButton) and bool(
            option.features & QStyleOptionButton.ButtonFeature.Flat
        )
        default = isinstance(option, QStyleOptionButton) and bool(
            option.features & QStyleOptionButton.ButtonFeature.DefaultButton
        )
        enabled = bool(state & _State.State_Enabled)
        ground = shown.color(QPalette.ColorRole.Button)
        if enabled and state & (_State.State_Sunken | _State.State_On):
            ground = shown.color(QPalette.ColorRole.Mid)
        elif enabled and state & _State.State_MouseOver:
            ground = shown.color(QPalette.ColorRole.Midlight)
        elif flat:
            ground = QColor(0, 0, 0, 0)
        edge = shown.color(QPalette.ColorRole.Mid)
        if flat:
            edge = QColor(0, 0, 0, 0)
        if default and enabled:
            edge = style.colour(shown, style.Role.ACCENT)
        if enabled and state & _State.State_HasFocus and state & _State.State_KeyboardFocusChange:
            edge = style.colour(shown, style.Role.ACCENT)
        _panel(painter, option, ground, edge)

    def _field(self, option: QStyleOption, painter: QPainter) -> None:
        shown = option.palette
        focus = bool(option.state & _State.State_HasFocus)
        edge = (
            style.colour(shown, style.Role.ACCENT)
            if focus
            else shown.color(QPalette.ColorRole.Mid)
        )
        _panel(painter, option, shown.color(QPalette.ColorRole.Base), edge)

    def _tool(self, option: QStyleOption, painter: QPainter) -> None:
        state, shown = option.state, option.palette
        raised = state & _State.State_MouseOver and state & _State.State_Enabled
        if state & (_State.State_Sunken | _State.State_On):
            _panel(painter, option, shown.color(QPalette.ColorRole.Mid), QColor(0, 0, 0, 0))
        elif raised:
            _panel(painter, option, shown.color(QPalette.ColorRole.Midlight), QColor(0, 0, 0, 0))

    def _box(self, option: QStyleOption, painter: QPainter) -> None:
        checked = bool(option.state & _State.State_On)
        accent, edge = self._indicator(option, checked)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(accent if checked else option.palette.color(QPalette.ColorRole.Base))
        painter.setPen(QPen(edge, 1))
        place = _square(option)
        painter.drawRoundedRect(place, 3, 3)
        if checked:
            painter.setPen(QPen(option.palette.color(QPalette.ColorRole.Base), place.width() / 8))
            points = ((0.24, 0.52), (0.43, 0.71), (0.77, 0.32))
            left, top, size = place.left(), place.top(), place.width()
            painter.drawPolyline([QPointF(left + x * size, top + y * size) for x, y in points])
        painter.restore()

    def _radio(self, option: QStyleOption, painter: QPainter) -> None:
        checked = bool(option.state & _State.State_On)
        accent, edge = self._indicator(option, checked)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(option.palette.color(QPalette.ColorRole.Base))
        painter.setPen(QPen(edge, 1))
        place = _square(option)
        painter.drawEllipse(place)
        if checked:
            inner = place.width() / 4
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(accent)
            painter.drawEllipse(place.adjusted(inner, inner, -inner, -inner))
        painter.restore()

    def _indicator(self, option: QStyleOption, checked: bool) -> tuple[QColor, QColor]:
        shown = option.palette
        accent = style.colour(shown, style.Role.ACCENT)
        if not option.state & _State.State_Enabled:
            accent = shown.color(QPalette.ColorRole.Mid)
        focus = option.state & _State.State_HasFocus
        return accent, accent if checked or focus else style.faint(shown)

    def _focus(self, option: QStyleOption, painter: QPainter) -> None:
        if option.state & _State.State_KeyboardFocusChange:
            accent = style.colour(option.palette, style.Role.ACCENT)
            _panel(painter, option, QColor(0, 0, 0, 0), accent)


def _square(option: QStyleOption) -> QRectF:
    size = min(option.rect.width(), option.rect.height())
    place = QRectF(0, 0, size, size)
    place.moveCenter(QRectF(option.rect).center())
    return place.adjusted(0.5, 0.5, -0.5, -0.5)


def _panel(painter: QPainter, option: QStyleOption, ground: QColor, edge: QColor) -> None:
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(ground)
    painter.setPen(QPen(edge, 1) if edge.alpha() else Qt.PenStyle.NoPen)
    place = QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5)
    painter.drawRoundedRect(place, style.RADIUS * 0.75, style.RADIUS * 0.75)
    painter.restore()
