"""The score of a complete score entry."""

from collections.abc import Sequence

from companion.games.roll.model.holdings import SeatScore
from companion.games.roll.model.tiles import Catalog
from companion.games.roll.rules.scoring import score
from companion.scorefile.roll_final import read_final
from companion.scorefile.score_entry import ScoreEntryPlayer, document


def result(players: Sequence[ScoreEntryPlayer], catalog: Catalog) -> tuple[SeatScore, ...]:
    """As ``companion score`` calculates it for the same document."""
    return score(read_final(document(players), catalog))
