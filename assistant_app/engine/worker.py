"""The model in a process of its own: `python -m assistant_app --engine-worker`.

llama.cpp ends its process on an assertion and the system ends whatever takes too much memory; both
must cost a worker, never the owner's window. This is the only module that imports llama_cpp. The
protocol goes over a private copy of fd 1, because native code prints; fd 1 itself becomes stderr.
When stdin ends, the app is gone, and so is the worker, at once.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, BinaryIO

from assistant_app.engine import protocol
from assistant_app.engine.attention import PLAIN_BATCH, prefers_plain
from assistant_app.engine.cancel_flag import CancelFlag
from assistant_app.engine.pulse import Pulse
from assistant_app.engine.template import LIMIT_S
from assistant_app.engine.threads import give_way
from assistant_app.engine.time_limit import within
from assistant_app.errors import AppError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_MAX_SEQUENCES = 32
_OOM_SCORE = "600"
_SPIN_COUNT = "1000"
"""How long an OpenMP thread spins before it sleeps. By default threads spin for milliseconds, and
two of them on two cores that anything else uses as well fall to a tenth of their speed (measured:
3 against 30 tokens/s)."""
_PR_SET_PDEATHSIG = 1
_BRIEF = 8
"""Tokens in a batch that is not worth breaking off."""
_STATE_VERSION = "1"


def run(arguments: list[str]) -> int:
    """Serve one app until its end of the pipe closes; `arguments` are the app's process id."""
    pipe = open_pipe()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _tie_to_parent(int(arguments[0]) if arguments else 0)
    requests: SimpleQueue[protocol.Message] = SimpleQueue()
    flag = CancelFlag()
    threading.Thread(target=_listen, args=(requests, flag), daemon=True).start()

    import llama_cpp

    pipe.write(
        protocol.encode(protocol.Hello(protocol.VERSION, os.getpid(), llama_cpp.__version__))
    )
    _serve(requests, flag, pipe)
    return 0


def open_pipe() -> BinaryIO:
    """Return the pipe to the app; what native code prints goes to stderr from now on.

    Sets what the library reads when it is loaded, too.
    """
    pipe = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    os.environ["GGML_NO_BACKTRACE"] = "1"
    os.environ.setdefault("GOMP_SPINCOUNT", _SPIN_COUNT)
    return pipe


def _tie_to_parent(parent: int) -> None:
    """Die with the parent, and before anything else when memory runs out; Linux only."""
    if not sys.platform.startswith("linux"):
        return
    try:
        Path("/proc/self/oom_score_adj").write_text(_OOM_SCORE)
    except OSError as error:
        print(f"oom_score_adj: {error}", file=sys.stderr)  # noqa: T201
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if parent and os.getppid() != parent:
        os._exit(0)


def _listen(requests: SimpleQueue[protocol.Message], flag: CancelFlag) -> None:
    """Pass requests on and cancel at once, in a thread of its own; leave when stdin ends."""
    stdin = sys.stdin.buffer
    while line := stdin.readline(protocol.MAX_LINE):
        try:
            message = protocol.decode(line)
        except protocol.ProtocolError:
            traceback.print_exc()
            os._exit(3)
        if isinstance(message, protocol.Cancel):
            flag.cancel(message.id)
        else:
            requests.put(message)
    os._exit(0)


def _serve(requests: SimpleQueue[protocol.Message], flag: CancelFlag, pipe: BinaryIO) -> None:
    """Answer one request at a time, for ever."""
    from assistant_app.engine.responder import Responder

    def emit(reply: protocol.Reply) -> None:
        pipe.write(protocol.encode(reply))

    pulse = Pulse(emit)
    responder = Responder(lambda load, flag: NativeModel(load, flag, pulse.beat), flag, emit)
    while True:
        request = requests.get()
        assert not isinstance(request, protocol.Reply)
        flag.begin(request.id)
        pulse.begin(request.id)
        emit(protocol.Begun(request.id))
        try:
            reply = responder.answer(request)
        except AppError as error:
            reply = protocol.Failed(request.id, error.code, dict(error.params))
        except MemoryError:
            reply = protocol.Failed(request.id, "engine_out_of_memory")
        except Exception as error:
            traceback.print_exc()
            reply = protocol.Failed(request.id, "engine_crashed", {"detail": repr(error)[:300]})
        flag.end()
        emit(reply)


def _raises_to_a_power(template: str) -> bool:
    import jinja2

    lexed = jinja2.Environment(extensions=["jinja2.ext.loopcontrols"]).lex(template)
    return any(kind == "operator" and text == "**" for _, kind, text in lexed)


class NativeModel:
    """A loaded model and its context, as llama.cpp has them. Used by one thread.

    `beat` is called after each step of work: a tensor loaded, an operation or a batch computed. It
    returns nothing that is true.

    Raises `AppError` on loading: `model_unsupported` (the reason is on stderr) or
    `engine_out_of_memory`.
    """

    def __init__(
        self, load: protocol.Load, flag: CancelFlag, beat: Callable[[], Any] = lambda: None
    ) -> None:
        import llama_cpp

        self._c: Any = llama_cpp
        self._c.llama_log_set(llama_cpp.llama_log_callback(0), None)
        self._embedding = load.mode == "embed"
        if not self._embedding:
            give_way()
        self.notes: list[str] = []
        """What the owner should know of how it was loaded: codes of sentences."""
        self._model = self._open(load, beat)
        self._vocab = self._c.llama_model_get_vocab(self._model)
        self.trained: int = self._c.llama_model_n_ctx_train(self._model)
        self._pieces: dict[int, bytes] = {}
        self.vocabulary: int = self._c.llama_vocab_n_tokens(self._vocab)
        self._recurrent = bool(
            self._c.llama_model_is_recurrent(self._model)
            or self._c.llama_model_is_hybrid(self._model)
        )
        self.sequences = 1 if self._recurrent else _MAX_SEQUENCES
        self._beat = beat
        self._abort = self._c.ggml_abort_callback(lambda _data: beat() or flag.is_set)
        self._no_abort = self._c.ggml_abort_callback(0)
        self._abortable = False
        self._ctx = self._new_context(load)
        self.context: int = self._c.llama_n_ctx(self._ctx)
        self.batch = load.batch
        self._batch = self._c.llama_batch_init(load.batch, 0, self.sequences)

    def _open(self, load: protocol.Load, beat: Callable[[], Any]) -> Any:
        """Return the weights, on the graphics card as far as asked for and possible."""
        parameters = self._c.llama_model_default_params()
        parameters.use_extra_bufts = not self._broken_tiles()
        loaded_some = self._c.llama_progress_callback(lambda _share, _data: not beat())
        parameters.progress_callback = loaded_some
        layers = load.gpu_layers
        if layers and not self._c.llama_supports_gpu_offload():
            self.notes.append("gpu_none")
            layers = 0
        for parameters.n_gpu_layers in (layers, 0) if layers else (0,):
            model = self._c.llama_model_load_from_file(load.model.encode(), parameters)
            if model:
                self._layers = parameters.n_gpu_layers
                return model
            if layers and "gpu_failed" not in self.notes:
                self.notes.append("gpu_failed")
        raise AppError("model_unsupported", path=load.model, detail="")

    def _broken_tiles(self) -> bool:
        """Say whether the library uses AMX tiles, which end in an illegal instruction.

        The compiler drops the tile configuration as unused, seen with gcc 12 on llama-cpp-python
        0.3.36. Without the extra buffers the tiles are not used; a library built without AMX
        (`-mno-amx-int8`) keeps them. Remove when the supported versions have
        https://github.com/ggml-org/llama.cpp/pull/26954
        """
        return b"AMX_INT8 = 1" in self._c.llama_print_system_info()

    def _new_context(self, load: protocol.Load) -> Any:
        """Return a context, with flash attention where that works and is not slower."""
        parameters = self._c.llama_context_default_params()
        parameters.n_ctx = min(load.context, self.trained) if self.trained > 0 else load.context
        parameters.n_batch = parameters.n_ubatch = load.batch
        parameters.n_seq_max = self.sequences
        parameters.kv_unified = True
        parameters.n_threads = parameters.n_threads_batch = load.threads
        parameters.no_perf = True
        parameters.embeddings = self._embedding
        if not self._embedding:
            parameters.n_outputs_max = load.batch if self._recurrent else self.sequences
        plain = not self._embedding and prefers_plain(self._head, on_card=self._layers > 0)
        for flash in (0, 1) if plain else (1, 0):
            parameters.n_ubatch = load.batch if flash else min(load.batch, PLAIN_BATCH)
            parameters.flash_attn_type = flash
            self._flash = flash
            context = self._c.llama_init_from_model(self._model, parameters)
            if context:
                return context
        raise AppError("engine_out_of_memory", path=load.model)

    @property
    def _head(self) -> int:
        """How many numbers a key of one head has; 0 where a model has none."""
        key = f"{self.metadata.get('general.architecture', '')}.attention.key_length"
        heads = self._c.llama_model_n_head(self._model)
        usual = self._c.llama_model_n_embd(self._model) // heads if heads else 0
        given = self.metadata.get(key, "")
        return int(given) if given.isdecimal() else usual

    @property
    def space(self) -> str:
        """What a KV state depends on besides the model file and the tokens."""
        system = self._c.llama_print_system_info().decode("utf-8", "replace")
        return f"{_STATE_VERSION} {self._c.__version__} flash={self._flash} {system}"

    @property
    def metadata(self) -> dict[str, str]:
        """The model's own metadata, long values cut short."""
        found = {}
        key, value = ctypes.create_string_buffer(256), ctypes.create_string_buffer(256)
        for index in range(self._c.llama_model_meta_count(self._model)):
            self._c.llama_model_meta_key_by_index(self._model, index, key, len(key))
            self._c.llama_model_meta_val_str_by_index(self._model, index, value, len(value))
            found[key.value.decode("utf-8", "replace")] = value.value.decode("utf-8", "ignore")
        return found

    @property
    def size(self) -> int:
        """Bytes of the weights."""
        return int(self._c.llama_model_size(self._model))

    @property
    def width(self) -> int:
        """The length of an embedding."""
        return int(self._c.llama_model_n_embd_out(self._model))

    @property
    def template_source(self) -> str:
        """The model's own chat template, or nothing."""
        source = self._c.llama_model_chat_template(self._model, None)
        return source.decode("utf-8", "replace") if source else ""

    def chat_template(self) -> Any:
        """Return a function that renders messages with the model's own template, or None.

        The template is a program from a file of unknown origin: llama_cpp runs it in Jinja's
        sandbox. Reading it is bounded too, because Jinja computes then what is constant. Thinking
        is switched where the template knows the switch. One that raises to a power is not read: a
        big number ends at no limit, and no conversation needs one.
        """
        from llama_cpp.llama_chat_format import Jinja2ChatFormatter

        source = self.template_source
        if not source:
            return None

        def read() -> Jinja2ChatFormatter:
            if _raises_to_a_power(source):
                raise ValueError("** in a chat template")
            return Jinja2ChatFormatter(
                source,
                eos_token=self._special(self._c.llama_vocab_eos(self._vocab)),
                bos_token=self._special(self._c.llama_vocab_bos(self._vocab)),
            )

        try:
            formatter = within(LIMIT_S, read)
        except Exception:  # see above: anything may be wrong with it
            traceback.print_exc()
            return None
        return lambda messages, thinking: (
            formatter(messages=messages, enable_thinking=thinking).prompt
        )

    def _special(self, token: int) -> str:
        text = self._c.llama_vocab_get_text(self._vocab, token) if token >= 0 else None
        return text.decode("utf-8", "replace") if text else ""

    def tokenize(self, text: str, special: bool, *, framed: bool = False) -> list[int]:
        """Return the tokens of `text`; `special` reads control tokens, `framed` adds BOS and EOS.

        Lone surrogates, which UTF-8 cannot say, become question marks.
        """
        data = text.encode("utf-8", "replace")
        room = len(data) + 8
        tokens = (ctypes.c_int32 * room)()
        count = self._c.llama_tokenize(self._vocab, data, len(data), tokens, room, framed, special)
        if count < 0:
            raise ValueError(f"llama_tokenize returned {count} for {len(data)} bytes")
        return tokens[:count]

    def piece(self, token: int) -> bytes:
        """Return the bytes of a token; control tokens have none."""
        known = self._pieces.get(token)
        if known is None:
            room = 64
            buffer = ctypes.create_string_buffer(room)
            size = self._c.llama_token_to_piece(self._vocab, token, buffer, room, 0, False)
            if size < 0:
                room = -size
                buffer = ctypes.create_string_buffer(room)
                size = self._c.llama_token_to_piece(self._vocab, token, buffer, room, 0, False)
            known = self._pieces[token] = buffer.raw[:size]
        return known

    @property
    def first_token(self) -> int | None:
        """The token that every prompt of this model starts with, if there is one."""
        wanted = self._c.llama_vocab_get_add_bos(self._vocab)
        return int(self._c.llama_vocab_bos(self._vocab)) if wanted else None

    @property
    def end_token(self) -> int:
        """A token that ends an answer."""
        return int(self._c.llama_vocab_eos(self._vocab))

    def is_end(self, token: int) -> bool:
        """Say whether a token ends an answer."""
        return bool(self._c.llama_vocab_is_eog(self._vocab, token))

    def decode(self, entries: list[tuple[int, int, list[int]]], outputs: set[int]) -> bool:
        """Compute one batch of (token, position, sequences); False when it was cancelled.

        `outputs` are the indices whose logits are wanted. At most `batch` entries. A few tokens
        ask nobody for permission: they take no time to speak of, and asking costs some of it.
        """
        batch = self._batch
        batch.n_tokens = len(entries)
        for index, (token, position, sequences) in enumerate(entries):
            batch.token[index] = token
            batch.pos[index] = position
            batch.n_seq_id[index] = len(sequences)
            for at, sequence in enumerate(sequences):
                batch.seq_id[index][at] = sequence
            batch.logits[index] = index in outputs
        self._let_abort(len(entries) > _BRIEF)
        result = self._c.llama_decode(self._ctx, batch)
        self._beat()
        if result == 2:
            return False
        if result != 0:
            raise RuntimeError(f"llama_decode returned {result}")
        return True

    def _let_abort(self, wanted: bool) -> None:
        if wanted != self._abortable:
            callback = self._abort if wanted else self._no_abort
            self._c.llama_set_abort_callback(self._ctx, callback, None)
            self._abortable = wanted

    def logits(self, index: int = -1) -> NDArray[np.float32]:
        """Return a view of the logits of entry `index` of the last batch, valid until the next."""
        import numpy as np

        pointer = self._c.llama_get_logits_ith(self._ctx, index)
        return np.ctypeslib.as_array(pointer, shape=(self.vocabulary,))

    def truncate(self, length: int, sequence: int = 0) -> bool:
        """Forget what a sequence has from `length` on; False when the model cannot do that."""
        memory = self._c.llama_get_memory(self._ctx)
        return bool(self._c.llama_memory_seq_rm(memory, sequence, length, -1))

    def clear(self) -> None:
        """Forget everything."""
        self._c.llama_memory_clear(self._c.llama_get_memory(self._ctx), False)

    def copy_sequence(self, target: int, source: int = 0, start: int = -1, end: int = -1) -> None:
        """Let sequence `target` share what sequence `source` has, from `start` to before `end`."""
        memory = self._c.llama_get_memory(self._ctx)
        self._c.llama_memory_seq_cp(memory, source, target, start, end)

    def extent(self, sequence: int) -> tuple[int, int]:
        """Return the first position that a sequence has, and the one after the last."""
        memory = self._c.llama_get_memory(self._ctx)
        last = self._c.llama_memory_seq_pos_max(memory, sequence)
        return self._c.llama_memory_seq_pos_min(memory, sequence), last + 1

    def export_state(self, sequence: int = 0) -> memoryview:
        """Return the KV state of a sequence."""
        size = self._c.llama_state_seq_get_size(self._ctx, sequence)
        buffer = (ctypes.c_uint8 * size)()
        written = self._c.llama_state_seq_get_data(self._ctx, buffer, size, sequence)
        return memoryview(buffer)[:written].cast("B")

    def import_state(self, payload: bytearray, sequence: int = 0) -> bool:
        """Put a KV state in the place of a sequence; False when it is not of this model."""
        buffer = (ctypes.c_uint8 * len(payload)).from_buffer(payload)
        return bool(self._c.llama_state_seq_set_data(self._ctx, buffer, len(payload), sequence))

    def grammar(self, text: str) -> NativeGrammar:
        """Return a fresh state of a GBNF grammar.

        Raises:
            AppError: `grammar_invalid`.
        """
        sampler = self._c.llama_sampler_init_grammar(self._vocab, text.encode(), b"root")
        if not sampler or not text.strip():  # an empty one would allow everything
            raise AppError("grammar_invalid")
        return NativeGrammar(self._c, sampler, self.end_token)

    def pooled(self, sequence: int) -> NDArray[np.float64]:
        """Return what the last batch made of a sequence as a whole, (width,)."""
        import numpy as np

        pointer = self._c.llama_get_embeddings_seq(self._ctx, sequence)
        found: NDArray[np.float64] = np.ctypeslib.as_array(pointer, shape=(self.width,)).astype(
            np.float64
        )
        return found


class NativeGrammar:
    """How far a text has come through a GBNF grammar."""

    def __init__(self, c: Any, sampler: Any, end_token: int) -> None:
        import numpy as np

        self._c = c
        self._sampler = sampler
        self._end = np.array([end_token], dtype=np.int32)

    def clone(self) -> NativeGrammar:
        """Return another one that has come as far, to try things on."""
        return NativeGrammar(
            self._c, self._c.llama_sampler_clone(self._sampler), int(self._end[0])
        )

    def may_end(self) -> bool:
        """Say whether the text may end here."""
        return bool(self.allowed(self._end)[0])

    def allowed(self, tokens: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Say of each token whether the grammar lets it come next."""
        import numpy as np

        rows = np.zeros(
            len(tokens), dtype=[("id", np.int32), ("logit", np.float32), ("p", np.float32)]
        )
        rows["id"] = tokens
        array = self._c.llama_token_data_array(
            data=rows.ctypes.data_as(self._c.llama_token_data_p),
            size=len(rows),
            selected=-1,
            sorted=False,
        )
        self._c.llama_sampler_apply(self._sampler, ctypes.byref(array))
        result: NDArray[np.bool_] = np.isfinite(rows["logit"])
        return result

    def accept(self, token: int) -> None:
        """Go on by a token that is allowed."""
        self._c.llama_sampler_accept(self._sampler, token)

    def close(self) -> None:
        """Give the memory back."""
        if self._sampler:
            self._c.llama_sampler_free(self._sampler)
            self._sampler = None
