"""What a mat read by the camera asks the game for."""

import pytest

from companion.games.definition import SeenDie
from companion.games.roll import GAME
from companion.games.roll.model.dice import Face
from companion.games.roll.phases.reveal import RecordMat, RecordSpareDie
from companion.games.roll.phases.round import SignalReady, WithdrawReady
from companion.games.roll.view import camera
from tests.games.roll.table import THREE, TWO, all_ready, play, revealed, see
from tests.golden.roll_lines import write


def seen(text: str, *, doubtful: bool = False, mark: str = "") -> SeenDie:
    kind, face, zone = text.split()
    return SeenDie(kind, face, None if zone == "-" else zone, doubtful, mark)


def test_zones_become_places() -> None:
    """Columns, selection places and Dictate; the doubt and the mark go along."""
    answer = camera.mat_command(
        "strip-2",
        (
            seen("home explore select_settle"),
            seen("military wild ship", doubtful=True, mark="3"),
            seen("genes settle dictate"),
        ),
    )
    assert isinstance(answer.command, RecordMat)
    assert write(answer.command) == (
        "RecordMat seat=2 dice=home:explore@settle!,military:wild@ship?#3,genes:settle@dictate"
    )
    assert answer.notes == ()


@pytest.mark.parametrize(
    ("dice", "code"),
    [
        ((), "empty_mat"),
        (("d6 3 ship",), "foreign_die"),
        (("d6 3 -",), "die_between_places"),
        (("home explore select_explore", "home ship -"), "die_between_places"),
        (("home explore select_explore", "home ship tray"), "die_between_places"),
    ],
)
def test_what_is_not_recorded(dice: tuple[str, ...], code: str) -> None:
    """Where a die belongs is not the camera's decision; the table is told what to do."""
    answer = camera.mat_command("strip-1", tuple(map(seen, dice)))
    assert answer.command is None
    assert answer.notes[0].code == code
    assert "1" in answer.notes[0].message


@pytest.mark.parametrize("stranger", ["d6 4 ship", "robot_a ship ship", "home wild ship"])
def test_dice_that_do_not_exist_here_are_not_dropped(stranger: str) -> None:
    """It may be a die of this game, read wrongly: a mat without it would be recorded wrongly."""
    answer = camera.mat_command("strip-1", (seen("home ship select_ship"), seen(stranger)))
    assert answer.command is None
    assert [note.code for note in answer.notes] == ["foreign_die"]


def test_the_spare_die_lies_on_the_tray() -> None:
    """R-4.2: one white die, clearly read."""
    assert camera.mat_command("tray", (seen("home produce tray"),)).command == RecordSpareDie(
        Face.PRODUCE
    )
    for wrong in (
        (),
        (seen("home ship tray", doubtful=True),),
        (seen("genes settle tray"),),
        (seen("home ship tray"), seen("home ship tray")),
        (seen("home ship tray"), seen("d6 2 tray")),
    ):
        answer = camera.mat_command("tray", wrong)
        assert answer.command is None
        assert answer.notes[0].code == "spare_die_unclear"


def test_mats_that_the_table_waits_for() -> None:
    """In the reveal only; the tray with two players; all of them may be read again."""
    assert camera.readable_mats(see(play(TWO))) == camera.wanted_mats(see(play(TWO))) == ()
    view = see(revealed(TWO, "home:ship!"))
    assert set(camera.wanted_mats(view)) == {"strip-2", "tray"}
    assert set(camera.readable_mats(view)) == {"strip-1", "strip-2", "tray"}
    assert "tray" not in camera.readable_mats(see(all_ready(play(THREE))))


def test_the_ready_button() -> None:
    """Pressed once: ready; again: not yet; at any other time, or at a free seat: nothing."""
    state = play(THREE)
    assert GAME.button_command(see(state), 1) == SignalReady(1)
    state = play("SignalReady seat=1", state=state)
    assert GAME.lit_seats(see(state)) == {1}
    assert GAME.button_command(see(state), 1) == WithdrawReady(1)
    assert GAME.button_command(see(state), 4) is None
    assert GAME.button_command(see(revealed(THREE)), 1) is None
    assert GAME.button_command(see(GAME.initial), 1) is None
