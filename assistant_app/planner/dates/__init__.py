"""Resolve the dates that people say, in English and Chinese: tokenise, parse, resolve, explain.

Pure functions: what "now" is comes in as a `Moment`. Every choice that a rule made is a tag in
`Resolved.assumptions`; a star means that the other reading is offered in `alternatives`.

 1. A bare weekday is the next one; named on that very day*: today if its time is still ahead.
 2. "this X", 这周X: in the current Monday-Sunday week; gone by, it asks.
 3. "next X": in the next Monday-Sunday week*, when X is still to come this week.
 4. 下周X next week, 下下周X two on, 上周X one back; 周日 and 星期天 end the week.
 5. "coming X" is the nearest; "X week" and "a week on X" are seven days after that.
 6. An hour without am or pm*: 1-6 in the afternoon, 7-11 in the morning, 12 noon. Parts of the day
    decide, 24-hour forms are literal, and twelve at night ends the day.
 7. A part of the day has a start, which creating uses, and a window, which searching uses.
 8. Without a year or month, the next such date. Numeric d/m: above 12 decides, else the locale*.
 9. Days and longer keep no clock time; minutes and hours are exact; months clamp, and say so.
10. An impossible date is `invalid`, with the two nearest; nothing rolls over.
11. Weekends are Saturday and Sunday; the end of a day is 17:00*, that of a month its last day.
12. A result in the past asks when creating. An hour gone by is tomorrow's.
13. In a gap of the clocks a time moves forward; in a fold it is the first.
14. Quoted text and titles are never scanned, and words only count whole.
15. Both languages may be mixed; variants of characters and digits are folded first.
"""

from __future__ import annotations

from assistant_app.planner.dates.api import Resolver, extract, parse_length, parse_offset, resolve
from assistant_app.planner.dates.explain import describe_tags, explain
from assistant_app.planner.dates.when import to_when

__all__ = [
    "Resolver",
    "describe_tags",
    "explain",
    "extract",
    "parse_length",
    "parse_offset",
    "resolve",
    "to_when",
]
