"""Vectors of messages: found by meaning, gone with their words, never of two models at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from assistant_app.domain.session import Role
from assistant_app.errors import AppError
from assistant_app.services.session_service import SessionService
from assistant_app.storage.database import Database
from assistant_app.storage.message_store import MessageStore
from assistant_app.storage.session_store import SessionStore
from assistant_app.storage.vector_store import VectorStore

pytestmark = pytest.mark.storage

_TOPICS = (("dog", "puppy", "狗"), ("boat", "sailing", "船"), ("tooth", "dentist", "牙"))


class TopicEmbedder:
    """Gives texts about one topic one direction, whatever words or language they use."""

    def __init__(self, model: str = "topics") -> None:
        self.model = model
        self.dim = len(_TOPICS) + 1
        self.read: list[str] = []
        self.meanwhile: Callable[[], None] = lambda: None
        self.broken = False

    def close(self) -> None:
        """Nothing is open."""

    def embed(self, texts: Sequence[str], *, query: bool) -> list[list[float]]:
        """Return a unit vector for each text."""
        if self.broken:
            raise AppError("engine_stopped")
        self.meanwhile()
        if not query:
            self.read += texts
        vectors = []
        for text in texts:
            vector = [0.1] * self.dim
            for n, words in enumerate(_TOPICS):
                vector[n] += any(word in text for word in words)
            length = sum(value * value for value in vector) ** 0.5
            vectors.append([value / length for value in vector])
        return vectors


@pytest.fixture
def embedder() -> TopicEmbedder:
    return TopicEmbedder()


@pytest.fixture
def service(db: Database, embedder: TopicEmbedder) -> SessionService:
    return SessionService(db, SessionStore(db), MessageStore(db), embedder=lambda: embedder)


def say(db: Database, service: SessionService, *texts: str, off: bool = False) -> list[int]:
    """Store a session of the owner's; returns the messages' ids."""
    session = service.create(off_record=off)
    return [MessageStore(db).add(session.id, Role.USER, text).id for text in texts]


def vectors(db: Database, model: str = "topics") -> list[int]:
    return VectorStore(db).ids("message", model)


def found(service: SessionService, text: str) -> list[int]:
    return [hit.message.id for hit in service.recall(text, limit=1)]


def test_meaning_finds_what_no_word_does(db: Database, service: SessionService) -> None:
    (puppy,) = say(db, service, "The puppy sleeps a lot.")
    (boat,) = say(db, service, "Sold the old boat.")
    (tooth,) = say(db, service, "Went to the dentist.")
    assert found(service, "我的狗怎么样") == []
    assert service.index_pending() == 3
    assert service.index_pending() == 0
    assert found(service, "我的狗怎么样") == [puppy]
    assert found(service, "any sailing lately?") == [boat]
    assert found(service, "牙") == [tooth]


def test_newest_are_read_first_and_a_few_at_a_time(
    db: Database, service: SessionService, embedder: TopicEmbedder
) -> None:
    say(db, service, "one", "two", "three")
    assert service.index_pending(1) == 1
    assert embedder.read == ["three"]
    assert service.index_pending(5) == 2
    assert embedder.read == ["three", "two", "one"]


def test_off_the_record_and_trash_are_not_read(
    db: Database, service: SessionService, embedder: TopicEmbedder
) -> None:
    say(db, service, "The puppy barks.", off=True)
    (trashed,) = say(db, service, "The boat leaks.")
    service.delete(MessageStore(db).get(trashed).session_id)
    assert service.index_pending() == 0
    assert embedder.read == []
    assert vectors(db) == []


def test_a_vector_goes_with_its_words(db: Database, service: SessionService) -> None:
    from dataclasses import replace

    first = say(db, service, "The puppy barks.", "It is loud.")
    (barred,) = say(db, service, "The boat leaks.")
    (erased,) = say(db, service, "The dentist called.")
    service.index_pending()
    assert vectors(db) == [*first, barred, erased]
    store = MessageStore(db)
    assert found(service, "sailing") == [barred]
    store.set_barred([barred])
    assert found(service, "sailing") != [barred]
    store.rewrite(replace(store.get(first[0]), text="The … barks."))
    assert vectors(db) == [first[1], erased]
    SessionStore(db).erase(store.get(erased).session_id)
    assert vectors(db) == [first[1]]
    assert service.index_pending() == 1
    assert vectors(db) == first


def test_what_goes_while_it_is_read_gets_no_vector(
    db: Database, service: SessionService, embedder: TopicEmbedder
) -> None:
    (kept,) = say(db, service, "The puppy barks.")
    (barred,) = say(db, service, "The boat leaks.")
    (erased,) = say(db, service, "The dentist called.")
    store = MessageStore(db)

    def forget() -> None:
        embedder.meanwhile = lambda: None
        store.set_barred([barred])
        SessionStore(db).erase(store.get(erased).session_id)

    embedder.meanwhile = forget
    service.index_pending()
    assert vectors(db) == [kept]


def test_two_models_never_mix(db: Database) -> None:
    current = [TopicEmbedder("old")]
    service = SessionService(db, SessionStore(db), MessageStore(db), embedder=lambda: current[0])
    (puppy,) = say(db, service, "The puppy sleeps.")
    (boat,) = say(db, service, "The boat leaks.")
    service.index_pending()
    current[0] = TopicEmbedder("new")
    current[0].dim += 3  # of another length: a product with an old vector would fail
    assert found(service, "狗") == []
    assert service.index_pending() == 2
    assert found(service, "狗") == [puppy]
    assert vectors(db, "new") == [puppy, boat]
    assert vectors(db, "old") == []  # nothing reads them any more


def test_without_the_embedder_words_still_find(
    db: Database, service: SessionService, embedder: TopicEmbedder
) -> None:
    (puppy,) = say(db, service, "The puppy sleeps.")
    service.index_pending()
    embedder.broken = True
    assert found(service, "puppy") == [puppy]
