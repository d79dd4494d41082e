"""The names of days and months that sentences are made of, Monday and January first."""

from __future__ import annotations

WEEKDAYS_EN = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
WEEKDAYS_ZH = "一二三四五六日"
MONTHS_EN = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
SHORT_WEEKDAYS_EN = tuple(name[:3] for name in WEEKDAYS_EN)
SHORT_MONTHS_EN = tuple(name[:3] for name in MONTHS_EN)
