"""Shown tiles are known again under another light, with a die on them, in a slanted outline."""

import cv2
import numpy as np

from vision.core.arrays import ImageU8
from vision.tiles.appearance import SIDE_PX, Appearance, KnownTile, TileBox

COUNT = 40
KEYS = [f"tile_{number}" for number in range(COUNT)]


def printed(number: int) -> ImageU8:
    """A face, BGR: a picture of its own, a banner and a text box as on all others."""
    rng = np.random.default_rng(number)
    small = rng.uniform(0, 200, (4, 4, 3)).astype(np.float32)
    face = cv2.resize(small, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_CUBIC)
    for _ in range(4):
        points = rng.uniform(0, SIDE_PX, (3, 2)).astype(np.int32)
        cv2.fillPoly(face, [points], rng.uniform(0, 255, 3).tolist())
    face[2:8, 10:] = 20
    face[26:36, 3:37] = 230
    cv2.circle(face, (6, 6), 5, (240, 240, 240), -1)
    return np.asarray(np.clip(face, 0, 255), np.uint8)


def lab(face: ImageU8) -> ImageU8:
    return np.asarray(cv2.cvtColor(face, cv2.COLOR_BGR2LAB), np.uint8)


def seen_again(face: ImageU8, seed: int) -> ImageU8:
    """The face under a warm lamp from one side, off by two pixels, with a die on it."""
    rng = np.random.default_rng([7, seed])
    slope = np.linspace(0.35, 1.0, SIDE_PX)[None, :, None] * np.array([0.45, 0.75, 1.0])
    shown = face * slope + rng.normal(0, 4, face.shape)
    x, y = rng.uniform(12, 26, 2).astype(int)
    cv2.rectangle(shown, (int(x), int(y)), (int(x) + 11, int(y) + 11), (60, 190, 80), -1)
    move = np.array([[1.0, 0.03, rng.choice((-2, 2))], [0.02, 1.0, rng.choice((-2, 2))]])
    moved = cv2.warpAffine(shown, move, (SIDE_PX, SIDE_PX), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(np.clip(moved, 0, 255), np.uint8)


def test_every_tile_is_most_like_its_own_picture() -> None:
    """And clearly more alike than different tiles usually are."""
    faces = [printed(number) for number in range(COUNT)]
    known = {key: KnownTile((lab(face),)) for key, face in zip(KEYS, faces, strict=True)}
    appearance = Appearance(TileBox("mine", known), KEYS)
    scores = np.stack([appearance.scores(lab(seen_again(face, n))) for n, face in enumerate(faces)])
    own = scores.diagonal()
    assert (scores.argmax(axis=1) == np.arange(COUNT)).mean() >= 0.95
    assert np.median(own) > appearance.usual + 0.1


def test_with_few_tiles_known_their_common_layout_is_no_likeness() -> None:
    """Four tiles of a box: a fifth is like none of them more than tiles usually are."""
    known = {key: KnownTile((lab(printed(n)),)) for n, key in enumerate(KEYS[:4])}
    appearance = Appearance(TileBox("mine", known), KEYS)
    fresh = [appearance.scores(lab(printed(n))) for n in range(10, 30)]
    assert np.nanmax(fresh) < appearance.usual
    assert np.isnan(fresh[0][4:]).all()


def test_an_empty_box_says_nothing() -> None:
    """No face counts as shown."""
    scores = Appearance(TileBox("none"), KEYS).scores(lab(printed(1)))
    assert np.isnan(scores).all()
