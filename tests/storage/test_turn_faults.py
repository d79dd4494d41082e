"""What ends a turn before its time: it is kept, told, and the next one works."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant_app.domain.session import MessageState
from assistant_app.domain.turn import CancelToken, TurnEnded, TurnRequest, TurnResult
from assistant_app.engine.load_mark import LoadMark
from assistant_app.engine.scripted import Script, ScriptedEngine
from assistant_app.errors import AppError
from assistant_app.paths import Paths
from assistant_app.services.assistant import Assistant

pytestmark = pytest.mark.storage


class Unloaded(ScriptedEngine):
    """A model that is not loaded."""

    @property
    def loaded(self) -> bool:
        """Whether it is."""
        return False


def _ask(assistant: Assistant, text: str, session: int | None = None) -> TurnResult:
    *_, ended = assistant.run_turn(TurnRequest(text, session_id=session), CancelToken())
    assert isinstance(ended, TurnEnded)
    return ended.result


def test_an_answer_in_circles_is_kept_marked_and_told(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    engine.scores = {"reply": -0.1}
    engine.replies.append(Script(["ha ", "ha ", "ha "], finish="repeated"))
    result = _ask(assistant, "Tell me a joke")
    assert (result.status, result.error) == ("interrupted", "reply_repeated")
    reply = assistant.sessions.messages(result.session_id)[-1]
    assert (reply.text, reply.state) == ("ha ha ha ", MessageState.INTERRUPTED)
    engine.replies.append("Why did the cow cross the road?")
    after = _ask(assistant, "Another one", session=result.session_id)
    assert (after.status, after.error) == ("complete", None)


def test_an_answer_that_is_cut_off_is_whole_to_the_chat_and_told(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    engine.scores = {"reply": -0.1}
    engine.replies.append(Script(["Once upon a "], finish="length"))
    result = _ask(assistant, "Tell me a long story")
    assert (result.status, result.error) == ("complete", "reply_cut")
    reply = assistant.sessions.messages(result.session_id)[-1]
    assert (reply.text, reply.state) == ("Once upon a ", MessageState.COMPLETE)
    engine.replies.append("time.")
    after = _ask(assistant, "go on", session=result.session_id)
    assert (after.reply, after.error) == ("time.", None)


def test_a_fault_in_mid_reply_keeps_what_came_and_the_next_turn_works(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    engine.scores = {"reply": -0.1}
    engine.replies.append(Script(["Half a "], fault=AppError("engine_killed")))
    result = _ask(assistant, "tell me")
    assert (result.status, result.error, result.reply) == ("failed", "engine_killed", "Half a ")
    stored = assistant.sessions.messages(result.session_id)[1]
    assert (stored.text, stored.state) == ("Half a ", MessageState.INTERRUPTED)
    engine.replies.append("Whole.")
    assert _ask(assistant, "again", session=result.session_id).reply == "Whole."


def test_only_a_question_loads_a_model_that_crashed_while_it_was_loaded(tmp_path: Path) -> None:
    paths = Paths(tmp_path / "data", tmp_path / "models")
    model = tmp_path / "own.gguf"
    model.write_bytes(b"GGUF")
    mark = LoadMark(paths.engine_cache, model)
    mark.crashed()
    other = LoadMark(paths.engine_cache, tmp_path / "embedder.gguf")
    (tmp_path / "embedder.gguf").write_bytes(b"GGUF")
    other.crashed()
    engine = Unloaded(scores={"reply": -0.1}, fallback="Hello.")
    assistant = Assistant.open(paths, model=model, engine=engine)
    session = assistant.sessions.create().id
    for unasked in (
        lambda: assistant.warm("en"),
        lambda: assistant.summarize(session, CancelToken()),
        lambda: assistant.reflect(CancelToken()),
    ):
        with pytest.raises(AppError, match="model_set_aside"):
            unasked()
    assert (engine.warmed, engine.requests, engine.scored) == ([], [], [])
    assert _ask(assistant, "Good morning", session).status == "complete"
    assert not mark.set_aside()
    assert other.set_aside()
    assistant.warm("en")
    assert len(engine.warmed) == 2
    assistant.close()
