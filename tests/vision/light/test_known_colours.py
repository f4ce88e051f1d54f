"""The colours of a calibration decide between types, and say when the lamp is another."""

import numpy as np
import pytest

from models.labels import LABELS
from tests.some import some
from vision.core.arrays import F64
from vision.light.known_colours import FACTORY, Surfaces, with_known_colours

KINDS = tuple(label.partition("/")[0] for label in LABELS)
FACE = {"home": "ship", "consumption": "ship", "genes": "wild", "alien_technology": "wild"}


def _surfaces(types: list[str], gain: tuple[float, float, float] = (1, 1, 1)) -> Surfaces:
    rows = [FACTORY.types.index(kind) for kind in types]
    return Surfaces(FACTORY.linear[rows] * np.array(gain), np.zeros(len(types)))


def _torn(pairs: list[tuple[str, str]], first: float = 0.5) -> F64:
    """A network that cannot tell the two types of each pair; their glyph is the same."""
    shares = np.full((len(pairs), len(LABELS)), 1e-5)
    for row, (a, b) in enumerate(pairs):
        shares[row, LABELS.index(f"{a}/{FACE[a]}")] = first
        shares[row, LABELS.index(f"{b}/{FACE[b]}")] = 1.0 - first
    return np.asarray(shares / shares.sum(axis=1, keepdims=True), np.float64)


@pytest.mark.parametrize("pair", [("home", "consumption"), ("genes", "alien_technology")])
def test_the_colour_tells_a_single_die(pair: tuple[str, str]) -> None:
    """Even against a network that leans the other way."""
    for kind in some(pair):
        match = with_known_colours(_torn([pair]), KINDS, _surfaces([kind]), FACTORY)
        best = LABELS[int(match.shares[0].argmax())]
        assert best == f"{kind}/{FACE[kind]}"
        assert match.shares[0].max() > 0.97


def test_a_colour_between_two_types_does_not_outvote_a_sure_network() -> None:
    """A green die in warm shadow is nearer to yellow; the network has seen its surroundings."""
    green, yellow = (
        FACTORY.linear[FACTORY.types.index(kind)] for kind in ("genes", "alien_technology")
    )
    shaded = Surfaces((green**0.35 * yellow**0.65)[None], np.zeros(1))
    sure = _torn([("genes", "alien_technology")], 0.995)
    match = with_known_colours(sure, KINDS, shaded, FACTORY)
    assert LABELS[int(match.shares[0].argmax())] == "genes/wild"
    assert match.shares[0].max() < 0.88, "a person is asked"


def test_the_glyph_is_the_networks_matter() -> None:
    """An asterisk stays one, whatever the colour."""
    shares = np.full((1, len(LABELS)), 1e-5)
    shares[0, LABELS.index("consumption/wild")] = 1.0
    shares /= shares.sum()
    right = with_known_colours(shares, KINDS, _surfaces(["consumption"]), FACTORY)
    assert LABELS[int(right.shares[0].argmax())] == "consumption/wild"


def test_all_dice_together_betray_another_lamp() -> None:
    """Under the lamp of the calibration nothing is said, under a candle it is."""
    types = list(FACTORY.types)
    shares = np.full((7, len(LABELS)), 1e-4)
    for row, kind in enumerate(types):
        shares[row, [k == kind for k in KINDS]] = 1.0
    shares /= shares.sum(axis=1, keepdims=True)
    same = with_known_colours(shares, KINDS, _surfaces(types), FACTORY)
    assert same.other_lamp < 0.05
    candle = with_known_colours(shares, KINDS, _surfaces(types, (0.45, 0.8, 1.2)), FACTORY)
    assert candle.other_lamp > 0.95


def test_probabilities_stay_probabilities() -> None:
    """Rows add up to what they did; what is no die of ours keeps its share; none is fine, too."""
    shares = _torn([("home", "consumption"), ("genes", "alien_technology")], 0.7)
    match = with_known_colours(shares, KINDS, _surfaces(["home", "genes"]), FACTORY)
    assert match.shares.sum(axis=1) == pytest.approx(np.ones(2))
    none = LABELS.index("none")
    assert match.shares[:, none] == pytest.approx(shares[:, none])
    empty = with_known_colours(np.empty((0, len(LABELS))), KINDS, _surfaces([]), FACTORY)
    assert empty.shares.shape == (0, len(LABELS))
    assert empty.other_lamp == 0.0
