"""Find what is worth remembering in the owner's own message, by rules: no model, no time.

Precision comes first: the owner is asked about each proposal, and a store full of junk is worse than
a gap. So a clause must state something lasting about the owner (or theirs), and must not be a
question, a wish, a passing state, a request, a quotation, an invention or a secret. Pure.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import ModuleType

from assistant_app.domain import routine
from assistant_app.domain.language import Lang, detect
from assistant_app.domain.memory import Draft, Memory, MemoryKind
from assistant_app.domain.search_text import terms
from assistant_app.memory import patterns_en, patterns_zh
from assistant_app.memory.compare import decide, names_in, normal_form
from assistant_app.memory.facts import facts_in
from assistant_app.memory.secrets import has_secret
from assistant_app.memory.segments import FILLER, Clause, clauses, own_words, sentences
from assistant_app.memory.voice import third_person, without_subject

MAX_DRAFTS = 6
"""More than this in one message is a paste, not talk."""
MAX_ASKED = 30
"""Things that one message can ask to remember."""
MAX_MESSAGE = 4000
"""Characters that are looked at; what is longer is a paste too."""
_SHORT = {True: 60, False: 170}
"""A sentence of up to so many characters (Chinese, English) is kept whole."""
_LEAST = {True: 5, False: 12}
"""A sentence of fewer characters is left undecided by nobody: it says too little."""
_ANNOUNCING = re.compile(
    r"^(?:(?:these|the following|two|three|four|a few|some|a couple of|\d)\s*"
    r"(?:things?|facts?|points?)?"
    r"(?: about me| for me)?|[一两二三四几]?(?:件事|点|个事|条))?\W*$",
    re.IGNORECASE,
)
_TRIM = ' ,;:，；：、.!?。！？~～\n\t-–—"“”'


_PREAMBLE = re.compile(
    r"^(?:(?:you should (?:also )?know|just so you know|fyi|btw|by the way|heads up|for the record|"
    r"honestly|to be honest|tbh|also|well|so|look|"
    r"the (?:reason|thing|point|fact|truth)\b[^,;]{0,60}?\bis)\b[,:]?\s*)+(?:that\s+)?",
    re.IGNORECASE,
)
_GREETING = re.compile(
    r"^(?:(?:hi|hey|hello|good (?:morning|afternoon|evening)|你好|您好|嗨|哈喽|大家好|早上好|晚上好)"
    r"(?: there| all| everyone)?[\s,.!，。！~～]+)+",
    re.IGNORECASE,
)
_OWN_VERB_ZH = re.compile(r"(?:现在|已经|目前|平时|也|还)?(?:养了?|有|喜欢|爱|对)")
_OTHER_EN = re.compile(
    r"(?:you|he|she|it|it's|they|the|this|that|these|those|there|a|an|some|people|many|"
    r"most(?! (?:morning|day|night|week|evening|summer|winter))|everyone|"
    r"someone|nobody|anyone)\b",
    re.IGNORECASE,
)
_OTHER_ZH = re.compile(
    r"(?:你|您|他|她|它|这|那(?!我)|该|某|有(?:个|些|的)?人|大家|人们|一般人|很多人)"
)


@dataclass(frozen=True, slots=True)
class _Found:
    """A statement that passed; places are in the message."""

    text: str
    quote: tuple[int, int]
    category: str
    kind: MemoryKind
    explicit: bool


_MOVED = re.compile(r"\b(?:i|we)(?:'ve| have)? (?:just |finally )?moved\W*$", re.IGNORECASE)
_NEW_PLACE = re.compile(r"it'?s [\w' ]+ (?:from now on|now|these days)\b", re.IGNORECASE)
_TOGETHER = (
    {"work", "identity"},
    {"home"},
    {"preference", "identity"},
    {"routine", "preference"},
)
"""Categories of neighbouring Chinese clauses without a subject that make one memory."""

_NEED_A_SUBJECT = ("work", "home", "routine")
_HAS_SUBJECT = re.compile(
    rf"{patterns_zh.FIRST_PERSON.pattern}|{patterns_zh.OTHER_KIN.pattern}|以后|今后|都|别"
)

_NO_MORE_ZH = re.compile(
    r"不再|不(?:想|爱|喜欢|关注|看|用|吃|喝|玩|做|去|学|练|住)[^，,]*了|戒了|放弃"
)
_INSTEAD_ZH = re.compile(r"^(?:改成?|换成?|转而?|而是|现在(?:改|换|是)?)(?!天|时)[^，,。]{2,20}$")
"""What is no longer so, and the clause behind it that says what is so instead: one statement."""
_RECALLING_ZH = re.compile(r"^我记得(?=我|俺|咱|本人)")

_Verdict = tuple[str, MemoryKind] | bool


def _kind_of(verdict: _Verdict) -> MemoryKind | None:
    return verdict[1] if isinstance(verdict, tuple) else None


class _Message:
    """One message while it is looked through."""

    def __init__(self, text: str, zh: bool, names: Sequence[str] = ()) -> None:
        self.zh = zh
        self.names = names
        self.rules: ModuleType = patterns_zh if zh else patterns_en
        self.raw = text
        self.text = own_words(text.replace("’", "'").replace("‘", "'"), zh)
        self.from_ = max((m.end() for m in self.rules.RETRACTED.finditer(self.text)), default=0)
        self.invented = bool(self.rules.FICTION.search(text) or self.rules.SARCASM.search(text))

    def found(self) -> Iterator[_Found]:
        """Yield what is worth keeping, in order."""
        if self.rules.REFUSED.search(self.text):
            return
        spans = [span for span in sentences(self.text) if span[0] >= self.from_]
        announced = False
        earlier: tuple[int, int] | None = None
        carried = False
        for span in spans:
            body = self.text[span[0] : span[1]]
            told = self._explicit(span, body, earlier)
            if told is not None:
                announced = not told
                yield from told
                carried = bool(told)
            elif announced and not self._is_request(body):
                yield from self._parts(span, body, span[0])
            elif not self.invented:
                some = self._moved(earlier, span) or list(self._implicit(span, carried))
                carried = bool(some)
                yield from some
            earlier = span

    def _moved(self, earlier: tuple[int, int] | None, span: tuple[int, int]) -> list[_Found]:
        """Return a move told in two sentences: "We've moved! It's ... from now on"."""
        if earlier is None or not _NEW_PLACE.match(self.text[slice(*span)]):
            return []
        if not _MOVED.search(self.text[slice(*earlier)]):
            return []
        both = (earlier[0], span[1])
        text = self.raw[slice(*both)].strip(_TRIM)
        return [_Found(text, both, "home", MemoryKind.SEMANTIC, False)]

    def asks(self, body: str) -> bool:
        """Tell whether a sentence is a question."""
        bare = body.rstrip()
        return bare.endswith(("?", "？")) or bool(self.rules.QUESTION.search(bare))

    def _is_request(self, body: str) -> bool:
        bare = body.rstrip()
        return bare.endswith(("?", "？")) or bool(self.rules.COMMAND.search(bare))

    def _explicit(
        self, span: tuple[int, int], body: str, earlier: tuple[int, int] | None
    ) -> list[_Found] | None:
        """Return what the sentence asks to remember; None when it asks nothing of the kind.

        An empty list says that the things to remember come in the sentences that follow.
        """
        if taught := self._taught(span):
            return [taught]
        if self.rules.NOT_EXPLICIT.search(body) or FILLER in body[:6]:
            return None
        start = self.rules.EXPLICIT.search(body)
        if start:
            rest = body[start.end() :]
            if len(rest.strip(_TRIM)) >= 2 and not _ANNOUNCING.match(rest.strip()):
                return list(self._parts(span, rest, span[0] + start.end()))
        bare = body.rstrip(_TRIM)
        end = self.rules.EXPLICIT_END.search(bare)
        if end is None and not self.rules.PLANNED.search(bare):
            end = self.rules.UPDATE_END.search(bare)
        if end:
            head = body[: end.start()].rstrip(_TRIM)
            if len(head) >= 4:
                return list(self._parts(span, head, span[0]))
            if earlier is not None:
                return list(self._parts(earlier, self.text[earlier[0] : earlier[1]], earlier[0]))
        if start and _ANNOUNCING.match(body[start.end() :].strip()):
            return []
        return None

    def _taught(self, span: tuple[int, int]) -> _Found | None:
        """Return the routine that a sentence teaches: teaching one is asking to keep it."""
        said = self.raw[span[0] : span[1]].strip(_TRIM)
        start = self.rules.EXPLICIT.search(said)
        text = said[start.end() :].strip(_TRIM) if start else said
        if has_secret(said) or not routine.read(text):
            return None
        return _Found(text, span, "routine", MemoryKind.PROCEDURAL, True)

    def _parts(self, span: tuple[int, int], body: str, at: int) -> Iterator[_Found]:
        """Yield each thing of an explicit request; several are set apart by semicolons."""
        place = 0
        for piece in re.split(r"([;；]\s*(?:and |also |以及|还有)?)", body):
            bare = piece.strip(_TRIM)
            if bare and not re.match(r"^[;；]", piece) and not has_secret(bare):
                own = self._without_reminder(bare)
                if len(own) >= 2 and FILLER * 3 not in own and not self.rules.REMINDER.match(own):
                    quote = span
                    if has_secret(self.raw[span[0] : span[1]]):
                        start = at + place + piece.index(bare)
                        quote = (start, start + len(bare))
                    for fact in facts_in(own, self.zh):
                        yield _Found(fact, quote, self.category(fact), self._kind(fact), True)
            place += len(piece)

    def _without_reminder(self, text: str) -> str:
        """Return an explicit content without a clause that only asks ("..., keep that in mind")."""
        end = self.rules.EXPLICIT_END.search(text)
        return text[: end.start()].strip(_TRIM) if end and end.start() > 3 else text

    def _kind(self, text: str) -> MemoryKind:
        standing = self.rules.STANDING.search(text)
        return MemoryKind.PROCEDURAL if standing else MemoryKind.SEMANTIC

    def category(self, text: str) -> str:
        """Return the category of a statement: that of the first pattern that matches."""
        if self.rules.STANDING.search(text):
            return "routine"
        for category, pattern in self.rules.FACTS:
            if pattern.search(text):
                return str(category)
        return "other"

    def _implicit(self, span: tuple[int, int], carried: bool) -> Iterator[_Found]:
        body = self.text[span[0] : span[1]]
        if self.rules.TRIGGER.search(body) and not body.rstrip().endswith(("?", "？")):
            text = self.raw[span[0] : span[1]].strip(_TRIM)
            if not has_secret(text):
                yield _Found(text, span, "routine", MemoryKind.PROCEDURAL, False)
            return
        pieces = clauses(self.text, span, self.zh)
        verdicts = [self._judge(piece, pieces, carried) for piece in pieces]
        whole = self.raw[span[0] : span[1]]
        safe = not has_secret(whole)
        clean = safe and all(verdict is not False for verdict in verdicts)
        groups = self._groups(pieces, verdicts)
        keep_whole = (
            len(groups) == 1
            and clean
            and len(whole) <= _SHORT[self.zh]
            and FILLER not in self.text[slice(*span)]
        )
        for first, last in groups:
            verdict = verdicts[first]
            assert isinstance(verdict, tuple)
            start, end = pieces[first].start, pieces[last].end
            if has_secret(self.raw[start:end]):
                continue
            if keep_whole:
                text = whole.strip(_TRIM)
            else:
                start = self._with_head(first, pieces, verdicts, safe)
                end = self._with_tail(last, pieces, verdicts)
                text = self.raw[start:end]
            quote = span if safe else (pieces[first].start, pieces[last].end)
            yield _Found(text, quote, verdict[0], verdict[1], False)

    def _groups(
        self, pieces: Sequence[Clause], verdicts: Sequence[_Verdict]
    ) -> list[tuple[int, int]]:
        """Return (first, last) clause of each statement: what belongs together is one memory."""
        hits = [n for n, verdict in enumerate(verdicts) if isinstance(verdict, tuple)]
        standing = [n for n in hits if _kind_of(verdicts[n]) is MemoryKind.PROCEDURAL]
        if standing and all(verdict is not False for verdict in verdicts[: hits[-1]]):
            return [(hits[0], hits[-1])]
        groups: list[tuple[int, int]] = []
        for n in hits:
            if groups and groups[-1][1] == n - 1 and self._goes_on(n, pieces, verdicts):
                groups[-1] = (groups[-1][0], n)
            else:
                groups.append((n, n))
        return groups

    def _goes_on(self, n: int, pieces: Sequence[Clause], verdicts: Sequence[_Verdict]) -> bool:
        """Tell whether clause `n` says more of what the one before it said."""
        text = pieces[n].text
        if not self.zh:
            return bool(re.search(r"\binstead\b", text))
        before, now = verdicts[n - 1], verdicts[n]
        assert isinstance(before, tuple)
        assert isinstance(now, tuple)
        if self.rules.FIRST_PERSON.search(text) or re.match(r"[也还又另]", text):
            return False
        if before[0] == "family" and not patterns_zh.OTHER_KIN.match(text):
            return True
        return any({before[0], now[0]} <= group for group in _TOGETHER)

    def _with_head(
        self, n: int, pieces: Sequence[Clause], verdicts: Sequence[_Verdict], safe: bool
    ) -> int:
        """Return where a statement begins; one too short to stand alone takes what is before it."""
        bare = len(terms(pieces[n].text)) < (3 if self.zh else 2)
        if n == 0 or not safe:
            return pieces[n].start
        if self.zh and pieces[n].text[0] in "他她它" and verdicts[n - 1] is not True:
            return pieces[n - 1].start
        if bare and not isinstance(verdicts[n - 1], tuple):
            return pieces[n - 1].start
        return pieces[n].start

    def _with_tail(self, n: int, pieces: Sequence[Clause], verdicts: Sequence[_Verdict]) -> int:
        """Return where a statement ends, with the few neutral words behind it ("..., diesel")."""
        if n + 1 >= len(pieces):
            return pieces[n].end
        after = pieces[n + 1]
        if self.zh and _INSTEAD_ZH.match(after.text) and _NO_MORE_ZH.search(pieces[n].text):
            return after.end
        if self.zh or verdicts[n + 1] is not True:
            return pieces[n].end
        takes = len(after.text) <= 24 and not self.rules.FIRST_PERSON.search(after.text)
        return after.end if takes else pieces[n].end

    def _judge(self, clause: Clause, pieces: Sequence[Clause], carried: bool) -> _Verdict:
        """Return category and kind of a lasting statement, True for neutral words, False for
        what must not be kept.
        """
        rules, text = self.rules, _PREAMBLE.sub("", clause.text)
        if clause.question or rules.QUESTION.search(text):
            return False
        if rules.STANDING.search(text) and not rules.REPORTED.search(text):
            return "routine", MemoryKind.PROCEDURAL
        if rules.COMMAND.search(text) or rules.REPORTED.search(text):
            return False
        if self._supposed(clause, pieces):
            return False
        if rules.TRANSIENT.search(text) and not rules.LASTING.search(text):
            return False
        named = self._person(clause, pieces)
        if named is not None:
            return named
        if not self._about_owner(clause, pieces, carried):
            return True
        if not self.zh and clause is not pieces[0] and without_subject(text):
            text = f"I {text}"  # it is said with the clause before
        for category, pattern in rules.FACTS:
            if pattern.search(text):
                return str(category), MemoryKind.SEMANTIC
        return True

    def _supposed(self, clause: Clause, pieces: Sequence[Clause]) -> bool:
        """Tell whether the clause, or an "if" before it, is only supposed."""
        if self.rules.HYPOTHETICAL.search(clause.text):
            return True
        before = [p.text for p in pieces if p.start < clause.start]
        return any(
            re.search(
                r"^(?:and |but )?(?:if|suppose|imagine|what if)\b|^(?:如果|要是|假如|假设)",
                p,
                re.I,
            )
            for p in before
        )

    def _person(self, clause: Clause, pieces: Sequence[Clause]) -> _Verdict | None:
        """Return the verdict on a clause about somebody named, None when it is about none."""
        family = ("family", MemoryKind.SEMANTIC)
        raw = self.raw[clause.start : clause.end]
        if any(raw.startswith(name) for name in self.names) and self.rules.PERSON_NEWS.search(raw):
            return family
        if self.zh:
            before = " ".join(p.text for p in pieces if p.start < clause.start)
            if patterns_zh.HE_OR_SHE.search(clause.text) and patterns_zh.OWN_KIN.search(before):
                return family
            return None
        if patterns_en.SELF.search(raw):
            return "identity", MemoryKind.SEMANTIC
        if len(pieces) > 1 and patterns_en.KIDS_LEAD.search(pieces[0].text):
            told = [self.raw[p.start : p.end] for p in pieces[1:]]
            if clause is pieces[0]:
                # "I have two kids, Mia is 4 …": each of them is told, and the number with them.
                return True if any(map(patterns_en.MEMBER.match, told)) else None
            if patterns_en.MEMBER.match(raw):
                return family
        return None

    def _about_owner(self, clause: Clause, pieces: Sequence[Clause], carried: bool) -> bool:
        other = _OTHER_ZH if self.zh else _OTHER_EN
        if other.match(_PREAMBLE.sub("", clause.text)):
            return False
        if self.rules.FIRST_PERSON.search(clause.text):
            return True
        sentence_self = any(self.rules.FIRST_PERSON.search(p.text) for p in pieces)
        return sentence_self or carried or clause is pieces[0] or self.zh


_MADE_UP = re.compile(
    r"\b(?:mak(?:e|ing) (?:\w+ ){0,2}up|invent|guess|pretend)\b|猜|[瞎胡乱]编|随便(?:编|说)|假装",
    re.IGNORECASE,
)


_UNSAYING = re.compile(
    r"^\W*(?:(?:please|pls|can you|could you|now|ok(?:ay)?)\b\W*)*"
    r"(?:forget|erase|delete|undo|never ?mind|stop)\b"
    r"|^(?:请|帮我|你|麻烦)*(?:忘|删|擦|撤销|别管|算了)",
    re.IGNORECASE,
)


def tells(text: str, lang: Lang) -> bool:
    """Tell whether a message has a statement of its writer's own.

    Questions and requests have none, nor has what is made up, or what others wrote.
    """
    text = text[:MAX_MESSAGE]
    message = _Message(text, detect(text, lang) == "zh")
    if message.invented or _MADE_UP.search(message.text) or _UNSAYING.search(message.text):
        return False
    bodies = [message.text[start:end].strip() for start, end in sentences(message.text)]
    return any(
        message.rules.EXPLICIT.search(body)
        or not (message.asks(body) or message.rules.COMMAND.search(body) or FILLER * 3 in body)
        for body in bodies
        if len(body.strip(_TRIM)) > 1
    )


def category_of(text: str) -> str:
    """Return the category of a memory's text, whoever wrote it and in whichever person."""
    zh = detect(text) == "zh"
    own = re.sub(r"用户(?:他们|家)?", "我", text)
    own = re.sub(r"\bthe user's\b", "my", own, flags=re.IGNORECASE)
    own = re.sub(r"\bthe user (?:is|was)\b", "I'm", own, flags=re.IGNORECASE)
    own = re.sub(
        r"\bthe user ((?:\w+ly |always |never |only )?)(\w+?)(?:(?<=ch|sh|ss)es|s)?\b",
        r"I \1\2",
        own,
        flags=re.IGNORECASE,
    )
    return _Message(own, zh).category(own)


_GREETING = re.compile(
    r"^(?:(?:hi|hello|hey|hiya)(?: there| again| all| assistant)?\s*[!,.:;–—-]+\s*|"
    r"(?:a |just a )?(?:quick|short|little|brief|small) "
    r"(?:intro(?:duction)?|note|update|thing|heads[- ]up|fyi)\s*[:,–—-]\s*|"
    r"(?:actually|in fact|as a matter of fact)\s*,\s*|(?:其实|实际上|事实上)[，,]\s*|"
    r"(?:fyi|btw|by the way|just so you know|for the record|heads up)\s*[:,–—-]\s*|"
    r"(?:你好|您好|嗨|哈喽|哈啰|早上好|上午好|下午好|晚上好|早安|顺便说(?:一?下|一句)?|对了|话说|说起来|跟你说(?:一?下)?)"
    r"[呀啊哈哦呢哟]?[，,！!。：:～~、 ]+)+",
    re.IGNORECASE,
)
"""How a statement is begun; no part of what is remembered."""


_GIVEN_UP_ZH = re.compile(
    r"^[^，,。]{1,16}(?:放弃了?|不(?:想|再)?(?:学|做|吃|喝|玩|用|去|看|练|住|干|养|开)了|戒了|停了|退了)[，,]\s*"
    r"(?=(?:我|用户)?(?:现在|如今|后来)?(?:改|换|转)(?:成|为|到|去)?[^，,。]{2,24}了?$)"
)
"""What was given up, before what is done instead: the memory it replaces has it."""


def _draft(found: _Found, text: str, zh: bool) -> Draft:
    said = _RECALLING_ZH.sub("", found.text.replace(FILLER, "").strip(_TRIM))
    if not found.explicit:
        said = _GREETING.sub("", said) or said
    if (
        zh
        and not found.explicit
        and (found.category in _NEED_A_SUBJECT or _OWN_VERB_ZH.match(said))
    ):
        said = said if _HAS_SUBJECT.search(said) else f"我{said}"
    said = _GREETING.sub("", said)
    if zh and found.explicit:
        instead = _GIVEN_UP_ZH.sub("", said)
        if instead != said:
            said = instead if instead.startswith(("我", "用户")) else f"我{instead}"
    return Draft(
        # The steps of a routine are said to us as they will be again: they keep their words.
        text=said if routine.read(said) else third_person(said, zh),
        quote=text[found.quote[0] : found.quote[1]],
        kind=found.kind,
        category=found.category,
        explicit=found.explicit,
    )


def propose(text: str, lang: Lang, existing: Sequence[Memory]) -> list[Draft]:
    """Return what the rules would keep of the owner's own message, compared with `existing`.

    Explicit requests first become explicit drafts; of the rest, only lasting statements. What
    replaces a memory comes before what adds one, duplicates last.
    """
    text = text[:MAX_MESSAGE]
    zh = detect(text, lang) == "zh"
    drafts: dict[str, Draft] = {}
    names = names_in([memory.text for memory in existing[:500]])
    for one in _Message(text, zh, names).found():
        draft = _draft(one, text, zh)
        if draft.text and not has_secret(draft.text):
            form = normal_form(draft.text)
            before = drafts.get(form)
            if before is None or (draft.explicit and not before.explicit):
                drafts[form] = draft
    found = sorted(drafts.values(), key=lambda draft: not draft.explicit)
    asked = sum(draft.explicit for draft in found)
    kept = found[: min(MAX_ASKED, max(MAX_DRAFTS, asked))]
    quotes = Counter(draft.quote for draft in kept)
    decided = [decide(draft, existing, alone=quotes[draft.quote] == 1) for draft in kept]
    order = {"replace": 0, "add": 1, "duplicate": 2}
    return sorted(decided, key=lambda draft: order[draft.decision])


def undecided(text: str, lang: Lang) -> list[Draft]:
    """Return drafts of the sentences of which the rules can not tell whether they are lasting.

    They are the owner's own statements, with nothing in them that must not be kept (a question, a
    wish, something passing, reported, invented or secret), in a message of which the rules would
    keep nothing.
    """
    text = text[:MAX_MESSAGE]
    zh = detect(text, lang) == "zh"
    message = _Message(text, zh)
    unfit = message.invented or message.rules.REFUSED.search(message.text) or has_secret(text)
    if unfit or list(message.found()):
        return []
    drafts = []
    for span in sentences(message.text):
        said = message.text[slice(*span)]
        pieces = clauses(message.text, span, zh)
        verdicts = [message._judge(piece, pieces, False) for piece in pieces]
        neutral = pieces and all(verdict is True for verdict in verdicts)
        long_enough = len(said) >= _LEAST[zh] and span[0] >= message.from_
        if neutral and long_enough and FILLER not in said:
            found = _Found(
                message.raw[slice(*span)].strip(_TRIM), span, "other", MemoryKind.SEMANTIC, False
            )
            drafts.append(_draft(found, text, zh))
    return drafts
