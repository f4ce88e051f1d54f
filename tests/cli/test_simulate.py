"""``companion simulate``: the contract's form."""

import json
from dataclasses import replace
from typing import Any

import pytest

from companion.cli import simulate_command
from companion.cli.main import main
from companion.errors import CompanionError
from companion.games.registry import GAMES


def run(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main(["simulate", *words, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_the_form(capsys: pytest.CaptureFixture[str]) -> None:
    """Exactly the keys of the contract, and figures that fit together."""
    found = run(capsys, "--players", "3", "--games", "2", "--seed", "5")
    assert list(found) == [
        *("schema", "games", "players", "seed", "events", "seconds", "games_per_second"),
        *("events_per_second", "violations", "rounds", "ended_by", "digest"),
    ]
    assert (found["schema"], found["games"], found["players"]) == ("simulate/1", 2, 3)
    assert found["violations"] == 0
    assert found["events"] > 200
    assert found["rounds"]["min"] <= found["rounds"]["median"] <= found["rounds"]["max"]
    assert set(found["ended_by"]) == {"vp_pool", "tiles"}
    assert sum(found["ended_by"].values()) == 2
    assert len(found["digest"]) == 64


def test_the_same_seed_gives_the_same_games(capsys: pytest.CaptureFixture[str]) -> None:
    """All but the times is equal; another seed gives other games."""
    once, again, other = (
        run(capsys, "--players", "2", "--games", "2", "--seed", seed) for seed in ("8", "8", "9")
    )
    for found in (once, again, other):
        for key in ("seconds", "games_per_second", "events_per_second"):
            del found[key]
    assert once == again
    assert once["digest"] != other["digest"]


@pytest.mark.parametrize(
    "words",
    [
        ("--players", "6", "--games", "1", "--seed", "1"),
        ("--players", "2", "--games", "0", "--seed", "1"),
        ("--players", "2", "--games", "1", "--seed", "x"),
        ("--players", "2", "--games", "1"),
        ("--game", "rule_the_galaxy", "--players", "5", "--games", "1", "--seed", "1"),
        ("--game", "rule_the_galaxy", "--policies", "easy,hard", "--games", "1", "--seed", "1"),
        ("--game", "chess", "--players", "2", "--games", "1", "--seed", "1"),
    ],
)
def test_wrong_usage(capsys: pytest.CaptureFixture[str], words: tuple[str, ...]) -> None:
    """Says what is wrong and how it is used, without a traceback."""
    assert main(["simulate", *words]) == 2
    assert "usage" in capsys.readouterr().err


def test_workers_share_the_games(capsys: pytest.CaptureFixture[str]) -> None:
    """Two processes play what one does, also with policies."""
    words = ("--policies", "easy,random", "--games", "5", "--seed", "8")
    one, two = (run(capsys, *words, "--workers", workers) for workers in ("1", "2"))
    for key in ("digest", "events", "wins", "win_shares", "standard_error", "mean_scores"):
        assert one[key] == two[key]


@pytest.mark.parametrize(
    ("game", "players"),
    [
        ("gathering_storm", "1"),
        ("gathering_storm", "4"),
        ("gathering_storm_draft", "3"),
        ("galactic_emperor", "3"),
        ("rule_the_galaxy", "1"),
        ("roll", "2"),
    ],
)
def test_a_named_game_is_played_by_random_answers(
    capsys: pytest.CaptureFixture[str], game: str, players: str
) -> None:
    """With the same form and their name, without a violation."""
    found = run(capsys, "--game", game, "--players", players, "--games", "1", "--seed", "5")
    assert list(found)[-2:] == ["digest", "game"]
    assert (found["game"], found["violations"]) == (game, 0)
    assert found["rounds"]["min"] >= 1
    assert found["events"] > 0


def test_workers_share_the_games_of_a_named_game(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--game", "rule_the_galaxy", "--players", "1", "--games", "3", "--seed", "5")
    one, two = (run(capsys, *words, "--workers", workers) for workers in ("1", "2"))
    assert (one["digest"], one["events"]) == (two["digest"], two["events"])


def test_a_refused_answer_is_a_violation(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A question that offers what the rules refuse does not go unnoticed."""

    def refuse(_state: object, _command: object) -> tuple[object, ...]:
        raise CompanionError

    definition = replace(GAMES["rule_the_galaxy"], decide=refuse)
    monkeypatch.setattr(simulate_command, "GAMES", GAMES.replaced(definition))
    words = ("--game", "rule_the_galaxy", "--players", "2", "--games", "1", "--seed", "1")
    assert main(["simulate", *words]) == 1
    assert "refused" in capsys.readouterr().err


def test_the_invariants_of_other_games_are_checked_unless_told_otherwise(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    definition = replace(GAMES["rule_the_galaxy"], invariants=lambda _state: ("wrong",))
    monkeypatch.setattr(simulate_command, "GAMES", GAMES.replaced(definition))
    words = ("--game", "rule_the_galaxy", "--players", "1", "--games", "1", "--seed", "1")
    assert main(["simulate", *words]) == 1
    assert "wrong" in capsys.readouterr().err
    assert run(capsys, *words, "--unchecked")["violations"] == 0
