"""Entry of Rule the Galaxy units: with one tap, or by kind and colour for corrections."""

from __future__ import annotations

from companion.games.rule.cards import HEROES, Card
from companion.games.rule.options import DEFAULT_OPTIONS, Options, tiles_of
from companion.games.rule.units import ONE_COLOUR, TILES, Unit, UnitKind
from kivy_ui.common.board.icons import Icon
from kivy_ui.common.board.page_table import Cell, Head, Line, PageTable
from kivy_ui.common.board.pages import Option, Row
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.rule.icons import kind_face, unit_face
from kivy_ui.games.rule.words import card_word, kind_word


def _key(unit: Unit) -> str:
    hero = f":{unit.hero.value}" if unit.hero is not None else ""
    return f"unit:{unit.kind.value}{hero}"


class UnitEntry:
    """Units that are entered one after the other.

    Attributes:
        units: entered so far, from lane 1 on.
    """

    def __init__(self, ui: UiContext) -> None:
        self._ui = ui
        self._kind: UnitKind | None = None
        self.units: list[Unit] = []

    def question(self, count: int) -> str:
        """Return the question for the unit on the start field of the next lane."""
        translate = self._ui.translate
        lane = min(len(self.units) + 1, count)
        return translate("Which unit is on the start field of lane %(lane)s?", lane=lane)

    def progress(self, count: int) -> str:
        """Return the progress of the entry."""
        step = min(len(self.units) + 1, count)
        return self._ui.translate("%(step)s of %(steps)s", step=step, steps=count)

    def table(
        self,
        count: int,
        known: tuple[Unit, ...] = (),
        options: Options = DEFAULT_OPTIONS,
        *,
        flametroopers: bool = True,
    ) -> PageTable | None:
        """Return the tiles to choose the next unit from; impossible ones are disabled.

        Args:
            count: number of units to enter.
            known: tiles that have been seen.
            options: include the distribution of the colours.
            flametroopers: False with one or two players, when they stay in the box.
        """
        translate = self._ui.translate
        if len(self.units) >= count:
            return None
        seen = (*known, *self.units)

        def cell(unit: Unit) -> Cell:
            left = seen.count(unit) < tiles_of(unit, options, flametroopers=flametroopers) and (
                len([each for each in seen if each.kind is unit.kind]) < TILES[unit.kind]
            )
            return Cell(Option(_key(unit), "", enabled=left, icons=(Icon(unit_face(unit)),)))

        shown = [kind for kind in TILES if kind in ONE_COLOUR]
        if not flametroopers:
            shown.remove(UnitKind.FLAMETROOPER)
        others = [cell(Unit(kind)) for kind in TILES if kind not in ONE_COLOUR]
        lines = tuple(
            Line(
                kind_word(translate, kind),
                (*(cell(Unit(kind, hero)) for hero in HEROES), *others[place : place + 1]),
            )
            for place, kind in enumerate(shown)
        )
        heads = (*(card_word(translate, hero) for hero in HEROES), translate("All"))
        return PageTable(tuple(map(Head, heads)), lines)

    def beside(self) -> tuple[Option, ...]:
        """Return the undo button if there is something to undo."""
        if not self.units and self._kind is None:
            return ()
        return (Option("back", self._ui.translate("Undo the last one"), icon="undo"),)

    def one(self, label: str, icons: tuple[Icon, ...] = (), others: tuple[Option, ...] = ()) -> Row:
        """Return the row for entering a single unit: its kind, then its colour.

        Args:
            label: what it is for.
            icons: icons before the label.
            others: alternatives to a unit.
        """
        translate = self._ui.translate
        if self._kind is None:
            kinds = tuple(
                Option(
                    f"kind:{kind.value}",
                    kind_word(translate, kind),
                    icons=(Icon(kind_face(kind)),),
                )
                for kind in TILES
            )
            return Row(label, (*kinds, *others), cards=True, stacked=True, icons=icons)
        kind = self._kind
        heroes = tuple(
            Option(
                f"hero:{h.value}", card_word(translate, h), icons=(Icon(unit_face(Unit(kind, h))),)
            )
            for h in HEROES
        )
        word = kind_word(translate, kind)
        return Row(translate("Colour of %(unit)s?", unit=word), heroes, cards=True)

    def tap(self, verb: str, value: str) -> Unit | None:
        """Enter a unit, a kind or a colour; returns the unit once it is complete."""
        if verb == "unit":
            kind, _, hero = value.partition(":")
            return self._done(Unit(UnitKind(kind), Card(hero) if hero else None))
        if verb == "kind":
            self._kind = UnitKind(value)
            return self._done(Unit(self._kind)) if self._kind not in ONE_COLOUR else None
        if self._kind is None:
            return None
        return self._done(Unit(self._kind, Card(value)))

    def _done(self, unit: Unit) -> Unit:
        self.units.append(unit)
        self._kind = None
        return unit

    def back(self) -> None:
        """Undo the last unit, or the kind whose colour is missing."""
        if self._kind is not None:
            self._kind = None
        elif self.units:
            self.units.pop()

    def clear(self) -> None:
        """Clear the entry."""
        self._kind = None
        self.units = []
