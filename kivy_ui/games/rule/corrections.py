"""Corrections of Rule the Galaxy: cards, fields and captured tiles as they really lie."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.games.rule.cards import Card, Cards
from companion.games.rule.commands import MoveCards, Pile, Place, SetField, SetTiles
from companion.games.rule.options import LANES, ROWS
from companion.games.rule.state import GameState
from companion.games.rule.view import TableView
from kivy_ui.common.pages import Option, Page, Row, part_tabs
from kivy_ui.common.signs import Sign
from kivy_ui.games.rule.signs import DISCARDED, card_face, unit_face
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
        self._adding = False
        self.open = False

    def page(self, view: TableView) -> Page:
        """Return the page."""
        translate = self._table.ui.translate
        names = {
            "cards": translate("Cards"),
            "fields": translate("Fields"),
            "tiles": translate("Captured tiles"),
        }
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
            rows=shown[self._part](view.state),
            primary=translate("Back to the game"),
            lanes=self._table.board(
                view.state,
                marked={self._field},
                targets={(lane, row) for lane in range(1, LANES + 1) for row in range(1, ROWS + 1)},
            )
            if self._part == "fields"
            else None,
        )
        return replace(
            page, title=translate("Correct it"), people=(), lead=part_tabs(names, self._part)
        )

    def _piles(self, state: GameState, verb: str) -> tuple[Option, ...]:
        """Every place where cards lie, with how many."""
        translate = self._table.ui.translate
        names = (
            ("deck", translate("deck"), Sign("cards")),
            ("discard", translate("discard pile"), Sign(DISCARDED)),
            ("beside", "", Sign(card_face(Card.BOMBARDMENT))),
            *((f"{p.seat}", p.name, self._table.badge(p.seat)) for p in state.players),
        )
        return tuple(
            Option(
                f"{verb}:{key}",
                name,
                chosen=verb == "from" and key == self._source,
                signs=(sign, Sign("", str(len(_lying(state, key))))),
            )
            for key, name, sign in names
            if verb == "from" or key != self._source
        )

    def _cards(self, state: GameState) -> tuple[Row, ...]:
        """From which pile, which card; then only to which."""
        translate = self._table.ui.translate
        if self._card is not None:
            label = translate("%(card)s lies in", card=card_word(translate, self._card))
            signs = (Sign(card_face(self._card)), Sign("arrow"))
            return (Row(label, self._piles(state, "to"), cards=True, stacked=True, signs=signs),)
        return (
            Row("", self._piles(state, "from"), cards=True, stacked=True),
            self._table.card_row("", "card", _lying(state, self._source)),
        )

    def _fields(self, state: GameState) -> tuple[Row, ...]:
        """The field is chosen on the board."""
        translate = self._table.ui.translate
        lane, row = self._field
        posted = state.at(lane, row)
        label = translate("Lane %(lane)s, field %(row)s", lane=lane, row=row)
        signs = (Sign(unit_face(posted.unit)),) if posted is not None else ()
        empty = Option("clear", translate("nothing"), signs=(Sign("erase"),))
        return (self._units.one(label, signs, (empty,)),)

    def _tiles(self, state: GameState) -> tuple[Row, ...]:
        translate = self._table.ui.translate
        if self._adding:
            return (self._units.one(translate("Add a tile"), (self._table.badge(self._seat),)),)
        people = tuple(
            Option(
                f"seat:{p.seat}",
                p.name,
                chosen=p.seat == self._seat,
                signs=(self._table.badge(p.seat), Sign("tile", str(len(p.tiles)))),
            )
            for p in state.players
        )
        tiles = tuple(
            Option(
                f"away:{index}",
                unit_words(translate, unit, strength=False),
                signs=(Sign(unit_face(unit)), Sign("close")),
            )
            for index, unit in enumerate(state.player(self._seat).tiles)
        )
        add = Option("add", translate("Add a tile"), signs=(Sign("plus"),))
        return (
            Row("", people, cards=True),
            Row(translate("Tap a tile to take it away"), (*tiles, add), cards=True, stacked=True),
        )

    # --- what can be done ----------------------------------------------------------------------

    def enter(self, view: TableView) -> None:
        """Open the page."""
        self._units.clear()
        self._card, self._seat, self.open = None, view.state.on_turn.seat, True
        self._adding = False

    def tap(self, view: TableView, key: str) -> None:
        """A button was tapped."""
        verb, _, value = key.partition(":")
        post = self._table.ui.port.post
        match verb:
            case "part":
                self._part, self._card, self._adding = value, None, False
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
            case "seat" | "add" | "away":
                self._tap_tiles(view, verb, value)
            case "clear":
                post(SetField(*self._field, None, _BY_HAND))
            case "kind" | "hero":
                self._named(view, verb, value)
            case _:
                pass

    def _tap_tiles(self, view: TableView, verb: str, value: str) -> None:
        if verb == "seat":
            self._seat = int(value)
        elif verb == "add":
            self._adding = True
        else:
            tiles = view.state.player(self._seat).tiles
            left = tuple(t for i, t in enumerate(tiles) if i != int(value))
            self._table.ui.port.post(SetTiles(self._seat, left, _BY_HAND))

    def _named(self, view: TableView, verb: str, value: str) -> None:
        unit = self._units.tap(verb, value)
        if unit is None:
            return
        self._units.clear()
        if self._part == "fields":
            self._table.ui.port.post(SetField(*self._field, unit, _BY_HAND))
        else:
            self._adding = False
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
