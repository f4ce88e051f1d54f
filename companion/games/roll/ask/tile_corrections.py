"""Corrections of tiles in questions: where a tile is, and which one it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final

from companion.games.question import (
    Answer,
    Choose,
    Later,
    Piece,
    Text,
    named,
    shown,
    text,
)
from companion.games.roll.ask.at import STACK_WORDS
from companion.games.roll.ask.words import judge_of, leading, players, tile_piece
from companion.games.roll.model.effects import Category
from companion.games.roll.model.holdings import UNKNOWN
from companion.games.roll.model.state import TILES_AT_SETUP, GameState, holdings, tracking
from companion.games.roll.model.state_edits import stack_at
from companion.games.roll.phases.tile_corrections import (
    MoveTile,
    ReplaceTile,
    TileLocation,
    TileSpot,
)
from companion.games.roll.rules.lookup import Rules, is_seen

_BY_HAND: Final = "by hand"

Lying = tuple[str, TileSpot, Piece, int]
"""A tile: key, place, picture, number."""


def moved_tiles(rules: Rules, state: GameState) -> Choose:
    """Ask which tile is elsewhere, then where it is, then which one it is if that matters."""
    words, judge = text("Tap a tile to move or remove it"), judge_of(rules, state)
    sources = Later(_sources, (rules, state, 0))
    box = leading(judge, "box", text("Bag"), sources, _every_move(rules, state, 0))
    owners = players(rules, state, _sources, _every_move)
    return Choose(words, owners if box is None else (*owners, box))


def named_tiles(rules: Rules, state: GameState) -> Choose:
    """Ask which tile is another one than recorded, then which one it is."""
    return Choose(text("Which tile is it?"), players(rules, state, _recorded, _every_name))


# --- where tiles are -----------------------------------------------------------------------------


def _lying(rules: Rules, state: GameState, seat: int) -> Iterator[Lying]:
    """Yield the tiles of a player that can be corrected; of the box for seat 0, equal ones once."""
    if not seat:
        box = tracking(state)
        for location, tiles in (
            (TileLocation.BAG, box.bag),
            (TileLocation.ABANDONED, box.abandoned),
        ):
            for number in dict.fromkeys(tiles):
                piece = tile_piece(Category.DEVELOPMENT, number)
                yield f"{location.value}/{number}", TileSpot(location), piece, number
        return
    held = holdings(state, seat)
    for index, number in enumerate(held.turn.hand):
        spot = TileSpot(TileLocation.HAND, seat, index=index)
        yield f"hand/{index}", spot, tile_piece(Category.DEVELOPMENT, number), number
    for kind in Category:
        for index, number in enumerate(stack_at(held, kind)):
            spot = TileSpot(TileLocation.STACK, seat, kind, index)
            yield f"{kind.value}/{index}", spot, tile_piece(kind, number), number
    for key in held.tableau[TILES_AT_SETUP:]:
        kind, number = rules.catalog.sides[key].category, rules.catalog.tile_by_side[key].id
        spot = TileSpot(TileLocation.TABLEAU, seat, kind, side=key)
        yield f"tableau/{key}", spot, tile_piece(kind, number), number


def _names(rules: Rules, state: GameState, number: int) -> Iterator[int]:
    """Yield what a recorded tile may turn out to be: an unnamed one can be named."""
    yield number
    if number == UNKNOWN:
        yield from (n for n in rules.catalog.tile_by_id if not is_seen(rules, state, n))


# --- another place -------------------------------------------------------------------------------


def _every_move(rules: Rules, state: GameState, seat: int) -> Iterator[MoveTile]:
    return chain.from_iterable(
        _moves(rules, state, spot, number) for _, spot, _, number in _lying(rules, state, seat)
    )


def _sources(rules: Rules, state: GameState, seat: int) -> Choose:
    judge = judge_of(rules, state)
    answers = (
        leading(
            judge,
            key,
            text("%(tile)s: %(place)s", tile=piece, place=_place_text(spot)),
            Later(_targets, (rules, state, spot, number)),
            _moves(rules, state, spot, number),
            (piece,),
        )
        for key, spot, piece, number in _lying(rules, state, seat)
    )
    return Choose(text("Tap a tile to move or remove it"), _given(answers))


def _places(state: GameState, seat: int) -> Iterator[tuple[str, TileSpot]]:
    """Yield the places where a tile can be put."""
    if not seat:
        yield "bag", TileSpot(TileLocation.BAG)
        yield "abandoned", TileSpot(TileLocation.ABANDONED)
        return
    held = holdings(state, seat)
    yield "hand", TileSpot(TileLocation.HAND, seat, index=len(held.turn.hand))
    for kind in Category:
        for index in range(len(stack_at(held, kind)) + 1):
            yield f"{kind.value}/{index}", TileSpot(TileLocation.STACK, seat, kind, index)
        yield f"tableau/{kind.value}", TileSpot(TileLocation.TABLEAU, seat, kind)


def _possible(
    rules: Rules, state: GameState, source: TileSpot, number: int, target: TileSpot
) -> Iterator[MoveTile]:
    """Yield the moves of a tile to a place."""
    names = _names(rules, state, number)
    return (MoveTile(source, target, each, _BY_HAND) for each in names)


def _moves(rules: Rules, state: GameState, source: TileSpot, number: int) -> Iterator[MoveTile]:
    places = chain.from_iterable(_places(state, seat) for seat in (0, *state.seats))
    return chain.from_iterable(
        _possible(rules, state, source, number, target) for _, target in places
    )


def _targets(rules: Rules, state: GameState, source: TileSpot, number: int) -> Choose:
    """Ask whose place the tile has; only the box and players who can have it are answers."""
    judge = judge_of(rules, state)
    owners = (
        leading(
            judge,
            str(seat) if seat else "box",
            named(state.empire(seat).name) if seat else text("Bag"),
            Later(_at, (rules, state, source, number, seat)),
            chain.from_iterable(
                _possible(rules, state, source, number, target)
                for _, target in _places(state, seat)
            ),
        )
        for seat in (*state.seats, 0)
    )
    return Choose(text("Where is it?"), _given(owners))


def _at(rules: Rules, state: GameState, source: TileSpot, number: int, seat: int) -> Choose:
    judge = judge_of(rules, state)
    answers: list[Answer | None] = []
    for key, target in _places(state, seat):
        words = _place_text(target)
        if number != UNKNOWN:
            answers.append(judge.answer(key, words, MoveTile(source, target, number, _BY_HAND)))
            continue
        moves = tuple(_possible(rules, state, source, number, target))
        then = Later(_which, (rules, state, moves, target.stack))
        answers.append(leading(judge, key, words, then, moves))
    return Choose(text("Where is it?"), _given(answers))


# --- another tile --------------------------------------------------------------------------------


def _others(rules: Rules, spot: TileSpot) -> tuple[ReplaceTile, ...]:
    names = (UNKNOWN, *rules.catalog.tile_by_id)
    return tuple(ReplaceTile(spot, each, _BY_HAND) for each in names)


def _every_name(rules: Rules, state: GameState, seat: int) -> Iterator[ReplaceTile]:
    lying = _lying(rules, state, seat)
    return chain.from_iterable(_others(rules, spot) for _, spot, _, _ in lying)


def _recorded(rules: Rules, state: GameState, seat: int) -> Choose:
    judge = judge_of(rules, state)
    answers = []
    for key, spot, piece, _ in _lying(rules, state, seat):
        other = _others(rules, spot)
        words = text("%(tile)s: %(place)s", tile=piece, place=_place_text(spot))
        then = Later(_which, (rules, state, other, spot.stack))
        answers.append(leading(judge, key, words, then, other, (piece,)))
    return Choose(text("Which tile is it?"), _given(answers))


def _which(
    rules: Rules,
    state: GameState,
    commands: tuple[MoveTile | ReplaceTile, ...],
    kind: Category | None,
) -> Choose:
    """Ask which tile it is; unnamed is an answer where the rules need no name."""
    judge = judge_of(rules, state)
    answers = []
    for each in commands:
        piece = tile_piece(kind or Category.DEVELOPMENT, each.tile)
        words = shown(piece) if each.tile != UNKNOWN else text("unknown")
        answers.append(judge.answer(str(each.tile), words, each, (piece,)))
    return Choose(text("Which tile is it?"), tuple(answers), by=("tile",))


def _given(answers: Iterable[Answer | None]) -> tuple[Answer, ...]:
    return tuple(each for each in answers if each is not None)


def _place_text(spot: TileSpot) -> Text:
    match spot.location:
        case TileLocation.BAG:
            return text("Bag")
        case TileLocation.ABANDONED:
            return text("Abandoned tiles")
        case TileLocation.HAND:
            return text("Drawn tiles")
        case TileLocation.TABLEAU:
            return text("Tableau")
        case TileLocation.STACK:
            stack = STACK_WORDS[spot.stack or Category.WORLD]
            return text("%(stack)s, tile %(number)s", stack=stack, number=spot.index + 1)
