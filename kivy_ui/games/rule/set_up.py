"""Rule the Galaxy's set-up: players, first cards, the first units."""

from __future__ import annotations

from companion.games.rule import GAME
from companion.games.rule.cards import HAND_CARDS, Card
from companion.games.rule.commands import NewPlayer, StartGame
from companion.games.rule.options import DEFAULT_OPTIONS, LANES
from companion.games.rule.state import GameState
from kivy_ui.common.box_facts import load_box_facts
from kivy_ui.common.page_table import Cell, Head, Line, PageTable
from kivy_ui.common.pages import Number, Option, Page, Row
from kivy_ui.common.piles import Pile, PileShape
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.common.signs import SEAT, Sign, SignLine
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.rule.signs import card_face
from kivy_ui.games.rule.table_text import RuleTable
from kivy_ui.games.rule.units import UnitEntry
from kivy_ui.games.rule.words import card_word

MOST_PLAYERS = 4
_STEPS = 3
"""What to lay out, the first cards, the first units."""


class RuleSetUp:
    """What is entered before the first turn."""

    def __init__(self, ui: UiContext, group: PlayerGroup, units: UnitEntry) -> None:
        self._ui = ui
        self._group = group
        self._units = units
        self._players = 3
        self._dealt: dict[int, Card] = {}
        self._laid_out = False

    def page(self) -> Page:
        """Return the question that is open: what to lay out, first cards, first units."""
        translate = self._ui.translate
        missing = [s for s in self._group.sitting(self._players) if s.seat not in self._dealt]
        if not self._laid_out and not self._dealt and not self._units.units:
            words = translate("Players")
            players = Number("players", self._players, 1, MOST_PLAYERS, words)
            return Page(
                "Rule the Galaxy",
                translate("Choose the number of players and lay this out"),
                rows=(Row("", numbers=(players,)),),
                piles=self._piles(),
                primary=translate("Laid out"),
                beside=self._beside(back=False),
                progress=translate("%(step)s of %(steps)s", step=1, steps=_STEPS),
            )
        if missing:
            return Page(
                "Rule the Galaxy",
                translate(
                    "Deal a card to everybody: which did %(name)s get?", name=missing[0].name
                ),
                table=self._deals(),
                beside=self._beside(back=True),
                progress=translate("%(step)s of %(steps)s", step=2, steps=_STEPS),
            )
        box = load_box_facts(self._ui, GAME.key) or DEFAULT_OPTIONS
        named = tuple(self._units.units)
        ready = len(named) == LANES
        notes = {(lane, 1): "?" for lane in range(len(named) + 1, LANES + 1)}
        question = self._units.question(LANES)
        return Page(
            "Rule the Galaxy",
            translate("All is entered: start the game") if ready else question,
            table=self._units.table(LANES, options=box, flametroopers=self._players > 2),
            lanes=RuleTable(self._ui, self._group).board(
                GameState(options=box, markers=frozenset(range(1, LANES + 1))),
                coming=named,
                marked=() if ready else {(len(named) + 1, 1)},
                notes=notes,
            ),
            lines=self._hands() if ready else (),
            primary=translate("Start game"),
            primary_enabled=ready,
            beside=self._beside(back=True),
            progress=translate("%(step)s of %(steps)s", step=3, steps=_STEPS),
        )

    def _beside(self, *, back: bool) -> tuple[Option, ...]:
        translate = self._ui.translate
        box = Option("open:box", translate("Facts of the box"), icon="tile")
        return (Option("back", translate("Back"), icon="back"), box) if back else (box,)

    def _hands(self) -> tuple[SignLine, ...]:
        """Everybody's first card."""
        return tuple(
            SignLine(
                (
                    Sign(SEAT, str(each.seat), colour=each.colour),
                    Sign(card_face(self._dealt[each.seat])),
                ),
                each.name,
            )
            for each in self._group.sitting(self._players)
        )

    def _deals(self) -> PageTable:
        """A row for each player, a column for each kind of card."""
        translate = self._ui.translate
        heads = tuple(Head(card_word(translate, card)) for card in HAND_CARDS)
        lines = tuple(
            Line(
                each.name,
                tuple(
                    Cell(
                        Option(
                            f"deal:{each.seat}:{card.value}",
                            "",
                            chosen=self._dealt.get(each.seat) is card,
                            signs=(Sign(card_face(card)),),
                        )
                    )
                    for card in HAND_CARDS
                ),
                signs=(Sign(SEAT, str(each.seat), colour=each.colour),),
            )
            for each in self._group.sitting(self._players)
        )
        return PageTable(heads, lines)

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

    def back(self) -> None:
        """Take the last answer back."""
        if self._units.units:
            self._units.back()
        elif self._dealt:
            self._dealt.popitem()
        else:
            self._laid_out = False

    def change_players(self, delta: int) -> None:
        """More or fewer play."""
        self._players = max(1, min(MOST_PLAYERS, self._players + delta))

    def start(self) -> None:
        """Go on, or start with the facts of the owner's box, as far as they are kept."""
        if len(self._units.units) < LANES:
            self._laid_out = True
            return
        players = tuple(
            NewPlayer(each.seat, each.name, self._dealt[each.seat])
            for each in self._group.sitting(self._players)
        )
        options = load_box_facts(self._ui, GAME.key) or DEFAULT_OPTIONS
        self._ui.port.post(StartGame(players, tuple(self._units.units), options))
