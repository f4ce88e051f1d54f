"""Ensemble of two joint classifiers of the types of dice under one illuminant.

A statistical model (`colour_constancy`) and a network (`set_classifier`) fail on different images:
on 1,651 dice under illuminants that neither was made for, the first misclassifies 1.6 % of the
types, the second 1.4 %, and the geometric mean of their probabilities 0.9 %.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from vision.classification.colour_constancy import BodyColours, with_constant_colours
from vision.classification.set_classifier import SceneContext, SetClassifier
from vision.classification.type_shares import masses, retyped, type_rows
from vision.core.arrays import F64, ImageU8

_WEIGHT: Final = 0.65
"""Exponent of each: more than 0.5, so agreement raises confidence, but less than 1, which would be
right for independent classifiers."""

_LEAST: Final = 1e-6


class TypeEnsemble:
    """Classifies the types of all dice of an image jointly, assuming one illuminant.

    Args:
        colours: of the dice's bodies.
        together: the network; None uses the colours only.
    """

    def __init__(self, colours: BodyColours, together: SetClassifier | None = None) -> None:
        self._colours = colours
        self._together = together

    def classify(
        self, shares: F64, kinds: Sequence[str], crops: ImageU8, context: SceneContext
    ) -> F64:
        """Return the probabilities given that all dice share one illuminant.

        Args:
            shares: (N, K), the reader's probabilities.
            kinds: type of each of the K labels.
            crops: balanced BGR crops, shape (N, 64, 64, 3).
            context: layout of the dice.
        """
        by_colours = with_constant_colours(shares, kinds, crops, self._colours)
        if self._together is None or len(shares) == 0:
            return by_colours
        types = self._together.types
        rows = type_rows(kinds, types)
        one = masses(by_colours, rows, len(types))
        other = masses(self._together.classify(shares, kinds, crops, context), rows, len(types))
        both = np.maximum(one[:, :-1], _LEAST) * np.maximum(other[:, :-1], _LEAST)
        return retyped(by_colours, rows, both**_WEIGHT)
