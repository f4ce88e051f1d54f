"""Pictures of the calibration mat become a profile, or are refused in one sentence."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import cv2
import numpy as np
import pytest

from calibration.core.colour_difference import difference, lab
from calibration.core.errors import (
    BLURRED,
    GREYS_COLOURED,
    LIGHT_NOT_KNOWN,
    LIGHT_UNSEEN,
    LIGHTS_DIFFER,
    MAT_NOT_WHOLE,
    NO_CALIBRATION_MAT,
    OTHER_MAT,
    OVEREXPOSED,
    SHADOW,
    TOO_DARK,
    TOO_SMALL,
    CalibrationError,
)
from calibration.core.making import bare_profile, check_light, inspect_mat, make_profile, refreshed
from calibration.core.profile import DIE_KEYS, CameraSeen, DieColour, DrawnZone, Profile, Triple
from calibration.core.profile_file import parse_profile, profile_bytes
from calibration.core.reader_profile import apply_profile
from calibration.core.steps import refuse_bad
from companion.errors import Row
from companion.session.calibration_ports import Signal
from companion.session.ports import Frame, ReadRequest
from tests.calibration.pictures import (
    blurred,
    clipped_in_red,
    frame,
    good_picture,
    half_in_shadow,
    lit,
    saturated_in_red,
    taken,
)
from tests.rows import raises
from vision.core.arrays import ImageU8
from vision.pipeline import TableReader


def _made(reader: TableReader, *frames: Frame) -> Profile:
    profile, _ = make_profile(
        frames, reader, name="A test", made_at="2026-11-21T18:00:00Z", camera="rendered"
    )
    return profile


def test_a_good_picture_makes_a_profile(reader: TableReader) -> None:
    """All lights are green; seven colours that look like the dice; 14 mm dice."""
    looked = inspect_mat(frame(good_picture()), reader)
    assert {step.key: step.signal for step in looked.steps if step.signal is not Signal.GREEN} == {}
    profile = _made(reader, frame(good_picture()))
    assert profile.die_edge_mm == pytest.approx(14.0, abs=1.0)
    assert [mat.mat for mat in profile.mats] == ["calibration"]
    assert profile.light is not None
    assert 0.5 < min(profile.light.white) <= max(profile.light.white) < 0.9
    assert difference(lab(_colour_of(profile, "home")), (98.0, 2.0, 0.0)) < 12
    assert difference(lab(_colour_of(profile, "military")), (52.0, 70.0, 30.0)) < 15
    assert profile.picture.startswith(b"\xff\xd8")


def _colour_of(profile: Profile, die: str) -> Triple:
    return next(colour.linear for colour in profile.colours if colour.die == die)


def test_a_picture_upside_down_gives_the_same_colours(reader: TableReader) -> None:
    """The markers say where up is."""
    straight = _made(reader, frame(good_picture()))
    turned = _made(reader, frame(np.rot90(good_picture(), 2)))
    for key in DIE_KEYS:
        apart = difference(lab(_colour_of(straight, key)), lab(_colour_of(turned, key)))
        assert apart < 2.5, key


_SPOILT: list[tuple[str, Callable[[ImageU8], ImageU8], Row[CalibrationError]]] = [
    ("half in shadow", half_in_shadow, SHADOW),
    ("overexposed", lambda p: lit(p, lambda light: light * 3.2), OVEREXPOSED),
    (
        "overexposed, toned down",
        lambda p: lit(p, lambda light: np.minimum(light * 3.2, 1.0) * 0.85),
        OVEREXPOSED,
    ),
    ("nearly black", lambda p: lit(p, lambda light: light * 0.012), TOO_DARK),
    ("blurred", blurred, BLURRED),
    ("no mat", lambda p: np.full_like(p, 90), NO_CALIBRATION_MAT),
    ("half the mat", lambda p: p[:, : p.shape[1] // 2], MAT_NOT_WHOLE),
    (
        "far away",
        lambda p: cv2.copyMakeBorder(
            cv2.resize(p, None, fx=0.36, fy=0.36, interpolation=cv2.INTER_AREA),
            20, 20, 20, 20, cv2.BORDER_REPLICATE,
        ).astype(np.uint8),
        TOO_SMALL,
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("spoil", "fault"), [(s, f) for _, s, f in _SPOILT], ids=[name for name, _, _ in _SPOILT]
)
def test_spoilt_pictures_are_refused(
    reader: TableReader, spoil: Callable[[ImageU8], ImageU8], fault: Row[CalibrationError]
) -> None:
    """The first red light names the fault and what to do about it."""
    looked = inspect_mat(frame(spoil(good_picture())), reader)
    with raises(fault) as raised:
        refuse_bad(looked.steps)
    assert raised.value.hint_text
    with raises(fault):
        _made(reader, frame(spoil(good_picture())))


@pytest.mark.slow
def test_another_mat_is_named(reader: TableReader) -> None:
    """A strip mat has patches, too, but no places for the seven dice."""
    with raises(OTHER_MAT, match="strip-2"):
        _made(reader, frame(taken("calibration_dice_on_strip")))


@pytest.mark.slow
def test_a_clipped_red_is_no_lack_of_ink(reader: TableReader) -> None:
    """The greys are coloured since red cannot get any brighter, be the light uneven or even."""
    for picture in (clipped_in_red(good_picture()), saturated_in_red(good_picture(), 1.8)):
        with raises(OVEREXPOSED):
            _made(reader, frame(picture))


@pytest.mark.slow
def test_a_lack_of_ink_is_told_under_any_lamp(reader: TableReader) -> None:
    """Greys that are reddish themselves are no sign that the paper is saturated in red."""
    picture = taken("calibration_short_of_cyan")
    for seen in (picture, saturated_in_red(picture, 1.0), saturated_in_red(picture, 1.3)):
        with raises(GREYS_COLOURED):
            _made(reader, frame(seen))


@pytest.mark.slow
def test_paper_saturated_in_red_still_makes_a_profile(reader: TableReader) -> None:
    """The light grey tells the red of white, and dice without red keep their colours."""
    good = _made(reader, frame(saturated_in_red(good_picture(), 1.0)))
    picture = frame(saturated_in_red(good_picture(), 1.35))
    profile, steps = make_profile(
        [picture], reader, name="A test", made_at="2026-11-21T18:00:00Z", camera="rendered"
    )
    assert next(step for step in steps if step.key == "exposure").signal is Signal.YELLOW
    for key in ("novelty", "genes"):
        assert difference(lab(_colour_of(good, key)), lab(_colour_of(profile, key))) < 4.0, key
    apply_profile(reader, profile)
    for times in (1.0, 1.2, 1.5):
        reading = reader.read(ReadRequest(frame(saturated_in_red(good_picture(), times)))).reading
        assert "profile_light_differs" not in {problem.code for problem in reading.problems}
        assert [die.type for die in reading.dice] == [die.zone for die in reading.dice]


@pytest.mark.slow
def test_a_strong_cast_and_two_stops_less_still_make_a_profile(reader: TableReader) -> None:
    """The patches say what white is, so the colours come out as in good light."""
    good = _made(reader, frame(good_picture()))
    orange = np.array([0.18, 0.5, 1.0], np.float32)
    for factor in (orange, np.float32(0.25), orange * 0.4):
        spoilt = lit(good_picture(), partial(np.multiply, factor))
        profile = _made(reader, frame(spoilt))
        for key in ("home", "consumption", "military", "genes"):
            apart = difference(lab(_colour_of(good, key)), lab(_colour_of(profile, key)))
            assert apart < 6.0, key


@pytest.mark.slow
def test_pictures_of_one_calibration_share_one_light(reader: TableReader) -> None:
    """Two pictures are better than one, but not from two lamps."""
    both = _made(reader, frame(good_picture()), frame(good_picture()))
    assert all(colour.dice == 2 for colour in both.colours)
    other = lit(good_picture(), lambda light: light * np.array([0.4, 0.8, 1.0], np.float32))
    with raises(LIGHTS_DIFFER):
        _made(reader, frame(good_picture()), frame(other))


def test_a_refresh_takes_the_light_and_keeps_the_rest(reader: TableReader) -> None:
    """A dimmer lamp: white follows, colours stay. A bare table tells no light."""
    profile = _made(reader, frame(good_picture()))
    dimmer = lit(good_picture(), lambda light: light * 0.5)
    fresh = refreshed(profile, frame(dimmer), made_at="2026-11-22T18:00:00Z")
    assert profile.light is not None
    assert fresh.light is not None
    assert fresh.light.white[1] == pytest.approx(profile.light.white[1] * 0.5, rel=0.15)
    assert (
        replace(fresh, made_at=profile.made_at, light=profile.light, mats=profile.mats) == profile
    )
    with raises(LIGHT_UNSEEN):
        refreshed(profile, frame(np.full_like(dimmer, 80)), made_at=profile.made_at)


def test_a_refresh_moves_drawn_zones_with_their_mat(reader: TableReader) -> None:
    """The camera was pushed: zones lie as before beside the mat that was in view at drawing."""
    profile = _made(reader, frame(good_picture()))
    x, y = profile.mats[0].corners[0]
    zone = DrawnZone("strip-1", "explore", ((x, y), (x + 0.3, y), (x + 0.3, y + 0.3), (x, y + 0.3)))
    drawn = replace(profile, zones=(zone,))
    aside = np.ascontiguousarray(np.roll(good_picture(), 40, axis=1))
    fresh = refreshed(drawn, frame(aside), made_at="2026-11-22T18:00:00Z")
    step = 40 / good_picture().shape[1] * 2
    assert fresh.zones[0].corners[0] == pytest.approx((x + step, y), abs=0.01)
    assert fresh.mats[0].corners[0] == pytest.approx((x + step, y), abs=0.01)
    away = (replace(profile.mats[0], mat="tray"),)
    unseen = refreshed(replace(drawn, mats=away), frame(aside), made_at=fresh.made_at)
    assert unseen.zones == drawn.zones
    assert {mat.mat for mat in unseen.mats} == {"tray", "calibration"}


def test_a_bare_profile_knows_no_light(reader: TableReader) -> None:
    """It can be stored and read by; its light can be neither checked nor refreshed."""
    camera = CameraSeen("Pi", 1536, 864)
    bare = bare_profile("Drawn", made_at="2026-11-22T18:00:00Z", camera=camera)
    assert parse_profile(profile_bytes(bare), called="it") == bare
    apply_profile(reader, bare)
    assert len(reader.read(ReadRequest(frame(good_picture()))).reading.dice) == 7
    apply_profile(reader, None)
    with raises(LIGHT_NOT_KNOWN):
        refreshed(bare, frame(good_picture()), made_at=bare.made_at)
    with raises(LIGHT_NOT_KNOWN):
        check_light(bare, frame(good_picture()), reader)
    with pytest.raises(ValueError, match="colour"):
        replace(bare, colours=(DieColour("home", (1.0, 1.0, 1.0)),))
