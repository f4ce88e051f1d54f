"""The class labels of the reader's outputs, in order, and the photographs that no training sees."""

import hashlib
from pathlib import Path

FACE_COUNTS: dict[str, tuple[str, ...]] = {
    "home": ("explore", "explore", "develop", "settle", "produce", "ship"),
    "military": ("explore", "develop", "develop", "settle", "settle", "wild"),
    "consumption": ("explore", "develop", "ship", "ship", "ship", "wild"),
    "novelty": ("explore", "produce", "produce", "ship", "ship", "wild"),
    "rare_elements": ("explore", "develop", "develop", "produce", "ship", "wild"),
    "genes": ("explore", "settle", "settle", "produce", "wild", "wild"),
    "alien_technology": ("develop", "settle", "produce", "wild", "wild", "wild"),
}
"""The six faces of each die type as they are printed."""

FACES_OF = {die: tuple(dict.fromkeys(faces)) for die, faces in FACE_COUNTS.items()}
"""The faces that exist on each die type: 30 pairs of the 42 that could be."""

NONE = "none"
"""Not a readable die: background, chip, tile, hand, a cocked or cut die."""

LABELS: tuple[str, ...] = (
    *(f"{die}/{face}" for die, faces in FACES_OF.items() for face in faces),
    *(f"d6/{value}" for value in "123456"),
    NONE,
)
"""Label of each output of the reader; the manifest repeats them and is what a caller uses."""


def held_out(photograph: str) -> bool:
    """Return whether a photograph is held out for evaluation: three of ten, by a hash of names."""
    name = Path(photograph).name.encode()
    return hashlib.sha1(name, usedforsecurity=False).digest()[0] % 10 < 3
