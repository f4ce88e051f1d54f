"""Averages and rivals: shared wins, unscored games left out, spellings of a name together."""

from __future__ import annotations

from dataclasses import replace

from companion.history.records import CameraRecord
from companion.history.statistics import (
    StartRecord,
    camera_record,
    faction_records,
    home_records,
    player_records,
    rivalries,
    table_record,
)
from tests.history.evenings import a_game


def test_nobody_has_played_yet() -> None:
    """No games, no records, no division by zero."""
    assert player_records(()) == ()
    assert rivalries(()) == ()
    assert table_record(()).mean_winning_total is None


def test_wins_and_means() -> None:
    """Two games; "ann" is Ann; a tie is a win for both and a draw between them."""
    games = (a_game({"Ann": 50, "Bob": 40}), a_game({"ann": 30, "Bob": 30, "Éva": 20}))
    ann, bob, eva = player_records(games)
    assert (ann.name, ann.games, ann.wins, ann.shared, ann.mean_total) == ("Ann", 2, 2, 1, 40.0)
    assert (bob.wins, bob.shared, bob.best_total) == (1, 1, 40)
    assert (eva.games, eva.wins) == (1, 0)
    pair = rivalries(games)[0]
    assert (pair.first, pair.second, pair.first_ahead, pair.draws) == ("Ann", "Bob", 1, 1)
    assert table_record(games).mean_winning_total == 40.0


def test_an_unfinished_game_is_no_result() -> None:
    """Broken off or without totals: listed, but in no average."""
    whole = a_game({"Ann": 50, "Bob": 40})
    broken = replace(a_game({"Ann": 0, "Bob": 90}), over=False)
    unscored = replace(whole, players=tuple(replace(p, total=None) for p in whole.players))
    assert player_records((whole, broken, unscored)) == player_records((whole,))
    assert table_record((whole, broken, unscored)).games == 3


def test_length_and_camera() -> None:
    """A game whose length is unknown is in no average; the camera's figures add up."""
    game = a_game({"Ann": 1}, minutes=70)
    unknown = replace(game, minutes=None, rounds=0)
    assert table_record((game, unknown)).mean_minutes == 70
    assert table_record((game, unknown)).mean_rounds == 11
    assert table_record((unknown,)).mean_minutes is None
    assert table_record((unknown,)).mean_rounds is None
    read = replace(game, camera=CameraRecord(read=3, doubtful=1))
    assert camera_record((read, read)) == CameraRecord(read=6, doubtful=2)


def test_averages_by_faction_and_home_world() -> None:
    """Each start counts all who had it, in all games; unknown starts and unscored games do not."""
    first, second = a_game({"Ann": 30, "Bo": 20}), a_game({"Ann": 25, "Bo": 41}, game_id="h")
    games = [
        replace(game, players=tuple(
            replace(player, faction=number, home_world=world)
            for player, number, world in zip(game.players, numbers, worlds, strict=True)
        ))
        for game, numbers, worlds in (
            (first, (4, None), ("old_earth", "new_sparta")),
            (second, (1, 4), ("new_sparta", "old_earth")),
        )
    ]  # fmt: skip
    assert faction_records(games) == (StartRecord(4, 2, 2, 35.5), StartRecord(1, 1, 0, 25.0))
    assert home_records(games) == (
        StartRecord("old_earth", 2, 2, 35.5), StartRecord("new_sparta", 2, 0, 22.5),
    )  # fmt: skip
    assert faction_records([replace(games[0], over=False)]) == ()
