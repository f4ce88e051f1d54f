"""Choice of a unit's payment that differs from the proposal: cards and infiltrators."""

from __future__ import annotations

from collections import Counter

from companion.games.rule.cards import HAND_CARDS, Card, Cards, bundle
from companion.games.rule.commands import Shoot
from companion.games.rule.planning import Shot
from companion.games.rule.shooting import payment_problem
from companion.games.rule.state import Player, Posted
from companion.games.rule.units import INFILTRATOR_WORTH, Unit, UnitKind
from companion.games.rule.view import TableView
from kivy_ui.common.board.icons import Icon, IconLine
from kivy_ui.common.board.pages import Option, Page, Row
from kivy_ui.games.rule.icons import card_face, card_icons, unit_face, unit_icons
from kivy_ui.games.rule.table_text import RuleTable
from kivy_ui.games.rule.words import card_word, unit_words


class Payment:
    """Page of one payment, which is initialised with the proposed one.

    Attributes:
        target: unit to pay for; None if no payment is being chosen.
    """

    def __init__(self, table: RuleTable) -> None:
        self._table = table
        self.target: Posted | None = None
        self._cards: Counter[Card] = Counter()
        self._tiles: list[int] = []

    def open(self, shot: Shot, player: Player) -> None:
        """Start with the proposed payment."""
        self.target = shot.target
        self._cards = Counter(shot.cards)
        self._tiles = []
        for unit in shot.infiltrators:
            self._tiles.append(
                next(
                    at
                    for at, tile in enumerate(player.tiles)
                    if tile == unit and at not in self._tiles
                )
            )

    def close(self) -> None:
        """Cancel the payment."""
        self.target = None

    def page(self, view: TableView, target: Posted) -> Page:
        """Return the page: a tap on a card or an infiltrator toggles its use."""
        translate = self._table.ui.translate
        player = view.state.on_turn
        unit = target.unit
        cards = tuple(
            Option(
                f"pay:{card.value}:{place}",
                card_word(translate, card),
                chosen=place < self._cards[card],
                icons=(Icon(card_face(card)),),
            )
            for card in HAND_CARDS
            if card is Card.BB8 or unit.hero in (None, card)
            for place in range(player.hand.count(card))
        )
        tiles = tuple(
            Option(
                f"tile:{at}",
                translate("Counts for 2"),
                chosen=at in self._tiles,
                icons=(Icon(unit_face(tile), f"= {INFILTRATOR_WORTH}"),),
            )
            for at, tile in enumerate(player.tiles)
            if tile.kind is UnitKind.INFILTRATOR and unit.hero in (None, tile.hero)
        )
        rows = [Row(translate("Tap what pays"), cards, cards=True, stacked=True)]
        if tiles:
            text = translate("Captured infiltrators; a used one goes to the box")
            rows.append(Row(text, tiles, cards=True, stacked=True))
        back = Option("unpaid", translate("Do not shoot"), icon="back")
        paying, used = self._payment(player)
        problem = payment_problem(unit, paying, used, overpay=view.state.options.overpay)
        hidden = view.state.front(target.lane) is not target and not used
        paid = translate(
            "Paid: %(paid)s of %(strength)s",
            paid=len(paying) + INFILTRATOR_WORTH * len(used),
            strength=unit.strength,
        )
        given = (*card_icons(paying), *unit_icons(used))
        return self._table.page(
            view,
            translate("Pay for %(unit)s", unit=unit_words(translate, unit)),
            facts=(paid,),
            lines=(IconLine((Icon(unit_face(unit), "="), *given)),),
            rows=tuple(rows),
            primary=translate("Destroy"),
            primary_enabled=problem is None and not hidden,
            first_large=True,
            lanes=self._table.board(view.state, marked={(target.lane, target.row)}),
            beside=(back,),
        )

    def _payment(self, player: Player) -> tuple[Cards, tuple[Unit, ...]]:
        cards = bundle(self._cards.elements())
        return cards, tuple(player.tiles[at] for at in self._tiles)

    def tap(self, verb: str, value: str) -> None:
        """Toggle the use of a card or an infiltrator."""
        if verb == "pay":
            key, _, place = value.partition(":")
            self._cards[Card(key)] += 1 if int(place) >= self._cards[Card(key)] else -1
        elif int(value) in self._tiles:
            self._tiles.remove(int(value))
        else:
            self._tiles.append(int(value))

    def pay(self, player: Player) -> None:
        """Shoot with the chosen payment."""
        if self.target is not None:
            cards, used = self._payment(player)
            lane, row = self.target.lane, self.target.row
            self._table.ui.port.post(Shoot(player.seat, lane, row, cards, used))
