"""Shared by Galactic Emperor's pages: players, names, current selection."""

from __future__ import annotations

from companion.games.emperor import GAME
from companion.games.emperor.ask.set_up import MOST_PLAYERS, set_up
from companion.games.emperor.ask.words import place
from companion.games.emperor.options import DEFAULT_OPTIONS
from companion.games.emperor.state import GameState, Player, Sector, Step
from companion.games.emperor.technologies import ONCE_A_ROUND, Technology
from companion.games.emperor.view import TableView
from companion.games.question import Question
from kivy_ui.common.board.box_facts import load_box_facts
from kivy_ui.common.board.icons import Icon
from kivy_ui.common.board.pages import Option, Page, Person, Row
from kivy_ui.common.board.question_page import Asking, once
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.emperor.icons import LOOKS, MARKS, THRONE, cube, force_icons, switch
from kivy_ui.games.emperor.words import word

_IN_TURN = frozenset(
    {
        *(Step.EXPLORE, Step.TRADE, Step.PRODUCE, Step.BUILD, Step.WAR),
        *(Step.BUY_INFLUENCE, Step.PLACE_INFLUENCE, Step.RESEARCH),
    }
)
"""Steps that all players take, one after the other."""


class EmperorTable:
    """Open possessions of all players, and the selection before a command is sent.

    Attributes:
        asking: answers to the questions of the game; closed at each step.
        shows_odds: whether battle odds are shown; can be turned off.
    """

    def __init__(self, ui: UiContext, group: PlayerGroup) -> None:
        self.ui = ui
        self.group = group
        self.asking = Asking(ui, group, self._question, LOOKS)
        self.shows_odds = True
        self._known = once(GAME.question)

    def _question(self, state: GameState, seat: int) -> Question | None:
        """Return the question of a seat; before the game with the people and their copy."""
        if state.step is not Step.SET_UP:
            return self._known(state, seat)
        names = tuple(each.name for each in self.group.sitting(MOST_PLAYERS))
        return set_up(names, load_box_facts(self.ui, GAME.key) or DEFAULT_OPTIONS)

    def page(self, view: TableView, status: str, **more: object) -> Page:
        """Return a page of the running game with buttons for the pages outside the turn."""
        fields = {"beside": self.beside(), "progress": self._progress(view), **more}
        return Page(self.title(view), status, self.people(view), **fields)  # type: ignore[arg-type]  # fields of a page

    def _progress(self, view: TableView) -> str:
        """Return the progress of the round or the role."""
        translate, state = self.ui.translate, view.state
        everybody = len(state.players)
        if state.step is Step.SELECT:
            done = len(state.selected) + 1
            return translate("Role %(number)s of %(all)s", number=done, all=everybody)
        if state.step in _IN_TURN and state.turns:
            now = max(1, everybody - len(state.turns) + 1)
            return translate("Player %(number)s of %(all)s", number=now, all=everybody)
        return ""

    def title(self, view: TableView) -> str:
        """Return the round and its role."""
        translate = self.ui.translate
        title = translate("Round %(number)s", number=view.state.round)
        role = view.state.role
        busy = view.state.step not in (Step.SELECT, Step.DIRECTION)
        if role is None or not busy:
            return title
        last = f" ({translate('last role')})" if view.ends_after_role else ""
        return f"{title}: {word(translate, role)}{last}"

    def people(self, view: TableView) -> tuple[Person, ...]:
        """Return each player's open possessions; in a battle, the fighters' forces instead."""
        tokens = dict(view.tokens)
        return tuple(
            Person(
                player.seat,
                player.name,
                self.group.colour(player.seat),
                "",
                active=player.seat in waited_for(view),
                goods=self._goods(view, player, tokens[player.seat]),
                marks=self._marks(view, player.seat),
            )
            for player in view.state.players
        )

    def _goods(self, view: TableView, player: Player, tokens: int) -> tuple[Icon, ...]:
        battle, colour = view.state.battle, self.group.colour(player.seat)
        if battle is not None and player.seat in battle.seats:
            return force_icons(battle.forces[battle.seats.index(player.seat)], colour)
        return (
            Icon(MARKS, str(player.marks)),
            cube("metal", str(player.metal)),
            cube("energy", str(player.energy)),
            Icon("token/empire", str(tokens), colour=colour),
        )

    def _marks(self, view: TableView, seat: int) -> tuple[Icon, ...]:
        """Return the Throne and a check mark for a finished turn in this role or round."""
        state = view.state
        done = state.step in _IN_TURN and seat not in state.turns
        if state.step is Step.SELECT:
            done = any(seat == each for _, each in state.selected)
        throne = (Icon(THRONE),) if seat == state.throne else ()
        return (*throne, *((Icon("check"),) if done else ()))

    def name(self, view: TableView) -> str:
        """Return the name of the active player; empty if the whole table acts."""
        return view.state.player(view.acts).name if view.acts is not None else ""

    def place(self, sector: Sector) -> str:
        """Return a sector's location."""
        return self.asking.said(place(self.ui.update.view.state, sector.number))

    def corrects(self, state: GameState) -> bool:
        """Return whether corrections are possible: not in a battle or a conflict."""
        return "throne" in self.asking.able(state, 0, "correct")

    def corrections_wait(self) -> str:
        """Return the sentence that says so."""
        return self.ui.translate("Corrections wait until the battle or the conflict is over.")

    def beside(self) -> tuple[Option, ...]:
        """Return buttons outside the turn: technologies if usable, and the More menu.

        Everything else is behind the one menu button, so that a page asks a single question.
        """
        translate = self.ui.translate
        players = self.ui.update.view.state.players
        usable = any(player.technologies & ONCE_A_ROUND for player in players)
        now = (self._technologies(),) if usable else ()
        return (*now, Option("open:menu", translate("More"), icon="more"))

    def _technologies(self) -> Option:
        return Option("open:more", self.ui.translate("Technologies"), icon="flask")

    def menu_rows(self) -> tuple[Row, ...]:
        """Return the More menu: links to all pages outside the turn, and a switch."""
        translate = self.ui.translate
        on_map = self.ui.update.view.state.fields
        board = (Option("open:map", translate("Map"), icon="hexes"),) if on_map else ()
        odds = Option("odds", translate("Show the odds of battles"), chosen=self.shows_odds)
        places = (
            *board,
            self._technologies(),
            Option("open:vp", translate("My VP"), icon="chip"),
            Option("open:right", translate("Correct a mistake"), icon="pencil"),
            Option("open:copy", translate("Prices and costs"), icon=MARKS),
        )
        return Row("", places, cards=True, stacked=True), Row("", (switch(odds),))


class Part:
    """Pages of some steps of the game."""

    def __init__(self, table: EmperorTable) -> None:
        self._table = table
        self._asking = table.asking

    def page(self, view: TableView) -> Page:
        """Return the page of the current step."""
        raise NotImplementedError

    def tap(self, view: TableView, key: str) -> None:
        """Handle a tap on a button; most are answers."""
        self._asking.tap(view.state, key)

    def change(self, view: TableView, key: str, delta: int) -> None:
        """Change a number by one step."""
        self._asking.change(view.state, key, delta)

    def primary(self, view: TableView) -> None:
        """Handle a tap on the main button where it is not an answer."""


def waited_for(view: TableView) -> tuple[int, ...]:
    """Return the seats of the active players; in a battle, who rolls dice or takes hits."""
    battle = view.state.battle
    if view.may_reroll:
        return tuple(p.seat for p in view.state.players if p.has(Technology.TIME_WARP))
    if battle is None or view.acts is not None:
        return () if view.acts is None else (view.acts,)
    if view.state.step is Step.FIRE:
        return tuple(seat for seat, due in zip(battle.seats, view.due, strict=True) if due)
    return (battle.seats[0 if battle.hits[0] else 1],)
