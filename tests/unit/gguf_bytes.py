"""Little GGUF files made by hand, for tests of headers and of the library."""

from __future__ import annotations

import struct

U32, F32, BOOL, STRING, ARRAY, U64 = 4, 6, 7, 8, 9, 10


def text(value: str) -> bytes:
    raw = value.encode()
    return struct.pack("<Q", len(raw)) + raw


def entry(key: str, kind: int, value: object) -> bytes:
    head = text(key) + struct.pack("<I", kind)
    if kind == STRING:
        return head + text(str(value))
    if kind == ARRAY:
        words = [str(word) for word in value]  # type: ignore[attr-defined]
        return head + struct.pack("<IQ", STRING, len(words)) + b"".join(map(text, words))
    return head + struct.pack("<" + {U32: "I", F32: "f", BOOL: "?", U64: "Q"}[kind], value)


def model(architecture: str = "llama", *extra: bytes, tensors: int = 2, version: int = 3) -> bytes:
    """Return a whole little GGUF: `tensors` vectors of 64 floats."""
    entries = [
        entry("general.architecture", STRING, architecture),
        entry("general.name", STRING, "Test 中文 🦙"),
        entry("general.file_type", U32, 15),
        entry(f"{architecture}.context_length", U32, 4096),
        entry(f"{architecture}.block_count", U32, 2),
        entry(f"{architecture}.embedding_length", U32, 64),
        entry(f"{architecture}.attention.head_count", U32, 4),
        entry(f"{architecture}.attention.head_count_kv", U32, 2),
        entry("tokenizer.ggml.model", STRING, "gpt2"),
        entry("tokenizer.ggml.tokens", ARRAY, [f"t{n}" for n in range(300)]),
        entry("tokenizer.chat_template", STRING, "{{ messages }}"),
        *extra,
    ]
    head = b"GGUF" + struct.pack("<IQQ", version, tensors, len(entries)) + b"".join(entries)
    for number in range(tensors):
        head += text(f"blk.{number}.weight") + struct.pack("<IQIQ", 1, 64, 0, number * 256)
    return head + b"\0" * (-len(head) % 32) + bytes(256 * tensors)
