"""The score entry of a game that was played with the companion begins with all that is known."""

import pytest

from companion.catalog import load_roll_catalog
from companion.games.roll.at_table import at_table
from companion.games.roll.rules.lookup import Rules
from companion.games.roll.view.table_view import TableView
from companion.scorefile.score_entry import findings, player_of_game, points_so_far
from companion.simulation.playing import game_rng, play
from tests.some import of, there

CATALOG = load_roll_catalog()
RULES = Rules(CATALOG)


@pytest.mark.parametrize("players", [2, 5])
def test_the_score_entry_agrees_with_the_end_of_the_game(players: int) -> None:
    """Built tiles, dice and goods are entered; nothing is missing, the totals are the same."""
    state = play(RULES, players, game_rng(18, players, 3)).state
    view = of(TableView, at_table(RULES).view(state, None))
    entered = [player_of_game(seat) for seat in view.seats]
    for seat, player in zip(view.seats, entered, strict=True):
        assert points_so_far(player, CATALOG) == there(there(seat.tracking).score).total
        assert player.dice_entered
        assert len(player.tiles) == seat.tiles - 3
    assert findings(entered, CATALOG) == ()
