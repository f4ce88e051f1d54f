"""Dice of one picture help each other against a cast, and a die alone keeps its reading."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest

from vision.classification.colour_constancy import BodyColours, body_measures, with_constant_colours

TYPES = ("home", "military", "consumption", "genes", "alien_technology")
BGR = {
    "home": (235, 232, 236),
    "military": (86, 56, 220),
    "consumption": (240, 180, 228),
    "genes": (50, 200, 160),
    "alien_technology": (30, 220, 235),
}
KINDS = (*TYPES, "d6", "none")


def crop(kind: str, gains: tuple[float, float, float] = (1.0, 1.0, 1.0)) -> npt.NDArray[np.uint8]:
    color = np.clip(np.array(BGR[kind]) * 0.85 * gains, 0, 245)
    picture: npt.NDArray[np.uint8] = np.full((64, 64, 3), color, np.uint8)
    return picture


def measured() -> BodyColours:
    """The painted bodies' colours, and that they vary a little."""
    mean, _ = body_measures(np.stack([crop(kind) for kind in TYPES]))
    spread = np.repeat(np.eye(3)[None] * 0.06**2, len(TYPES), axis=0)
    return BodyColours(TYPES, mean, spread, np.eye(3) * 0.2**2)


@pytest.fixture(scope="module")
def colours() -> BodyColours:
    return measured()


def sure(kind: str) -> npt.NDArray[np.float64]:
    shares = np.full(len(KINDS), 0.002)
    shares[KINDS.index(kind)] = 1 - 0.002 * (len(KINDS) - 1)
    return shares


def torn() -> npt.NDArray[np.float64]:
    shares = np.full(len(KINDS), 0.004)
    shares[[KINDS.index("home"), KINDS.index("consumption")]] = 0.40, 0.58
    return np.asarray(shares / shares.sum())


LILAC = (1.02, 0.84, 1.02)
"""Gains (blue, green, red) of a cast that makes white look lilac."""


def test_the_others_show_that_the_light_is_lilac(colours: BodyColours) -> None:
    """A white die under a lilac cast is white once red, green and yellow dice show the cast."""
    kinds = ("military", "genes", "alien_technology", "genes")
    crops = np.stack([crop("home", LILAC), *(crop(kind, LILAC) for kind in kinds)])
    shares = np.stack([torn(), *(sure(kind) for kind in kinds)])
    result = with_constant_colours(shares, KINDS, crops, colours)
    assert shares[0].argmax() == KINDS.index("consumption")
    assert result[0].argmax() == KINDS.index("home")
    assert result[0].max() <= 0.9 + 1e-9  # changed by the light alone: not too sure
    assert [KINDS[row.argmax()] for row in result[1:]] == list(kinds)


def test_a_lilac_die_in_neutral_light_becomes_surer(colours: BodyColours) -> None:
    """Where the others show no cast, what looks lilac is lilac."""
    kinds = ("military", "genes", "alien_technology", "genes")
    crops = np.stack([crop("consumption"), *(crop(kind) for kind in kinds)])
    shares = np.stack([torn(), *(sure(kind) for kind in kinds)])
    result = with_constant_colours(shares, KINDS, crops, colours)
    assert result[0, KINDS.index("consumption")] > 0.9


def test_a_die_alone_keeps_its_probabilities(colours: BodyColours) -> None:
    """Without other dice there is nothing to learn about the light."""
    shares = torn()[None]
    crops = crop("home", LILAC)[None]
    assert with_constant_colours(shares, KINDS, crops, colours) == pytest.approx(shares)
    assert with_constant_colours(shares[:0], KINDS, crops[:0], colours).shape == (0, len(KINDS))


def test_rows_stay_probabilities_whatever_the_pixels(colours: BodyColours) -> None:
    """Noise, black and blown-out crops give finite rows that add up to one."""
    rng = np.random.default_rng(3)
    crops = rng.integers(0, 256, (6, 64, 64, 3)).astype(np.uint8)
    crops[1], crops[2] = 0, 255
    shares = rng.dirichlet(np.ones(len(KINDS)), 6)
    result = with_constant_colours(shares, KINDS, crops, colours)
    assert np.isfinite(result).all()
    assert (result >= 0).all()
    assert result.sum(axis=1) == pytest.approx(np.ones(6))


def test_blown_out_faces_say_nothing(colours: BodyColours) -> None:
    """A face without colour left neither changes nor is changed by the others."""
    crops = np.full((3, 64, 64, 3), 255, np.uint8)
    shares = np.stack([torn(), sure("genes"), torn()])
    assert with_constant_colours(shares, KINDS, crops, colours) == pytest.approx(shares)


def test_brightness_tells_white_from_a_pale_colour(colours: BodyColours) -> None:
    """As bright as the other white dice, it is white, whatever the network thinks."""
    kinds = ("home", "military", "genes", "home")
    crops = np.stack([crop("home"), *(crop(kind) for kind in kinds)])
    shares = np.stack([torn(), *(sure(kind) for kind in kinds)])
    alike = replace(colours, mean=colours.mean * (0, 0, 1), spread=colours.spread * (1, 1, 0.2))
    blind = replace(colours, mean=colours.mean * (0, 0, 0), spread=colours.spread)
    seen = with_constant_colours(shares, KINDS, crops, alike)[0]
    unseen = with_constant_colours(shares, KINDS, crops, blind)[0]
    assert seen[KINDS.index("home")] > max(0.7, unseen[KINDS.index("home")])


def test_the_light_does_not_decide_whether_there_is_a_face(colours: BodyColours) -> None:
    """A body whose colour fits nothing keeps its probability of being no readable face."""
    kinds = ("military", "genes", "alien_technology", "genes")
    crops = np.stack([crop("genes", (6.0, 0.3, 1.0)), *(crop(kind) for kind in kinds)])
    shares = np.stack([sure("home"), *(sure(kind) for kind in kinds)])
    result = with_constant_colours(shares, KINDS, crops, colours)
    none = KINDS.index("none")
    assert result[1:, none] == pytest.approx(shares[1:, none])
    assert result[0, none] < 0.02
