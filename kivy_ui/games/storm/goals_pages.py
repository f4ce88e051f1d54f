"""Goal tracking of The Gathering Storm on the screen: fast counters, phases, the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from companion.games.storm.cards import Counts
from companion.games.storm.goals import MOST, Goal, Moment
from companion.games.storm.table import (
    CorrectGoal,
    EndPhase,
    EndTable,
    EnteredVp,
    Player,
    SetChips,
    SetCounts,
    Step,
)
from companion.games.storm.view import GoalLine, GoalsView
from companion.i18n import N_
from kivy_ui.common.pages import Number, Option, Page, Person, Row, TileCard
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.storm.goals_cards import TableauCards
from kivy_ui.games.storm.goals_end import goals_end
from kivy_ui.games.storm.goals_set_up import GoalsSetUp
from kivy_ui.games.storm.words import goal_word

_COUNTERS: Final = MappingProxyType(
    {
        "production_worlds": N_("Production worlds"),
        "novelty_rare_worlds": N_("Novelty and Rare worlds"),
        "developments": N_("Developments"),
        "alien_cards": N_("ALIEN cards"),
        "kinds": N_("Kinds of worlds (of 4)"),
        "rows": N_("Rows with a power (of 6)"),
        "general_military": N_("General military"),
        "six_costs": N_("6-cost developments with ?"),
    }
)
_LOOKED_AT: Final = MappingProxyType(
    {
        Goal.SYSTEM_DIVERSITY: "kinds",
        Goal.OVERLORD_DISCOVERIES: "alien_cards",
        Goal.INNOVATION_LEADER: "rows",
        Goal.GALACTIC_STATUS: "six_costs",
        Goal.GREATEST_MILITARY: "general_military",
        Goal.LARGEST_INDUSTRY: "novelty_rare_worlds",
        Goal.GREATEST_INFRASTRUCTURE: "developments",
        Goal.PRODUCTION_LEADER: "production_worlds",
    }
)
"""Which counter a goal needs: only those of the goals in play are shown."""

_MOMENTS: Final = MappingProxyType(
    {
        Moment.DEVELOP: N_("Develop is over"),
        Moment.SETTLE: N_("Settle is over"),
        Moment.CONSUME: N_("Consume is over"),
        Moment.ROUND_END: N_("The round is over"),
    }
)
_HIGH: Final = 30


def _other(counter: str) -> str:
    """A 6-cost development is a development: of the two numbers the one that follows."""
    return "six_costs" if counter == "developments" else "developments"


class GoalsPages:
    """The pages of one game; what is picked before a command is sent is kept here."""

    def __init__(self, ui: UiContext, group: PlayerGroup) -> None:
        self._ui = ui
        self._group = group
        self._set_up = GoalsSetUp(ui, group)
        self._cards = TableauCards(ui)
        self._righting = False
        self._shown = 1
        self._ending = False
        self._card_vp: dict[int, int] = {}
        self._discarded: set[int] = set()
        self._next = Moment.DEVELOP

    # --- what is shown -------------------------------------------------------------------------

    def page(self, view: GoalsView) -> Page:
        """Return what to show of the game."""
        match view.state.step:
            case Step.SET_UP:
                self._righting = self._ending = False  # undone to the beginning
                return self._set_up.page()
            case Step.OVER:
                return goals_end(self._ui, view, self._people(view))
            case Step.PLAY:
                return self._playing(view)

    def _playing(self, view: GoalsView) -> Page:
        if self._ending:
            return self._finish(view)
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
                active=player.seat == self._shown,
            )
            for player in view.state.players
        )

    def _last_round(self, view: GoalsView) -> tuple[str, ...]:
        translate = self._ui.translate
        if not view.last_round:
            return ()
        return (translate("This is the last round: the pool is empty or a tableau is full."),)

    def _tiles(self, view: GoalsView) -> tuple[TileCard, ...]:
        """The goals as they lie: who leads by how much, and everybody's number."""
        names = {player.seat: player.name for player in view.state.players}
        return tuple(
            TileCard(
                goal_word(self._ui.translate, line.goal),
                f"{self._standing(line, names)} "
                f"({', '.join(f'{names[seat]} {number}' for seat, number in line.values)})",
                self._group.colour(line.holders[0]) if line.holders else "",
            )
            for line in view.goals
        )

    def _standing(self, line: GoalLine, names: Mapping[int, str]) -> str:
        """Who holds a goal, with the margin of a large one; what it needs while nobody does."""
        translate = self._ui.translate
        if not line.holders:
            return translate("Open, from %(least)s.", least=line.threshold)
        who = ", ".join(names[seat] for seat in line.holders)
        if line.goal not in MOST:
            return translate("Held by %(who)s.", who=who)
        mine = dict(line.values)[line.holders[0]]
        others = [number for seat, number in line.values if seat != line.holders[0]]
        return translate("Held by %(who)s, ahead by %(n)s.", who=who, n=mine - max(others))

    def _play(self, view: GoalsView) -> Page:
        translate = self._ui.translate
        player = self._shown_player(view)
        seats = tuple(
            Option(f"seat:{each.seat}", each.name, chosen=each.seat == player.seat)
            for each in view.state.players
        )
        moments = tuple(
            Option(f"moment:{moment.value}", translate(word)) for moment, word in _MOMENTS.items()
        )
        rows = [
            *self._counts(view),
            Row(translate("Test the goals: which phase has ended?"), moments),
            Row(translate("Whose cards and chips"), seats),
            Row(translate("VP chips"), number=Number("chips", player.vp_chips, 0, 99)),
        ]
        if player.by_cards:
            rows += self._cards.rows(view, player)
        if Goal.BUDGET_SURPLUS in {line.goal for line in view.goals}:
            surplus = tuple(
                Option(f"discarded:{p.seat}", p.name, chosen=p.seat in self._discarded)
                for p in view.state.players
            )
            rows.append(Row(translate("Discarded to the hand limit this round"), surplus))
        beside = (
            Option("right", translate("Correct it"), icon="pencil"),
            Option("finish", translate("End of the game"), icon="flag"),
        )
        rows.append(Row("", beside))
        pool = translate("%(count)s VP left in the pool", count=max(0, view.state.pool))
        status = translate("Enter new cards; then: which phase is over?")
        word = translate(_MOMENTS[self._next])
        if self._is_last(view):
            status, word = translate("The last round is over"), translate("End of the game")
        return Page(
            translate("Round %(number)s", number=view.state.round),
            status,
            people=self._people(view),
            facts=(*self._last_round(view), pool),
            cards=self._tiles(view),
            rows=tuple(rows),
            primary=word,
            facts_last=True,
        )

    def _is_last(self, view: GoalsView) -> bool:
        """Whether the last round has come to its end."""
        return view.last_round and self._next is Moment.DEVELOP

    def _counts(self, view: GoalsView) -> tuple[Row, ...]:
        """What the goals in play look at, all players side by side: one tap for a new card."""
        translate = self._ui.translate
        people = {each.seat: each for each in self._people(view)}
        players = [player for player in view.state.players if not player.by_cards]
        names = {player.seat: player.name for player in view.state.players}
        lines = {_LOOKED_AT.get(line.goal): line for line in view.goals}
        return tuple(
            Row(
                f"{translate(_COUNTERS[name])}. {goal_word(translate, lines[name].goal)}: "
                f"{self._standing(lines[name], names)}",
                numbers=tuple(
                    Number(
                        f"{player.seat}:{name}",
                        getattr(player.counts, name),
                        -9 if name == "general_military" else 0,
                        _HIGH,
                        person=people[player.seat],
                    )
                    for player in players
                ),
            )
            for name in self._counters(view)
            if players
        )

    def _correct(self, view: GoalsView) -> Page:
        """Who really has a goal: tapped on and off."""
        translate = self._ui.translate
        rows = tuple(
            Row(
                goal_word(translate, line.goal),
                tuple(
                    Option(f"has:{line.goal.value}:{p.seat}", p.name, chosen=p.seat in line.holders)
                    for p in view.state.players
                ),
            )
            for line in view.goals
        )
        return Page(
            translate("Correct it"),
            translate("The table is right: tap who has a goal"),
            people=self._people(view),
            rows=rows,
            primary=translate("Back to the game"),
        )

    def _counters(self, view: GoalsView) -> tuple[str, ...]:
        wanted = [_LOOKED_AT[line.goal] for line in view.goals if line.goal in _LOOKED_AT]
        return tuple(dict.fromkeys(wanted))

    def _shown_player(self, view: GoalsView) -> Player:
        players = view.state.players
        return next((each for each in players if each.seat == self._shown), players[0])

    def _finish(self, view: GoalsView) -> Page:
        translate = self._ui.translate
        rows = [
            Row(
                translate("VP of the cards of %(name)s", name=player.name),
                number=Number(f"vp{player.seat}", self._card_vp.get(player.seat, 0), -20, 300),
            )
            for player in view.state.players
            if not player.by_cards
        ]
        rows.append(Row("", (Option("back", translate("Go on playing")),)))
        return Page(
            translate("The end"),
            translate("Enter the points of the cards"),
            people=self._people(view),
            cards=self._tiles(view),
            rows=tuple(rows),
            primary=translate("Score"),
            facts_last=True,
        )

    # --- what can be done ----------------------------------------------------------------------

    def tap(self, view: GoalsView, key: str) -> None:
        """A button was tapped."""
        verb, _, value = key.partition(":")
        if self._cards.tap(self._shown_player(view).seat if view.state.players else 0, verb, value):
            return
        match verb:
            case "goal" | "start" | "edition" | "table":
                self._set_up.tap(verb, value)
            case "seat":
                self._shown = int(value)
            case "discarded":
                self._discarded ^= {int(value)}
            case "moment":
                self._end_phase(view, Moment(value))
            case "right":
                self._righting = True
            case "finish":
                self._ending = True
            case "has":
                self._give(view, value)
            case _:
                self._ending = False

    def _give(self, view: GoalsView, value: str) -> None:
        """A large goal has one holder, a small one any number."""
        name, _, number = value.partition(":")
        goal, seat = Goal(name), int(number)
        line = next(each for each in view.goals if each.goal is goal)
        if seat in line.holders:
            holders = tuple(each for each in line.holders if each != seat)
        else:
            holders = (seat,) if goal in MOST else (*line.holders, seat)
        self._ui.port.post(CorrectGoal(goal, holders, "by hand"))

    def _end_phase(self, view: GoalsView, moment: Moment) -> None:
        """The button of the next phase is proposed; another one may be tapped."""
        phases = tuple(_MOMENTS)
        self._next = phases[(phases.index(moment) + 1) % len(phases)]
        seats = {player.seat for player in view.state.players}
        if moment is Moment.ROUND_END:
            discarded = tuple(sorted(self._discarded & seats))
            self._discarded = set()
            self._ui.port.post(EndPhase(moment, discarded))
        else:
            self._ui.port.post(EndPhase(moment))

    def change(self, view: GoalsView, key: str, delta: int) -> None:
        """A number was changed by one step."""
        if key == "players":
            self._set_up.change_players(delta)
            return
        if key.startswith("vp"):
            seat = int(key.removeprefix("vp"))
            self._card_vp[seat] = self._card_vp.get(seat, 0) + delta
            return
        if key == "chips":
            player = self._shown_player(view)
            self._ui.port.post(SetChips(player.seat, player.vp_chips + delta))
            return
        number, _, name = key.partition(":")
        player = view.state.player(int(number))
        changed: Counts = replace(player.counts, **{name: getattr(player.counts, name) + delta})
        if "developments" in self._counters(view) and changed.six_costs > changed.developments:
            changed = replace(changed, **{_other(name): getattr(changed, name)})
        self._ui.port.post(SetCounts(player.seat, changed))

    def primary(self, view: GoalsView) -> None:
        """The main button: start, come to the end, score."""
        match view.state.step:
            case Step.SET_UP:
                self._set_up.start()
            case Step.PLAY if self._ending:
                entered = tuple(
                    EnteredVp(p.seat, self._card_vp.get(p.seat, 0)) for p in view.state.players
                )
                self._ui.port.post(EndTable(entered))
            case Step.PLAY if self._righting:
                self._righting = False
            case Step.PLAY if self._is_last(view):
                self._ending = True
            case Step.PLAY:
                self._end_phase(view, self._next)
            case _:
                pass
