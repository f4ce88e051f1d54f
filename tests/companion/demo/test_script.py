"""The bundled evening keeps the rules, and its pictures are there."""

from collections import Counter

import pytest

from companion.demo.script import PICTURES, LaidMat, load_script
from companion.games.roll.decide.combined import Build
from companion.games.roll.model.dice import COUNTS, FACE_PAIRS
from companion.games.roll.model.state import EndReason, Step
from companion.games.roll.phases.counters import ChangeTiles
from companion.games.roll.rules.mats import faults
from tests.companion.demo.rehearsal import end_of, views
from tests.some import some

EVENING = load_script()
MAX_PICTURES_BYTES = 4_500_000


def test_it_has_three_players_then_two() -> None:
    """Two or three rounds of three, then rounds with the spare die."""
    assert [len(game.names) for game in EVENING.games] == [3, 2]
    assert [len(game.rounds) for game in EVENING.games] == [3, 2]
    assert all(r.mats[-1].spare is not None for r in EVENING.games[1].rounds)


@pytest.mark.parametrize("mat", EVENING.mats, ids=lambda mat: mat.picture)
def test_every_mat_is_legal(mat: LaidMat) -> None:
    """Faces exist and lie where the rules let them; exactly one die selects."""
    assert {(die.type, die.face) for die in mat.dice} <= set(FACE_PAIRS)
    if mat.seat is not None:
        assert faults(mat.in_fact) == ()
        assert len(mat.in_fact) == len(mat.dice)


def test_no_round_needs_more_dice_than_the_box_has() -> None:
    """Counted over all mats of a round (R-1.1)."""
    for each in some(each for game in EVENING.games for each in game.rounds):
        counts = Counter(die.type for mat in each.mats for die in mat.in_fact)
        for kind in some(counts):
            assert counts[kind] <= COUNTS[kind]


def test_the_first_game_goes_on_and_the_second_ends_in_both_ways() -> None:
    """By the pool and by twelve tiles, with chips beyond the pool."""
    *_, first, _ = views(EVENING.games[0])
    assert (first.step, first.round) == (Step.ASSIGN, 4)
    assert first.tracking is not None, "the companion knows all dice and tiles"
    second = end_of(EVENING.games[1])
    assert second.step is Step.OVER
    assert set(second.end_reasons) == {EndReason.VP_POOL, EndReason.TILES}
    assert second.vp_beyond_pool > 0


def test_settled_tiles_are_paid_with_settlers() -> None:
    """Nobody builds without a worker in that phase or one from an earlier round."""
    built = (
        (mat, phase)
        for game in EVENING.games
        for each in game.rounds
        for phase, actions in each.phases.items()
        for mat in each.mats
        if any(isinstance(a, ChangeTiles | Build) and a.seat == mat.seat for a in actions)
    )
    for mat, phase in some(built):
        assert any(die.place.phase is phase for die in mat.in_fact)


def test_each_mat_of_the_evening_has_its_picture() -> None:
    """All there, none twice, none left over, small enough to be carried along."""
    mats = (mat.picture for mat in EVENING.mats)
    others = (laid.picture for laid in (EVENING.calibration, *EVENING.throws))
    wanted = sorted((EVENING.idle, *mats, *others))
    assert len(set(wanted)) == len(wanted)
    assert sorted(path.stem for path in PICTURES.glob("*.jpg")) == wanted
    assert sum(path.stat().st_size for path in PICTURES.glob("*.jpg")) < MAX_PICTURES_BYTES


def test_games_of_other_people_get_fitting_pictures() -> None:
    """Every mat of a game of any size has a picture in every round."""
    for count in range(2, 6):
        names = [f"Player {seat}" for seat in range(1, count + 1)]
        for number in range(1, 20):
            for seat in range(1, count + 1):
                picture = EVENING.picture_for(f"strip-{seat}", names=names, number=number)
                mats = [mat.mat for mat in EVENING.mats if mat.picture == picture]
                assert mats == [f"strip-{seat}"]
    tray = EVENING.picture_for("tray", names=["A", "B"], number=3)
    assert tray.endswith("-tray")
    own = EVENING.picture_for("strip-2", names=EVENING.games[0].names, number=2)
    assert own == "game1-round2-lukasz"
