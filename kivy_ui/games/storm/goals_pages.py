"""Goal tracking of The Gathering Storm: counters, phases, end of the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Final

from companion.games.storm import ask_goals
from companion.games.storm.ask_goals import COUNTER
from companion.games.storm.goals import MOST, Goal, Moment, is_tested
from companion.games.storm.pieces import COUNTER_WORDS, MOMENT_WORDS
from companion.games.storm.table import Player, Step
from companion.games.storm.view import GoalLine, GoalsView
from companion.i18n import N_
from kivy_ui.common.board.icons import Icon, IconLine
from kivy_ui.common.board.page_table import Cell, Head, Line, PageTable
from kivy_ui.common.board.pages import Number, Option, Page, Person, Row
from kivy_ui.common.board.question_page import Asking, Path, answer_key, answer_path
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.storm.card_letters import card_row, decks
from kivy_ui.games.storm.goals_end import goals_end
from kivy_ui.games.storm.goals_set_up import GoalsSetUp
from kivy_ui.games.storm.icons import LOOKS, goal_face
from kivy_ui.games.storm.words import goal_word

_PHASES: Final = MappingProxyType(
    {
        Moment.DEVELOP: N_("Develop"),
        Moment.SETTLE: N_("Settle"),
        Moment.CONSUME: N_("Consume"),
        Moment.ROUND_END: N_("Round end"),
    }
)
_PHASE_ICONS: Final = MappingProxyType(
    {
        Moment.DEVELOP: "develop",
        Moment.SETTLE: "settle",
        Moment.CONSUME: "ship",
        Moment.ROUND_END: "flag",
    }
)
_ASKED: Final = MappingProxyType(
    {
        Moment.DEVELOP: N_("Develop: are the numbers right?"),
        Moment.SETTLE: N_("Settle: are the numbers right?"),
        Moment.CONSUME: N_("Consume: set the VP chips"),
        Moment.ROUND_END: N_("Who discarded to the hand limit?"),
    }
)
"""Task on the page of a phase, before the main button ends it."""
_BY_PLAYER: Final = MappingProxyType(
    {Moment.CONSUME: Goal.STANDARD_OF_LIVING, Moment.ROUND_END: Goal.BUDGET_SURPLUS}
)
"""The only goal of a phase with a row or a card per player."""
_COUNTED: Final = MappingProxyType(
    {
        Goal.STANDARD_OF_LIVING: N_("%(goal)s: %(count)s VP in chips"),
        Goal.BUDGET_SURPLUS: N_("%(goal)s: discard to the hand limit"),
    }
)
_MANY: Final = 4
"""From this number of players on, there is no room for the name of a goal's counter."""


class GoalsPages:
    """Pages of one game; holds the selections made before a command is sent."""

    def __init__(self, ui: UiContext, group: PlayerGroup) -> None:
        self._ui = ui
        self._group = group
        self._set_up = GoalsSetUp(ui, group)
        self._asking = Asking(ui, group, partial(ask_goals.question, decks), LOOKS)
        self._letter = ""
        self._righting = False
        self._discarded: set[int] = set()
        self._next = Moment.DEVELOP

    # --- page content --------------------------------------------------------------------------

    def page(self, view: GoalsView) -> Page:
        """Return the page to show."""
        match view.state.step:
            case Step.SET_UP:
                self._righting = False  # undone to the start
                self._asking.close()
                return self._set_up.page()
            case Step.OVER:
                return goals_end(self._ui, self._group, view)
            case Step.PLAY:
                return self._playing(view)

    def _playing(self, view: GoalsView) -> Page:
        if self._asking.path == ("end",):
            return self._finish(view)
        if self._asking.path == ("place",):
            return self._name_cards(view, view.state.player(self._asking.seat))
        return self._correct(view) if self._righting else self._play(view)

    def _people(self, view: GoalsView) -> tuple[Person, ...]:
        translate = self._ui.translate
        points = dict(view.points)
        return tuple(
            Person(
                player.seat,
                player.name,
                self._group.colour(player.seat),
                translate(
                    "%(chips)s VP in chips, goals %(goals)s",
                    chips=player.vp_chips,
                    goals=points[player.seat],
                ),
                goods=(
                    Icon("chip", str(player.vp_chips)),
                    *(
                        Icon(goal_face(line.goal))
                        for line in view.goals
                        if player.seat in line.holders
                    ),
                ),
            )
            for player in view.state.players
        )

    def _heads(self, view: GoalsView, *, goods: bool = False) -> tuple[Head, ...]:
        """Return a column for each player, with the open possessions."""
        return tuple(
            Head(
                person.name.split()[0],
                person.seat,
                person.colour,
                icons=person.goods if goods else (),
            )
            for person in self._people(view)
        )

    def _play(self, view: GoalsView) -> Page:
        """Show a phase with the counters of its goals, all players side by side.

        Any phase can be selected; the main button ends it and tests its goals.
        """
        translate = self._ui.translate
        phases = tuple(
            Option(
                f"phase:{moment.value}",
                translate(_PHASES[moment]),
                chosen=moment is self._next,
                icon=_PHASE_ICONS[moment],
            )
            for moment in MOMENT_WORDS
        )
        rows: list[Row] = []
        lines = self._lines(view)
        named = tuple(
            Option(
                answer_key(player.seat, "place"),
                translate("New card of %(name)s", name=player.name),
                icon="plus",
            )
            for player in view.state.players
            if player.by_cards and self._next in (Moment.DEVELOP, Moment.SETTLE)
        )
        if named and not lines:
            rows.append(Row("", named))
        if self._next is Moment.ROUND_END:
            if lines:
                rows.append(self._discards(view))
            end = self._asking.answers(view.state, 0)["end"]
            rows.append(Row("", (self._asking.option(end, 0, icon="flag", icons=()),)))
        beside = (Option("open:right", translate("Correct it"), icon="pencil"),)
        status, word = translate(_ASKED[self._next]), translate(MOMENT_WORDS[self._next].message)
        facts = self._last_round(view)
        if not lines:
            facts = (*facts, translate("No goal in play is tested after this phase."))
        if self._is_last(view):
            status, word = translate("The last round is over"), translate("End of the game")
        return Page(
            translate("Round %(number)s", number=view.state.round),
            status,
            lead=Row("", phases),
            facts=facts,
            rows=tuple(rows),
            primary=word,
            lines=self._counted_for(view),
            table=self._table(view, lines),
            beside=beside,
            progress=translate("%(count)s VP left in the pool", count=max(0, view.state.pool)),
        )

    def _is_last(self, view: GoalsView) -> bool:
        """Return whether the last round is over."""
        return view.last_round and self._next is Moment.DEVELOP

    def _lines(self, view: GoalsView) -> tuple[Line, ...]:
        """Return the goals that are tested after the shown phase."""
        also = view.state.infrastructure_after_settle
        tested = [
            line
            for line in view.goals
            if is_tested(line.goal, self._next, infrastructure_after_settle=also)
        ]
        return tuple(self._line(view, line) for line in tested)

    def _table(self, view: GoalsView, lines: tuple[Line, ...]) -> PageTable | None:
        """Return the goals with a column for each player, or the VP chips with a row for each."""
        if self._next is Moment.CONSUME:
            return self._chips(view)
        if self._next is Moment.ROUND_END:
            return None
        return PageTable(self._heads(view, goods=True), lines) if lines else None

    def _line(self, view: GoalsView, line: GoalLine) -> Line:
        """Return a goal's line: its tile, its status, each player's number."""
        translate = self._ui.translate
        names = {player.seat: player.name for player in view.state.players}
        counter = COUNTER.get(line.goal)
        label = goal_word(translate, line.goal)
        note = self._standing(line, names)
        if len(names) > _MANY:
            note = ""
        elif counter is not None and not line.holders and len(names) < _MANY:
            note = f"{translate(COUNTER_WORDS[counter].message)} {note}"
        cells = []
        for player, (_, number) in zip(view.state.players, line.values, strict=True):
            leads = player.seat in line.holders
            if counter is not None and player.by_cards:
                icons = (Icon("cards", str(number)),)
                cells.append(
                    Cell(Option(answer_key(player.seat, "place"), "", icons=icons), leads=leads)
                )
            elif counter is None:
                cells.append(Cell(text=str(number), leads=leads))
            else:
                shown = self._asking.number(view.state, player.seat, counter)
                cells.append(Cell(number=shown, leads=leads))
        return Line(label, tuple(cells), note, (Icon(goal_face(line.goal)),))

    def _chips(self, view: GoalsView) -> PageTable:
        """Return each player's VP chips; the holder of the goal for VP chips is highlighted."""
        translate = self._ui.translate
        goal = next((e for e in view.goals if e.goal is Goal.STANDARD_OF_LIVING), None)
        holders = goal.holders if goal is not None else ()
        lines = tuple(
            Line(
                player.name,
                (
                    Cell(
                        number=self._chips_of(view, player),
                        leads=player.seat in holders,
                    ),
                ),
                icons=(self._group.badge(player.seat),),
            )
            for player in view.state.players
        )
        return PageTable((Head(translate("VP chips")),), lines)

    def _discards(self, view: GoalsView) -> Row:
        """Return a card per player for those who have discarded."""
        tile = goal_face(Goal.BUDGET_SURPLUS)
        people = tuple(
            Option(
                f"discarded:{player.seat}",
                player.name,
                chosen=player.seat in self._discarded,
                icons=(
                    self._group.badge(player.seat),
                    Icon(tile if player.seat in self._discarded else "cards"),
                ),
            )
            for player in view.state.players
        )
        return Row("", people, cards=True, stacked=True)

    def _counted_for(self, view: GoalsView) -> tuple[IconLine, ...]:
        """Return the goal that is tested by VP chips or discards, shown above the players."""
        goal = _BY_PLAYER.get(self._next)
        line = next((e for e in view.goals if e.goal is goal), None)
        if line is None:
            return ()
        names = {player.seat: player.name for player in view.state.players}
        translate = self._ui.translate
        word = goal_word(translate, line.goal)
        text = f"{word}: {self._standing(line, names)}"
        if not line.holders:
            text = translate(_COUNTED[line.goal], goal=word, count=line.threshold)
        return (IconLine((Icon(goal_face(line.goal)),), text),)

    def _chips_of(self, view: GoalsView, player: Player) -> Number:
        return self._asking.number(view.state, player.seat, "chips")

    def _standing(self, line: GoalLine, names: Mapping[int, str]) -> str:
        """Return a goal's holders, with the lead for a large goal; its threshold if unclaimed."""
        if not line.holders:
            return f"\N{GREATER-THAN OR EQUAL TO} {line.threshold}"
        who = ", ".join(names[seat] for seat in line.holders)
        if line.goal not in MOST:
            return who
        mine = dict(line.values)[line.holders[0]]
        others = [number for seat, number in line.values if seat != line.holders[0]]
        return f"{who} +{mine - max(others)}"

    def _last_round(self, view: GoalsView) -> tuple[str, ...]:
        translate = self._ui.translate
        if not view.last_round:
            return ()
        return (translate("This is the last round: the pool is empty or a tableau is full."),)

    def _name_cards(self, view: GoalsView, player: Player) -> Page:
        """Ask for the next card of a player whose cards are entered by name."""
        translate, asking, letter = self._ui.translate, self._asking, self._letter
        asked = translate("First letter of the new card of %(name)s?", name=player.name)
        able = asking.able(view.state, player.seat, "place").values()
        rows = [card_row([asking.option(a, player.seat, "place") for a in able], letter)]
        if letter:
            asked = asking.asked(view.state, player.seat, "place")
        else:
            lying = tuple(
                asking.option(each, player.seat, "drop", icon="close", icons=())
                for each in asking.answers(view.state, player.seat, "drop").values()
            )
            rows.append(Row(translate("In play; tap to remove it"), lying))
        return Page(
            translate("Round %(number)s", number=view.state.round),
            asked,
            people=tuple(
                replace(each, active=each.seat == player.seat) for each in self._people(view)
            ),
            rows=tuple(rows),
            primary=translate("Back to the game"),
        )

    def _correct(self, view: GoalsView) -> Page:
        """Return the page on which holders of goals are corrected."""
        translate = self._ui.translate
        lines = tuple(
            Line(
                goal_word(translate, line.goal),
                tuple(
                    Cell(
                        option=Option(
                            self._given(view, line, player.seat),
                            "" if player.seat in line.holders else "\N{EN DASH}",
                            chosen=player.seat in line.holders,
                            icons=tile if player.seat in line.holders else (),
                        )
                    )
                    for player in view.state.players
                ),
                icons=tile,
            )
            for line in view.goals
            for tile in ((Icon(goal_face(line.goal)),),)
        )
        return Page(
            translate("Correct it"),
            translate("Tap the actual holder of each goal"),
            table=PageTable(self._heads(view), lines),
            primary=translate("Back to the game"),
        )

    def _given(self, view: GoalsView, line: GoalLine, seat: int) -> str:
        """Return the key that gives a goal to a player or takes it away; a large one moves."""
        most = self._asking.at(view.state, 0, "correct", line.goal.value).most
        others = [each for each in line.holders if each != seat]
        after = others if seat in line.holders else [*others[: most - 1], seat]
        places = [at for at, player in enumerate(view.state.players) if player.seat in after]
        return answer_key(0, "correct", line.goal.value, places)

    def _finish(self, view: GoalsView) -> Page:
        """Ask for the VP of each player's cards; cards entered by name are scored automatically."""
        translate = self._ui.translate
        goals = dict(view.points)
        entered = [player.seat for player in view.state.players if not player.by_cards]
        lines = tuple(
            Line(
                player.name,
                (
                    Cell(text=translate("counted"))
                    if player.by_cards
                    else Cell(number=self._asking.part(view.state, entered.index(player.seat))),
                    Cell(number=self._chips_of(view, player)),
                    Cell(text=str(goals[player.seat])),
                ),
                icons=(self._group.badge(player.seat),),
            )
            for player in view.state.players
        )
        heads = (
            Head(translate("VP of the cards"), icons=(Icon("cards"),)),
            Head(translate("VP chips"), icons=(Icon("chip"),)),
            Head(translate("Goals"), icons=(Icon(goal_face(MOST[0])),)),
        )
        return Page(
            translate("The end"),
            self._asking.asked(view.state, 0, "end"),
            table=PageTable(heads, lines),
            primary=translate("Score"),
            beside=(Option("back", translate("Keep playing"), icon="back"),),
        )

    # --- input ---------------------------------------------------------------------------------

    def tap(self, view: GoalsView, key: str) -> None:
        """Handle a tap on a button."""
        verb, _, value = key.partition(":")
        if view.state.step is Step.SET_UP:
            self._set_up.tap(key)
        elif self._asking.tap(view.state, key):
            self._letter = ""
            seat, *path = answer_path(key) or (0,)
            if path[:1] == ["drop"]:  # more may be wrong
                self._asking.open(view.state, seat, "place")
        elif verb == "letter":
            self._letter = value
        elif verb == "discarded":
            self._discarded ^= {int(value)}
        elif verb == "phase":
            self._next = Moment(value)
        elif verb == "open":
            self._righting = True
        else:
            self._asking.close()

    def _end_phase(self, view: GoalsView, moment: Moment) -> None:
        """End a phase and select the next one."""
        phases = tuple(MOMENT_WORDS)
        self._next = phases[(phases.index(moment) + 1) % len(phases)]
        path: Path = (moment.value,)
        if moment is Moment.ROUND_END:
            places = enumerate(player.seat for player in view.state.players)
            path = (*path, [place for place, seat in places if seat in self._discarded])
            self._discarded = set()
        self._asking.send(view.state, 0, *path)

    def change(self, view: GoalsView, key: str, delta: int) -> None:
        """Change a number by one step."""
        if view.state.step is Step.SET_UP:
            self._set_up.change(key, delta)
        else:
            self._asking.change(view.state, key, delta)

    def primary(self, view: GoalsView) -> None:
        """Handle the main button: start, end a phase or the game, leave a page, score."""
        asking = self._asking
        match view.state.step:
            case Step.SET_UP:
                self._set_up.start()
            case Step.PLAY if asking.path == ("end",):
                asking.send_marked(view.state)
            case Step.PLAY if self._righting or asking.path:
                self._righting, self._letter = False, ""
                asking.close()
            case Step.PLAY if self._is_last(view):
                asking.send(view.state, 0, "end")
            case Step.PLAY:
                self._end_phase(view, self._next)
            case _:
                pass
