"""Turn "I live in ..." into "The user lives in ...": a memory is read by the model, whose own "I" is
another. Names, places and the rest of the words stay as they were written; Chinese stays Chinese.
Pure.
"""

from __future__ import annotations

import re

from assistant_app.memory.persons import VERB

_PAST = frozenset(
    """
    was were had did got went came took made left quit said saw gave knew thought found told became
    began kept bought brought built caught chose cut drove ate fell felt fought flew forgot grew heard
    held hurt led lost met paid put read ran sent set sold spoke spent stood swam taught threw wore
    won wrote broke let hit shut slept sang rode rose sat sought shook shot sank spun stuck swore
    tore understood woke withdrew will would can could may might must should shall cannot can't
    couldn't won't wouldn't shouldn't mustn't never always usually often only mostly normally
    generally still rarely hardly just also really actually absolutely honestly recently finally
    officially currently now ever prefer've both strictly basically sometimes typically
    """.split()  # noqa: SIM905
)
_ADVERB = (
    r"(?:(?:always|usually|often|only|mostly|mainly|normally|generally|still|rarely|hardly|just|also|"
    r"really|actually|absolutely|honestly|recently|finally|officially|currently|now|both|strictly|"
    r"basically|sometimes|typically|never|no longer|literally|personally|all|kind of|kinda) )*"
)
_IRREGULAR = {"have": "has", "do": "does", "go": "goes", "am": "is", "are": "is"}
_JOINED_SUBJECT = re.compile(r"\b(and|or) I\b")
_SAID = re.compile(rf"\bI\b|\b{VERB}\b", re.IGNORECASE)
_SUBJECT = re.compile(rf"\bI ({_ADVERB})([A-Za-z']+)")
_LEADING_VERB = re.compile(
    rf"^({_ADVERB})(live|work|study|teach|run|own|drive|play|speak|use|take|wear|love|like|hate|"
    r"prefer|have|make|sell|grow|swim|cycle|eat|drink|go|sleep|collect|paint|do)\b",
    re.IGNORECASE,
)
_JOINED_VERB = re.compile(
    rf"(\b(?:and|but) {_ADVERB})"
    r"(live|work|teach|own|drive|speak|take|wear|love|like|hate|prefer|have)\b(?=[^.;]* )",
    re.IGNORECASE,
)
_LEADING_STATE = re.compile(
    r"^(no longer|not|now|still) (?=(?:an? )?(?:allergic|vegan|vegetarian|single|married|engaged|"
    r"divorced|pregnant|retired|unemployed|smoking|drinking|working|living|studying|afraid)\b)",
    re.IGNORECASE,
)
_LEADING_PAST = re.compile(
    r"^(?:(?:just|finally|recently|also) )*(?:moved|got|sold|switched|quit|started|bought|adopted|"
    r"retired|stopped|lost|left|changed)\b",
    re.IGNORECASE,
)
_EN: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), value)
    for pattern, value in (
        (r"\bI(?:'?m| am)\b(?! not)", "I is"),
        (r"\bI(?:'?m| am) not\b", "I is not"),
        (r"\bI'?ve got\b", "I has"),
        (
            r"\b(?:I'?ve|I have)(?= (?:never |always |just |only |already |recently |since )*\w+"
            r"(?:ed|en|wn|ne|ad|ot|ived|been|lost|kept|left|sold|quit|given|gone)\b)",
            "I has",
        ),
        (r"\bI'?ve\b", "I has"),
        (r"\bI'd\b", "I would"),
        (r"\bI'll\b", "I will"),
        (r"\bI (don't|do not|dont)\b", "I doesn't"),
        (r"\bI (haven't|have not)\b", "I hasn't"),
        (r"\bme and my\b", "the user and their"),
        (r"\bwe'?re\b", "the user and theirs are"),
        (r"\bwe'?ve\b", "the user and theirs have"),
        (r"\bwe\b", "the user and theirs"),
        (r"\bours?\b", "the user's"),
        (r"\bus\b", "them"),
        (r"\bmyself\b", "themselves"),
        (r"\bmine\b", "the user's"),
        (r"\bmy\b", "the user's"),
        (r"\bme\b", "the user"),
    )
)
_ZH: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), value)
    for pattern, value in (
        (r"(?<![自忘敌])(?:我们|咱们|俺们)(?=[家公单部学团厂店医办班小])", "用户"),
        (r"(?<![自忘敌])(?:我们|咱们|俺们|我俩)(?!一起来)", "用户他们"),
        (r"我这个?人|我自己|本人|鄙人", "用户"),
        (r"(?<![自忘敌])(?:我|俺|咱)", "用户"),
        (r"^偶(?=是|叫|在|住|爱|喜)", "用户"),
    )
)


def _joined(match: re.Match[str]) -> str:
    """Take "my sister and I" for one subject; after a verb, "and I" begins a statement."""
    said = _SAID.search(match.string[: match.start()])
    return match.group() if said else f"{match[1]} the user"


def _third(match: re.Match[str]) -> str:
    adverbs, verb = match.group(1), match.group(2)
    return f"the user {adverbs}{_conjugate(verb)}"


def _conjugate(verb: str) -> str:
    low = verb.lower()
    if low in _IRREGULAR:
        return _IRREGULAR[low]
    if low in _PAST or low in ("is", "has", "does", "doesn't", "hasn't") or low.endswith("ed"):
        return verb
    if low.endswith(("s", "x", "z", "ch", "sh")):
        return verb + "es"
    if low.endswith("y") and low[-2:-1] not in tuple("aeiou"):
        return verb[:-1] + "ies"
    return verb + "s"


def _english(text: str) -> str:
    text = re.sub(r"\bi\b(?=[ '])", "I", text)
    text = re.sub(r"\bim\b", "I'm", text, flags=re.IGNORECASE)
    text = re.sub(r"\bive\b", "I've", text, flags=re.IGNORECASE)
    for pattern, value in _EN:
        text = pattern.sub(value, text)
    text = _JOINED_SUBJECT.sub(_joined, text)
    text = _SUBJECT.sub(_third, text)
    text = re.sub(r"\bI\b", "the user", text)
    text = re.sub(r"^(?:been|have been)\b", "The user has been", text, flags=re.IGNORECASE)
    text = _LEADING_STATE.sub(lambda m: f"The user is {m[1].lower()} ", text)
    text = _LEADING_PAST.sub(lambda m: f"The user {m.group().lower()}", text)
    text = _LEADING_VERB.sub(lambda m: f"The user {m.group(1)}{_conjugate(m.group(2))}", text)
    if re.match(r"the user (?!and )", text, re.IGNORECASE):
        text = _JOINED_VERB.sub(lambda m: f"{m.group(1)}{_conjugate(m.group(2))}", text)
    return text[:1].upper() + text[1:]


def without_subject(text: str) -> bool:
    """Tell whether an English clause leaves out the "I" that stands before ("… and have a dog")."""
    return _LEADING_VERB.match(text) is not None


def third_person(text: str, zh: bool) -> str:
    """Return what the owner said of themselves as a statement about "the user" / 用户."""
    text = text.strip(" ,;:，；：、-–—\n")
    if not zh:
        return _english(text)
    for pattern, value in _ZH:
        text = pattern.sub(value, text)
    return text
