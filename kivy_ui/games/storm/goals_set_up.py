"""Goal tracking's set-up: players, goals in play, players whose cards are entered by name."""

from __future__ import annotations

from dataclasses import replace

from companion.catalog.storm_loader import load_storm_cards
from companion.games.storm import GOALS
from companion.games.storm.box import GoalsBox
from companion.games.storm.goals import FIRST, FIRST_IN_PLAY, MOST, MOST_IN_PLAY, Goal
from companion.games.storm.robot import ANCIENT_RACE, START_WORLDS
from companion.games.storm.table import CHIPS_EACH, NewPlayer, StartTable
from kivy_ui.common.board.box_facts import load_box_facts, save_box_facts
from kivy_ui.common.board.faces import Face, FaceShape
from kivy_ui.common.board.icons import Icon
from kivy_ui.common.board.pages import Number, Option, Page, Row
from kivy_ui.common.board.piles import Pile, PileShape
from kivy_ui.common.player_group import CLOCKWISE, PlayerGroup
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.storm.icons import card_face, goal_face
from kivy_ui.games.storm.start_worlds import world_icon, world_row
from kivy_ui.games.storm.words import goal_word

FEWEST_PLAYERS = 2
MOST_PLAYERS = 5


class GoalsSetUp:
    """Choices before the first round."""

    def __init__(self, ui: UiContext, group: PlayerGroup) -> None:
        self._ui = ui
        self._group = group
        self._players = 3
        self._goals: list[Goal] = []
        self._starts: dict[int, int] = {}
        self._infrastructure_after_settle = False
        self._laid_out = False
        self._naming: int | None = None

    def page(self) -> Page:
        """Return the current question: players, then goals; or the entry of cards by name."""
        translate = self._ui.translate
        if self._naming is not None:
            return self._names(self._naming)
        if not self._laid_out and not self._goals:
            return Page(
                translate("The Gathering Storm"),
                translate("How many play? Lay this out"),
                facts=(translate(CLOCKWISE),),
                lead=Row("", numbers=(self._number(),)),
                piles=self._piles(),
                primary=translate("Laid out"),
                beside=self._beside(),
                progress=translate("%(step)s of %(steps)s", step=1, steps=2),
            )
        large = sum(goal in MOST for goal in self._goals)
        small = len(self._goals) - large
        ready = (large, small) == (MOST_IN_PLAY, FIRST_IN_PLAY)
        words = (
            translate("Large goals: %(count)s of %(all)s", count=large, all=MOST_IN_PLAY),
            translate("Small goals: %(count)s of %(all)s", count=small, all=FIRST_IN_PLAY),
        )
        rows = tuple(
            Row(label, tuple(map(self._goal, goals)), cards=True, across=across)
            for label, goals, across in zip(words, (MOST, FIRST), (4, 3), strict=True)
        )
        agreed: tuple[Option, ...] = ()
        if Goal.GREATEST_INFRASTRUCTURE in self._goals:
            text = translate("Test Greatest Infrastructure after Settle, too")
            chosen = self._infrastructure_after_settle
            agreed = (Option("table:infrastructure", text, chosen=chosen),)
            rows = (*rows, Row("", agreed))
        asked = translate("Which goals are on the table?")
        if ready:
            asked = translate("All goals are chosen: start the game")
        return Page(
            translate("The Gathering Storm"),
            asked,
            lead=Row(rows[0].label),
            rows=(replace(rows[0], label=""), *rows[1:]),
            primary=translate("Start game"),
            primary_enabled=ready,
            beside=(Option("set_up:back", translate("Back"), icon="back"), *self._beside()),
            progress=translate("%(step)s of %(steps)s", step=2, steps=2),
        )

    def _number(self) -> Number:
        icon = Icon("people")
        return Number("players", self._players, FEWEST_PLAYERS, MOST_PLAYERS, icon=icon)

    def _goal(self, goal: Goal) -> Option:
        return Option(
            f"goal:{goal.value}",
            goal_word(self._ui.translate, goal),
            chosen=goal in self._goals,
            icons=(Icon(goal_face(goal)),),
        )

    def _beside(self) -> tuple[Option, ...]:
        text = self._ui.translate("Enter cards by name")
        return (Option("set_up:names", text, icon="cards", chosen=bool(self._starts)),)

    def _names(self, seat: int) -> Page:
        """Choose whose cards are entered by name and their start worlds; others use numbers."""
        translate = self._ui.translate
        people = self._group.sitting(self._players)
        names = {each.seat: each.name for each in people}
        who = tuple(
            Option(f"set_up:{each.seat}", each.name, chosen=each.seat == seat) for each in people
        )
        edition = translate("Cards of the second edition")
        second = self._second_edition
        box = "checked" if second else "unchecked"
        option = Option("edition", edition, icon=box, chosen=second)
        numbers = Option(
            f"start:{seat}:-", translate("Numbers only"), chosen=seat not in self._starts
        )
        row = world_row(
            translate,
            f"start:{seat}",
            self._starts.get(seat),
            {
                world: self._group.badge(other)
                for other, world in self._starts.items()
                if other != seat
            },
            noted=False,
        )
        return Page(
            translate("Enter cards by name"),
            translate("Choose %(name)s's start world", name=names[seat]),
            lead=Row("", who),
            rows=(row, Row("", (numbers, option))),
            primary=translate("Back to the set-up"),
        )

    def _piles(self) -> tuple[Pile, ...]:
        """Return the components for the number of players (section 2.1)."""
        translate = self._ui.translate
        vp = CHIPS_EACH * self._players
        goal = (Icon(Face(FaceShape.TILE, ("goal",), "chip", "3").name, "×8"),)
        deck = load_storm_cards()
        gambling = (Icon(card_face(deck["gambling_world"])),)
        ancient = (world_icon(ANCIENT_RACE),)
        return (
            Pile(PileShape.CHIP, f"{vp}", translate("VP in chips")),
            Pile(PileShape.CHIP, "", translate("Goal chips, beside the goals"), goal),
            Pile(
                PileShape.CARD, "", translate("The new Gambling World, for the old one"), gambling
            ),
            Pile(PileShape.CARD, "", translate("Ancient Race keeps 3 cards"), ancient),
        )

    @property
    def _second_edition(self) -> bool:
        box = load_box_facts(self._ui, GOALS.key) or GoalsBox()
        return bool(box.second_edition)

    # --- input ---------------------------------------------------------------------------------

    def change_players(self, delta: int) -> None:
        """Change the number of players."""
        self._players = max(FEWEST_PLAYERS, min(MOST_PLAYERS, self._players + delta))
        self._starts = {s: key for s, key in self._starts.items() if s <= self._players}

    def tap(self, verb: str, value: str) -> None:
        """Handle a tap on a button."""
        match verb:
            case "goal":
                self._toggle(Goal(value))
            case "start":
                seat, _, world = value.partition(":")
                self._choose_start(int(seat), world)
            case "set_up":
                self._leads(value)
            case "edition":
                self._change_edition()
            case _:  # test the developments goal after Settle, too (section 2.4)
                self._infrastructure_after_settle = not self._infrastructure_after_settle

    def _leads(self, value: str) -> None:
        """Go to another question of the set-up or to another player's cards."""
        if value == "back":
            self._laid_out = False
            self._goals.clear()
        else:
            self._naming = 1 if value == "names" else int(value)

    def _choose_start(self, seat: int, number: str) -> None:
        """Set a player's start world by number, or ``-`` for numbers only."""
        self._starts.pop(seat, None)
        if number != "-" and int(number) not in self._starts.values():
            self._starts[seat] = int(number)

    def _change_edition(self) -> None:
        """Toggle the edition of the cards, which is saved for all games."""
        save_box_facts(self._ui, GOALS.key, GoalsBox(second_edition=not self._second_edition))

    def _toggle(self, goal: Goal) -> None:
        """Toggle whether a goal is in play."""
        if goal in self._goals:
            self._goals.remove(goal)
            return
        group, most = (MOST, MOST_IN_PLAY) if goal in MOST else (FIRST, FIRST_IN_PLAY)
        if sum(each in group for each in self._goals) < most:
            self._goals.append(goal)

    def _world_of(self, seat: int) -> str | None:
        number = self._starts.get(seat)
        return START_WORLDS[number].key if number is not None else None

    def start(self) -> None:
        """Continue, or start the game."""
        if self._naming is not None:
            self._naming = None
            return
        if not self._laid_out and not self._goals:
            self._laid_out = True
            return
        players = tuple(
            NewPlayer(each.seat, each.name, self._world_of(each.seat))
            for each in self._group.sitting(self._players)
        )
        start = StartTable(
            players,
            tuple(self._goals),
            self._second_edition,
            self._infrastructure_after_settle and Goal.GREATEST_INFRASTRUCTURE in self._goals,
        )
        self._ui.port.post(start)
