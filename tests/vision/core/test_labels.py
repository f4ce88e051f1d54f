"""The 30 pairs, the ordinary dice and "none": no more, no less."""

import numpy as np
import pytest

from companion.session.ports import DiceKind
from models.labels import LABELS
from vision.core.errors import ModelInputError
from vision.core.labels import LabelSet
from vision.decision.body_colour import colour_word


def test_the_manifest_labels_are_understood() -> None:
    """30 pairs for the game, six for ordinary dice, none for the robots yet."""
    labels = LabelSet.parse(LABELS)
    assert labels.allowed(DiceKind.ROLL).sum() == 30
    assert labels.allowed(DiceKind.D6).sum() == 6
    assert not labels.allowed(DiceKind.ROBOT).any()
    assert labels.pairs[labels.none_row] == ("none", "")


@pytest.mark.parametrize(
    "labels", [LABELS[:-1], (*LABELS, "home/wild"), (*LABELS[:-1], LABELS[0]), ()]
)
def test_labels_of_another_model_are_refused(labels: tuple[str, ...]) -> None:
    """Missing, impossible and repeated ones."""
    with pytest.raises(ModelInputError) as caught:
        LabelSet.parse(labels)
    assert caught.value.code == "model_unfit"


@pytest.mark.parametrize(
    ("rgb", "word"),
    [
        ((245, 240, 240), "white"),
        ((200, 30, 40), "red"),
        ((20, 20, 22), "black"),
        ((30, 60, 170), "blue"),
        ((40, 140, 60), "green"),
        ((250, 220, 30), "yellow"),
        ((250, 130, 30), "orange"),
        ((250, 150, 180), "pink"),
        ((90, 60, 150), "purple"),
        ((140, 210, 250), "cyan"),
        ((110, 70, 40), "brown"),
    ],
)
def test_colours_have_plain_words(rgb: tuple[int, int, int], word: str) -> None:
    """Typical bodies of ordinary dice."""
    assert colour_word(np.array(rgb[::-1], np.float32)) == word
