"""Training data of the light network: all dice of an image as taken by one camera.

The stored crops hold linear light before the camera model, so one image becomes several, each with
another camera. Each crop comes with the output of the reader, which classifies it alone. Sets are
stored next to the shards under the hash of that reader.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from models.labels import FACES_OF, LABELS
from models.training.arrays import F32, I64, ImageU8, Random
from models.training.data.batches import jitter_crop
from models.training.data.columns import Columns
from models.training.data.crop_camera import LightEffects, draw_shot, with_colour_errors
from models.training.data.crops import LARGEST_EDGE_PX, decoded
from models.training.data.shards import COLUMN, Shard
from models.training.generator.stage import FLAT_DEG, READABLE_SHARE
from models.training.inference import Network, as_input, network, probabilities
from models.training.networks.entries import sha256_of
from vision.classification.set_classifier import LOOK_PX, chances, relative_places, surroundings
from vision.core.type_shares import masses, type_rows

SHOTS = 6
"""Images by different cameras made from one."""

TYPES = tuple(FACES_OF)
TYPE_OF = type_rows([label.split("/")[0] for label in LABELS], TYPES)
"""(K,), row of each label's type; one past the last for labels that are no game dice."""

_SEED = 7007
_LARGE_ERROR_SHARE = 0.5  # share of the images by cameras with large colour errors
_ON_PAPER_SHARE = 0.3  # share of the images that are white-balanced on a mat's paper
_PIGMENT, _BRIGHTNESS = 0.05, 0.04
"""Standard deviations of random changes of each type's colour in an image: logarithms."""

_OWN = 0.02
"""Standard deviation of each die's colour relative to its type in the image: logarithm."""


@dataclass(frozen=True, slots=True)
class Sets(Columns):
    """N dice of P images.

    Attributes:
        crops: RGB, ``(N, LOOK_PX, LOOK_PX, 3)``.
        chances: (N, T + 1), the reader's output
            (`vision.classification.set_classifier.chances`).
        places: (N, 3), `vision.classification.set_classifier.relative_places`.
        surroundings: (N, 4), `vision.classification.set_classifier.surroundings` of each die's
            image.
        types: (N,), index into ``TYPES``.
        pictures: (N,), ascending; equal for dice of one image.
    """

    crops: ImageU8
    chances: F32
    places: F32
    surroundings: F32
    types: I64
    pictures: I64

    def rows(self) -> list[I64]:
        """Return the rows of the dice of each image."""
        cuts = np.flatnonzero(np.diff(self.pictures)) + 1
        return np.split(np.arange(len(self.pictures)), cuts)


def sets_of(shard: Shard, number: int, reader: Network, *, shots: int = SHOTS) -> Sets:
    """Return the readable game dice of a shard.

    Args:
        number: the shard's, seeds the random generator.
        reader: the published network.
        shots: images to make of each.
    """
    rng = np.random.default_rng([_SEED, number, shots])
    effects = LightEffects(rng)
    taken: list[ImageU8] = []
    places, around, labels, pictures = [], [], [], []
    for frame in range(len(shard.whites)):
        rows = _readable(shard, frame)
        chosen = [k for k, _ in rows if TYPE_OF[shard.labels[k]] < len(TYPES)]
        if not chosen:
            continue
        dice = np.array([die for k, die in rows if k in chosen])
        where = relative_places(dice[:, [COLUMN["x"], COLUMN["y"]]], dice[:, COLUMN["edge"]])
        for shot in range(shots):
            crops, scene = _taken(shard, frame, chosen, effects, rng)
            taken += crops
            places.append(where)
            around.append(np.tile(scene, (len(chosen), 1)))
            labels.append(shard.labels[chosen])
            pictures.append(np.full(len(chosen), (number * len(shard.whites) + frame) * 10 + shot))
    looks = [as_input(np.stack(taken[i : i + 256])) for i in range(0, len(taken), 256)]
    shares = np.concatenate([probabilities(reader(look)[0]) for look in looks]).astype(np.float64)
    small = [cv2.resize(crop, (LOOK_PX, LOOK_PX), interpolation=cv2.INTER_AREA) for crop in taken]
    return Sets(
        np.stack(small).astype(np.uint8),
        chances(masses(shares, TYPE_OF, len(TYPES))),
        np.concatenate(places),
        np.concatenate(around),
        TYPE_OF[np.concatenate(labels)],
        np.concatenate(pictures),
    )


def _readable(shard: Shard, frame: int) -> list[tuple[int, F32]]:
    """Return the crops of a frame that show readable dice, each with its ground truth row.

    Both are in the order of the dice (`models.training.data.crops.crops_of`).
    """
    dice = shard.dice[shard.dice[:, COLUMN["frame"]] == frame]
    flat = dice[:, COLUMN["tilt"]] < FLAT_DEG
    cut = flat & (dice[:, COLUMN["edge"]] <= LARGEST_EDGE_PX)
    dice = dice[cut & (dice[:, COLUMN["visible"]] >= READABLE_SHARE)]
    crops = np.flatnonzero((shard.crop_frames == frame) & (shard.labels < len(LABELS) - 1))
    return list(zip(crops.tolist(), dice, strict=True))


def _taken(
    shard: Shard, frame: int, rows: Sequence[int], effects: LightEffects, rng: Random
) -> tuple[list[ImageU8], F32]:
    """Return crops of one frame taken by one camera, RGB, and their surroundings."""
    scene = shard.scenes[frame]
    shot = draw_shot(rng, shard.whites[frame], scene)
    if rng.random() < _LARGE_ERROR_SHARE:
        shot = with_colour_errors(shot, rng)
    on_paper = bool(rng.random() < _ON_PAPER_SHARE)
    if on_paper:
        shot = shot.on_paper(effects, rng)
    pigments = _random_gains(_PIGMENT, _BRIGHTNESS, len(TYPES), rng)[
        TYPE_OF[shard.labels[list(rows)]]
    ]
    pigments *= _random_gains(_OWN, _OWN, len(rows), rng)
    images = []
    for k, pigment in zip(rows, pigments, strict=True):
        light = decoded(jitter_crop(shard.crops[k], rng)) * pigment
        images.append(shot.taken(light, effects, rng).round().astype(np.uint8))
    mean = shot.of_colour(scene, effects, rng)
    return images, surroundings(mean[::-1], on_paper=on_paper)


def _random_gains(colour: float, brightness: float, count: int, rng: Random) -> F32:
    """Return random log-normal gains of red, green and blue, (N, 3)."""
    logs = rng.normal(0.0, colour, (count, 3)) + rng.normal(0.0, brightness, (count, 1))
    return np.exp(logs).astype(np.float32)


def kept_set(drawn: Path, models: Path) -> Sets:
    """Return the sets of a training shard, made with the reader of *models* unless they exist."""
    path = models / "reader.onnx"
    kept = drawn.parent / f"sets-{sha256_of(path)[:12]}" / drawn.name
    return Sets.kept(kept, lambda: sets_of(Shard.load(drawn), int(drawn.name[-4:]), network(path)))
