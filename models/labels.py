"""The class labels of the reader's outputs, in order."""

FACES_OF: dict[str, tuple[str, ...]] = {
    "home": ("explore", "develop", "settle", "produce", "ship"),
    "military": ("explore", "develop", "settle", "wild"),
    "consumption": ("explore", "develop", "ship", "wild"),
    "novelty": ("explore", "produce", "ship", "wild"),
    "rare_elements": ("explore", "develop", "produce", "ship", "wild"),
    "genes": ("explore", "settle", "produce", "wild"),
    "alien_technology": ("develop", "settle", "produce", "wild"),
}
"""The faces that exist on each die type: 30 pairs of the 42 that could be."""

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

NONE = "none"
"""Not a readable die: background, chip, tile, hand, a cocked or cut die."""

LABELS: tuple[str, ...] = (
    *(f"{die}/{face}" for die, faces in FACES_OF.items() for face in faces),
    *(f"d6/{value}" for value in "123456"),
    NONE,
)
"""Label of each output of the reader; the manifest repeats them and is what a caller uses."""
