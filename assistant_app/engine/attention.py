"""Which way of attending is quicker for a model on a processor, and what it takes of memory.

llama.cpp's flash attention goes through the keys of each row by itself where a batch has fewer than
64 rows. With heads of 64 numbers that is slow, and an assistant's batches are small: a message, the
names of its tools, a token. Measured with llama-cpp-python 0.3.36 on two cores, 1,500 tokens before:
Qwen2.5 0.5B (heads of 64) takes 741 ms with it and 212 without for 16 tokens, 77 and 49 for one, and
as long for 512 (in pieces of 128). Qwen2.5 1.5B (heads of 128) differs by less than what a run
differs from the next.
"""

from __future__ import annotations

SMALL_HEAD = 64
PLAIN_BATCH = 128
"""Tokens computed at once without flash attention, whose scratch grows with them and the context."""


def prefers_plain(head: int, *, on_card: bool = False) -> bool:
    """Say whether a model with heads of `head` numbers is quicker without flash attention."""
    return 0 < head <= SMALL_HEAD and not on_card


def plain_scratch(heads: int, context: int, batch: int) -> int:
    """Return the bytes that the scores of all heads take, and their mask, without it."""
    return min(batch, PLAIN_BATCH) * context * 4 * (heads + 1)
