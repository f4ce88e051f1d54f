"""Rule the Galaxy's set-up: players, first cards, the first units."""

from __future__ import annotations

from companion.games.rule import GAME
from companion.games.rule.cards import HAND_CARDS, Card
from companion.games.rule.commands import NewPlayer, StartGame
from companion.games.rule.options import DEFAULT_OPTIONS, LANES
from kivy_ui.common.box_facts import load_box_facts
from kivy_ui.common.pages import Number, Option, Page, Row
from kivy_ui.common.piles import Pile, PileShape
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.rule.units import UnitEntry
from kivy_ui.games.rule.words import card_word

MOST_PLAYERS = 4


class RuleSetUp:
    """What is entered before the first turn."""

    def __init__(self, ui: UiContext, group: PlayerGroup, units: UnitEntry) -> None:
        self._ui = ui
        self._group = group
        self._units = units
        self._players = 3
        self._dealt: dict[int, Card] = {}

    def page(self) -> Page:
        """Return the set-up."""
        translate = self._ui.translate
        rows = [Row(translate("Players"), number=Number("players", self._players, 1, MOST_PLAYERS))]
        people = self._group.sitting(self._players)
        dealt: list[Row] = []
        for each in people:
            options = tuple(
                Option(
                    f"deal:{each.seat}:{card.value}",
                    card_word(translate, card),
                    chosen=self._dealt.get(each.seat) is card,
                )
                for card in HAND_CARDS
            )
            dealt.append(Row(translate("First card of %(name)s", name=each.name), options))
        box = load_box_facts(self._ui, GAME.key) or DEFAULT_OPTIONS
        units = self._units.rows(LANES, options=box, flametroopers=self._players > 2)
        done = all(each.seat in self._dealt for each in people)
        rows += [*units, *dealt] if done else [*dealt, *units]  # what is missing stands first
        text = translate("Facts of the box")
        rows.append(Row("", (Option("open:box", text, icon="tile"),)))
        ready = len(self._units.units) == LANES and done
        return Page(
            "Rule the Galaxy",
            translate("Enter the first cards and the four units on the start fields"),
            facts=self._units.entered(),
            piles=self._piles(),
            rows=tuple(rows),
            primary=translate("Start game"),
            primary_enabled=ready,
        )

    def _piles(self) -> tuple[Pile, ...]:
        """What to lay out for so many players (sections 2 and 5)."""
        translate = self._ui.translate
        markers = translate(
            "Bombardment markers: four face down on the red fields, one in the box."
        )
        if self._players > 2:
            stack = translate(
                "Tile stack: 12 tiles; on them 12 others with the four of strength 1, shuffled."
            )
            return Pile(PileShape.TILES, "12+16", stack), Pile(PileShape.CHIP, "4", markers)
        stack = translate(
            "Tile stack: 10 tiles; on them 10 others with the four of strength 1, shuffled."
        )
        box = translate("The four tiles of strength 5 stay in the box.")
        movement = translate("The movement marker lies white side up.")
        return (
            Pile(PileShape.TILES, "10+14", stack),
            Pile(PileShape.CHIP, "4", markers),
            Pile(PileShape.TILE, "4", box),
            Pile(PileShape.DISC, "1", movement),
        )

    def deal(self, seat: int, card: Card) -> None:
        """A player's first card."""
        self._dealt[seat] = card

    def change_players(self, delta: int) -> None:
        """More or fewer play."""
        self._players = max(1, min(MOST_PLAYERS, self._players + delta))

    def start(self) -> None:
        """Start with the facts of the owner's box, as far as they are kept."""
        players = tuple(
            NewPlayer(each.seat, each.name, self._dealt[each.seat])
            for each in self._group.sitting(self._players)
        )
        options = load_box_facts(self._ui, GAME.key) or DEFAULT_OPTIONS
        self._ui.port.post(StartGame(players, tuple(self._units.units), options))
