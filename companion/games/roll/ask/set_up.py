"""Set-up: players, how the table counts, factions, home worlds, first tiles (R-1.2 to R-1.7).

Computer players take their seats afterwards (``table``); the variants of the rules belong to the
table, not to one game (``TableOptions``).
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

from companion.games import question as q
from companion.games.question import text
from companion.games.roll.ask.at import faction_of, judge_of, tile_piece
from companion.games.roll.model.effects import Category
from companion.games.roll.model.holdings import UNKNOWN
from companion.games.roll.model.seating import PlayerSetup
from companion.games.roll.model.state import GameState
from companion.games.roll.phases.set_up import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    FirstTiles,
    SetUpGame,
    StartGame,
    start_factions,
    start_homes,
)
from companion.games.roll.rules.lookup import Rules

COLOURS: Final = ("blue", "orange", "green", "purple", "yellow")
"""Of the seats 1 to 5 on the screen."""

_UNKNOWN: Final = q.Answer("unknown", text("unknown"), None)


def set_up(rules: Rules, names: tuple[str, ...] = q.seat_names(MAX_PLAYERS)) -> q.Amount:
    """Return the question before the game: how many play, how the table counts, the start tiles.

    In *rules* without tiles a table keeps its counters by hand.
    """
    return q.how_many(names, MIN_PLAYERS, MAX_PLAYERS, partial(_kinds, rules), 2)


def _kinds(rules: Rules, people: tuple[str, ...]) -> Any:
    judge = judge_of(rules, GameState())
    by_hand = _by_hand(rules, judge, people)
    if not rules.catalog.tiles:
        return by_hand
    tracked = q.Answer("tracked", text("The companion counts"), q.Later(_tracked, (rules, people)))
    by_hand_too = q.Answer("by-hand", text("Counters by hand"), by_hand)
    return q.Choose(text("How does this table count?"), (tracked, by_hand_too), "tracked")


def _tracked(rules: Rules, people: tuple[str, ...]) -> q.Form:
    """Ask for faction, home world and the two first tiles of each player."""
    tiles = tuple(rules.catalog.tile_by_id)
    parts: list[q.Question] = []
    for index, name in enumerate(people):
        parts += _start(rules, name, index)
        for kind in Category:
            answers = (q.Answer(str(n), q.shown(tile_piece(kind, n)), n, ()) for n in tiles)
            unnamed = q.Answer("unknown", text("unknown"), UNKNOWN)
            asked = text("%(name)s: which tile is under construction?", name=name)
            parts.append(q.Choose(asked, (unnamed, *answers), "unknown", by=("tile",)))
    judge = judge_of(rules, GameState())
    return _form(judge, tuple(parts), partial(_set_up, people))


def _by_hand(rules: Rules, judge: q.Judge, people: tuple[str, ...]) -> q.Form:
    """Ask for what is known of the start tiles."""
    parts = tuple(
        q.Choose(each.text, (_UNKNOWN, *each.answers), "unknown", by=each.by)
        for index, name in enumerate(people)
        for each in _start(rules, name, index)
    )
    return _form(judge, parts, lambda *start: StartGame(_players(people, start)))


def _form(judge: q.Judge, parts: tuple[q.Question, ...], make: Callable[..., Any]) -> q.Form:
    words = text("Who plays, clockwise, with which faction and home world?")
    return q.Form(words, parts, make, judge.refuses)


def _start(rules: Rules, name: str, index: int) -> Iterator[q.Choose]:
    shown_factions = ((n, *faction_of(rules, n)) for n in start_factions(rules))
    factions = tuple(q.Answer(str(n), words, n, sides) for n, words, sides in shown_factions)
    homes = tuple(q.of_piece(q.Piece(f"side/{key}"), key) for key in start_homes(rules))
    asked = text("%(name)s: which faction tile?", name=name)
    yield q.Choose(asked, factions, factions[index].key, by=("tile",))
    asked = text("%(name)s: which home world?", name=name)
    yield q.Choose(asked, homes, homes[index].key, by=("tile",))


def _players(people: tuple[str, ...], start: tuple[Any, ...]) -> tuple[PlayerSetup, ...]:
    pairs = zip(people, start[::2], start[1::2], strict=True)
    return tuple(
        PlayerSetup(seat, name, COLOURS[seat - 1], faction, home)
        for seat, (name, faction, home) in enumerate(pairs, 1)
    )


def _set_up(people: tuple[str, ...], *entered: Any) -> SetUpGame:
    each = [entered[index : index + 4] for index in range(0, len(entered), 4)]
    start = tuple(value for faction, home, _, _ in each for value in (faction, home))
    return SetUpGame(_players(people, start), tuple(FirstTiles(*part[2:]) for part in each))
