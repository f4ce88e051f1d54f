"""The Explorer's tiles: what is on it, its hex, the free Empire (section 4.1)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple, replace
from functools import partial

from companion.games.emperor.ask.words import judge_of
from companion.games.emperor.galaxy.hexes import NEIGHBOURS
from companion.games.emperor.galaxy.moving import ground_of
from companion.games.emperor.options import USUAL_TILES
from companion.games.emperor.roles.explorer import MOST_PLANETS, MOST_YIELD, PlaceTile
from companion.games.emperor.state import GameState
from companion.games.emperor.technologies import Technology
from companion.games.question import (
    Amount,
    Answer,
    Choose,
    Form,
    Later,
    Piece,
    Question,
    Text,
    of_piece,
    shown,
    switch,
    text,
)


def tile(state: GameState, seat: int) -> Choose:
    """Ask for the tile that is placed: a known kind first, then where it lies."""
    known = state.options.tiles
    kinds = (*known, *(each for each in USUAL_TILES if each not in known))
    planets = tuple(
        replace(
            _answer(
                state,
                "-".join(map(str, astuple(kind))),
                Piece(f"tile/{'-'.join(map(str, astuple(kind)))}"),
                PlaceTile(seat, *astuple(kind)),
            ),
            minor=bool(known) and kind not in known,
        )
        for kind in kinds
    )
    empty = _answer(state, "0", Piece("tile/empty"), PlaceTile(seat))
    sun = _answer(state, "sun", Piece("tile/sun"), PlaceTile(seat, sun=True))
    hole = _answer(state, "black_hole", Piece("tile/black_hole"), PlaceTile(seat, black_hole=True))
    other = _answer(state, "other", Piece("tile/other"), PlaceTile(seat, 1))
    other = replace(
        other, text=text("Another tile"), then=Later(_another, (state, seat)), minor=True
    )
    asked = text(
        "%(name)s places an open tile on an empty hex: which one?", name=state.player(seat).name
    )
    suns = (sun,) if state.fields else ()
    return Choose(asked, (*planets, empty, *suns, hole, other))


def _answer(state: GameState, key: str, piece: Piece, command: PlaceTile) -> Answer:
    """Return a kind of tile; refused if there is no hex for it."""
    hexes = _hexes(state, command)
    refused = judge_of(state).refuses(replace(command, hex=hexes[0] if hexes else 0))
    then = Later(_where, (state, command))
    return of_piece(key, piece, then, refused)


def _hexes(state: GameState, command: PlaceTile) -> tuple[int, ...]:
    """Return the hexes where the tile may lie; none for the Black Hole and without a map."""
    if not state.fields or command.black_hole:
        return ()
    return tuple(number for number in NEIGHBOURS if ground_of(state, number) is None)


def _where(state: GameState, command: PlaceTile) -> Question | PlaceTile:
    """Ask for the hex and what else is done with the tile."""
    parts, changes = _rest(state, command)
    if not parts:
        return command
    words = _ask_hex(state, command.seat)
    make = partial(_changed, command, changes)
    return Form(words, parts, make, judge_of(state, command.seat).refuses)


def _ask_hex(state: GameState, seat: int) -> Text:
    return text("%(name)s: tap the hex of the tile", name=state.player(seat).name)


def _another(state: GameState, seat: int) -> Form:
    """Ask for the planets and yields of an unknown tile, too."""
    numbers = tuple(
        Amount(shown(Piece(key)), low, high, int, (Piece(key),), default=low)
        for key, low, high in (
            ("planets", 1, MOST_PLANETS),
            ("cube/food", 0, MOST_YIELD),
            ("cube/metal", 0, MOST_YIELD),
            ("cube/energy", 0, MOST_YIELD),
        )
    )
    command = PlaceTile(seat, 1)
    parts, changes = _rest(state, command)
    fields = ("planets", "food", "metal", "energy", *changes)
    make: Callable[..., PlaceTile] = partial(_changed, command, fields)
    return Form(text("Another tile"), (*numbers, *parts), make, judge_of(state, seat).refuses)


def _rest(state: GameState, command: PlaceTile) -> tuple[tuple[Question, ...], tuple[str, ...]]:
    """Return what is asked of a tile beside its contents, and the command's field of each."""
    judge, hexes = judge_of(state), _hexes(state, command)
    found: list[tuple[str, Question]] = []
    if hexes:
        answers = tuple(
            Answer(str(number), text("Hex %(hex)s", hex=number), number, (Piece(f"hex/{number}"),))
            for number in hexes
        )
        found.append(("hex", Choose(_ask_hex(state, command.seat), answers, str(hexes[0]))))
    tried = [replace(command, hex=number) for number in hexes or (0,)]
    if any(judge.refuses(replace(each, annex=True)) is None for each in tried):
        free = judge.refuses(replace(tried[0], annex=True)) is None
        found.append(("annex", switch(text("Put an Empire on it"), "yes" if free else "no")))
    if state.player(command.seat).has(Technology.LONG_RANGE_SCANNERS):
        scans = judge.refuses(replace(tried[0], scanned=True))
        if scans is None:
            words = text("Long Range Scanners used")
            found.append(("scanned", switch(words)))
    return tuple(part for _, part in found), tuple(field for field, _ in found)


def _changed(command: PlaceTile, fields: tuple[str, ...], *values: int | bool) -> PlaceTile:
    return replace(command, **dict(zip(fields, values, strict=True)))  # type: ignore[arg-type] # fields of a tile
