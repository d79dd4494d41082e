"""Choose a tool for a message, under a grammar that allows nothing else."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from assistant_app.agent.about import about_self, about_someone, asks, only_asks, orders
from assistant_app.agent.collect import collect
from assistant_app.agent.correction import is_undo
from assistant_app.agent.evidence import CREATES, without_reason
from assistant_app.agent.prompt import (
    decision_messages,
    static_messages,
    tool_names,
    unable,
)
from assistant_app.agent.remarks import is_only_if, is_remark
from assistant_app.agent.told import NOT_TOLD, states
from assistant_app.domain import routine
from assistant_app.domain.engine import (
    ChatEngine,
    Completion,
    CompletionDone,
    Scored,
)
from assistant_app.domain.language import Lang
from assistant_app.domain.memory import Draft
from assistant_app.domain.session import Message
from assistant_app.domain.turn import CancelToken
from assistant_app.engine.grammar import TOOL_PREFILL, arguments_grammar, arguments_prefill
from assistant_app.memory.secrets import has_secret
from assistant_app.memory.topics import topic_in
from assistant_app.tools.calculate import find_sum, is_spoken_sum
from assistant_app.tools.deed import deed_in
from assistant_app.tools.spec import REPLY, Call, parse_call, specs

MAX_TOKENS = 200
_MEMORISE = re.compile(
    r"\b(?:remember|don'?t forget|keep in mind|note) (?:that|:|i(?:'m| am| have| like| prefer)|my)\b|"
    r"\bremember\s*:|记住|记得我|牢记",
    re.IGNORECASE,
)
_MAY_BE_PLANNED = ("other", "date", "routine")
"""Categories of what may be for the calendar as well: 记一下我每周三去健身."""
_FORGET = re.compile(
    r"^\W*(?:(?:please|pls|can you|could you|now|ok(?:ay)?)\b\W*)*(?:forget|erase)\b "
    r"(?P<own>(?:(?:where|who|what|which|when|how \w+|that) (?:i|we)(?:'m| am| was)? ?"
    r"(?:live|work|study|like|love|hate|prefer|drive|do for|eat|drink|"
    r"grew|moved|have|a |an |allergic|afraid|called|married|born)|"
    r"(?:that|who|what|when) my \w+ (?:is|was|are|likes|lives|works|has))\b[^.!?]{0,80})[.!]*$"
    r"|^\W*(?:(?:please|pls|can you|could you|now|ok(?:ay)?)\b\W*)*(?:forget|erase)\b "
    r"(?:what(?:ever)?|everything|all|anything|that|the (?:thing|fact|bit|part))?(?: that)? ?"
    r"(?:i(?:'ve| have)? (?:ever )?(?:told|said|mentioned)(?: to)?(?: you)?|"
    r"you (?:know|remember|have))(?: about| regarding| on| that)? (?P<en>[^.!?]{2,80})[.!?]*$"
    r"|^(?:请|帮我|你|麻烦)*(?:忘掉|忘了|忘记|擦掉|擦除)(?P<mine>我(?:们家|家)?(?:住|在|喜欢|讨厌|爱|叫|养|对|是|的(?:名字|生日|地址|住址|"
    r"工作|年龄|岁数|爱好|家人|口味|职业))[^，。！？]{0,40}?)(?:这件事|的事)?(?:了|吧)*[。！]?$"
    r"|^(?:请|帮我|你|麻烦)*(?:忘掉|忘了|忘记|删掉|删除|擦掉|擦除|清除)(?:掉)?我(?:之前|以前|上次)?(?:跟你|对你|和你)?"
    r"(?:说|告诉你?|讲|提)(?:过|到)?的?(?:关于)?(?P<zh>[^，。！？]{2,40}?)(?:的(?:事|话|内容))?(?:吧|了)?[。！]?$"
    r"|^(?:请|帮我|你|麻烦)*把?我(?:之前|以前|上次)?(?:跟你|对你|和你)?(?:说|告诉你?|讲|提)(?:过|到)?的?(?:关于)?"
    r"(?P<ba>[^，。！？]{2,40}?)(?:的(?:事|话|内容))?(?:都|全)?(?:忘掉|忘了|忘记|删掉|删了|擦掉|清除)(?:吧|了)?[。！]?$",
    re.IGNORECASE,
)
"""A wish to forget what was told: of that there is one meaning."""
OWN_LIFE = ("reply", "recall", "list_items", "find_free_time")
"""What a question about the owner's own life can be: no sum, no date, nothing to change."""

CHANGES = (
    *CREATES,
    "move_item",
    "edit_item",
    "complete_task",
    "delete_item",
    "forget",
)
"""Tools that change what the owner has: never the answer to "what should I cook?"."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The call, and what it took; a call that a rule decided cost nothing.

    `scored` and `done` are what weighing the tools and writing the arguments cost; `unable` is the
    kind of thing, if any, that no tool can do and that the answer has to decline.
    """

    call: Call
    scored: Scored | None = None
    done: CompletionDone | None = None
    unable: str = ""

    @property
    def written(self) -> str:
        """The call as the model wrote it."""
        return f'{{"tool": "{self.unable}"}}' if self.unable else self.call.to_json()


@cache
def _arguments(name: str, fields: tuple[str, ...]) -> tuple[str, dict[str, Any]]:
    """Return the grammar and the JSON schema of a call of a tool with these arguments."""
    spec = specs()[name].only(fields)
    grammar = arguments_grammar({"name": name, "parameters": spec.parameters})
    return grammar, spec.call_schema


def by_rule(
    text: str, drafts: Sequence[Draft], dated: Callable[[], bool] = lambda: False
) -> Call | None:
    """Return the call that the words alone make certain, without asking the model.

    A topic to remember nothing about, an explicit "remember that …", an update of what is remembered,
    a bare "undo that", a deed to be ticked off and a bare sum: rules know these better than a small
    model. So they do a note to be made of what is lasting (记一下), unless it is `dated`: a day may be
    one for the calendar.
    """
    if topic_in(text):
        return Call("remember", {"text": text})
    explicit = [draft for draft in drafts if draft.explicit]
    taught = any(routine.is_key(draft.key) for draft in explicit)
    changes = any(draft.decision == "replace" for draft in explicit)
    lasting = bool(explicit) and all(draft.category not in _MAY_BE_PLANNED for draft in explicit)
    if explicit and (taught or changes or _MEMORISE.search(text) or (lasting and not dated())):
        return Call("remember", {"text": explicit[0].text})
    if _MEMORISE.search(text) and has_secret(text) and not asks(text):
        return Call("remember", {"text": text})  # which refuses, and says why
    if forgetting := _FORGET.match(text.strip()):
        return Call("forget", {"about": str(forgetting[str(forgetting.lastgroup)]).strip()})
    if is_undo(text):
        return Call("undo", {})
    if (deed := deed_in(text)) and not asks(text) and not orders(deed):
        return Call("complete_task", {"item": deed})
    expression = find_sum(text)
    bare = text.strip().rstrip("=?？。. ").strip()
    if expression and is_spoken_sum(text):
        return Call("calculate", {"expression": expression})
    if expression and len(expression) >= 0.8 * len(bare) and any(c in expression for c in "+*/^%"):
        return Call("calculate", {"expression": expression})
    return None


def _names(lang: Lang, text: str, without: Sequence[str], known: bool) -> list[str]:
    """Return the tools, and kinds of what none can do, that a message may be about."""
    offered: Sequence[str] = OWN_LIFE if about_self(text) else tool_names(lang)
    if about_someone(text) or (known and about_self(text)):
        offered = OWN_LIFE[:2]
    if asks(text):  # "Remember what …?" asks; a request to remember was seen by the rules
        without = (*without, "remember")
    if only_asks(text) or is_only_if(text):
        without = (*without, *CHANGES)
    if is_remark(text):
        without = (*without, *(NOT_TOLD if states(text) else CREATES))
    without = (*without, *without_reason(text))
    return [name for name in offered if name not in without] or [REPLY]


def decide(
    engine: ChatEngine,
    lang: Lang,
    past: Sequence[Message],
    text: str,
    cancel: CancelToken,
    *,
    without: Sequence[str] = (),
    scope: str = "",
    likely: Callable[[str], str] = lambda _tool: "",
    fields: Callable[[str], tuple[str, ...]] = lambda tool: tuple(specs()[tool].properties),
    known: bool = False,
) -> Decision:
    """Ask the model which tool fits the message; tools in `without` are not offered.

    `known` says that a memory is about the very thing that is asked for.

    `likely` gives, for a tool, the call that rules expect; it saves time and decides nothing.
    `fields` gives the arguments that the message may fill.

    The names are weighed against each other first, each by its whole log-probability: greedy text
    would commit itself at the first letters. The arguments are then written under the grammar of
    the tool that won.

    Raises:
        AppError: `call_malformed`, or what the engine raises; `Cancelled`.
    """
    names = _names(lang, text, without, known)
    request = Completion(
        messages=decision_messages(lang, past, text),
        static=len(static_messages(lang)),
        prefill=TOOL_PREFILL,
        scope=scope,
    )
    # Without the closing quote: it is often one token with what follows, and would cost some names.
    scored = engine.score(request, names, cancel)
    best = max(zip(scored.values, names, strict=True), key=lambda weighed: weighed[0])[1]
    if best in unable(lang):
        return Decision(Call(REPLY, {}), scored, unable=best)
    if not specs()[best].properties:
        return Decision(Call(best, {}), scored)
    grammar, schema = _arguments(best, fields(best))
    request = dataclasses.replace(
        request,
        prefill=arguments_prefill(best),
        grammar=grammar,
        schema=schema,
        likely=likely(best),
        max_tokens=MAX_TOKENS,
    )
    written, done = collect(engine, request, cancel)
    return Decision(parse_call(request.prefill + written), scored, done)
