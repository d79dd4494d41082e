"""Dates, recurrence, calendar and tasks."""
