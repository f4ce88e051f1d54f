"""Corrections of Rule the Galaxy: cards, fields and captured tiles as they really lie."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.games.rule.cards import Card, Cards
from companion.games.rule.commands import MoveCards, Pile, Place, SetField, SetTiles
from companion.games.rule.options import LANES, ROWS
from companion.games.rule.state import GameState
from companion.games.rule.view import TableView
from kivy_ui.common.pages import Option, Page, Row
from kivy_ui.common.signs import Sign
from kivy_ui.games.rule.signs import unit_face
from kivy_ui.games.rule.table_text import RuleTable
from kivy_ui.games.rule.units import UnitEntry
from kivy_ui.games.rule.words import card_word, unit_words

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
        asked = {
            "cards": translate("Which card lies elsewhere on the table?"),
            "fields": translate("What stands on the field?"),
            "tiles": translate("Which player's tiles differ?"),
        }
        page = self._table.page(
            view,
            asked[self._part],
            rows=(Row("", parts), *shown[self._part](view.state)),
            primary=translate("Back to the game"),
            lanes=self._table.board(
                view.state,
                marked={self._field},
                targets={(lane, row) for lane in range(1, LANES + 1) for row in range(1, ROWS + 1)},
            )
            if self._part == "fields"
            else None,
        )
        return replace(page, title=translate("Correct it"))

    def _piles(self, state: GameState) -> tuple[tuple[str, str], ...]:
        translate = self._table.ui.translate
        hands = ((f"{p.seat}", p.name) for p in state.players)
        return (
            ("deck", translate("deck")),
            ("discard", translate("discard pile")),
            ("beside", translate("bombardments")),
            *hands,
        )

    def _cards(self, state: GameState) -> tuple[Row, ...]:
        """From which pile, which card; then only to which."""
        translate = self._table.ui.translate
        if self._card is not None:
            targets = tuple(
                Option(f"to:{key}", name) for key, name in self._piles(state) if key != self._source
            )
            label = translate("%(card)s lies in", card=card_word(translate, self._card))
            return (Row(label, targets, cards=True),)
        sources = tuple(
            Option(f"from:{key}", name, chosen=key == self._source)
            for key, name in self._piles(state)
        )
        return (
            Row("", sources, cards=True),
            self._table.card_row("", "card", _lying(state, self._source)),
        )

    def _fields(self, state: GameState) -> tuple[Row, ...]:
        """The field is chosen on the board."""
        translate = self._table.ui.translate
        lane, row = self._field
        posted = state.at(lane, row)
        what = unit_words(translate, posted.unit) if posted is not None else translate("nothing")
        label = translate(
            "Lane %(lane)s, field %(row)s: %(unit)s. Actually:", lane=lane, row=row, unit=what
        )
        return (
            self._units.one(label),
            Row("", (Option("clear", translate("Nothing stands there"), icon="erase"),)),
        )

    def _tiles(self, state: GameState) -> tuple[Row, ...]:
        translate = self._table.ui.translate
        people = tuple(
            Option(f"seat:{p.seat}", p.name, chosen=p.seat == self._seat) for p in state.players
        )
        tiles = tuple(
            Option(
                f"away:{index}",
                unit_words(translate, unit, strength=False),
                signs=(Sign(unit_face(unit)), Sign("close")),
            )
            for index, unit in enumerate(state.player(self._seat).tiles)
        )
        return (
            Row(translate("Whose tiles"), people),
            Row(translate("Tap a tile to take it away"), tiles, cards=True),
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
            case "field":
                lane, _, row = value.partition(":")
                self._field = int(lane), int(row)
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
