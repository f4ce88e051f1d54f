"""Corrections of Rule the Galaxy: cards, fields and captured tiles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.games.rule.cards import Card, Cards
from companion.games.rule.commands import MoveCards, Pile, Place, SetField, SetTiles
from companion.games.rule.options import LANES, ROWS
from companion.games.rule.state import GameState
from companion.games.rule.view import TableView
from kivy_ui.common.board.icons import Icon, IconLine
from kivy_ui.common.board.pages import Option, Page, Row, part_tabs
from kivy_ui.games.rule.icons import DISCARDED, TILE_BACK, card_face, unit_face
from kivy_ui.games.rule.table_text import RuleTable
from kivy_ui.games.rule.units import UnitEntry
from kivy_ui.games.rule.words import card_word, unit_words

_BY_HAND = "by hand"


class RuleCorrections:
    """The corrections page.

    Attributes:
        open: whether it is shown instead of the turn.
    """

    def __init__(self, table: RuleTable) -> None:
        self._table = table
        self._group = table.group
        self._units = UnitEntry(table.ui)
        self._part = "cards"
        self._source = ""
        self._card: Card | None = None
        self._field = (1, 1)
        self._seat = 1
        self._adding = False
        self.open = False

    def page(self, view: TableView) -> Page:
        """Return the page."""
        translate, state = self._table.ui.translate, view.state
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
            "cards": translate("Where is the extra card?"),
            "fields": translate("What is on the field?"),
            "tiles": translate("What has %(name)s captured?", name=state.player(self._seat).name),
        }
        if self._card is not None:
            card = card_word(translate, self._card)
            asked["cards"] = translate("Where is %(card)s now?", card=card)
        elif self._source:
            asked["cards"] = translate("Which card is not there?")
        if self._adding:
            asked["tiles"] = translate("Which tile is missing?")
        page = self._table.page(
            view,
            asked[self._part],
            rows=shown[self._part](state),
            lines=self._moved(state) if self._part == "cards" else (),
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

    def _places(self, state: GameState) -> dict[str, tuple[str, Icon]]:
        """Return the name and icon of each card location."""
        translate = self._table.ui.translate
        return {
            "deck": (translate("deck"), Icon("cards")),
            "discard": (translate("discard pile"), Icon(DISCARDED)),
            "beside": (translate("bombardments"), Icon(card_face(Card.BOMBARDMENT))),
            **{f"{p.seat}": (p.name, self._group.badge(p.seat)) for p in state.players},
        }

    def _piles(self, state: GameState, verb: str) -> Row:
        """Return every card location with its number of cards."""
        options = tuple(
            Option(
                f"{verb}:{key}",
                name,
                enabled=verb == "to" or bool(_lying(state, key)),
                icons=(icon, Icon("", str(len(_lying(state, key))))),
            )
            for key, (name, icon) in self._places(state).items()
            if key != self._source
        )
        return Row("", options, cards=True, stacked=True, across=3)

    def _moved(self, state: GameState) -> tuple[IconLine, ...]:
        """Return the answers so far: source and card."""
        if not self._source:
            return ()
        name, icon = self._places(state)[self._source]
        if self._card is None:
            return (IconLine((icon,), name),)
        card = Icon(card_face(self._card))
        return (IconLine((icon, card, Icon("arrow", "?")), large=True),)

    def _cards(self, state: GameState) -> tuple[Row, ...]:
        """Ask for source, card and target, one after the other."""
        if self._card is not None:
            return (self._piles(state, "to"),)
        if self._source:
            return (self._table.card_row("", "card", _lying(state, self._source)),)
        return (self._piles(state, "from"),)

    def _fields(self, state: GameState) -> tuple[Row, ...]:
        """Ask for the unit on the field that is chosen on the board."""
        translate = self._table.ui.translate
        lane, row = self._field
        posted = state.at(lane, row)
        label = translate("Lane %(lane)s, field %(row)s", lane=lane, row=row)
        icons = (Icon(unit_face(posted.unit)),) if posted is not None else ()
        empty = Option("clear", translate("nothing"), icons=(Icon("erase"),))
        return (self._units.one(label, icons, (empty,)),)

    def _tiles(self, state: GameState) -> tuple[Row, ...]:
        translate = self._table.ui.translate
        if self._adding:
            return (self._units.one(translate("Add a tile"), (self._group.badge(self._seat),)),)
        people = tuple(
            Option(
                f"seat:{p.seat}",
                p.name,
                chosen=p.seat == self._seat,
                icons=(self._group.badge(p.seat), Icon(TILE_BACK, str(len(p.tiles)))),
            )
            for p in state.players
        )
        tiles = tuple(
            Option(
                f"away:{index}",
                unit_words(translate, unit, strength=False),
                icons=(Icon(unit_face(unit), badge="\u00d7"),),
            )
            for index, unit in enumerate(state.player(self._seat).tiles)
        )
        add = Option("add", translate("Add a tile"), icons=(Icon("plus"),))
        return (
            Row("", people, cards=True),
            Row(translate("Tap a tile to remove it"), (*tiles, add), cards=True, stacked=True),
        )

    # --- input ---------------------------------------------------------------------------------

    def enter(self, view: TableView) -> None:
        """Open the page."""
        self._units.clear()
        self._source, self._card = "", None
        self._seat, self.open = view.state.on_turn.seat, True
        self._adding = False

    def tap(self, view: TableView, key: str) -> None:
        """Handle a tap on a button."""
        verb, _, value = key.partition(":")
        post = self._table.ui.port.post
        match verb:
            case "part":
                self._part, self._source, self._card, self._adding = value, "", None, False
                self._units.clear()
            case "from":
                self._source, self._card = value, None
            case "card":
                self._card = Card(value)
            case "to" if self._card is not None:
                post(MoveCards((self._card,), _place(self._source), _place(value), _BY_HAND))
                self._source, self._card = "", None
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
