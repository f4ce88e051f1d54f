"""What a mat comes to: two mats with the same result are one move."""

from collections import Counter

from companion.games.roll.rules.legal_mats import Mat


def result_of(mat: Mat) -> object:
    """Return the identity of a mat: die types by column, and the selected phase."""
    selected = next((die.place.phase for die in mat if die.place.selecting), None)
    return selected, frozenset(Counter((die.type, die.place.phase) for die in mat).items())
