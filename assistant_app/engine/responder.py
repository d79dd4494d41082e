"""What a worker answers: which part of the model serves which request."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assistant_app.engine import protocol
from assistant_app.engine.cancel_flag import CancelFlag
from assistant_app.engine.chat_model import ChatModel
from assistant_app.engine.chat_states import ChatStates
from assistant_app.engine.embed_model import EmbedModel
from assistant_app.engine.kv_state import StateFolder, file_fingerprint
from assistant_app.engine.thought import thinks
from assistant_app.engine.threads import thread_count
from assistant_app.errors import AppError

if TYPE_CHECKING:
    from assistant_app.engine.worker import NativeModel

Emit = Callable[[protocol.Reply], None]
Loader = Callable[[protocol.Load, CancelFlag], "NativeModel"]


class Responder:
    """Answers requests, one at a time, in one thread."""

    def __init__(self, loader: Loader, flag: CancelFlag, emit: Emit) -> None:
        self._loader = loader
        self._flag = flag
        self._emit = emit
        self._chat: ChatModel | None = None
        self._model: NativeModel | None = None

    def answer(self, request: protocol.Request) -> protocol.Reply:
        """Return the last reply to `request`; chunks before it go to `emit`.

        Raises:
            AppError: the request failed.
        """
        if isinstance(request, protocol.Load):
            return protocol.Result(request.id, self._load(request))
        if self._model is None:
            raise AppError("no_model")
        match request:
            case protocol.Count(texts=texts):
                value: Any = [len(self._model.tokenize(text, False)) for text in texts]
            case protocol.Embed(texts=texts):
                value = EmbedModel(self._model).embed(texts)
            case protocol.Warm(messages=messages):
                value = self._chatting.warm(messages)
            case protocol.Prepare(request=completion, budget=budget):
                value = asdict(self._chatting.prepare(completion, budget))
            case protocol.Score(request=completion, candidates=candidates):
                value = asdict(self._chatting.score(completion, candidates))
            case protocol.Complete(id=number, request=completion):
                done = self._chatting.complete(
                    completion,
                    lambda text, thought: self._emit(protocol.Chunk(number, text, thought)),
                )
                return protocol.Done(number, done)
        return protocol.Result(request.id, value)

    @property
    def _chatting(self) -> ChatModel:
        if self._chat is None:
            raise AppError("no_model")
        return self._chat

    def _load(self, load: protocol.Load) -> dict[str, Any]:
        if load.threads <= 0:
            threads = 1 if load.mode == "embed" else thread_count()
            load = replace(load, threads=threads)
        model = self._model = self._loader(load, self._flag)
        if load.mode == "chat":
            folder = StateFolder(Path(load.cache_dir)) if load.cache_dir else None
            kept = load.cache_dir or load.chats_dir
            space = f"{file_fingerprint(Path(load.model))} {model.space}" if kept else ""
            chats = ChatStates(Path(load.chats_dir), space) if load.chats_dir else None
            self._chat = ChatModel(model, self._flag, folder, space, chats)
            if model.template_source and not self._chat.template_works:
                model.notes.append("template")
        return {
            "context": model.context,
            "size": model.size,
            "width": model.width,
            "thinks": thinks(model.template_source),
            "meta": model.metadata,
            "threads": load.threads,
            "notes": model.notes,
        }
