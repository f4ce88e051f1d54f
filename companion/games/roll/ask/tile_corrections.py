"""Corrections of tiles in questions: where a tile is, and which one it is."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from companion.games.question import Answer, Piece, Text, branch, shown, text
from companion.games.roll.ask.at import BY_HAND, STACK_WORDS, Table, tile_piece
from companion.games.roll.model.effects import Category
from companion.games.roll.model.holdings import UNKNOWN
from companion.games.roll.model.state import TILES_AT_SETUP, holdings, tracking
from companion.games.roll.model.state_edits import stack_at
from companion.games.roll.phases.tile_corrections import (
    MoveTile,
    ReplaceTile,
    TileLocation,
    TileSpot,
)
from companion.games.roll.rules.lookup import seen_tiles

MOVED: Final = text("Tap a tile to move or remove it")
WHICH: Final = text("Which tile is it?")
_WHERE: Final = text("Where is it?")
_BOX: Final = ("box", text("Bag"))

Lying = tuple[str, TileSpot, Piece, int]
"""A tile: key, place, picture, number."""


@dataclass(frozen=True)
class TileCorrections(Table):
    """Which tile is elsewhere, and where; which one is another than recorded."""

    def moved(self) -> Iterator[Answer]:
        """Ask which tile is elsewhere, then where it is, then which one it is if that matters."""
        return self.owners(MOVED, self._sources, box=_BOX)

    def named(self) -> Iterator[Answer]:
        """Ask which tile is another one than recorded, then which one it is."""
        return self.owners(WHICH, self._recorded)

    def _lying(self, seat: int) -> Iterator[Lying]:
        """Yield a player's tiles that can be corrected; of the box for seat 0, equal ones once."""
        if not seat:
            box = tracking(self.state)
            for location, tiles in (
                (TileLocation.BAG, box.bag),
                (TileLocation.ABANDONED, box.abandoned),
            ):
                for number in dict.fromkeys(tiles):
                    piece = tile_piece(Category.DEVELOPMENT, number)
                    yield f"{location.value}/{number}", TileSpot(location), piece, number
            return
        held, catalog = holdings(self.state, seat), self.rules.catalog
        for index, number in enumerate(held.turn.hand):
            spot = TileSpot(TileLocation.HAND, seat, index=index)
            yield f"hand/{index}", spot, tile_piece(Category.DEVELOPMENT, number), number
        for kind in Category:
            for index, number in enumerate(stack_at(held, kind)):
                spot = TileSpot(TileLocation.STACK, seat, kind, index)
                yield f"{kind.value}/{index}", spot, tile_piece(kind, number), number
        for key in held.tableau[TILES_AT_SETUP:]:
            kind, number = catalog.sides[key].category, catalog.tile_by_side[key].id
            spot = TileSpot(TileLocation.TABLEAU, seat, kind, side=key)
            yield f"tableau/{key}", spot, tile_piece(kind, number), number

    # --- another place ---------------------------------------------------------------------------

    def _sources(self, seat: int) -> Iterator[Answer]:
        for key, spot, piece, number in self._lying(seat):
            words = text("%(tile)s: %(place)s", tile=piece, place=_place_text(spot))
            yield from branch(key, words, _WHERE, self._new_owners, spot, number, pieces=(piece,))

    def _new_owners(self, source: TileSpot, number: int) -> Iterator[Answer]:
        return self.owners(_WHERE, self._targets, source, number, box=_BOX)

    def _targets(self, source: TileSpot, number: int, seat: int) -> Iterator[Answer]:
        seen = seen_tiles(self.rules, self.state)
        for key, target in self._places(seat):
            words, kind = _place_text(target), target.stack
            pieces = (tile_piece(kind, number) if kind else Piece(target.location.value),)
            if number != UNKNOWN:
                move = MoveTile(source, target, number, BY_HAND)
                yield self.judge.answer(key, words, move, pieces)
                continue
            unseen = (n for n in self._numbers() if n not in seen)
            moves = tuple(MoveTile(source, target, n, BY_HAND) for n in (UNKNOWN, *unseen))
            yield from branch(
                key, words, WHICH, self._which, moves, kind, pieces=pieces, by=("tile",)
            )

    def _places(self, seat: int) -> Iterator[tuple[str, TileSpot]]:
        """Yield the places where a tile can be put."""
        if not seat:
            yield "bag", TileSpot(TileLocation.BAG)
            yield "abandoned", TileSpot(TileLocation.ABANDONED)
            return
        held = holdings(self.state, seat)
        yield "hand", TileSpot(TileLocation.HAND, seat, index=len(held.turn.hand))
        for kind in Category:
            for index in range(len(stack_at(held, kind)) + 1):
                yield f"{kind.value}/{index}", TileSpot(TileLocation.STACK, seat, kind, index)
            yield f"tableau/{kind.value}", TileSpot(TileLocation.TABLEAU, seat, kind)

    # --- another tile ----------------------------------------------------------------------------

    def _recorded(self, seat: int) -> Iterator[Answer]:
        for key, spot, piece, _ in self._lying(seat):
            words = text("%(tile)s: %(place)s", tile=piece, place=_place_text(spot))
            names = (UNKNOWN, *self._numbers())
            others = tuple(ReplaceTile(spot, each, BY_HAND) for each in names)
            yield from branch(
                key, words, WHICH, self._which, others, spot.stack, pieces=(piece,), by=("tile",)
            )

    def _numbers(self) -> tuple[int, ...]:
        return tuple(self.rules.catalog.tile_by_id)

    def _which(
        self, commands: tuple[MoveTile | ReplaceTile, ...], kind: Category | None
    ) -> Iterator[Answer]:
        """Ask which tile it is; unnamed is an answer where the rules need no name."""
        for each in commands:
            piece = tile_piece(kind or Category.DEVELOPMENT, each.tile)
            words = shown(piece) if each.tile != UNKNOWN else text("unknown")
            yield self.judge.answer(str(each.tile), words, each, (piece,))


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
