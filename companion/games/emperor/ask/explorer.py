"""The Explorer's tiles: what is on it, its hex, the free Empire (section 4.1)."""

from __future__ import annotations

from dataclasses import astuple, replace
from functools import partial

from companion.games.emperor.ask.words import At, hex_text
from companion.games.emperor.galaxy.hexes import NEIGHBOURS
from companion.games.emperor.galaxy.moving import ground_of
from companion.games.emperor.options import USUAL_TILES, TileKind
from companion.games.emperor.roles.explorer import MOST_PLANETS, MOST_YIELD, PlaceTile
from companion.games.emperor.technologies import Technology
from companion.games.question import (
    Answer,
    Choose,
    Form,
    Later,
    Piece,
    Question,
    Text,
    number,
    of_piece,
    switch,
    text,
)


def tile(at: At) -> Choose:
    """Ask for the tile that is placed: a known kind first, then where it lies."""
    known = at.state.options.tiles
    planets = (
        replace(_kind(at, kind), minor=bool(known) and kind not in known)
        for kind in dict.fromkeys((*known, *USUAL_TILES))
    )
    empty = _answer(at, "0", "empty", PlaceTile(at.seat))
    sun = _answer(at, "sun", "sun", PlaceTile(at.seat, sun=True))
    hole = _answer(at, "black_hole", "black_hole", PlaceTile(at.seat, black_hole=True))
    other = replace(
        _answer(at, "other", "other", PlaceTile(at.seat, 1)),
        text=text("Another tile"),
        then=Later(_another, (at,)),
        minor=True,
    )
    asked = text("%(name)s places an open tile on an empty hex: which one?", name=at.name)
    suns = (sun,) if at.state.fields else ()
    return Choose(asked, (*planets, empty, *suns, hole, other))


def _kind(at: At, kind: TileKind) -> Answer:
    key = "-".join(map(str, astuple(kind)))
    return _answer(at, key, key, PlaceTile(at.seat, *astuple(kind)))


def _answer(at: At, key: str, name: str, command: PlaceTile) -> Answer:
    """Return a kind of tile; refused if there is no hex for it."""
    hexes = _hexes(at, command)
    refused = at.judge.refuses(replace(command, hex=hexes[0] if hexes else 0))
    return of_piece(key, Piece(f"tile/{name}"), Later(_where, (at, command)), refused)


def _hexes(at: At, command: PlaceTile) -> tuple[int, ...]:
    """Return the hexes where the tile may lie; none for the Black Hole and without a map."""
    if not at.state.fields or command.black_hole:
        return ()
    return tuple(number for number in NEIGHBOURS if ground_of(at.state, number) is None)


def _where(at: At, command: PlaceTile) -> Question | PlaceTile:
    """Ask for the hex and what else is done with the tile."""
    parts = _rest(at, command)
    return _form(at, _ask_hex(at), command, parts) if parts else command


def _ask_hex(at: At) -> Text:
    return text("%(name)s: tap the hex of the tile", name=at.name)


def _another(at: At) -> Form:
    """Ask for the planets and yields of an unknown tile, too."""
    command = PlaceTile(at.seat, 1)
    contents = {
        "planets": number(Piece("planets"), MOST_PLANETS, 1, now=1),
        **{good: number(Piece(f"cube/{good}"), MOST_YIELD) for good in ("food", "metal", "energy")},
    }
    return _form(at, text("Another tile"), command, {**contents, **_rest(at, command)})


def _rest(at: At, command: PlaceTile) -> dict[str, Question]:
    """Return what is asked of a tile beside its contents, by the command's field."""
    hexes, found = _hexes(at, command), dict[str, Question]()
    if hexes:
        answers = (Answer(str(n), hex_text(n), n, (Piece(f"hex/{n}"),)) for n in hexes)
        found["hex"] = Choose(_ask_hex(at), tuple(answers), str(hexes[0]))
    tried = [replace(command, hex=n) for n in hexes or (0,)]
    free = [at.judge.refuses(replace(each, annex=True)) is None for each in tried]
    if any(free):
        found["annex"] = switch(text("Put an Empire on it"), "yes" if free[0] else "no")
    scanned = replace(tried[0], scanned=True)
    if at.player.has(Technology.LONG_RANGE_SCANNERS) and at.judge.refuses(scanned) is None:
        found["scanned"] = switch(text("Long Range Scanners used"))
    return found


def _form(at: At, words: Text, command: PlaceTile, parts: dict[str, Question]) -> Form:
    make = partial(_changed, command, tuple(parts))
    return Form(words, tuple(parts.values()), make, at.judge.refuses)


def _changed(command: PlaceTile, fields: tuple[str, ...], *values: int | bool) -> PlaceTile:
    return replace(command, **dict(zip(fields, values, strict=True)))  # type: ignore[arg-type] # fields of a tile
