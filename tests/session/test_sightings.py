"""When the dice on a mat may be believed."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.session.ports import (
    Alternative,
    Corners,
    DieReading,
    DieStatus,
    MatReading,
    Problem,
    Reading,
)
from companion.session.sightings import (
    Place,
    Sighting,
    as_fractions,
    corners_px,
    dice_on,
    follow,
    mat_in,
    sighting_of,
)


def a_die(x_mm: float, y_mm: float = 100.0, **changes: object) -> DieReading:
    die = DieReading(
        centre_px=(4 * x_mm, 4 * y_mm),
        size_px=50.0,
        angle_deg=0.0,
        mat="strip-1",
        position_mm=(x_mm, y_mm),
        zone="explore",
        type="home",
        colour="white",
        face="explore",
        confidence=0.99,
        status=DieStatus.OK,
    )
    return replace(die, **changes)  # type: ignore[arg-type]


CORNERS = ((0.0, 0.0), (200.0, 0.0), (200.0, 200.0), (0.0, 200.0))
Dice = tuple[DieReading, ...]


def a_frame(dice: Dice, *codes: str, faint: Dice = (), corners: Corners = CORNERS) -> Sighting:
    mat = MatReading("strip-1", "strip", 1, corners, 0.1)
    problems = tuple(Problem(code, code, {"mat": "strip-1"}) for code in codes)
    return sighting_of(Reading(640, 480, (mat,), dice, problems, faint=faint), mat)


def after(*frames: Dice | Sighting) -> Sighting:
    sighting: Sighting | None = None
    for each in frames:
        sighting = follow(sighting, each if isinstance(each, Sighting) else a_frame(each))
    assert sighting is not None
    return sighting


def delivered(*frames: Dice | Sighting) -> tuple[int, list[tuple[str, bool]]]:
    """The frame after which the dice are delivered; the face and doubt of each."""
    for count in range(1, len(frames) + 1):
        sighting = after(*frames[:count])
        if sighting.is_settled:
            return count, [(die.face, die.doubtful) for die in sighting.seen()]
    raise AssertionError("never settled")


STILL = (a_die(50), a_die(80, zone="develop", face="ship"))
SHORT = STILL[:1]
OTHER = (STILL[0], replace(STILL[1], type="genes", face="settle"))
CHECKED = (STILL[0], replace(STILL[1], status=DieStatus.CHECK))
BOTH = [("explore", False), ("ship", False)]
DOUBT = [("explore", False), ("ship", True)]
FAINT = replace(STILL[1], odds=-1.0, status=DieStatus.CHECK)


@pytest.mark.parametrize(
    ("frames", "when", "dice"),
    [
        pytest.param([STILL] * 5, 2, BOTH, id="two sure frames are enough"),
        pytest.param([STILL, SHORT, *[STILL] * 5], 5, DOUBT, id="missed in one frame"),
        pytest.param([STILL, *[SHORT] * 2, *[STILL] * 5], 5, DOUBT, id="missed in two frames"),
        pytest.param([SHORT, *[STILL] * 5], 3, BOTH, id="a die more is motion"),
        pytest.param([STILL, *[SHORT] * 5], 5, BOTH[:1], id="taken away"),
        pytest.param([CHECKED] * 5, 5, DOUBT, id="flagged in every frame"),
        pytest.param([CHECKED, *[STILL] * 4], 3, BOTH, id="flagged in one frame"),
        pytest.param([STILL, *[CHECKED] * 5], 5, DOUBT, id="sure in one frame alone"),
        pytest.param([STILL, OTHER, *[STILL] * 5], 5, DOUBT, id="one contrary frame"),
        pytest.param([STILL, OTHER] * 3, 5, DOUBT, id="flicker"),
        pytest.param([()] * 3, 2, [], id="an empty mat"),
    ],
)  # fmt: skip
def test_evidence_of_frames_at_rest(
    frames: list[Dice], when: int, dice: list[tuple[str, bool]]
) -> None:
    """Sure dice at once; what frames see differently after five of them, as doubtful."""
    assert delivered(*frames) == (when, dice)


def test_two_equal_short_readings_are_not_delivered() -> None:
    """Where a die was missed there is a faint candidate, or the game knows of one die more."""
    faint = a_frame(SHORT, faint=(FAINT,))
    assert delivered(faint, faint, *[STILL] * 3) == (5, DOUBT)
    assert delivered(*[faint] * 5) == (5, BOTH[:1]), "rather no die in all of them"
    for code in ("count_mismatch", "unread_object"):
        told = a_frame(SHORT, code)
        assert delivered(told, told, *[STILL] * 3) == (4, BOTH)
        assert delivered(*[told] * 5) == (5, BOTH[:1])


def test_a_faint_die_of_one_frame_is_no_die() -> None:
    """Its log odds are outweighed by those of the frames that see nothing there."""
    false = (*SHORT, replace(STILL[1], odds=0.5))
    assert delivered(false, *[SHORT] * 4) == (5, BOTH[:1])


def test_the_likeliest_label_of_all_frames_is_delivered() -> None:
    """Three flagged readings, of which the second names what the others name first as second."""
    ship = replace(CHECKED[1], confidence=0.5, alternatives=(Alternative("home", "wild", 0.4),))
    wild = replace(
        ship, face="wild", confidence=0.8, alternatives=(Alternative("home", "ship", 0.1),)
    )
    settled = after(*[(each,) for each in (ship, wild, ship, ship, wild)])
    assert [(die.face, die.doubtful) for die in settled.seen()] == [("wild", True)]


@given(
    st.lists(st.sampled_from([STILL, SHORT, OTHER, CHECKED, ()]), min_size=5, max_size=9),
)
def test_a_die_is_sure_only_where_all_frames_saw_it_alike(frames: list[Dice]) -> None:
    """Of the last five frames at rest, whatever they were."""
    sighting = after(*frames)
    window = frames[-min(sighting.frames, 5) :]
    for die in sighting.seen():
        if not die.doubtful and sighting.is_settled:
            places = [[each for each in dice if each.zone == die.zone] for dice in window]
            labels = {
                each.face for found in places for each in found if each.status is DieStatus.OK
            }
            assert all(places)
            assert labels == {die.face}


@given(st.lists(st.lists(st.booleans(), min_size=6, max_size=6), min_size=5, max_size=5))
def test_the_union_of_the_frames_is_delivered(missed: list[list[bool]]) -> None:
    """Every die that at least half of five frames saw is among the dice, each of them once."""
    dice = [a_die(20.0 + 20 * index) for index in range(6)]
    first = tuple(dice)
    frames = [tuple(d for d, gone in zip(dice, row, strict=True) if not gone) for row in missed[1:]]
    sighting = after(first, *frames)
    seen = [sum(die in frame for frame in (first, *frames)) for die in dice]
    wanted = [die.position_mm for die, count in zip(dice, seen, strict=True) if count >= 3]
    found = [die.position_mm for die in sighting.dice]
    assert len(found) == len(set(found))
    assert set(wanted) <= set(found)


def test_dice_tremble_but_do_not_walk() -> None:
    """A few millimetres are the camera's, more are a hand's."""
    near = tuple(replace(die, position_mm=(die.position_mm[0] + 3, 100.0)) for die in STILL)  # type: ignore[index]
    far = (STILL[0], a_die(90, zone="develop"))
    assert after(STILL, near).is_settled
    assert not after(STILL, far).is_settled
    assert after(STILL, far, far).is_settled


@pytest.mark.parametrize("other", [(*STILL, a_die(120)), (STILL[0], a_die(80, zone="settle"))])
def test_a_die_where_there_was_none_is_motion(other: Dice) -> None:
    """Also in another zone; the evidence begins anew."""
    assert after(STILL, STILL, other).frames == 1


def test_covered_dice_are_passed_on_as_doubtful_when_a_hand_would_be_gone() -> None:
    covered = a_frame(STILL, "mat_covered")
    sighting = None
    for count in range(1, 32):
        sighting = follow(sighting, covered)
        assert sighting.is_settled == (count >= 30)
        assert all(die.doubtful for die in sighting.seen())
    assert follow(sighting, a_frame(STILL)).frames == 1


@pytest.mark.parametrize(("moved_px", "frames"), [(2.8, 2), (2.9, 1)])
def test_a_mat_that_moves_a_hundredth_of_its_diagonal_starts_anew(
    moved_px: float, frames: int
) -> None:
    moved = a_frame(STILL, corners=((0.0, moved_px), *CORNERS[1:]))
    assert after(STILL, moved).frames == frames


def test_dice_side_by_side_are_not_mixed_up() -> None:
    """The nearest die is the same die, whatever the order of the reading."""
    pair = (a_die(50, type="genes"), a_die(64))
    assert all(not die.doubtful for die in after(pair, (pair[1], pair[0])).seen())


def test_without_places_in_millimetres_pixels_do() -> None:
    """Where the reader has no pose, a quarter of a die is the limit."""
    loose = tuple(replace(die, position_mm=None) for die in STILL)
    moved = tuple(replace(die, centre_px=(die.centre_px[0] + 20, 400.0)) for die in loose)
    assert after(loose, loose).is_settled
    assert not after(loose, moved).is_settled


def test_a_place_that_only_faint_candidates_were_seen_at_is_no_die() -> None:
    assert not Place((FAINT, FAINT)).is_die


def test_pipped_dice_are_read_in_a_zone_only() -> None:
    """Beside the zones pips are print; the game's dice are reported there as between places."""
    pipped = a_die(50, type="d6", face="4")
    assert len(after((pipped, replace(pipped, position_mm=(90.0, 90.0), zone=None))).seen()) == 1
    assert len(after((a_die(50), a_die(90, zone=None))).seen()) == 2


def test_dice_of_a_mat_in_reading_order() -> None:
    """From left to right; dice on other mats are not there."""
    mat = MatReading("strip-1", "strip", 1, ((0, 0), (9, 0), (9, 9), (0, 9)), 0.1)
    stranger = a_die(10, mat="strip-2")
    reading = Reading(640, 480, (mat,), (a_die(80), stranger, a_die(50)), ())
    assert [die.position_mm for die in dice_on(reading, "strip-1")] == [(50, 100.0), (80, 100.0)]
    assert mat_in(reading, "strip-1") is mat
    assert mat_in(reading, "strip-2") is None


def test_corners_turn_with_the_die() -> None:
    """A square of the die's size around its centre, clockwise from the upper left."""
    die = a_die(50, centre_px=(100.0, 100.0), size_px=20.0)
    assert corners_px(die) == ((90.0, 90.0), (110.0, 90.0), (110.0, 110.0), (90.0, 110.0))
    assert as_fractions(((90.0, 30.0),), (180, 60)) == ((0.5, 0.5),)
    tilted = corners_px(replace(die, angle_deg=45.0))
    assert tilted[0] == pytest.approx((100.0, 100.0 - 10 * 2**0.5))
