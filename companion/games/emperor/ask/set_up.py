"""Set-up: players, Throne, map, yields of the home sectors (section 2)."""

from __future__ import annotations

from functools import partial
from typing import Final

from companion.games.emperor.ask.words import At, hex_text, seat_piece
from companion.games.emperor.galaxy.hexes import NEIGHBOURS
from companion.games.emperor.options import DEFAULT_OPTIONS, GOODS, Options
from companion.games.emperor.set_up import NewPlayer, StartGame
from companion.games.emperor.state import EMPIRE_TOKENS, GameState
from companion.games.question import (
    Amount,
    Answer,
    Choose,
    Form,
    Piece,
    Question,
    named,
    number,
    text,
)

FEWEST_PLAYERS: Final = min(EMPIRE_TOKENS)
MOST_PLAYERS: Final = max(EMPIRE_TOKENS)
MOST_YIELD: Final = 5
"""Largest yield of a home sector for each good."""

_NAMES: Final = tuple(f"Player {number}" for number in range(1, MOST_PLAYERS + 1))


def set_up(names: tuple[str, ...] = _NAMES, options: Options = DEFAULT_OPTIONS) -> Amount:
    """Return the question before the game: how many play, the Throne, the map, the yields.

    Args:
        names: of the people at seats 1 to 6.
        options: facts of the box, with the layouts of the home sectors.
    """
    make = partial(_home, names, options)
    people = (Piece("people"),)
    asked = text("How many play? Lay this out")
    return Amount(asked, FEWEST_PLAYERS, MOST_PLAYERS, make, people, default=FEWEST_PLAYERS)


def _home(names: tuple[str, ...], options: Options, count: int) -> Form:
    """Ask for the Throne, the map with the hex of each home, and the yields of the homes."""
    names = names[:count]
    throne = Choose(
        text("Chosen at random: who has the Throne?"),
        tuple(Answer(str(n), named(name), n, (seat_piece(n),)) for n, name in enumerate(names, 1)),
        "1",
    )
    board = Choose(
        text("Where ships and sectors are"),
        (
            Answer("no", text("Without a map"), then=False, pieces=(Piece("tile/empty"),)),
            Answer("yes", text("Map on the screen"), then=True, pieces=(Piece("hexes"),)),
        ),
        "yes",
    )
    hexes = tuple(Answer(str(n), hex_text(n), n) for n in NEIGHBOURS)
    homes = (
        Choose(text("Tap the home hex of %(name)s", name=name), hexes, str(home))
        for name, home in zip(names, options.homes(count), strict=True)
    )
    yields = (
        number(Piece(f"cube/{good}"), MOST_YIELD, words=named(name))
        for name in names
        for good in GOODS
    )
    parts: tuple[Question, ...] = (throne, board, *homes, *yields)
    make = partial(_started, names, options)
    judge = At(GameState()).judge
    return Form(text("What do the home sectors yield?"), parts, make, judge.refuses)


def _started(
    names: tuple[str, ...],
    options: Options,
    throne: int,
    on_map: bool,  # noqa: FBT001 - the answer of a form
    *entered: int,
) -> StartGame:
    homes, yields = entered[: len(names)] if on_map else (), entered[len(names) :]
    players = tuple(
        NewPlayer(i + 1, name, 1, *yields[3 * i : 3 * i + 3]) for i, name in enumerate(names)
    )
    return StartGame(players, throne, options.with_homes(homes) if homes else options, homes)
