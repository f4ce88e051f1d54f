"""Fit the weights of the features that show that a die is not flat.

``python -m models.training.networks.tilt_weights [--models DIR]``

Reads whole synthetic images with the published networks, half of them with mostly disturbed dice,
and the held-out path-traced images, and fits a logistic regression (`vision.decision.askew`). The
bias is such that 1.5 % of the flat, free dice of undisturbed images are flagged `check`. Writes
both into the manifest of *DIR*.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from companion.session.ports import DiceKind, ReadRequest
from companion.session.ports import Frame as CameraFrame
from models.store import FOLDER
from models.training.data.build_folder import BUILD
from models.training.data.traced_sets import HELD_OUT_SETS, TracedSet, finished_sets
from models.training.evaluation.field_test import LEAST_VISIBLE
from models.training.generator.frames import draw_frame
from models.training.networks.entries import add_details
from models.training.networks.logistic import fitted, named
from vision.core.arrays import F64
from vision.decision.askew import FEATURES, features
from vision.opening import open_table_reader

SEED = 7007
PICTURES = 160
SIZE_PX = (1024, 768)
ASKED_SHARE = 0.015

_HALF_SEEN = 0.88
_TILTED_DEG = 7.0
_NEAR = 0.5  # edges between a die and its reading
_DISTURBED_SHARE = 0.3  # of an image's dice


@dataclass(frozen=True, slots=True)
class Sample:
    """An image and its dice.

    Attributes:
        image: RGB, shape ``(H, W, 3)``.
        places: top faces' centres, ``(N, 2)``.
        edges_px, visible: (N,), of the top faces.
        askew: (N,), which are not flat (tilted, stacked or covered).
        disturbed: most dice of the image were disturbed on purpose.
    """

    image: npt.NDArray[np.uint8]
    kind: DiceKind
    places: F64
    edges_px: F64
    visible: F64
    askew: npt.NDArray[np.bool_]
    disturbed: bool


def drawn_samples(pictures: int) -> Iterator[Sample]:
    """Yield synthetic images that contain dice, every second one disturbed."""
    for index in range(pictures):
        odd = index % 2 == 1
        drawn = draw_frame(SEED, index, size_px=SIZE_PX, askew=odd, whole=True)
        if drawn.dice:
            visible = np.array([die.visible for die in drawn.dice])
            lies = [die.stacked or die.tilt_deg > _TILTED_DEG for die in drawn.dice]
            yield Sample(
                drawn.image,
                DiceKind.D6 if drawn.dice_kind == "d6" else DiceKind.ROLL,
                np.array([die.center_px for die in drawn.dice]),
                np.array([die.edge_px for die in drawn.dice]),
                visible,
                np.array(lies) | (visible < _HALF_SEEN),
                odd,
            )


def traced_samples(build: Path) -> Iterator[Sample]:
    """Yield the held-out path-traced images."""
    for path in finished_sets(build)[:HELD_OUT_SETS]:
        traced = TracedSet.load(path)
        for k, image in enumerate(traced.frames):
            x, y, edge, _, visible, tilt, stacked, _ = (
                traced.dice[traced.dice[:, 0] == k][:, 1:].astype(np.float64).T
            )
            askew = (visible < _HALF_SEEN) | (stacked > 0) | (tilt > _TILTED_DEG)
            places, disturbed = np.stack([x, y], 1), bool(askew.mean() > _DISTURBED_SHARE)
            yield Sample(image, DiceKind.ROLL, places, edge, visible, askew, disturbed)


def collect(
    folder: Path, samples: Iterable[Sample]
) -> tuple[F64, npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """Return features (N, S), which dice are not flat, and which are of disturbed images."""
    reader = open_table_reader(folder)
    rows: list[F64] = []
    askew, disturbed = [], []
    for sample in samples:
        frame = CameraFrame(np.ascontiguousarray(sample.image[..., ::-1]), 0.0, str(len(rows)))
        evidence = reader.read(ReadRequest(frame, sample.kind, whole_image=True)).evidence
        if evidence.tilt is None:
            continue
        for found, row in zip(
            evidence.dice.centres_px, features(evidence, evidence.tilt), strict=True
        ):
            away = np.hypot(*(sample.places - found).T) / sample.edges_px
            nearest = int(away.argmin())
            if away[nearest] > _NEAR or sample.visible[nearest] < LEAST_VISIBLE:
                continue
            rows.append(row)
            askew.append(bool(sample.askew[nearest]))
            disturbed.append(sample.disturbed)
    return np.array(rows), np.array(askew, np.bool_), np.array(disturbed, np.bool_)


def fit_weights(folder: Path, build: Path = BUILD, pictures: int = PICTURES) -> dict[str, float]:
    """Fit the weights for the networks of *folder*; return the written entry."""
    rows, askew, disturbed = collect(folder, chain(drawn_samples(pictures), traced_samples(build)))
    *weights, _ = fitted(rows, askew)
    log_odds = rows @ np.array(weights)
    threshold = float(np.quantile(log_odds[~askew & ~disturbed], 1.0 - ASKED_SHARE))
    written = named(FEATURES, weights, -threshold)
    caught = float((log_odds[askew] > threshold).mean())
    print(f"{len(askew)} dice, {askew.sum()} askew, {caught:.1%} of them asked about")
    add_details(folder, "tilt", {"weights": written})
    return written


def main() -> None:
    """Fit and write the weights."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--models", type=Path, default=FOLDER)
    parser.add_argument("--build", type=Path, default=BUILD)
    parser.add_argument("--pictures", type=int, default=PICTURES)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    print(fit_weights(options.models, options.build, options.pictures))


if __name__ == "__main__":
    main()
