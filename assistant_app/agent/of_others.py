# ruff: noqa: E501 - a pattern cut in two is harder to read than a long line
"""News of other people: "my cousin is moving abroad in May" is nothing for the calendar.

A small model sees a month and puts it there. A clock time, a word for something that one goes to, or
one for what is to be done make a plan of it, and such messages are none of these. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant_app.agent.told import states
from assistant_app.domain.planner import Resolved

_PERSON = (
    r"(?:mum|mom|mother|dad|father|parent|grand(?:ma|pa|mother|father|parent|son|daughter|kid|child)|"
    r"gran|granny|nan|nana|aunt(?:ie|y)?|uncle|cousin|sister|brother|sis|bro|sibling|twin|son|daughter|"
    r"kid|child|niece|nephew|in-law|wife|husband|hubby|partner|girlfriend|boyfriend|fianc[eé]e?|ex|"
    r"friend|bestie|mate|pal|buddy|flatmate|room-?mate|neighbou?r|colleague|co-?worker|boss|manager|"
    r"landlord|landlady|tenant|teacher|coach|nanny|babysitter|student|people|folk|guy|couple|famil(?:y|ie))"
)
_KIN = r"(?:mum|mom|dad|gran|granny|grandma|grandpa|nan|nana|auntie|uncle|everyone|everybody)"
_LIFE = (
    r"(?:getting (?:married|divorced|engaged|hitched|promoted|deployed|a (?:divorce|dog|cat|puppy|kitten))|"
    r"having (?:a|an|another|their|her|his)?\s*(?:\w+ )?(?:baby|child|kid|boy|girl|twins|triplets|surgery|operation)\b(?! shower)|"
    r"expecting(?= (?:a|another|twins|their|in|on|next|this)\b)|pregnant|emigrating|retiring|graduating|divorcing|adopting|"
    r"(?:moving|relocating) (?:out|in with|in together|away|abroad|house|home|back|overseas|countr\w+)|turning (?:\d+|\w+ty|\w+teen)|"
    r"(?:starting|finishing) (?:school|college|uni\w*|nursery|kindergarten|high school|(?:an?|her|his|their) new (?:job|school))|"
    r"(?:splitting|breaking) up|gets? (?:married|divorced|engaged)|turns (?:\d+|\w+ty)|retires|graduates|emigrates|"
    r"(?:starts|finishes) (?:school|college|uni\w*|nursery|kindergarten|(?:an?|her|his|their) new (?:job|school)))"
)
"""What happens in the lives of people, and to nothing else."""
_NOT_DOING = (
    r"(?!(?:wedding|meeting|evening|morning|training|swimming|boxing|fitting|hearing|reading|viewing|"
    r"outing|briefing|housewarming|christening|screening|gathering|spring|riding|skating|opening)\b)"
)
_OF_OTHERS = re.compile(
    r"^\W*(?:(?:so|and|but|oh|ah|ugh|wow|omg|well|yes|yeah|hey|hi|btw|fyi|by the way|apparently|turns out|"
    r"guess what|good news|big news|sad news|did you know|i (?:just )?(?:hear|heard|found out)(?: that)?|"
    r"looks like|seems(?: like)?|it seems)\b\W*)*(?:"
    # somebody is named as such, whatever they do
    rf"(?:(?:my|our|his|her|their|the)\s+(?:[\w'’-]+\s+){{0,4}}?{_PERSON}s?|{_KIN})"
    r"(?:\s+(?:and|&)\s+(?:(?:my|our|his|her|their|the)\s+)?[\w'’-]+|\s+(?!is\b|are\b)[A-Z]\w+)?"
    r"(?: (?:next door|upstairs|downstairs|at work|from work|from school|across the (?:road|street|hall)))?"
    r"(?:\s+(?:is|are|will|won['’]?t)\s+\w|"
    r"(?:['’]?(?:s|re|ll)?|\s+(?:has|have))\s+"
    r"(?:(?:both|all|also|now|just|finally|really|actually|probably|apparently|about|planning|hoping|"
    r"going to|gonna|to)\s+)*"
    rf"(?:{_NOT_DOING}\w{{2,}}ing|gonna|become|turns?|gets?|goes|leaves?|moves?|marry|marries|retires?|"
    r"graduates?|starts?|flies|fly|comes?|visits?|returns?|due|off|away|back|pregnant|"
    r"on (?:holiday|vacation|leave|tour)|out of (?:town|office|the office)|ill|sick|"
    r"(?:an?|her|his|their) (?:\w+ )?(?:operation|surgery|exams?|finals|baby|holidays?|job))\b)"
    rf"|(?:he|she|they)(?:['’]?(?:s|re|ll)|\s+(?:is|are|will(?: be)?))\s+(?:\w+\s+)?(?:{_NOT_DOING}\w{{2,}}ing|"
    r"off|due|away)\b"
    # somebody that only a name tells to be one
    rf"|(?!i\b|im\b|we\b|were\b|you\b)(?:[\w'’-]+\s+(?:and|&)\s+)?[\w'’-]+(?:\s+(?:is|are))?\s+"
    rf"(?:both\s+|also\s+|finally\s+)?{_LIFE})",
    re.IGNORECASE,
)
_SOME_TIME = re.compile(
    r"\b(?:spring|summer|autumn|fall|winter|christmas|easter|soon|weeks?|months?|years?)\b",
    re.IGNORECASE,
)
"""A time that is no date, and would yet be made one."""
_CHANGED_EN = re.compile(
    r"\b(?:instead|cancel\w*|not|isn['’]?t|aren['’]?t|no longer|won['’]?t|can['’]?t (?:make|come|do)|earlier|"
    r"later|moved|postponed|rescheduled|called off|changed)\b",
    re.IGNORECASE,
)
_PLANNED = re.compile(
    r"\b(?:me|us|i['’]?m|i['’]?ll|i (?:have|need|must|should|got)|we (?:have|need|must|should)|"
    r"appointments?|meetings?|dentist|doctors?|interviews?|reservations?|bookings?|lessons?|class(?:es)?|practice|"
    r"recitals?|match|games?|concerts?|part(?:y|ies)|weddings?|birthdays?|funerals?|dinner|lunch|breakfast|"
    r"brunch|drinks|ceremony|shower|barbecue|bbq|shows?|plays?|flights?|trips?)\b",
    re.IGNORECASE,
)
"""Its owner has a part in it, or it is something that one goes to."""
_ASKED_FOR = re.compile(
    r"\b(?:remind|schedule|calendar|diary|agenda|to-?dos?|lists?|add|put|note|save|block|book|mark|create|"
    r"move|cancel|delete|remove|please|pls|can you|could you|let['’]?s|remember|forget)\b",
    re.IGNORECASE,
)


def tells_of_others(text: str, found: Sequence[Resolved]) -> bool:
    """Tell whether a message only says what happens in the lives of other people.

    "My cousin is moving abroad in May" is news; a clock time or a word for what is to be done makes
    something for the calendar of it. What was called off or put off may well be in there.
    """
    bare = text.strip()
    if not (found or _SOME_TIME.search(bare)) or not states(bare) or not _OF_OTHERS.match(bare):
        return False
    if _ASKED_FOR.search(bare) or _PLANNED.search(bare) or _CHANGED_EN.search(bare):
        return False
    return not any(_has_clock(resolved) for resolved in found)


def _has_clock(resolved: Resolved) -> bool:
    """Tell whether date words name a time of day, or one that repeats."""
    value = resolved.value
    start = str((value.get("start") if isinstance(value, dict) else value) or "")
    return resolved.kind == "rrule" or ":" in start
