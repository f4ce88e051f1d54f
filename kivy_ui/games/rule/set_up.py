"""Rule the Galaxy's set-up: players, first cards, first units."""

from __future__ import annotations

from companion.games.question import Question, is_question
from companion.games.rule import GAME
from companion.games.rule.ask import set_up
from companion.games.rule.cards import Card
from companion.games.rule.options import (
    DEFAULT_OPTIONS,
    FEW_PLAYERS,
    LANES,
    MOST_PLAYERS,
    Options,
)
from companion.games.rule.pieces import unit_named
from companion.games.rule.state import GameState
from companion.games.rule.units import UnitKind
from kivy_ui.common.board.box_facts import load_box_facts
from kivy_ui.common.board.icons import Icon
from kivy_ui.common.board.pages import Number, Option, Page, Person, Row
from kivy_ui.common.board.piles import Pile, PileShape
from kivy_ui.common.board.question_page import Asking, answer_path
from kivy_ui.common.player_group import CLOCKWISE, PlayerGroup
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.rule.icons import LOOKS, MARKER, TILE_BACK, card_icons, kind_face
from kivy_ui.games.rule.table_text import RuleTable
from kivy_ui.games.rule.units import unit_table

_STEPS = 3
"""Components to lay out, first cards, first units."""


class RuleSetUp:
    """Data entry before the first turn."""

    def __init__(self, ui: UiContext, group: PlayerGroup) -> None:
        self._ui = ui
        self._group = group
        self._players = 3
        self._first = 1
        self._asking = Asking(ui, group, self._question, LOOKS)

    def _question(self, _state: GameState, _seat: int) -> Question:
        names = tuple(each.name for each in self._group.sitting(MOST_PLAYERS))
        return set_up(names, self._box)

    @property
    def _box(self) -> Options:
        return load_box_facts(self._ui, GAME.key) or DEFAULT_OPTIONS

    @property
    def _begun(self) -> int:
        """Number of answers before the cards: how many play and, of several, who begins."""
        return 1 if self._players == 1 else 2

    @property
    def _dealt(self) -> dict[int, Card]:
        """The first cards so far, by seat."""
        seats = range(1, self._players + 1)
        clockwise = (*seats[self._first - 1 :], *seats[: self._first - 1])
        cards = self._asking.path[self._begun : self._begun + self._players]
        return {seat: Card(key) for seat, key in zip(clockwise, cards, strict=False)}

    def page(self) -> Page:
        """Return the current question: components to lay out, first cards, first units."""
        translate, path = self._ui.translate, self._asking.path
        if not path:
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
        ready = not is_question(self._asking.opened(GameState()))
        asked = translate("All is entered: start the game")
        if not ready:
            asked = self._asking.asked(GameState(), 0, *path)
        if len(self._dealt) < self._players:
            return self._deal(asked)
        named = tuple(map(unit_named, path[self._begun + self._players :]))
        notes = {(lane, 1): "?" for lane in range(len(named) + 1, LANES + 1)}
        several = self._players > FEW_PLAYERS
        return Page(
            "Rule the Galaxy",
            asked,
            self._people(),
            table=None
            if ready
            else unit_table(translate, self._asking, GameState(), path, flametroopers=several),
            lanes=RuleTable(self._ui, self._group).board(
                GameState(options=self._box, markers=frozenset(range(1, LANES + 1))),
                coming=named,
                marked=() if ready else {(len(named) + 1, 1)},
                notes=notes,
            ),
            primary=translate("Start game"),
            primary_enabled=ready,
            beside=self._beside(back=True),
            progress=translate("%(step)s of %(steps)s", step=3, steps=_STEPS),
        )

    def _deal(self, asked: str) -> Page:
        translate, path = self._ui.translate, self._asking.path
        able = self._asking.able(GameState(), 0, *path).values()
        cards = tuple(self._asking.option(each, 0, *path) for each in able)
        place = (self._first - 1 + len(self._dealt)) % self._players
        return Page(
            "Rule the Galaxy",
            asked,
            self._people(place + 1),
            rows=(Row("", cards, cards=True),),
            beside=self._beside(back=True),
            progress=translate("%(step)s of %(steps)s", step=2, steps=_STEPS),
        )

    def _beside(self, *, back: bool) -> tuple[Option, ...]:
        translate = self._ui.translate
        box = Option("open:box", translate("Box data"), icon="tile")
        return (Option("back", translate("Back"), icon="back"),) if back else (box,)

    def _people(self, asked: int = 0) -> tuple[Person, ...]:
        """Return all players with their first card."""
        dealt = self._dealt
        return tuple(
            Person(
                each.seat,
                each.name,
                each.colour,
                "",
                active=each.seat == asked,
                goods=card_icons((dealt[each.seat],)) if each.seat in dealt else (Icon("cards"),),
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

    def tap(self, key: str) -> None:
        """Handle a tap; the last unit waits for the main button."""
        verb, _, value = key.partition(":")
        if verb == "first":
            self._first = int(value)
        elif verb == "back":
            self._back()
        elif (path := answer_path(key)) is not None:
            self._asking.open(GameState(), *path)

    def _back(self) -> None:
        """Undo the last answer."""
        if len(self._asking.path) > self._begun:
            self._asking.back(GameState())
        else:
            self._asking.close()

    def change_players(self, delta: int) -> None:
        """Change the number of players."""
        self._players = max(1, min(MOST_PLAYERS, self._players + delta))
        self._first = min(self._first, self._players)

    def start(self) -> None:
        """Continue, or start with the saved properties of the owner's copy."""
        if self._asking.path:
            self._ui.port.post(self._asking.opened(GameState()))
        else:
            begins = () if self._players == 1 else (str(self._first),)
            self._asking.open(GameState(), 0, self._players, *begins)
