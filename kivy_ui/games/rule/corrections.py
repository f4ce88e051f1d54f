"""Corrections of Rule the Galaxy: cards, fields and captured tiles as they really lie."""

from __future__ import annotations

from collections.abc import Callable

from companion.games.rule.cards import Card, Cards
from companion.games.rule.commands import MoveCards, Pile, Place, SetField, SetTiles
from companion.games.rule.options import LANES, ROWS
from companion.games.rule.state import GameState
from companion.games.rule.view import TableView
from kivy_ui.common.pages import Number, Option, Page, Row
from kivy_ui.games.rule.table_text import RuleTable
from kivy_ui.games.rule.units import UnitEntry
from kivy_ui.games.rule.words import unit_words

_BY_HAND = "by hand"


class RuleCorrections:
    """The page on which the table is put right.

    Attributes:
        open: whether it is shown instead of the turn.
    """

    def __init__(self, table: RuleTable) -> None:
        self._table = table
        self._units = UnitEntry(table.ui)
        self._part = "cards"
        self._source = "deck"
        self._card: Card | None = None
        self._field = (1, 1)
        self._seat = 1
        self.open = False

    def page(self, view: TableView) -> Page:
        """Return the page."""
        translate = self._table.ui.translate
        names = {
            "cards": translate("Cards"),
            "fields": translate("Fields"),
            "tiles": translate("Captured tiles"),
        }
        parts = tuple(
            Option(f"part:{part}", word, chosen=part == self._part) for part, word in names.items()
        )
        shown: dict[str, Callable[[GameState], tuple[Row, ...]]] = {
            "cards": self._cards,
            "fields": self._fields,
            "tiles": self._tiles,
        }
        return self._table.page(
            view,
            translate("The table is right: correct it here"),
            rows=(Row(translate("Correct it"), parts), *shown[self._part](view.state)),
            primary=translate("Back to the game"),
        )

    def _piles(self, state: GameState) -> tuple[tuple[str, str], ...]:
        translate = self._table.ui.translate
        hands = ((f"{p.seat}", p.name) for p in state.players)
        return (
            ("deck", translate("deck")),
            ("discard", translate("discard pile")),
            ("beside", translate("bombardments beside it")),
            *hands,
        )

    def _cards(self, state: GameState) -> tuple[Row, ...]:
        translate = self._table.ui.translate
        sources = tuple(
            Option(f"from:{key}", name, chosen=key == self._source)
            for key, name in self._piles(state)
        )
        rows = [
            Row(translate("A card lies in truth not in"), sources),
            self._table.card_row(
                translate("Which card"), "card", _lying(state, self._source), self._card
            ),
        ]
        if self._card is not None:
            targets = tuple(
                Option(f"to:{key}", name) for key, name in self._piles(state) if key != self._source
            )
            rows.append(Row(translate("But in"), targets))
        return tuple(rows)

    def _fields(self, state: GameState) -> tuple[Row, ...]:
        translate = self._table.ui.translate
        lane, row = self._field
        posted = state.at(lane, row)
        what = unit_words(translate, posted.unit) if posted is not None else translate("nothing")
        where = (
            Number("lane", lane, 1, LANES, translate("Lane")),
            Number("row", row, 1, ROWS, translate("Row")),
        )
        return (
            Row(translate("Field"), numbers=where),
            self._units.one(translate("Shown: %(unit)s. Actually:", unit=what)),
            Row("", (Option("clear", translate("Nothing stands there"), icon="erase"),)),
        )

    def _tiles(self, state: GameState) -> tuple[Row, ...]:
        translate = self._table.ui.translate
        people = tuple(
            Option(f"seat:{p.seat}", p.name, chosen=p.seat == self._seat) for p in state.players
        )
        tiles = tuple(
            Option(f"away:{index}", unit_words(translate, unit), icon="close")
            for index, unit in enumerate(state.player(self._seat).tiles)
        )
        return (
            Row(translate("Whose tiles"), people),
            Row(translate("Tap a tile that is not there"), tiles),
            self._units.one(translate("Add a tile")),
        )

    # --- what can be done ----------------------------------------------------------------------

    def enter(self, view: TableView) -> None:
        """Open the page."""
        self._units.clear()
        self._card, self._seat, self.open = None, view.state.on_turn.seat, True

    def tap(self, view: TableView, key: str) -> None:
        """A button was tapped."""
        verb, _, value = key.partition(":")
        post = self._table.ui.port.post
        match verb:
            case "part":
                self._part, self._card = value, None
                self._units.clear()
            case "from":
                self._source, self._card = value, None
            case "card":
                self._card = Card(value)
            case "to" if self._card is not None:
                post(MoveCards((self._card,), _place(self._source), _place(value), _BY_HAND))
                self._card = None
            case "seat":
                self._seat = int(value)
            case "clear":
                post(SetField(*self._field, None, _BY_HAND))
            case "away":
                tiles = view.state.player(self._seat).tiles
                left = tuple(t for i, t in enumerate(tiles) if i != int(value))
                post(SetTiles(self._seat, left, _BY_HAND))
            case "kind" | "hero":
                self._named(view, verb, value)
            case _:
                pass

    def _named(self, view: TableView, verb: str, value: str) -> None:
        unit = self._units.tap(verb, value)
        if unit is None:
            return
        self._units.clear()
        if self._part == "fields":
            self._table.ui.port.post(SetField(*self._field, unit, _BY_HAND))
        else:
            tiles = (*view.state.player(self._seat).tiles, unit)
            self._table.ui.port.post(SetTiles(self._seat, tiles, _BY_HAND))

    def change(self, key: str, delta: int) -> None:
        """Another field."""
        lane, row = self._field
        if key == "lane":
            lane = max(1, min(LANES, lane + delta))
        elif key == "row":
            row = max(1, min(ROWS, row + delta))
        self._field = lane, row


def _place(key: str) -> Place:
    return Place(Pile.HAND, int(key)) if key.isdigit() else Place(Pile(key))


def _lying(state: GameState, key: str) -> Cards:
    match key:
        case "deck":
            return state.deck
        case "discard":
            return state.discard
        case "beside":
            return (Card.BOMBARDMENT,) * state.bombardments
        case _:
            return state.player(int(key)).cards
