"""Naming units of Rule the Galaxy: one tap, or for corrections a kind, then its colour."""

from __future__ import annotations

from typing import Final

from companion.games.rule.cards import HEROES, Card
from companion.games.rule.options import DEFAULT_OPTIONS, Options, tiles_of
from companion.games.rule.units import ONE_COLOUR, TILES, Unit, UnitKind
from kivy_ui.common.pages import Option, Row
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.rule.words import card_word, kind_word, unit_words

ALL_UNITS: Final = tuple(
    Unit(kind, hero) for kind in TILES for hero in (HEROES if kind in ONE_COLOUR else (None,))
)
"""What a tile can be, colour by colour."""


def _key(unit: Unit) -> str:
    hero = f":{unit.hero.value}" if unit.hero is not None else ""
    return f"unit:{unit.kind.value}{hero}"


class UnitEntry:
    """Units that are named one after the other.

    Attributes:
        units: named so far, from lane 1 on.
    """

    def __init__(self, ui: UiContext) -> None:
        self._ui = ui
        self._kind: UnitKind | None = None
        self.units: list[Unit] = []

    def rows(
        self,
        count: int,
        known: tuple[Unit, ...] = (),
        options: Options = DEFAULT_OPTIONS,
        *,
        flametroopers: bool = True,
    ) -> list[Row]:
        """Rows to name the next unit with one tap, out of those that can still come.

        Args:
            count: how many are named.
            known: tiles that have been seen.
            options: how the colours are spread is one of them.
            flametroopers: with one or two players they stay in the box.
        """
        translate = self._ui.translate
        if len(self.units) >= count:
            return []
        lane = len(self.units) + 1
        seen = (*known, *self.units)
        left = tuple(
            Option(_key(unit), unit_words(translate, unit, strength=False))
            for unit in ALL_UNITS
            if seen.count(unit) < tiles_of(unit, options, flametroopers=flametroopers)
            and len([each for each in seen if each.kind is unit.kind]) < TILES[unit.kind]
        )
        rows = [Row(translate("Lane %(lane)s: which unit?", lane=lane), left)]
        if self.units or self._kind is not None:
            text = translate("Take the last one back")
            rows.append(Row("", (Option("back", text, icon="undo"),)))
        return rows

    def entered(self) -> tuple[str, ...]:
        """Return what was named so far."""
        translate = self._ui.translate
        if not self.units:
            return ()
        units = ", ".join(unit_words(translate, unit) for unit in self.units)
        return (translate("New units: %(units)s", units=units),)

    def one(self, label: str) -> Row:
        """Return the row to name a single unit: its kind, or its colour."""
        translate = self._ui.translate
        if self._kind is None:
            return Row(
                label,
                tuple(Option(f"kind:{kind.value}", kind_word(translate, kind)) for kind in TILES),
            )
        heroes = tuple(Option(f"hero:{h.value}", card_word(translate, h)) for h in HEROES)
        word = kind_word(translate, self._kind)
        return Row(translate("Colour of %(unit)s?", unit=word), heroes)

    def tap(self, verb: str, value: str) -> Unit | None:
        """Take a kind or a colour; returns the unit that is complete with it."""
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
        """Take the last unit back, or the kind that waits for its colour."""
        if self._kind is not None:
            self._kind = None
        elif self.units:
            self.units.pop()

    def clear(self) -> None:
        """Forget all."""
        self._kind = None
        self.units = []
