"""Every piece that a question names has a picture."""

import json
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from companion.app.wiring import games_at_table
from companion.games.question import Amount, Later, Piece, is_question, opened
from companion.i18n import translator
from kivy_ui.art.files import ASSETS, SHEETS, sheet_name
from kivy_ui.asking.telling import Telling
from kivy_ui.registry import GAME_UIS
from tests.games.question_games import asked, played
from tests.some import some

STATES = 12
"""Of a game by chance, whose questions are looked into."""
DEEPEST = 2
"""Questions after the first one."""
GAMES = games_at_table()
DRAWN = {
    name.partition("@")[0]
    for kind in SHEETS
    for name in json.loads((ASSETS / f"{sheet_name(kind, 1.0)}.json").read_text("utf-8"))
}


def pieces_in(value: Any, deep: int = 0) -> Iterator[Piece]:
    """Yield the pieces of a question, of its answers, and of the questions that they lead to."""
    if isinstance(value, Piece):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from pieces_in(each, deep)
    elif isinstance(value, Later) or is_question(value):
        if deep <= DEEPEST:
            found = opened(value)
            yield from pieces_in(
                tuple(getattr(found, each.name) for each in fields(found)), deep + 1
            )
    elif is_dataclass(value):
        yield from pieces_in(tuple(getattr(value, each.name) for each in fields(value)), deep)


def named(key: str) -> set[Piece]:
    """Return the pieces that the questions of a game by chance name."""
    game = GAMES[key]
    first = game.question(game.initial, 0)
    begin = (first.low,) if isinstance(first, Amount) else ()
    found = list(played(game, 5, (2, "tracked") if key == "roll" else begin))
    states = found[:: -(-len(found) // STATES)]
    return {
        piece
        for state in states
        for question in asked(game, state).values()
        for piece in pieces_in(question)
    }


@pytest.mark.parametrize("key", GAMES)
def test_every_piece_has_a_picture(key: str) -> None:
    """One that is drawn; words of pieces are read wherever a text names one."""
    shown = GAME_UIS[key].asking or GAME_UIS[key].own_screens
    assert shown is not None
    tell = Telling(translator("en"), shown.looks, lambda _: "blue", lambda _: "Ann")
    for piece in some(named(key)):
        picture = tell.picture(piece)
        assert picture.piece == "seat" or picture.piece in DRAWN, (piece, picture)
