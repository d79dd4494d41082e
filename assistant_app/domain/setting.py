"""Settings that several layers read, and what holds where they are not set."""

from __future__ import annotations

LEAD_SETTING = "reminder.lead"
"""How many minutes before an event at a time of day it is reminded of; -1 is not at all."""
USUAL_LEAD_MIN = 10
