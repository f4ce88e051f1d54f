"""Weigh what speaks for a find's being a die (`vision.classification.listing`).

    python -m models.training.networks.listing_weights SET... [--models DIR]

Reads development sets (folders with ``index.json``, such as those of `models.evaluation`) with the
networks of *DIR*, fits a logistic regression and writes it into the manifest there. Pictures of the
networks' own training would not do: the networks know all that is printed in them, so their word
would seem to be worth more than it is elsewhere. Prints how many dice are missed and how many
other things are listed where the weights come from the other pictures of the sets.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

from companion.session.ports import DiceKind, ReadRequest
from models.store import FOLDER
from models.training.evaluation.field_test import LEAST_VISIBLE, entries
from models.training.networks.entries import add_details
from models.training.networks.logistic import fitted, named
from vision.classification.evidence import Evidence
from vision.classification.listing import FEATURES, features
from vision.core.arrays import F64
from vision.core.decoding import decode_file
from vision.opening import open_table_reader

MARGIN: Final = 0.8
"""Log odds by which a find must be more likely a die than not: a die that is not listed lies before
everybody's eyes, but a reading of nothing must be taken away by hand."""

_NEAR = 0.5  # edges between a die and a find of it
_SAME_SIZE = 1.5
_FOLDS = 8


@dataclass(frozen=True, slots=True)
class Finds:
    """N finds of several pictures.

    Attributes:
        rows: their features, (N, 9).
        dice: (N,), which are dice.
        pictures: (N,), numbers of the pictures.
    """

    rows: F64
    dice: npt.NDArray[np.bool_]
    pictures: npt.NDArray[np.intp]


def labelled(evidence: Evidence, dice: Sequence[Mapping[str, Any]]) -> npt.NDArray[np.int8]:
    """Return of N finds which are dice (1), which are none (0) and which say nothing (-1).

    A find of another size than the die at its place, a second one of the same die, and one of a die
    of which hardly anything is seen say nothing.
    """
    if not dice:
        return np.zeros(len(evidence.dice), np.int8)
    sizes = np.array([die["size_px"] for die in dice])
    places = np.array([die["centre_px"] for die in dice])
    away = np.linalg.norm(evidence.dice.centres_px[:, None] - places, axis=2) / sizes
    nearest = away.argmin(axis=1)
    ratio = np.abs(np.log(evidence.dice.edges_px / sizes[nearest]))
    clear = np.array([die["flat"] or die["visible"] >= LEAST_VISIBLE for die in dice])
    on_die = away.min(axis=1) < _NEAR
    says = on_die & (ratio < np.log(_SAME_SIZE)) & clear[nearest]
    for row in np.argsort(-evidence.belief, kind="stable"):
        if says[row]:
            says[np.flatnonzero(nearest == nearest[row])] = False
            says[row] = True
            nearest[row] = -1
    return np.where(on_die, np.where(says, 1, -1), 0).astype(np.int8)


def collect(models: Path, sets: Sequence[Path]) -> Finds:
    """Return the finds in all pictures with dice of the game."""
    reader = open_table_reader(models)
    rows: list[F64] = []
    truth: list[npt.NDArray[np.int8]] = []
    numbers: list[npt.NDArray[np.intp]] = []
    for folder in sets:
        for entry in entries(folder, None, held_out_only=False):
            if entry["dice_kind"] != DiceKind.ROLL.value:
                continue
            evidence = reader.candidates(ReadRequest(decode_file(folder / entry["image"])))
            if evidence.tilt is not None and len(evidence.dice):
                rows.append(features(evidence, evidence.tilt))
                truth.append(labelled(evidence, entry["dice"]))
                numbers.append(np.full(len(evidence.dice), len(numbers)))
    known = np.concatenate(truth)
    says = known >= 0
    return Finds(np.concatenate(rows)[says], known[says] == 1, np.concatenate(numbers)[says])


def checked(finds: Finds) -> tuple[int, int, int]:
    """Return dice missed, other things listed, and in how many pictures, each by the others."""
    odds = np.empty(len(finds.dice))
    for fold in range(_FOLDS):
        mine = finds.pictures % _FOLDS == fold
        *weights, bias = fitted(finds.rows[~mine], finds.dice[~mine])
        odds[mine] = finds.rows[mine] @ np.array(weights) + bias
    listed = odds > MARGIN
    wrong = listed != finds.dice
    missed = int((wrong & finds.dice).sum())
    return missed, int(wrong.sum()) - missed, len(set(finds.pictures[wrong].tolist()))


def weigh(models: Path, sets: Sequence[Path]) -> dict[str, float]:
    """Fit the weights for the networks in *models*; return what was written."""
    finds = collect(models, sets)
    missed, invented, pictures = checked(finds)
    print(
        f"{len(finds.dice)} finds, {finds.dice.sum()} of them dice: {missed} missed, "
        f"{invented} invented, in {pictures} of {len(set(finds.pictures.tolist()))} pictures"
    )
    *weights, bias = fitted(finds.rows, finds.dice)
    written = named(FEATURES, weights, bias - MARGIN)
    add_details(models, "tilt", {"listing": written})
    return written


def main() -> None:
    """Fit and write the weights."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("sets", type=Path, nargs="+", help="folders with index.json")
    parser.add_argument("--models", type=Path, default=FOLDER)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    print(weigh(options.models, options.sets))


if __name__ == "__main__":
    main()
