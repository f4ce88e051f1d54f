"""The reader's class labels, and which of them are allowed for the requested dice."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from companion.games.roll.model.dice import COLOURS, FACE_PAIRS, DieType
from companion.session.ports import DiceKind
from vision.core.arrays import Mask
from vision.core.errors import ModelInputError

NONE: Final = "none"
"""Label of crops without a readable face."""

D6: Final = "d6"
D6_FACES: Final = ("1", "2", "3", "4", "5", "6")

ROBOT_DICE: Final = frozenset({"robot_a", "robot_b"})
"""The two dice of the solitaire robot; users enrol their faces with the camera."""

TYPE_COLOURS: Final = {die.value: COLOURS[die] for die in DieType}
"""Die key -> name of its body colour (d6 have many)."""


@dataclass(frozen=True, slots=True, eq=False)
class LabelSet:
    """The reader's K labels in their order.

    Attributes:
        pairs: (type, face) of each output, ``("none", "")`` for no readable face.
    """

    pairs: tuple[tuple[str, str], ...]

    @classmethod
    def parse(cls, labels: Sequence[str]) -> "LabelSet":
        """Return the labels of a manifest.

        Raises:
            ModelInputError: a label is missing, duplicated or unknown.
        """
        known = {f"{die.value}/{face.value}" for die, face in FACE_PAIRS}
        known |= {f"{D6}/{face}" for face in D6_FACES} | {NONE}
        if len(set(labels)) != len(labels) or set(labels) != known:
            odd = sorted(set(labels) ^ known)
            raise ModelInputError(name="reader", reason=f"its labels differ: {odd}")
        pairs = (tuple(label.partition("/")[::2]) for label in labels)
        return cls(tuple((kind, face) for kind, face in pairs))

    def __len__(self) -> int:
        return len(self.pairs)

    @property
    def none_row(self) -> int:
        """Index of the output for "none"."""
        return self.pairs.index((NONE, ""))

    def allowed(self, dice: DiceKind) -> Mask:
        """Return the mask of outputs that are faces of *dice*, shape (K,); "none" is excluded."""
        return _allowed(self.pairs, dice)


@lru_cache(maxsize=16)
def _allowed(pairs: tuple[tuple[str, str], ...], dice: DiceKind) -> Mask:
    if dice is DiceKind.D6:
        wanted = {D6}
    elif dice is DiceKind.ROLL:
        wanted = set(TYPE_COLOURS)
    else:
        wanted = set()
    allowed = np.array([kind in wanted for kind, _ in pairs], dtype=np.bool_)
    allowed.flags.writeable = False
    return allowed
