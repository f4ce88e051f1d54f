"""Rule the Galaxy's set-up: players, first cards, first units."""

from __future__ import annotations

from companion.games.rule import GAME
from companion.games.rule.cards import HAND_CARDS, Card
from companion.games.rule.commands import NewPlayer, StartGame
from companion.games.rule.options import DEFAULT_OPTIONS, FEW_PLAYERS, LANES, MOST_PLAYERS
from companion.games.rule.state import GameState
from companion.games.rule.units import UnitKind
from kivy_ui.common.board.box_facts import load_box_facts
from kivy_ui.common.board.icons import Icon
from kivy_ui.common.board.pages import Number, Option, Page, Person, Row
from kivy_ui.common.board.piles import Pile, PileShape
from kivy_ui.common.player_group import CLOCKWISE, PlayerGroup
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.rule.icons import MARKER, TILE_BACK, card_face, card_icons, kind_face
from kivy_ui.games.rule.table_text import RuleTable
from kivy_ui.games.rule.units import UnitEntry
from kivy_ui.games.rule.words import card_word

_STEPS = 3
"""Components to lay out, first cards, first units."""


class RuleSetUp:
    """Data entry before the first turn."""

    def __init__(self, ui: UiContext, group: PlayerGroup, units: UnitEntry) -> None:
        self._ui = ui
        self._group = group
        self._units = units
        self._players = 3
        self._first = 1
        self._dealt: dict[int, Card] = {}
        self._laid_out = False

    def page(self) -> Page:
        """Return the current question: components to lay out, first cards, first units."""
        translate = self._ui.translate
        missing = [s for s in self._group.sitting(self._players) if s.seat not in self._dealt]
        if not self._laid_out and not self._dealt and not self._units.units:
            players = Number("players", self._players, 1, MOST_PLAYERS, icon=Icon("people"))
            return Page(
                "Rule the Galaxy",
                translate("How many play? Lay this out"),
                facts=(translate(CLOCKWISE),),
                lead=Row("", numbers=(players,)),
                piles=self._piles(),
                rows=self._beginner(),
                primary=translate("Laid out"),
                beside=self._beside(back=False),
                progress=translate("%(step)s of %(steps)s", step=1, steps=_STEPS),
            )
        if missing:
            cards = tuple(
                Option(
                    f"deal:{missing[0].seat}:{card.value}",
                    card_word(translate, card),
                    icons=(Icon(card_face(card)),),
                )
                for card in HAND_CARDS
            )
            return Page(
                "Rule the Galaxy",
                translate(
                    "Deal a card to everybody: which did %(name)s get?", name=missing[0].name
                ),
                self._people(missing[0].seat),
                rows=(Row("", cards, cards=True),),
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
            self._people(),
            table=self._units.table(LANES, options=box, flametroopers=self._players > FEW_PLAYERS),
            lanes=RuleTable(self._ui, self._group).board(
                GameState(options=box, markers=frozenset(range(1, LANES + 1))),
                coming=named,
                marked=() if ready else {(len(named) + 1, 1)},
                notes=notes,
            ),
            primary=translate("Start game"),
            primary_enabled=ready,
            beside=self._beside(back=True),
            progress=translate("%(step)s of %(steps)s", step=3, steps=_STEPS),
        )

    def _beside(self, *, back: bool) -> tuple[Option, ...]:
        translate = self._ui.translate
        box = Option("open:box", translate("Box data"), icon="tile")
        return (Option("back", translate("Back"), icon="back"),) if back else (box,)

    def _people(self, asked: int = 0) -> tuple[Person, ...]:
        """Return all players with their first card."""
        return tuple(
            Person(
                each.seat,
                each.name,
                each.colour,
                "",
                active=each.seat == asked,
                goods=card_icons((self._dealt[each.seat],))
                if each.seat in self._dealt
                else (Icon("cards"),),
            )
            for each in self._group.sitting(self._players)
        )

    def _beginner(self) -> tuple[Row, ...]:
        """Ask who has the first turn (section 2)."""
        translate = self._ui.translate
        names = tuple(
            Option(f"first:{each.seat}", each.name, chosen=each.seat == self._first)
            for each in self._group.sitting(self._players)
        )
        asked = translate("Who begins? The best at lighting a lightsaber, or the youngest")
        return (Row(asked, names),) if len(names) > 1 else ()

    def _piles(self) -> tuple[Pile, ...]:
        """Return the components for the number of players (sections 2 and 5)."""
        translate = self._ui.translate
        few = self._players <= FEW_PLAYERS
        tiles = "\u00d710" if few else "\u00d712"
        infiltrator = Icon(kind_face(UnitKind.INFILTRATOR), "\u00d74")
        found = [
            ((Icon(TILE_BACK, tiles),), translate("Tiles face down: the lower half of the stack")),
            (
                (Icon(TILE_BACK, tiles), Icon("plus"), infiltrator),
                translate("Shuffled together: the upper half"),
            ),
            ((Icon(MARKER, "\u00d74"),), translate("Markers face down on the red fields")),
            ((Icon(MARKER, "\u00d71"), Icon("arrow"), Icon("box")), translate("Unseen in the box")),
        ]
        if few:
            flames = Icon(kind_face(UnitKind.FLAMETROOPER), "\u00d74"), Icon("arrow"), Icon("box")
            found += [
                (flames, translate("Strength 5 stays in the box")),
                ((Icon("swap"),), translate("Movement marker: white side up")),
            ]
        return tuple(Pile(PileShape.TILES, "", text, icons) for icons, text in found)

    def deal(self, seat: int, card: Card) -> None:
        """Set a player's first card."""
        self._dealt[seat] = card

    def begin_with(self, seat: int) -> None:
        """Set who has the first turn."""
        self._first = seat

    def back(self) -> None:
        """Undo the last answer."""
        if self._units.units:
            self._units.back()
        elif self._dealt:
            self._dealt.popitem()
        else:
            self._laid_out = False

    def change_players(self, delta: int) -> None:
        """Change the number of players."""
        self._players = max(1, min(MOST_PLAYERS, self._players + delta))
        self._first = min(self._first, self._players)

    def start(self) -> None:
        """Continue, or start with the saved properties of the owner's copy."""
        if len(self._units.units) < LANES:
            self._laid_out = True
            return
        people = self._group.sitting(self._players)
        clockwise = (*people[self._first - 1 :], *people[: self._first - 1])
        players = tuple(
            NewPlayer(each.seat, each.name, self._dealt[each.seat]) for each in clockwise
        )
        options = load_box_facts(self._ui, GAME.key) or DEFAULT_OPTIONS
        self._ui.port.post(StartGame(players, tuple(self._units.units), options))
