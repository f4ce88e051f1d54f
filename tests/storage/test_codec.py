"""Events to JSON and back, exactly or not at all."""

import json
import random
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given

from companion.games.definition import GameDefinition
from companion.games.registry import Games
from companion.games.roll import GAME
from companion.games.roll.phases.ledger import CreditsPaid
from companion.games.roll.phases.reveal import RecordMat
from companion.games.roll.rules.judge import Command
from companion.session.errors import LogTooNewError
from companion.session.steps import Undone
from companion.storage.codec import EncodedEvent, EventCodec, UnreadableEventError, codecs_of
from companion.storage.sqlite_log import SqliteEventLog
from tests.games.roll.table import games, states
from tests.some import some

CODEC = EventCodec(GAME)


@given(games())
def test_every_event_survives(told: list[Command]) -> None:
    """What a game brings about comes back equal and of the same type."""
    for _, events, _ in states(told):
        for event in some(events):
            back = CODEC.decode(CODEC.encode(event))
            assert back == event
            assert type(back) is type(event)


def test_the_form_on_the_disk() -> None:
    """Plain JSON with the field names: readable without the companion for as long as it lasts."""
    coded = CODEC.encode(CreditsPaid(3, -2))
    assert coded == EncodedEvent(
        "CreditsPaid", 1, '{"seat":3,"delta":-2,"reason":"by_hand","lost":0}'
    )
    assert CODEC.encode(Undone(4)) == EncodedEvent("Undone", 1, '{"to_version":4}')


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("CreditsPaid", "{"),
        ("CreditsPaid", "[]"),
        ("CreditsPaid", "null"),
        ("CreditsPaid", '{"delta":1}'),
        ("CreditsPaid", '{"seat":1,"delta":1,"colour":"red"}'),
        ("CreditsPaid", '{"seat":"1","delta":1}'),
        ("CreditsPaid", '{"seat":1,"delta":1.5}'),
        ("CreditsPaid", '{"seat":true,"delta":1}'),
        ("PhaseStarted", '{"phase":"market"}'),
        ("RecordMat", '{"seat":1,"dice":[{"type":"home","face":"ship"}]}'),
        ("RecordMat", '{"seat":1,"dice":7}'),
        ("Nonsense", "{}"),
        ("int", "3"),
        ("CreditsPaid", "[" * 100_000),
    ],
)
def test_what_does_not_fit_is_refused(kind: str, body: str) -> None:
    """Too little, too much, or of the wrong type: no guessing."""
    with pytest.raises(UnreadableEventError):
        CODEC.decode(EncodedEvent(kind, 1, body))


def test_noise_is_refused() -> None:
    """A body with one changed letter is another mat or refused; nothing else is raised."""
    chance = random.Random(7)
    refused = 0
    body = CODEC.encode(RecordMat(1, ())).body
    for _ in range(300):
        cut = list(body)
        cut[chance.randrange(len(cut))] = chr(chance.randrange(32, 300))
        try:
            read = CODEC.decode(EncodedEvent("RecordMat", 1, "".join(cut)))
        except UnreadableEventError:
            refused += 1
        else:  # another seat
            assert isinstance(read, RecordMat)
    assert refused > 200


def test_newer_schemas_are_said() -> None:
    """For the game's events and for the session's."""
    for kind in ("CreditsPaid", "Undone"):
        with pytest.raises(LogTooNewError):
            CODEC.decode(EncodedEvent(kind, 2, "{}"))


def test_an_older_schema_is_refused() -> None:
    """Also where its body would fit; the session's events have a schema of their own."""
    codec = EventCodec(replace(GAME, schema=2))
    with pytest.raises(UnreadableEventError, match="schema 1"):
        codec.decode(CODEC.encode(CreditsPaid(1, 1)))
    assert codec.decode(codec.encode(CreditsPaid(1, 1))) == CreditsPaid(1, 1)
    assert codec.decode(CODEC.encode(Undone(1))) == Undone(1)


def test_names_are_unique() -> None:
    """A game may not have events that are called like the session's."""
    fake = type("Undone", (), {})
    with pytest.raises(ValueError, match="Undone"):
        EventCodec(replace(GAME, event_types=(fake,)))


def test_json_of_a_body_is_an_object() -> None:
    """Bodies can be read by any tool: one object each."""
    for event in (CreditsPaid(1, 2), RecordMat(1, ()), Undone(0)):
        assert isinstance(json.loads(CODEC.encode(event).body), dict)


def test_opening_a_log_imports_no_game(tmp_path: Path) -> None:
    """A game is imported when one of its kind is met in the log, so that many cost no start."""
    asked: list[str] = []

    def load() -> GameDefinition:
        asked.append("roll")
        return GAME

    with closing(SqliteEventLog(tmp_path / "games.sqlite", Games({"roll": load}))) as log:
        assert log.games() == ()
        assert asked == []
        log.begin("g", game="roll", started_at="2026-01-01T00:00:00Z")
        assert log.load("g") == ()
        assert asked == ["roll"]


def test_a_kind_of_game_that_is_not_known_has_no_codec() -> None:
    codecs = codecs_of({"roll": GAME})
    assert codecs("chess") is None
    assert codecs("roll") is codecs("roll")
