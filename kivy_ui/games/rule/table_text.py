"""What the parts of Rule the Galaxy's pages share: people, the board in words."""

from __future__ import annotations

from companion.games.rule.cards import Card
from companion.games.rule.options import LANES, ROWS
from companion.games.rule.state import GameState, Step
from companion.games.rule.units import UnitKind
from companion.games.rule.view import TableView
from kivy_ui.common.pages import Option, Page, Person, Row, TileCard
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.rule.words import card_word, cards_words, unit_words


class RuleTable:
    """The people and the board of one game."""

    def __init__(self, ui: UiContext, group: PlayerGroup) -> None:
        self.ui = ui
        self.group = group

    def page(
        self,
        view: TableView,
        status: str,
        *,
        facts: tuple[str, ...] = (),
        rows: tuple[Row, ...] = (),
        primary: str = "",
        primary_enabled: bool = True,
        first_large: bool = False,
    ) -> Page:
        """A page of the running game, with its round and its people."""
        translate = self.ui.translate
        state = view.state
        points = {score.name: score for score in view.scores}
        people = tuple(
            Person(
                player.seat,
                player.name,
                self.group.colour(player.seat),
                self._person_words(state, player.seat, points[player.name].points),
                active=player is state.on_turn and state.step in (Step.DRAW, Step.SHOOT),
            )
            for player in state.players
        )
        title = translate("Round %(number)s", number=state.round)
        return Page(
            title,
            status,
            people,
            facts,
            rows,
            primary,
            primary_enabled,
            first_large=first_large,
            cards=self.units(view) if state.step in (Step.DRAW, Step.SHOOT) else (),
        )

    def _person_words(self, state: GameState, seat: int, points: int) -> str:
        translate = self.ui.translate
        player = state.player(seat)
        cards = cards_words(translate, player.hand) or "-"
        scored = translate.plural("%(count)s point", "%(count)s points", points)
        if player.taken:
            at_risk = cards_words(translate, player.taken)
            return translate("%(cards)s + %(risk)s at risk", cards=cards, risk=at_risk)
        return f"{cards}; {scored}"

    def board_facts(self, view: TableView) -> tuple[str, ...]:
        """Return how the units stand, dangers first."""
        translate = self.ui.translate
        facts = []
        if view.closest is not None and view.closest <= 1:
            danger = translate("Danger: a unit breaks through at the next advance.")
            near = translate("A unit stands one field before the last.")
            facts.append(near if view.closest else danger)
        moves = translate("The units advance after this round.")
        stays = translate("The units stay where they are after this round.")
        facts.append(moves if view.advance_next else stays)
        if view.unverified:
            facts.append(translate("Points of some units are guessed; compare with the tiles."))
        return tuple(facts)

    def units(self, view: TableView) -> tuple[TileCard, ...]:
        """Return the rows of units, the front one first, and captured infiltrators."""
        translate = self.ui.translate
        state = view.state
        found = []
        for lane in range(1, LANES + 1):
            there = sorted((p for p in state.board if p.lane == lane), key=lambda p: -p.row)
            units = ", ".join(unit_words(translate, posted.unit) for posted in there)
            title = translate("Lane %(lane)s", lane=lane)
            if there:
                title = translate(
                    "Lane %(lane)s: field %(row)s of %(rows)s",
                    lane=lane,
                    row=there[0].row,
                    rows=ROWS,
                )
            found.append(TileCard(title, units or "–"))
        found += [
            TileCard(
                player.name,
                ", ".join(
                    translate("%(unit)s, counts for 2", unit=unit_words(translate, unit))
                    for unit in player.tiles
                    if unit.kind is UnitKind.INFILTRATOR
                ),
                self.group.colour(player.seat),
            )
            for player in state.players
            if any(unit.kind is UnitKind.INFILTRATOR for unit in player.tiles)
        ]
        return tuple(found)

    def card_row(
        self, label: str, key: str, cards: tuple[Card, ...], chosen: Card | None = None
    ) -> Row:
        """Return a row with a button for each kind of card."""
        translate = self.ui.translate
        return Row(
            label,
            tuple(
                Option(
                    f"{key}:{card.value}",
                    card_word(translate, card)
                    + (f" x{count}" if (count := cards.count(card)) > 1 else ""),
                    chosen=card is chosen,
                )
                for card in Card
                if card in cards
            ),
        )

    def more_row(self) -> Row:
        """Return the button that leads to corrections."""
        text = self.ui.translate("Correct it")
        return Row("", (Option("open:right", text, icon="pencil"),))
