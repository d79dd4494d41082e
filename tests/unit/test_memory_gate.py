"""Which messages can do with memories, and which attribute a question asks for."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant_app.domain.memory import Memory, MemoryKind, MemoryStatus
from assistant_app.memory import gate
from assistant_app.memory.asked import asked_keys
from assistant_app.memory.fading import DECAY_A_WEEK, WEEK, decay_at, repeated
from assistant_app.memory.gate import Evidence, kind_of_message, relevance
from assistant_app.memory.need import knows, need_of
from assistant_app.memory.ranking import CentredMatrix, QueryMean
from assistant_app.memory.recall import estimated_tokens, weight

START = 1_790_000_000_000


def memory(text: str, **values) -> Memory:
    lang = "zh" if any(c > "\u4e00" for c in text) else "en"
    return Memory(
        1, text, MemoryKind.SEMANTIC, MemoryStatus.ACTIVE, START, START, **{"lang": lang, **values}
    )


def keep_relevant(
    query: str, evidence: list[Evidence], *, few: bool, need: float | None = None
) -> list[Evidence]:
    """Return the evidence that passes, in its order."""
    best = max((one.score for one in evidence), default=0.0)
    passes = relevance(query, best, few=few, need=need)
    return [one for one in evidence if passes(one)]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("where do I live?", "personal"),
        ("我闺女几岁了", "personal"),
        ("schedule lunch with Tom", "task"),
        ("推荐一家餐厅", "task"),
        ("will it rain tomorrow", "general"),
        ("convert 5 miles to km", "general"),
        ("12 * 7", "general"),
        ("放一首歌", "general"),
        ("谢谢", "general"),
        ("remind me to call mum at 6", "command"),
        ("删除明天的会议", "command"),
        ("bees and their dances", "other"),
    ],
)
def test_the_kind_of_a_message(text: str, kind: str) -> None:
    assert kind_of_message(text) == kind


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Where do I live?", "user.home"),
        ("我住在哪里", "user.home"),
        ("我叫什么名字", "user.name"),
        ("what do I do for work again?", "user.job"),
        ("how old is my daughter?", "name.daughter"),
        ("我女儿叫什么", "name.daughter"),
        ("am I allergic to anything?", "allergy."),
    ],
)
def test_a_question_asks_for_an_attribute(text: str, key: str) -> None:
    assert key in asked_keys(text)


@pytest.mark.parametrize("text", ["tell me a joke", "讲个笑话", "add milk to the list"])
def test_most_messages_ask_for_none(text: str) -> None:
    assert asked_keys(text) == ()


def test_a_threshold_for_each_language_and_kind() -> None:
    near = Evidence(memory("The user likes hiking"), 0.79, 1.0)
    assert keep_relevant("what should I do on Sunday?", [near], few=False) == [near]
    assert keep_relevant("lakes and mountains", [near], few=False) == []
    assert keep_relevant("what is the weather like?", [near], few=False) == []


def test_shared_words_count_by_themselves() -> None:
    one = Evidence(memory("用户关注贵州茅台行情"), None, 1.0)
    assert keep_relevant("查一下贵州茅台什么价格", [one], few=False) == [one]
    assert keep_relevant("查一下苹果什么价格", [one], few=False) == []


def test_a_handful_goes_in_whole_only_where_the_owner_is_meant() -> None:
    far = Evidence(memory("The user likes hiking"), 0.1, 1.0)
    assert keep_relevant("where do I live?", [far], few=True) == [far]
    assert keep_relevant("tell me a joke", [far], few=True) == []
    assert keep_relevant("colours of autumn", [far], few=True) == []


def test_centring_takes_the_language_out_of_the_vectors() -> None:
    import numpy as np

    rng = np.random.default_rng(7)
    topics = rng.normal(size=(8, 32))
    english, chinese = 6 * rng.normal(size=32), 6 * rng.normal(size=32)
    raw = np.vstack([topics + english, topics + chinese]).astype(np.float32)
    raw /= np.linalg.norm(raw, axis=1, keepdims=True)
    langs = ["en"] * 8 + ["zh"] * 8
    query = raw[8 + 3]
    matrix, queries = CentredMatrix(raw, langs), QueryMean()
    assert (raw[:8] @ query).max() < (raw[8:] @ query).min()
    centred, _ = matrix.cosines(query, queries)
    # The same as of vectors with the mean taken out of both sides.
    for rows in (slice(0, 8), slice(8, 16)):
        mean = raw[rows].mean(axis=0)
        sides = raw[rows] - mean, query - mean
        wanted = sides[0] @ sides[1] / np.linalg.norm(sides[0], axis=1) / np.linalg.norm(sides[1])
        assert centred[rows] == pytest.approx(wanted, abs=1e-4)
    assert matrix.raw([3, 9], query) == pytest.approx(raw[[3, 9]] @ query, abs=1e-5)
    asked = query - chinese / np.linalg.norm(chinese)
    centred, _ = matrix.cosines(asked / np.linalg.norm(asked), queries)
    assert int(centred[:8].argmax()) == 3


def test_rows_set_one_by_one_give_what_all_at_once_do() -> None:
    import numpy as np

    rng = np.random.default_rng(3)
    raw = (rng.normal(size=(200, 16)) + 2).astype(np.float32)
    raw /= np.linalg.norm(raw, axis=1, keepdims=True)
    langs = ["en" if n % 3 else "zh" for n in range(200)]
    queries, others = QueryMean(), QueryMean()
    grown = CentredMatrix(raw[:50], langs[:50])
    asked = raw[:5][::-1]
    for query in asked:
        _, plain = grown.cosines(query, queries)
        grown.count(query, plain, queries)
        others.add(query)
    for n in range(50, 200):
        grown.put(n, raw[n], langs[n])
    from_nothing = CentredMatrix(np.zeros((0, 0), dtype=np.float32), [])
    for n in range(200):
        from_nothing.put(n, raw[n], langs[n])
    from_nothing.put(7, raw[8], langs[7])
    from_nothing._learn()
    grown.put(7, raw[8], langs[7])
    raw[7] = raw[8]
    grown._learn()
    for one, other in zip(
        grown.cosines(asked[0], queries),
        CentredMatrix(raw, langs).cosines(asked[0], others),
        strict=True,
    ):
        assert one == pytest.approx(other, abs=1e-5)
    for one, other in zip(
        grown.cosines(asked[0], queries), from_nothing.cosines(asked[0], others), strict=True
    ):
        assert one == pytest.approx(other, abs=1e-5)
    assert len(grown) == 200


def texts_like(count: int, dim: int = 32) -> Any:
    """Return vectors that differ along some axes more than along others, as those of texts do."""
    import numpy as np

    rng = np.random.default_rng(11)
    raw = (rng.normal(size=(count, dim)) * 0.85 ** np.arange(dim) + 1).astype(np.float32)
    return raw / np.linalg.norm(raw, axis=1, keepdims=True)


def test_axes_along_which_all_differ_decide_less() -> None:
    import numpy as np

    raw = texts_like(300)
    matrix, queries = CentredMatrix(raw, ["en"] * 300), QueryMean()
    query = raw[5]
    found, _ = matrix.cosines(query, queries)
    # The same in a space stretched by the root of what products are multiplied by.
    apart = raw.astype(np.float64) - raw.mean(axis=0)
    variances, axes = np.linalg.eigh(apart.T @ apart / 300)
    stretch = axes * (variances + 3 * variances.mean()) ** -0.25 @ axes.T
    sides = apart @ stretch, (query - raw.mean(axis=0)) @ stretch
    wanted = sides[0] @ sides[1] / np.linalg.norm(sides[0], axis=1) / np.linalg.norm(sides[1])
    assert found == pytest.approx(wanted, abs=1e-4)
    centred = apart @ apart[5] / np.linalg.norm(apart, axis=1) / np.linalg.norm(apart[5])
    assert np.abs(found - centred).max() > 0.03


def test_rough_cosines_lead_to_the_same_rows_and_exact_ones_are_exact(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import numpy as np

    from assistant_app.memory import ranking

    monkeypatch.setattr(ranking, "AXES", 16)
    raw = texts_like(400)
    langs = ["en" if n % 3 else "zh" for n in range(400)]
    whole, queries = CentredMatrix(raw, langs), QueryMean()
    monkeypatch.setattr(ranking, "ROUGH_FROM", 300)
    rough = CentredMatrix(raw[:399], langs[:399])
    rough.put(399, raw[399], langs[399])
    rough._learn()
    assert rough.rough
    assert not whole.rough
    for query in raw[5:9]:
        wanted, products = whole.cosines(query, queries)
        found, _ = rough.cosines(query, queries)
        best = np.argsort(-found)[:60]
        assert set(np.argsort(-wanted)[:10]) <= set(best)
        assert rough.exact(best, query, queries) == pytest.approx(wanted[best], abs=1e-5)
        assert np.abs(found - wanted).max() > 0.001
        whole.count(query, products, queries)


def test_weight_prefers_new_weighty_and_used() -> None:
    plain = weight(memory("a"), START)
    assert weight(memory("a"), START + 60 * 86_400_000) < plain
    assert weight(memory("a", importance=1.0), START) > plain
    assert weight(memory("a", use_count=5), START) > plain


def test_decay_counts_whole_weeks_without_use() -> None:
    one = memory("a")
    assert decay_at(one, START + WEEK - 1, START) == 1.0
    assert decay_at(one, START + WEEK, START) == pytest.approx(DECAY_A_WEEK)
    assert decay_at(one, START + 3 * WEEK, START) == pytest.approx(DECAY_A_WEEK**3)
    assert decay_at(memory("a", pinned=True), START + 99 * WEEK, START) == 1.0
    assert decay_at(memory("a", last_used_at=START + 3 * WEEK), START + 3 * WEEK, START) == 1.0


def test_repetition_adds_and_stays_below_one() -> None:
    value = 0.3
    for _ in range(20):
        assert value < repeated(value) <= 1.0
        value = repeated(value)


def test_tokens_are_counted_for_both_scripts() -> None:
    assert estimated_tokens("four") == 1
    assert estimated_tokens("喜欢咖啡") == 4


def test_the_need_of_a_message_weighs_against_nearness() -> None:
    near = [Evidence(memory("The user likes hiking"), 0.80, 1.0)]
    far = [Evidence(memory("The user likes hiking"), 0.74, 1.0)]
    question = "what to do on Sunday"
    assert keep_relevant(question, near, few=False, need=1.0) == near
    assert keep_relevant(question, near, few=False, need=-2.0) == []
    assert keep_relevant(question, far, few=False, need=0.2) == []
    # A shared word speaks for it, a general word in the message against it.
    assert keep_relevant("hiking on Sunday?", far, few=False, need=0.2) == far
    assert keep_relevant("the weather for hiking", near, few=False, need=0.2) == near
    assert keep_relevant("is the weather any good", near, few=False, need=0.2) == []
    # A handful goes in together only where the message needs any.
    assert keep_relevant("convert 5 miles to km", near, few=True, need=-3.0) == []
    assert keep_relevant("what shall I do", far, few=True, need=1.0) == far


def test_the_classifier_reads_only_its_own_space() -> None:
    import numpy as np

    assert knows("e5-small-q4_0")
    assert knows("multilingual-e5-small-q8_0")
    assert not knows("bge-m3")
    rng = np.random.default_rng(1)
    vector = rng.normal(size=384)
    odds = need_of(vector, "en")
    assert -20 < odds < 20
    assert need_of(vector, "zh") != odds


_WORD = st.from_regex(
    r"[a-zÀ-ÿ]{1,9}(?:s|es|ies|sses|ing|ed|'s)?|[一-鿿]{1,4}|\d{1,3}", fullmatch=True
)


@given(st.lists(_WORD, min_size=1, max_size=8), st.lists(_WORD, max_size=20))
def test_the_quick_bound_on_shared_words_holds(asked: list[str], said: list[str]) -> None:
    text = " ".join([*said, *asked[::2]])
    query = gate.content_terms(" ".join(asked).upper())
    assert gate._most_shared(query, text) >= gate.shared(query, text)
    if query:
        assert gate._most_shared(query, " ".join(asked)) == 1.0
    assert gate._most_shared({"hiking", "trail"}, "The user likes tea") == 0.0
