"""Dice of one picture are judged together, and only their types by it."""

import numpy as np
import numpy.typing as npt
import pytest

from models.store import load_manifest, model_bytes
from vision.classification.set_classifier import (
    FAINTEST,
    LOOK,
    SceneContext,
    SetClassifier,
    chances,
    looks,
    relative_places,
    surroundings,
)
from vision.core.arrays import F32, F64, ImageU8
from vision.core.detections import Detections
from vision.core.inference import open_light
from vision.core.type_shares import masses

TYPES = ("home", "consumption", "genes")
KINDS = ("home", "home", "consumption", "genes", "d6", "none")
SHARES = np.array([[0.2, 0.1, 0.5, 0.0, 0.05, 0.15], [0.0, 0.0, 0.0, 0.98, 0.0, 0.02]])
BGR = {
    "home": (235, 232, 236),
    "military": (86, 56, 220),
    "consumption": (240, 180, 228),
    "genes": (50, 200, 160),
    "alien_technology": (30, 220, 235),
}
LILAC = (1.02, 0.84, 1.02)
"""Gains of a lilac light."""

CENTRES = np.array([[100.0, 100.0], [180.0, 100.0]], np.float32)
EDGES = np.array([40.0, 40.0], np.float32)


def context(centres_px: F32, edges_px: F32, *, on_paper: bool = False) -> SceneContext:
    """Dice on a grey table."""
    n = len(edges_px)
    flat = np.ones(n, np.float32)
    dice = Detections(centres_px, edges_px, np.zeros(n, np.float32), flat)
    return SceneContext(dice, surroundings(np.full(3, 110.0), on_paper=on_paper))


class Says:
    """A network that answers the same logits for every die and keeps what it was told."""

    def __init__(self, *logits: float) -> None:
        self.logits = logits
        self.told: F32 = np.empty(0, np.float32)

    def __call__(self, seen: F32, told: F32, places: F32, around: F32, /) -> F32:
        assert len(seen) == len(told) == len(places)
        assert around.shape == (4,)
        self.told = told
        return np.tile(np.array(self.logits, np.float32), (len(seen), 1))


def grey(count: int) -> ImageU8:
    return np.full((count, 64, 64, 3), 128, np.uint8)


def classify(net: Says, shares: F64 = SHARES) -> F64:
    n = len(shares)
    return SetClassifier(net, TYPES).classify(
        shares, KINDS, grey(n), context(CENTRES[:n], EDGES[:n])
    )


def test_the_light_tells_types_and_nothing_else() -> None:
    """Faces of one type keep their proportion; no face, and other dice's faces, their share."""
    result = classify(Says(3.0, 0.0, 0.0))
    white = np.exp(3.0) / (np.exp(3.0) + 1.0)  # green was ruled out
    assert result[0, :2].sum() == pytest.approx(0.8 * white)
    assert result[0, 0] == pytest.approx(2 * result[0, 1])
    assert result[:, 4:] == pytest.approx(SHARES[:, 4:])
    assert result.sum(axis=1) == pytest.approx(np.ones(2))


def test_the_network_hears_what_the_reader_thinks() -> None:
    """Logarithms of each type's share and, last, of all that is no die of the game."""
    net = Says(0.0, 0.0, 0.0)
    classify(net)
    assert net.told[0] == pytest.approx(np.log([0.3, 0.5, np.exp(FAINTEST), 0.2]), abs=1e-5)
    assert net.told.dtype == np.float32


def test_a_face_that_the_reader_ruled_out_stays_out() -> None:
    """Green wins by colour, but no green die's face was seen: nothing is made up."""
    shares = np.array([[0.5, 0.0, 0.5, 0.0, 0.0, 0.0]])
    result = classify(Says(0.0, 0.0, 50.0), shares)
    assert result[0, 3] == 0.0
    assert np.isfinite(result).all()


def test_no_dice_ask_nothing() -> None:
    """Nothing found, nothing judged."""
    assert classify(Says(0.0, 0.0, 0.0), SHARES[:0]).shape == (0, len(KINDS))


def test_places_do_not_depend_on_the_picture() -> None:
    """Twice as large, or elsewhere in the picture: the same places among the dice."""
    here = relative_places(CENTRES, EDGES)
    assert relative_places(CENTRES * 2 + 77, EDGES * 2) == pytest.approx(here, abs=1e-6)
    assert here[:, 2] == pytest.approx(np.zeros(2))


def test_the_surroundings_are_said_in_logarithms() -> None:
    """A grey picture has no cast; balanced on paper is said apart."""
    here = surroundings(np.full(3, 88.0), on_paper=True)
    assert here == pytest.approx([0.0, 0.0, 0.0, 1.0], abs=1e-6)
    assert surroundings(np.array([0.0, 88.0, 300.0]), on_paper=False)[3] == 0.0


def test_looks_are_logarithms_of_half_the_size() -> None:
    """Red first; each pixel is the mean of four; twice the light is the same step everywhere."""
    crops = np.zeros((2, 64, 64, 3), np.uint8)
    crops[1, :, ::2] = (40, 120, 200)
    crops[1, :, 1::2] = (60, 120, 160)
    seen = looks(crops)
    assert seen.shape == (2, 3, 32, 32)
    assert seen[1, :, 5, 7] == pytest.approx(LOOK[[180, 120, 50]])
    assert (seen[0] == LOOK[0]).all()


def test_masses_add_up() -> None:
    """Every label's share is in one place."""
    rows = np.array([0, 0, 1, 2, 3, 3])
    summed = masses(SHARES, rows, 3)
    assert summed.sum(axis=1) == pytest.approx(SHARES.sum(axis=1))
    assert chances(summed).min() >= FAINTEST - 1e-6


# The published network.


def light() -> tuple[SetClassifier, tuple[str, ...]]:
    manifest = load_manifest()
    types = tuple(manifest.models["light"].details["types"])
    return SetClassifier(open_light(model_bytes("light", manifest)), types), types


def painted(kinds: tuple[str, ...], gains: tuple[float, float, float]) -> ImageU8:
    rows = [np.clip(np.array(BGR[kind]) * 0.85 * gains, 0, 245) for kind in kinds]
    crops = np.empty((len(kinds), 64, 64, 3), np.uint8)
    crops[:] = np.array(rows)[:, None, None]
    crops[:, 28:36, 16:48] = crops[:, 28:36, 16:48] // 4  # some ink
    return crops


def told(kinds: tuple[str, ...], types: tuple[str, ...]) -> npt.NDArray[np.float64]:
    """The first is torn between white and lilac, the others are plain."""
    shares = np.full((len(kinds), len(types)), 0.002)
    for row, kind in enumerate(kinds):
        shares[row, types.index(kind)] = 1.0
    shares[0] = 0.002
    shares[0, [types.index("home"), types.index("consumption")]] = 0.5
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))


def test_the_others_show_the_cast() -> None:
    """What looks lilac is whiter beside dice that all look lilac, too, than beside plain ones."""
    judge, types = light()
    kinds = ("home", "military", "genes", "alien_technology", "genes")
    places = np.array([[k * 60.0, 0.0] for k in range(5)], np.float32)
    edges = np.full(5, 40.0, np.float32)
    crops = painted(kinds, LILAC)
    cast = judge.classify(told(kinds, types), types, crops, context(places, edges))
    plain = painted(kinds, (1.0, 1.0, 1.0))
    plain[0] = crops[0]
    bare = judge.classify(told(kinds, types), types, plain, context(places, edges))
    white = types.index("home")
    assert cast[0, white] > bare[0, white]
    assert [types[row.argmax()] for row in cast[1:]] == list(kinds[1:])


def test_the_order_of_the_dice_does_not_matter() -> None:
    """Dice lie side by side: any order gives each the same answer."""
    judge, types = light()
    rng = np.random.default_rng(3)
    crops = rng.integers(0, 256, (6, 64, 64, 3)).astype(np.uint8)
    shares = rng.dirichlet(np.ones(len(types)), 6)
    places = rng.uniform(0, 500, (6, 2)).astype(np.float32)
    edges = rng.uniform(30, 60, 6).astype(np.float32)
    there = judge.classify(shares, types, crops, context(places, edges))
    turn = rng.permutation(6)
    turned = context(places[turn], edges[turn])
    again = judge.classify(shares[turn], types, crops[turn], turned)
    assert again == pytest.approx(there[turn], abs=1e-4)
    assert there.sum(axis=1) == pytest.approx(np.ones(6))


def test_one_die_alone_and_pictures_without_colour() -> None:
    """Black, blown out or alone: finite rows that add up to one."""
    judge, types = light()
    for crops in (np.zeros((1, 64, 64, 3), np.uint8), np.full((1, 64, 64, 3), 255, np.uint8)):
        shares = np.full((1, len(types)), 1 / len(types))
        result = judge.classify(shares, types, crops, context(CENTRES[:1], EDGES[:1]))
        assert result.sum(axis=1) == pytest.approx(np.ones(1))
