"""Keep, look up and forget what the owner said; find words in everything they own."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from assistant_app.domain.clock import Moment
from assistant_app.domain.language import Lang, detect
from assistant_app.domain.memory import MAX_TEXT, Draft, Memory, MemoryStatus, Recalled
from assistant_app.domain.ports import MemoryPort
from assistant_app.domain.search_text import terms
from assistant_app.domain.session import MessageHit, Role
from assistant_app.domain.turn import Action
from assistant_app.errors import AppError
from assistant_app.resources import phrase
from assistant_app.tools.calculate import calculate as work_out
from assistant_app.tools.calculate import find_sum, show
from assistant_app.tools.dates import said
from assistant_app.tools.outcome import Choice, Outcome, ToolContext, ask, told

MAX_HITS = 5
_AS_GOOD = 0.5
_BARE_NUMBER = re.compile(r"\s*[\d,.]+\s*")
"""The share of the best memory's score that another needs to be listed beside it."""
_QUESTION_WORDS = re.compile(
    r"\b(?:what|who|when|where|which|how|did|do|does|is|was|were|tell|told|said|say|remember|"
    r"about|last|time|me|my|i|you|the|a)\b|记得|记不记得|上次|之前|以前|说过|告诉|什么|谁|哪|吗|我|你|的",
    re.IGNORECASE,
)

_MY_WORDS = re.compile(
    r"\byou (?:said|say|told|suggest|recommend|mention|gave|give|wrote|explain|answer|call)\w*|"
    r"\bdid you (?:say|tell|suggest|recommend|mention|give|write|explain|answer|call)"
    r"|你(?:上次|之前|以前|刚才|那时)?(?:是怎么|怎么)?(?:说|推荐|建议|提到|提过|告诉我|给我|写|讲|介绍|回答)",
    re.IGNORECASE,
)
_COMMON = """
favourite favorite best know remember recall told said tell name called number kind thing things
time day last first new old user 用户 记得 知道 告诉 喜欢 最喜 名字 什么 我的 时候 事情
"""
_WEAK = frozenset(_COMMON.split())
"""Words that many memories share and that do not say what a question is about."""
_FORMERLY = re.compile(
    r"\bused to\b|\bformer(?:ly)?\b|\bprevious(?:ly)?\b|\bmy (?:old|last)\b|\bback then\b|"
    r"原来|曾经|旧的|以前的|之前的|以前(?:是|住|在|叫|做)",
    re.IGNORECASE,
)
_THE_TALK = re.compile(
    r"\bwe (?:talk|discuss|speak|spoke|spoken|chat|decide|agree|look|work|plan|say|said|cover)\w*|"
    r"\b(?:our|this|that|last) (?:chat|conversation|talk|discussion)\b|\bdid we\b|\bask(?:ed)? you\b"
    r"|我们(?:上次|之前|以前)?(?:聊|谈|讨论|说|商量|定)|聊(?:了|过|到)|问过你",
    re.IGNORECASE,
)


def remember(args: dict[str, str], fixed: Mapping[str, Any], ctx: ToolContext) -> Outcome:
    """Keep what the owner asked to have remembered, in their own words, at once.

    Asked to remember nothing about a topic, bar it.
    """
    if topic := ctx.memories.topic_in(ctx.text):
        if not ctx.dry_run:
            ctx.memories.bar_topic(topic)
        return told("remember", args, ctx.say("topic_barred", topic=topic))
    drafts = [d for d in ctx.memories.propose(ctx.text, ctx.lang) if d.explicit]
    if not drafts and ctx.memories.keeps_what_was_said(ctx.text):
        return _remember_before(args, ctx)
    if not drafts:
        text = args["text"] if said(args["text"], ctx) else ctx.text
        drafts = [
            Draft(text=text, quote=ctx.text if text not in ctx.text else text, explicit=True)
        ]
    if any(len(draft.text) > MAX_TEXT for draft in drafts):
        said_so = ctx.say("remember_too_long", limit=MAX_TEXT)
        return told("remember", args, said_so, status="refused")
    if ctx.dry_run:
        return Outcome(Action("remember", args, "done", drafts[0].text))
    kept = ctx.memories.keep(drafts, session_id=ctx.session_id, message_id=ctx.message_id)
    if not kept:
        return told("remember", args, ctx.say(_why_refused(ctx)), status="refused")
    texts = ctx.say("semicolon").join(memory.text for memory in kept)
    last = ctx.undo.last()
    action = Action(
        tool="remember", args=args, status="done", summary=ctx.say("remembered", text=texts),
        item=kept[0].id, item_kind="memory", title=texts,
        undo=last.id if last and kept[0].id in last.memories else None,
    )  # fmt: skip
    return Outcome(action, action.summary)


_REFUSALS = {
    "memory_secret": "remember_refused",
    "memory_off_record": "remember_off_record",
    "memory_too_long": "remember_too_long",
}


def _remember_before(args: dict[str, str], ctx: ToolContext) -> Outcome:
    """Keep what the owner said in the message before, if that said anything."""
    said_before = [
        message
        for message in (ctx.sessions.messages(ctx.session_id) if ctx.session_id else ())
        if message.role is Role.USER
        and message.id != ctx.message_id
        and not ctx.memories.keeps_what_was_said(message.text)
    ]
    if not said_before or not ctx.memories.tells(said_before[-1].text, ctx.lang):
        return told("remember", args, ctx.say("remember_what"), status="refused")
    message = said_before[-1]
    if ctx.dry_run:
        return Outcome(Action("remember", args, "done", message.text))
    try:
        change = ctx.memories.remember(message.id, message.text)
    except AppError as error:
        if error.code not in _REFUSALS:
            raise
        refused = ctx.say(_REFUSALS[error.code], limit=MAX_TEXT)
        return told("remember", args, refused, status="refused")
    texts = ctx.say("semicolon").join(change.titles)
    action = Action(
        tool="remember", args=args, status="done", summary=ctx.say("remembered", text=texts),
        item=next(iter(change.memories), None), item_kind="memory", title=texts, undo=change.id,
    )  # fmt: skip
    return Outcome(action, action.summary)


def _why_refused(ctx: ToolContext) -> str:
    return "remember_off_record" if _off_record(ctx) else "remember_refused"


def _off_record(ctx: ToolContext) -> bool:
    return ctx.session_id is not None and ctx.sessions.get(ctx.session_id).off_record


def recall(args: dict[str, str], fixed: Mapping[str, Any], ctx: ToolContext) -> Outcome:
    """Look up what the owner told before: memories first, then past chats, each with its date."""
    about = args["about"] if said(args["about"], ctx) else ctx.text
    memories = list(ctx.recalled) or ctx.memories.recall(
        about, before=[ctx.text], limit=MAX_HITS, session_id=ctx.session_id
    )
    memories = [r for r in memories if r.score >= _AS_GOOD * memories[0].score]
    hits = ctx.sessions.recall(f"{about} {ctx.text}", limit=2 * MAX_HITS, exclude=ctx.session_id)
    hits = [hit for hit in hits if _shares_word(about, hit.message.text)]
    hits = fitting(hits, ctx.text, ctx.lang, ctx.memories)[:3]
    memories = [r for r in memories if _answers(r, about)]
    if not memories and not hits:
        return told("recall", args, nothing_known(ctx.memories, ctx.lang), nothing=True)
    lines = [
        ctx.say("recall_memory", text=r.memory.text, day=_day(r.memory, ctx)) for r in memories
    ]
    known = " ".join(r.memory.source.quote if r.memory.source else "" for r in memories)
    hits = [
        hit
        for hit in hits
        if hit.message.text not in known
        and not any(r.memory.text in hit.message.text for r in memories)
    ]
    mine = [_hit(hit, ctx) for hit in hits if hit.message.role is not Role.USER]
    lines += [_hit(hit, ctx) for hit in hits if hit.message.role is Role.USER]
    head = "recall_head_talk" if _THE_TALK.search(ctx.text) else "recall_head"
    text = "\n".join(
        [
            *([ctx.say(head), *(f"- {line}" for line in lines)] if lines else []),
            *([ctx.say("recall_head_mine"), *(f"- {line}" for line in mine)] if mine else []),
        ]
    )
    return told("recall", args, text, used=memories, heard=[hit.message.id for hit in hits])


def _answers(recalled: Recalled, about: str) -> bool:
    """Tell whether a memory is surely about what was asked: by its key, its meaning or its words.

    Of a handful of memories all are recalled, whatever was asked.
    """
    if {"asked", "meaning"} & set(recalled.why):
        return True
    subjects = {term for term in terms(about) if len(term) > 1} - _WEAK
    return not subjects or bool(subjects & set(terms(recalled.memory.text)))


def fitting(
    hits: Sequence[MessageHit], question: str, lang: Lang, memories: MemoryPort
) -> list[MessageHit]:
    """Return the past messages that may answer a question.

    One about the conversation may be answered by all, one about what the assistant said by its own.
    Any other is about what the owner told, and is not answered by guesses, examples or words of
    others, nor, unless it asks what was so before, by what was replaced since.
    """
    if _THE_TALK.search(question):
        return list(hits)
    if _MY_WORDS.search(question):
        return [hit for hit in hits if hit.message.role is not Role.USER]
    told = [
        hit
        for hit in hits
        if hit.message.role is Role.USER and memories.tells(hit.message.text, lang)
    ]
    if _FORMERLY.search(question):
        return told
    outdated = memories.outdated([hit.message.id for hit in told])
    return [hit for hit in told if hit.message.id not in outdated]


def _hit(hit: MessageHit, ctx: ToolContext) -> str:
    return ctx.say(
        "recall_message", text=_short(hit.message.text), title=hit.session_title,
        day=_date(hit.message.created_at, ctx),
    )  # fmt: skip


def nothing_known(memories: MemoryPort, lang: Lang) -> str:
    """Return the sentence for a question about the owner that nothing kept answers.

    What the owner told and was not kept yet is named: it is not true that they never told it.
    """
    waiting = len(memories.listing(MemoryStatus.PROPOSED))
    key = "agent.recall_none_kept" if waiting else "agent.recall_none"
    return phrase(lang, key, count=waiting)


def _shares_word(about: str, text: str) -> bool:
    words = set(re.findall(r"[A-Za-z]{3,}|[\u4e00-\u9fff]{2}", _QUESTION_WORDS.sub(" ", about)))
    folded = text.casefold()
    return any(word.casefold() in folded for word in words)


def _short(text: str, limit: int = 160) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= limit else flat[: limit - 1] + "…"


def _day(memory: Memory, ctx: ToolContext) -> str:
    return _date(memory.created_at, ctx)


def _date(ms: int, ctx: ToolContext) -> str:
    return Moment.from_ms(ms, ctx.now.tz).wall.date().isoformat()


def forget(args: dict[str, str], fixed: Mapping[str, Any], ctx: ToolContext) -> Outcome:
    """Erase a memory for real, after a yes."""
    if "memory" in fixed:
        memory = ctx.memories.get(int(fixed["memory"]))
    else:
        found = _matching(args["about"], ctx)
        if not found:
            return told("forget", args, ctx.say("forget_none"), status="refused")
        if len(found) > 1 and not ctx.yes:
            choices = [Choice(m.text, {"memory": m.id, "confirmed": True}) for m in found]
            return ask(ctx, "forget", args, fixed, ctx.say("forget_which"), choices=choices)
        memory = found[0]
    if not (ctx.yes or fixed.get("confirmed")):
        text = ctx.say("ask_forget", text=memory.text)
        return ask(ctx, "forget", args, {**fixed, "memory": memory.id}, text, confirm=True)
    if ctx.dry_run:
        return Outcome(Action("forget", args, "done", memory.text))
    ctx.memories.erase([memory.id])
    return told("forget", args, ctx.say("forgotten"))


def _matching(about: str, ctx: ToolContext) -> list[Memory]:
    words = about if said(about, ctx) else ctx.text
    found = ctx.memories.recall(words, limit=MAX_HITS)
    if not found:
        return []
    # Of a handful all are recalled: what has nothing to do with it is not offered to be erased.
    sure = [r for r in found if _answers(r, words) or r.memory.lang != detect(words)]
    return [r.memory for r in sure if r.score >= 0.8 * found[0].score]


def calculate(args: dict[str, str], fixed: Mapping[str, Any], ctx: ToolContext) -> Outcome:
    """Work out a sum exactly; the owner's own figures win over the model's copy of them.

    Where they said no sum ("convert 5 miles to km") and the model's cannot be read either, or is one
    number alone, it is asked again, without this tool.
    """
    said_sum = find_sum(ctx.text)
    expression = said_sum or args["expression"]
    if _BARE_NUMBER.fullmatch(expression):
        return Outcome(None, again=ctx.say("no_sum"))
    try:
        result = show(work_out(expression), ctx.lang)
    except AppError as error:
        if said_sum or error.code != "sum_unreadable":
            raise
        return Outcome(None, again=ctx.say("no_sum"))
    shown = expression.replace("@", "×").replace("  ", " ").strip()
    return told(
        "calculate", {"expression": shown}, f"{shown} = {result}", title=f"{shown} = {result}"
    )


def search(args: dict[str, str], fixed: Mapping[str, Any], ctx: ToolContext) -> Outcome:
    """Find words in past chats, events, tasks and memories."""
    words = args["words"]
    items = ctx.planner.find(words, now=ctx.now)[:MAX_HITS]
    memories: list[Memory] = []
    hits: list[MessageHit] = []
    if not _off_record(ctx):
        found = ctx.memories.search(words, MAX_HITS)
        memories = [m for m in found if m.status is MemoryStatus.ACTIVE]
        hits = [h for h in ctx.sessions.search(words, MAX_HITS + 1) if h.message.text != ctx.text]
    hits = hits[:MAX_HITS]
    lines = [ctx.say("search_memory", text=m.text) for m in memories]
    for item in items:
        when = ctx.planner.describe(item, ctx.now, ctx.lang)
        lines.append(ctx.say("search_item", title=item.title, when=when))
    for hit in hits:
        lines.append(
            ctx.say(
                "search_message", text=_short(hit.message.text), title=hit.session_title,
                day=_date(hit.message.created_at, ctx),
            )
        )  # fmt: skip
    if not lines:
        none = "search_off_record" if _off_record(ctx) else "search_none"
        return told("search", args, ctx.say(none, words=words), nothing=True)
    text = "\n".join([ctx.say("search_head", words=words), *(f"- {line}" for line in lines)])
    used = [Recalled(m, 1.0, ("search",)) for m in memories]
    return told(
        "search", args, text, used=used, heard=[hit.message.id for hit in hits],
        listing=[item.alias for item in items],
    )  # fmt: skip
