"""What is different between two views of one game, as lines for people with the box in hand.

After an undo they say what to put back on the table; after a step that did several things at once,
what happened.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final, TypeAlias

from companion.games.roll.model.dice import PHASES, DieType
from companion.games.roll.model.steps import Step
from companion.games.roll.view.table_view import SeatTracking, SeatView, TableView
from companion.i18n import N_
from kivy_ui.common.inventory import SeatChanges
from kivy_ui.games.roll.texts.words import Words
from kivy_ui.games.roll.tiles.tile_book import TileBook

_STOCK: Final = "stock"

_UNREVEALED: Final = (Step.ASSIGN, Step.REVEAL)

_PLACES: Final = {
    "cup": N_("cup"),
    "citizenry": N_("Citizenry"),
    "developers": N_("development stack"),
    "settlers": N_("world stack"),
    _STOCK: N_("stock"),
}


_Places: TypeAlias = dict[str, tuple[DieType, ...]]


class TableChanges:
    """Says what changed.

    Args:
        words: the words of the chosen language.
        tiles: the tiles' names.
    """

    def __init__(self, words: Words, tiles: TileBook) -> None:
        self._words = words
        self._tiles = tiles

    def between(self, before: TableView | None, after: TableView | None) -> tuple[SeatChanges, ...]:
        """Return the players for whom something on the table changed."""
        if before is None or after is None:
            return ()
        earlier = {seat.seat: seat for seat in before.seats}
        # Who is ready and what was read moves nothing; at Reveal the whole cup lies on the mat.
        unmoved = before.step in _UNREVEALED and after.step in _UNREVEALED
        steps = None if unmoved and before.round == after.round else (before.step, after.step)
        found = (
            self._of_seat(earlier[seat.seat], seat, steps)
            for seat in after.seats
            if seat.seat in earlier
        )
        return tuple(each for each in found if each.lines)

    def _of_seat(
        self, before: SeatView, after: SeatView, steps: tuple[Step, Step] | None
    ) -> SeatChanges:
        lines = list(self._counters(before, after))
        if before.tracking is not None and after.tracking is not None:
            if steps is not None:
                old, new = self._places(before, steps[0]), self._places(after, steps[1])
                lines += self._dice(old, new)
            lines += self._tiles_moved(before.tracking, after.tracking)
        return SeatChanges(
            seat=after.seat,
            name=after.name,
            colour=after.colour,
            credits=after.credits - before.credits,
            vp=after.vp_chips - before.vp_chips,
            tiles=after.tiles - before.tiles,
            lines=tuple(lines),
        )

    def _counters(self, before: SeatView, after: SeatView) -> Iterator[str]:
        translate = self._words.translate
        for label, old, new in (
            (translate("Credits"), before.credits, after.credits),
            (translate("VP chips"), before.vp_chips, after.vp_chips),
        ):
            if old != new:
                yield self._was(label, old, new)
        if before.tracking is None and before.tiles != after.tiles:
            yield self._was(translate("Tiles"), before.tiles, after.tiles)

    def _was(self, what: str, old: int, new: int) -> str:
        return self._words.translate("%(what)s: %(new)s (was %(old)s)", what=what, new=new, old=old)

    def _dice(self, old: _Places, new: _Places) -> Iterator[str]:
        """Dice that lie elsewhere now; what one place lost another got."""
        moved: Counter[tuple[str, str, DieType]] = Counter()
        for die in DieType:
            lost = list((Counter(_of(old, die)) - Counter(_of(new, die))).elements())
            got = list((Counter(_of(new, die)) - Counter(_of(old, die))).elements())
            size = max(len(lost), len(got))
            stock = self._words.translate(_PLACES[_STOCK])
            lost += [stock] * (size - len(lost))
            got += [stock] * (size - len(got))
            moved.update((source, target, die) for source, target in zip(lost, got, strict=True))
        for (source, target, die), count in moved.items():
            yield self._words.translate(
                "%(dice)s: from “%(source)s” to “%(target)s”",
                dice=f"{count} × {self._words.colour(die)}",
                source=source,
                target=target,
            )

    def _places(self, seat: SeatView, step: Step) -> _Places:
        """The dice by the name of their place."""
        tracking = seat.tracking or SeatTracking()
        translate = self._words.translate
        on_mat: dict[str, tuple[DieType, ...]] = {}
        for die in seat.dice if step is Step.REVEAL else ():
            phase = die.place.phase
            where = self._words.phase(phase) if phase is not None else translate("Dictate")
            on_mat[where] = (*on_mat.get(where, ()), die.type)
        places = {
            translate(_PLACES["cup"]): () if on_mat else tracking.cup,
            **on_mat,
            translate(_PLACES["citizenry"]): tracking.citizenry,
            translate(_PLACES["developers"]): tracking.developments.workers,
            translate(_PLACES["settlers"]): tracking.worlds.workers,
        }
        for phase, column in zip(PHASES, tracking.columns, strict=False):
            if column:
                places[self._words.phase(phase)] = column
        for good in tracking.goods:
            world = self._tiles.name(good.world)
            places[world] = (*places.get(world, ()), good.die)
        return places

    def _tiles_moved(self, before: SeatTracking, after: SeatTracking) -> Iterator[str]:
        translate = self._words.translate
        for key in after.tableau:
            if key not in before.tableau:
                yield translate("Tableau: %(tile)s is there", tile=self._tiles.name(key))
        for key in before.tableau:
            if key not in after.tableau:
                yield translate("Tableau: %(tile)s is not there", tile=self._tiles.name(key))
        for label, old, new in (
            (translate("Development stack"), before.developments.size, after.developments.size),
            (translate("World stack"), before.worlds.size, after.worlds.size),
            (translate("Tiles in hand"), before.hand, after.hand),
        ):
            if old != new:
                yield self._was(label, old, new)


def _of(places: _Places, die: DieType) -> list[str]:
    return [place for place, dice in places.items() for each in dice if each is die]
