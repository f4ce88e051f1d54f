"""Creates the initial score entry of a game that was played with the companion."""

from __future__ import annotations

from dataclasses import replace

from companion.games.roll.model.state import TILES_AT_SETUP
from companion.games.roll.view.table_view import SeatView
from companion.scorefile.score_entry import ScoreEntryPlayer, dice_counts


def player_of_game(seat: SeatView) -> ScoreEntryPlayer:
    """Return the known data of a player, which is complete in a fully tracked game."""
    known = ScoreEntryPlayer(
        name=seat.name,
        vp_chips=seat.vp_chips,
        credits=seat.credits,
        faction=seat.faction,
        home_world=seat.home_world,
    )
    held = seat.tracking
    if held is None:
        return known
    elsewhere = [*held.citizenry, *held.developments.workers, *held.worlds.workers]
    elsewhere += [die for column in held.columns for die in column]
    return replace(
        known,
        tiles=held.tableau[TILES_AT_SETUP:],
        tiles_entered=True,
        cup=dice_counts(held.cup),
        elsewhere=dice_counts(elsewhere),
        goods=held.goods,
        dice_entered=True,
    )
