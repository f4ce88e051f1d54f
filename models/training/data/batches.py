"""Training batches for finder and reader: shards with augmentation. NumPy and OpenCV only."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np

from models.labels import LABELS, NONE
from models.training.arrays import F32, I64, ImageU8, Random
from models.training.data.crop_camera import LightEffects, photograph
from models.training.data.crops import CROP_PX, LARGEST_EDGE_PX, STORED_PX, decoded, resampled
from models.training.data.shards import COLUMN, Shard

PATCH_PX = 192
CELL_PX = 4
EDGE_RANGE_PX = (12.0, 42.0)
UNSURE_SHARE = 0.35
"""Dice of which less of the top face is visible are masked out of the finder's loss."""

UNSURE_EDGE_PX = (50.0, 66.0)
"""Larger dice and all their parts are background; those between are masked out of the loss."""

TOO_NEAR_PX = (70.0, 200.0)
TOO_NEAR_SHARE = 0.05
"""Share of the patches that show dice far too large for the finder, which are background."""

FAR_EDGE_PX = (8.5, 15.0)
FAR_SHARE = 0.12
"""Share of the patches that show dice this small in the camera image, upsampled."""

PHOTO_SHARE = 0.12
"""Share of the finder's patches that come from photographs, where there are some."""

NONE_PER_FACE = 0.22
"""Crops without a readable face for each crop with one, in an epoch."""

PHOTO_CROPS = 0.1
"""Share of the reader's crops that come from photographs."""

_MIN_INSIDE = 0.85  # share of a top face's half extent that must lie inside the image

_NONE = LABELS.index(NONE)


class Pictures(Protocol):
    """Images and their dice, rendered or path-traced."""

    @property
    def frames(self) -> ImageU8:
        """RGB, ``(F, H, W, 3)``."""
        ...

    @property
    def dice(self) -> F32:
        """One row for each die, columns ``TRUTH_FIELDS``."""
        ...


@dataclass(frozen=True, slots=True)
class FinderBatch:
    """Patches and target maps.

    Attributes:
        images: RGB, ``(B, 3, P, P)`` float32 0..255.
        heat: 1 at a centre's cell, falling off around it, ``(B, P/4, P/4)``.
        weight: 0 where the truth is uncertain, ``(B, P/4, P/4)``.
        box: targets of ``BOX_CHANNELS``, ``(B, 6, P/4, P/4)``.
        near: weight of the box targets, ``(B, P/4, P/4)``.
    """

    images: F32
    heat: F32
    weight: F32
    box: F32
    near: F32


def jitter_crop(crop: ImageU8, rng: Random, *, strength: float = 1.0) -> ImageU8:
    """Return the reader's crop from a stored one, with finder errors and a random quarter turn."""
    turn = rng.normal(0.0, 3.0) * strength
    turn = math.radians(float(np.clip(turn, -9, 9))) + math.pi / 2 * int(rng.integers(4))
    scale = float(np.exp(np.clip(rng.normal(0.0, 0.04) * strength, -0.1, 0.1)))
    edge = CROP_PX / 1.4
    shift = np.clip(rng.normal(0.0, 0.025, 2) * strength, -0.08, 0.08) * edge
    center = ((STORED_PX - 1) / 2 + shift[0], (STORED_PX - 1) / 2 + shift[1])
    return resampled(crop, center, scale, turn, CROP_PX, border=cv2.BORDER_CONSTANT)


def jitter_light(image: F32, rng: Random) -> F32:
    """Return a float image with random colour cast, exposure, resolution and noise."""
    gains = np.exp(rng.normal(0.0, 0.05, 3) + rng.normal(0.0, 0.12))
    image = image * gains.astype(np.float32)
    if rng.random() < 0.25:
        small = int(image.shape[0] * rng.uniform(0.42, 0.9))
        reduced = cv2.resize(image, (small, small), interpolation=cv2.INTER_AREA)
        wide = cv2.resize(reduced, image.shape[1::-1], interpolation=cv2.INTER_LINEAR)
        image = np.asarray(wide, np.float32)
    if rng.random() < 0.3:
        noise = rng.standard_normal(image.shape, dtype=np.float32)
        image = image + noise * np.float32(rng.uniform(1.0, 9.0))
    return np.clip(image, 0.0, 255.0)


def reader_batches(
    shards: Sequence[Shard], rng: Random, size: int, photos: Shard | None = None
) -> Iterator[tuple[F32, I64]]:
    """Yield shuffled batches endlessly: images ``(B, 3, 64, 64)`` and labels.

    Each stored crop gets random jitter, lighting and camera each time it is used; a fixed share
    comes from *photos*. Augmentation costs as much as a training step, so each image is used twice:
    half of a batch is new, half is the new half of the previous batch, rotated.
    """
    effects = LightEffects(rng)
    places = [(s, k) for s, shard in enumerate(shards) for k in range(len(shard.labels))]
    is_none = np.concatenate([shard.labels for shard in shards]) == _NONE
    faces, faceless = np.flatnonzero(~is_none), np.flatnonzero(is_none)
    new = size // 2
    real = round(new * PHOTO_CROPS) if photos is not None else 0
    drawn = new - real
    previous: tuple[F32, I64] | None = None
    while True:
        some = rng.permutation(faceless)[: round(len(faces) * NONE_PER_FACE)]
        order = rng.permutation(np.concatenate([faces, some]))
        for start in range(0, len(order) - drawn + 1, drawn):
            images = np.empty((new, CROP_PX, CROP_PX, 3), np.float32)
            labels = np.empty(new, np.int64)
            for k, index in enumerate(order[start : start + drawn]):
                s, n = places[index]
                images[k] = _drawn_crop(shards[s], n, effects, rng)
                labels[k] = shards[s].labels[n]
            for k in range(drawn, new):
                n = int(rng.integers(len(photos.labels)))  # type: ignore[union-attr]  # real > 0
                images[k] = _photo_crop(photos.crops[n], rng)  # type: ignore[union-attr]
                labels[k] = photos.labels[n]  # type: ignore[union-attr]
            if previous is not None:
                both = np.concatenate([images, _rotated(previous[0], rng)])
                yield both.transpose(0, 3, 1, 2), np.concatenate([labels, previous[1]])
            previous = images, labels


def _rotated(images: F32, rng: Random) -> F32:
    """Return the images rotated by one to three quarter turns, a little brighter or darker."""
    gains = np.exp(rng.normal(0.0, 0.06, (len(images), 1, 1, 1))).astype(np.float32)
    turned = [np.rot90(image, int(rng.integers(1, 4))) for image in images]
    return np.asarray(np.clip(np.stack(turned) * gains, 0.0, 255.0), np.float32)


def _drawn_crop(shard: Shard, number: int, effects: LightEffects, rng: Random) -> F32:
    frame = shard.crop_frames[number]
    light = decoded(jitter_crop(shard.crops[number], rng))
    return photograph(light, shard.whites[frame], shard.scenes[frame], effects, rng)


def _photo_crop(crop: ImageU8, rng: Random) -> F32:
    """Return an augmented crop of a photograph: other colours and contrast, the same camera."""
    image = jitter_crop(crop, rng, strength=1.3).astype(np.float32)
    if rng.random() < 0.5:
        image = image[..., rng.permutation(3)]
    if rng.random() < 0.5:
        middle = image.mean()
        image = (image - middle) * np.float32(rng.uniform(0.4, 1.2)) + middle
    return jitter_light(image * np.float32(np.exp(rng.normal(0.0, 0.2))), rng)


def finder_batches(
    shards: Sequence[Pictures], rng: Random, size: int, photos: Shard | None = None
) -> Iterator[FinderBatch]:
    """Yield batches of random patches of random frames endlessly, some from *photos*."""
    shards = [shard for shard in shards if len(shard.frames)]
    places = [(s, f) for s, shard in enumerate(shards) for f in range(len(shard.frames))]
    rows = [
        [shard.dice[shard.dice[:, 0] == f] for f in range(len(shard.frames))] for shard in shards
    ]
    while True:
        samples = []
        for place in rng.integers(len(places), size=size):
            if photos is not None and rng.random() < PHOTO_SHARE:
                samples.append(_photo_patch(photos, rng))
                continue
            s, f = places[place]
            samples.append(patch(np.asarray(shards[s].frames[f]), rows[s][f], rng))
        yield FinderBatch(*(np.stack(parts) for parts in zip(*samples, strict=True)))


def _photo_patch(photos: Shard, rng: Random) -> tuple[F32, F32, F32, F32, F32]:
    """Return a patch of a photograph; outside the box around its dice not all are labelled."""
    number = int(rng.integers(len(photos.frames)))
    rows = photos.dice[photos.dice[:, 0] == number]
    reach = rows[:, COLUMN["edge"]] * 0.8
    x, y = rows[:, COLUMN["x"]], rows[:, COLUMN["y"]]
    known = (float((x - reach).min()), float((y - reach).min()),
             float((x + reach).max()), float((y + reach).max()))  # fmt: skip
    return patch(photos.frames[number], rows, rng, known=known)


def patch(
    frame: ImageU8,
    dice: F32,
    rng: Random,
    *,
    known: tuple[float, float, float, float] | None = None,
) -> tuple[F32, F32, F32, F32, F32]:
    """Return one patch with its targets, scaled so that dice are in ``EDGE_RANGE_PX``.

    Args:
        known: x0, y0, x1, y1 of the part of the frame where all dice are labelled.
    """
    height, width = frame.shape[:2]
    edge = float(np.median(dice[:, COLUMN["edge"]])) if len(dice) else 45.0
    low, high = (math.log(v) for v in EDGE_RANGE_PX)
    wanted = math.exp(rng.uniform(low, high))
    scale = min(wanted / edge, 1.25)
    if known is None and (edge > LARGEST_EDGE_PX or rng.random() < TOO_NEAR_SHARE):
        scale = math.exp(rng.uniform(*np.log(TOO_NEAR_PX))) / edge
    side = PATCH_PX / scale
    if side > height:
        scale, side = PATCH_PX / height, float(height)
    x0, y0 = rng.uniform(0, width - side), rng.uniform(0, height - side)
    if known is not None:  # around one of the dice
        x, y = dice[int(rng.integers(len(dice))), 1:3] - rng.uniform(0.2, 0.8, 2) * side
        x0, y0 = float(np.clip(x, 0, width - side)), float(np.clip(y, 0, height - side))
    x0, y0, span = int(x0), int(y0), int(side)
    window = frame[y0 : y0 + span, x0 : x0 + span]
    way = cv2.INTER_AREA if span > PATCH_PX else cv2.INTER_LINEAR
    scale = PATCH_PX / span
    if rng.random() < FAR_SHARE:
        camera_scale = math.exp(rng.uniform(*np.log(FAR_EDGE_PX))) / edge
        if camera_scale < 0.9 * scale:
            window, way = _reduced(window, camera_scale), cv2.INTER_LINEAR
    image = cv2.resize(window, (PATCH_PX, PATCH_PX), interpolation=way).astype(np.float32)
    moved = dice.copy()
    moved[:, COLUMN["x"]] = (dice[:, COLUMN["x"]] + 0.5 - x0) * scale - 0.5
    moved[:, COLUMN["y"]] = (dice[:, COLUMN["y"]] + 0.5 - y0) * scale - 0.5
    moved[:, COLUMN["edge"]] *= scale
    gains = np.exp(rng.normal(0.0, 0.08, 3) + rng.normal(0.05, 0.22)).astype(np.float32)
    image = np.clip(image * gains, 0, 255)
    if rng.random() < 0.2:
        image = cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.4, 1.1)))
    if rng.random() < 0.5:
        noise = rng.standard_normal(image.shape, dtype=np.float32)
        image = np.clip(image + noise * np.float32(rng.uniform(0, 6)), 0, 255)
    heat, weight, box, near = targets(moved, PATCH_PX, PATCH_PX)
    if known is not None:
        left, top, right, bottom = (
            (v + 0.5 - o) * scale / CELL_PX for v, o in zip(known, (x0, y0, x0, y0), strict=True)
        )
        ys, xs = np.mgrid[0 : weight.shape[0], 0 : weight.shape[1]]
        weight[(xs < left) | (xs > right) | (ys < top) | (ys > bottom)] = 0.0
    return np.ascontiguousarray(image.transpose(2, 0, 1)), heat, weight, box, near


def _reduced(window: ImageU8, scale: float) -> ImageU8:
    side = max(8, round(window.shape[0] * scale))
    small = cv2.resize(window, (side, side), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


class TargetMaps:
    """The finder's targets for an image, filled square by square; positions are in cells.

    Attributes:
        maps: heat, weight, box and near as in `FinderBatch`.
    """

    def __init__(self, height: int, width: int) -> None:
        shape = height // CELL_PX, width // CELL_PX
        heat, near = np.zeros((2, *shape), np.float32)
        self.maps = heat, np.ones(shape, np.float32), np.zeros((6, *shape), np.float32), near
        self._ys, self._xs = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32)

    def holds(self, x: float, y: float, margin: float = 0.0) -> bool:
        """Return whether a position is on the maps or at most *margin* cells beside them."""
        rows, columns = self.maps[0].shape
        return bool(-margin <= x < columns + margin and -margin <= y < rows + margin)

    def ignore(self, x: float, y: float, radius: float) -> None:
        """Leave a disc out of the loss."""
        self.maps[1][self._square(x, y) < radius**2] = 0.0

    def add(
        self, x: float, y: float, edge_px: float, turn: float, spread: float, *, whole: bool
    ) -> None:
        """Mark a square.

        Args:
            spread: standard deviation of its peak in edges.
            whole: it lies flat, in full view and inside the image.
        """
        heat, _, box, near = self.maps
        square, cells = self._square(x, y), edge_px / CELL_PX
        peak = np.exp(-square / (2 * max(0.65, spread * cells) ** 2))
        column, row = round(float(x)), round(float(y))
        if self.holds(column, row):
            peak[row, column] = 1.0
        inside = (square < max(1.2, 0.3 * cells) ** 2) & (peak > near)
        near[inside] = peak[inside]
        np.maximum(heat, peak, out=heat)
        box[0][inside] = (x - self._xs)[inside]
        box[1][inside] = (y - self._ys)[inside]
        box[2][inside] = math.log(edge_px)
        box[3][inside] = math.cos(4.0 * turn)  # modulo a quarter turn
        box[4][inside] = math.sin(4.0 * turn)
        box[5][inside] = float(whole)

    def _square(self, x: float, y: float) -> F32:
        """Return the squared distance of each cell from a position."""
        return np.asarray((self._xs - x) ** 2 + (self._ys - y) ** 2)


def targets(dice: F32, height: int, width: int) -> tuple[F32, F32, F32, F32]:
    """Return heat, weight, box and near maps for dice in an image; rows as ``TRUTH_FIELDS``."""
    made = TargetMaps(height, width)
    for die in dice:
        x = (die[COLUMN["x"]] - 1.5) / CELL_PX
        y = (die[COLUMN["y"]] - 1.5) / CELL_PX
        edge = float(die[COLUMN["edge"]])
        if not made.holds(x, y, 4.0) or edge > UNSURE_EDGE_PX[1]:
            continue
        visible = float(die[COLUMN["visible"]])
        if visible < UNSURE_SHARE or edge > UNSURE_EDGE_PX[0]:
            made.ignore(x, y, 0.5 * edge / CELL_PX)
            continue
        flat = die[COLUMN["tilt"]] < 7.0 and not die[COLUMN["stacked"]]
        whole = flat and visible > 0.9 and not _overhangs(die, height, width)
        made.add(x, y, edge, float(die[COLUMN["angle"]]), 0.13, whole=whole)
    return made.maps


def _overhangs(die: F32, height: int, width: int) -> bool:
    """Whether the image border cuts off part of the top face."""
    turn = float(die[COLUMN["angle"]])
    reach = float(die[COLUMN["edge"]]) * (abs(math.cos(turn)) + abs(math.sin(turn))) / 2
    x, y = float(die[COLUMN["x"]]), float(die[COLUMN["y"]])
    return min(x, y, width - 1 - x, height - 1 - y) < _MIN_INSIDE * reach
