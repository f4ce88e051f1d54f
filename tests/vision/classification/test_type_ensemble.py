"""Two judges of one light: where they agree it is so, where they differ a person is asked."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.classification.test_colour_constancy import (
    BGR,
    KINDS,
    TYPES,
    crop,
    measured,
    sure,
    torn,
)
from tests.vision.classification.test_set_classifier import context
from vision.classification.colour_constancy import BodyColours
from vision.classification.set_classifier import SetClassifier
from vision.classification.type_ensemble import TypeEnsemble
from vision.core.arrays import F32, F64

WHITE, LILAC = KINDS.index("home"), KINDS.index("consumption")


class Answers:
    """A network that gives the first die these logits and all others what they seem to be."""

    def __init__(self, **logits: float) -> None:
        self.logits = [logits.get(kind, 0.0) for kind in TYPES]

    def __call__(self, seen: F32, told: F32, places: F32, around: F32, /) -> F32:
        answer = told[:, :-1].copy()
        answer[0] = self.logits
        return answer


@pytest.fixture(scope="module")
def colours() -> BodyColours:
    return measured()


def classify(light: TypeEnsemble) -> F64:
    """A die of which only the light can tell whether it is white, beside plain ones."""
    kinds = ("military", "genes", "alien_technology")
    crops = np.stack([crop("home"), *(crop(kind) for kind in kinds)])
    shares = np.stack([torn(), *(sure(kind) for kind in kinds)])
    places = np.array([[k * 60.0, 0.0] for k in range(4)], np.float32)
    return light.classify(shares, KINDS, crops, context(places, np.full(4, 40.0, np.float32)))


def test_two_that_agree_are_surer_than_one(colours: BodyColours) -> None:
    """White by its colour and white to the network."""
    alone = classify(TypeEnsemble(colours))[0]
    both = classify(TypeEnsemble(colours, SetClassifier(Answers(home=3.0), TYPES)))[0]
    assert alone.argmax() == both.argmax() == WHITE
    assert both[WHITE] > 0.9


def test_two_that_differ_leave_a_doubt(colours: BodyColours) -> None:
    """The network is for lilac: whoever wins, nobody is as sure as by the colours alone."""
    alone = classify(TypeEnsemble(colours))[0]
    both = classify(TypeEnsemble(colours, SetClassifier(Answers(consumption=2.0), TYPES)))[0]
    assert both[WHITE] < alone[WHITE]
    assert both[LILAC] > alone[LILAC]


def test_rows_stay_probabilities(colours: BodyColours) -> None:
    """And nobody makes a face of what is none."""
    light = TypeEnsemble(colours, SetClassifier(Answers(genes=9.0), TYPES))
    result = classify(light)
    assert result.sum(axis=1) == pytest.approx(np.ones(4))
    assert result[0, KINDS.index("none")] < 0.05
    nothing = np.empty((0, 64, 64, 3), np.uint8)
    empty = context(np.empty((0, 2), np.float32), np.empty(0, np.float32))
    assert light.classify(result[:0], KINDS, nothing, empty).shape == (0, len(KINDS))
    assert set(BGR) == set(TYPES)
