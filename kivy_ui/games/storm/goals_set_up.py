"""Goal tracking's set-up: players, the goals in play, whose cards are entered by name."""

from __future__ import annotations

from companion.catalog.storm_loader import load_storm_cards
from companion.games.storm import GOALS
from companion.games.storm.box import GoalsBox
from companion.games.storm.goals import FIRST, FIRST_IN_PLAY, MOST, MOST_IN_PLAY, Goal
from companion.games.storm.table import CHIPS_EACH, NewPlayer, StartTable
from kivy_ui.common.box_facts import load_box_facts, save_box_facts
from kivy_ui.common.pages import Number, Option, Page, Row
from kivy_ui.common.piles import Pile, PileShape
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.storm.words import goal_word

FEWEST_PLAYERS = 2
MOST_PLAYERS = 5


class GoalsSetUp:
    """What is chosen before the first round."""

    def __init__(self, ui: UiContext, group: PlayerGroup) -> None:
        self._ui = ui
        self._group = group
        self._players = 3
        self._goals: list[Goal] = []
        self._starts: dict[int, str] = {}
        self._infrastructure_after_settle = False

    def page(self) -> Page:
        """Return the set-up."""
        translate = self._ui.translate
        rows = [Row(translate("Players"), number=Number("players", self._players, 2, 5))]
        for label, goals in (
            (translate("Two large goals in play"), MOST),
            (translate("Four small goals in play"), FIRST),
        ):
            options = tuple(
                Option(f"goal:{goal.value}", goal_word(translate, goal), chosen=goal in self._goals)
                for goal in goals
            )
            rows.append(Row(label, options))
        if Goal.GREATEST_INFRASTRUCTURE in self._goals:
            text = translate("Test Greatest Infrastructure after Settle, too")
            rows.append(
                Row(
                    translate("What your table has agreed"),
                    (
                        Option(
                            "table:infrastructure", text, chosen=self._infrastructure_after_settle
                        ),
                    ),
                )
            )
        rows += self._start_rows()
        most = sum(goal in MOST for goal in self._goals)
        ready = (most, len(self._goals) - most) == (MOST_IN_PLAY, FIRST_IN_PLAY)
        return Page(
            translate("The Gathering Storm"),
            translate("Tap the goals that lie on the table"),
            piles=self._piles(),
            rows=tuple(rows),
            primary=translate("Start game"),
            primary_enabled=ready,
        )

    def _piles(self) -> tuple[Pile, ...]:
        """What to lay out for so many players (section 2.1)."""
        translate = self._ui.translate
        vp = CHIPS_EACH * self._players
        chips = translate(
            "VP in chips: %(vp)s. Beside the goals lie the eight goal chips of 3 VP.", vp=vp
        )
        world = translate(
            "The new Gambling World replaces the old one. Ancient Race keeps 3 cards."
        )
        return Pile(PileShape.CHIP, f"{vp}", chips), Pile(PileShape.CARDS, "", world)

    @property
    def _second_edition(self) -> bool:
        box = load_box_facts(self._ui, GOALS.key) or GoalsBox()
        return bool(box.second_edition)

    def _start_rows(self) -> list[Row]:
        """Who enters cards by name says his start world; the others keep count by numbers."""
        translate = self._ui.translate
        worlds = [card for card in load_storm_cards().values() if card.start_world is not None]
        rows = []
        for each in self._group.sitting(self._players):
            options = [
                Option(
                    f"start:{each.seat}:-",
                    translate("Numbers only"),
                    chosen=each.seat not in self._starts,
                )
            ]
            options += [
                Option(
                    f"start:{each.seat}:{world.key}",
                    world.name,
                    chosen=self._starts.get(each.seat) == world.key,
                    enabled=self._starts.get(each.seat) == world.key
                    or world.key not in self._starts.values(),
                )
                for world in worlds
            ]
            label = translate("%(name)s: cards by name from which start world?", name=each.name)
            rows.append(Row(label, tuple(options)))
        text = translate("Cards of the second edition")
        option = Option("edition", text, chosen=self._second_edition)
        return [*rows, Row(translate("Your box"), (option,))]

    # --- what can be done ----------------------------------------------------------------------

    def change_players(self, delta: int) -> None:
        """More or fewer play."""
        self._players = max(FEWEST_PLAYERS, min(MOST_PLAYERS, self._players + delta))
        self._starts = {s: key for s, key in self._starts.items() if s <= self._players}

    def tap(self, verb: str, value: str) -> None:
        """A button was tapped."""
        match verb:
            case "goal":
                self._toggle(Goal(value))
            case "start":
                seat, _, world = value.partition(":")
                self._choose_start(int(seat), world)
            case "edition":
                self._change_edition()
            case _:  # developments are counted after Settle, too, or not (section 2.4)
                self._infrastructure_after_settle = not self._infrastructure_after_settle

    def _choose_start(self, seat: int, key: str) -> None:
        """A start world, or ``-`` for numbers only."""
        self._starts.pop(seat, None)
        if key != "-" and key not in self._starts.values():
            self._starts[seat] = key

    def _change_edition(self) -> None:
        """The other printing; kept for all games."""
        save_box_facts(self._ui, GOALS.key, GoalsBox(second_edition=not self._second_edition))

    def _toggle(self, goal: Goal) -> None:
        """A goal lies on the table, or does not."""
        if goal in self._goals:
            self._goals.remove(goal)
            return
        group, most = (MOST, MOST_IN_PLAY) if goal in MOST else (FIRST, FIRST_IN_PLAY)
        if sum(each in group for each in self._goals) < most:
            self._goals.append(goal)

    def start(self) -> None:
        """Start the game."""
        players = tuple(
            NewPlayer(each.seat, each.name, self._starts.get(each.seat))
            for each in self._group.sitting(self._players)
        )
        start = StartTable(
            players,
            tuple(self._goals),
            self._second_edition,
            self._infrastructure_after_settle and Goal.GREATEST_INFRASTRUCTURE in self._goals,
        )
        self._ui.port.post(start)
