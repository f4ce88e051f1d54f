"""Averages and rivals: shared wins, unscored games left out, spellings of a name together."""

from dataclasses import replace

from companion.history.records import CameraRecord
from companion.history.statistics import camera_record, player_records, rivalries
from tests.history.evenings import a_game


def test_nobody_has_played_yet() -> None:
    """No games, no records, no division by zero."""
    assert player_records(()) == ()
    assert rivalries(()) == ()


def test_wins_and_means() -> None:
    """Two games; "ann" is Ann; a tie is a win for both and a draw between them."""
    games = (a_game({"Ann": 50, "Bob": 40}), a_game({"ann": 30, "Bob": 30, "Éva": 20}))
    ann, bob, eva = player_records(games)
    assert (ann.name, ann.games, ann.wins, ann.shared, ann.mean_total) == ("Ann", 2, 2, 1, 40.0)
    assert (bob.wins, bob.shared, bob.best_total) == (1, 1, 40)
    assert (eva.games, eva.wins) == (1, 0)
    pair = rivalries(games)[0]
    assert (pair.first, pair.second, pair.first_ahead, pair.draws) == ("Ann", "Bob", 1, 1)


def test_an_unfinished_game_is_no_result() -> None:
    """Broken off or without totals: listed, but in no average."""
    whole = a_game({"Ann": 50, "Bob": 40})
    broken = replace(a_game({"Ann": 0, "Bob": 90}), over=False)
    unscored = replace(whole, players=tuple(replace(p, total=None) for p in whole.players))
    assert player_records((whole, broken, unscored)) == player_records((whole,))


def test_the_figures_of_the_camera_add_up() -> None:
    read = replace(a_game({"Ann": 1}), camera=CameraRecord(read=3, doubtful=1))
    assert camera_record((read, read)) == CameraRecord(read=6, doubtful=2)
