"""Goal tracking on the screen: everybody's numbers side by side, the goals they are for."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from companion.games.question import Question
from companion.games.storm.ask_goals import question, set_up
from companion.games.storm.goal_tiles import next_moment, tested_at
from companion.games.storm.goals import COUNTER, Goal, Moment
from companion.games.storm.robot import ANCIENT_RACE
from companion.games.storm.table import CHIPS_EACH, Player, Step, TableState
from companion.games.storm.tableaus import LIMITS, MOST_PLAYERS
from companion.games.storm.view import GoalLine, GoalsView
from companion.i18n import N_
from kivy_ui.asking.answering import Asked
from kivy_ui.asking.draft import Draft, Give
from kivy_ui.asking.game_pages import Around, GamePages
from kivy_ui.asking.telling import Telling, halves
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.storm.goals_result import explained, over
from kivy_ui.games.storm.looks import LOOKS, card_picture, decks, goal_picture, world_picture
from kivy_ui.games.storm.words import goal_word
from kivy_ui.pages.listing import List, Row
from kivy_ui.pages.page import Note, PhaseState, Picture
from kivy_ui.pages.people import Person
from kivy_ui.pages.rounds import Answer, Lane, Lanes, Offer

_ASKED: Final = MappingProxyType(
    {
        Moment.DEVELOP: N_("Develop: tap what is new"),
        Moment.SETTLE: N_("Settle: tap what is new"),
        Moment.CONSUME: N_("Consume: tap the new VP chips"),
        Moment.ROUND_END: N_("The round ends: is everything right?"),
    }
)
"""Task in a phase, before the main button ends it."""
_PLATES: Final = MappingProxyType(
    {Moment.DEVELOP: "develop", Moment.SETTLE: "settle", Moment.CONSUME: "ship"}
)
_COUNTED: Final = MappingProxyType(
    {
        "production_worlds": Picture("phase/produce/active"),
        "novelty_rare_worlds": Picture("world/novelty"),
        "developments": Picture("development"),
        "alien_cards": Picture("world/alien_technology"),
        "kinds": Picture("symbol/four"),
        "rows": Picture("symbol/rows"),
        "general_military": Picture("symbol/blade"),
        "six_costs": Picture("development", number="6"),
    }
)
"""Counter -> what is counted."""
_CHIP: Final = Picture("chip")
_CARD: Final = Picture("storm/back")
_MORE: Final = (1, 5)
"""Chips that one touch adds."""


def _ask(_ui: UiContext, group: PlayerGroup, state: TableState, seat: int) -> Question | None:
    if seat == 0 and state.step is Step.SET_UP:
        return set_up(decks, tuple(each.name for each in group.sitting(MOST_PLAYERS)))
    return question(decks, state, seat)


def _around(tell: Telling, view: GoalsView, asked: Asked, draft: Draft) -> Around:
    del asked
    translate, state = tell.translate, view.state
    if state.step is Step.SET_UP:
        return Around(f"The Gathering Storm \u00b7 {translate('Set-up')}")
    pool = translate("%(count)s VP left in the pool", count=max(0, state.pool))
    above = f"{translate('Round %(number)s', number=state.round)} \u00b7 {pool}"
    if draft.path or draft.more:
        return Around(above, _people(tell, view))
    moment = next_moment(state)
    asks = translate(_ASKED[moment])
    if moment is Moment.ROUND_END:
        return Around(above, _people(tell, view), body=_standings(tell, view), asked=asks)
    goals = tested_at(state, moment)
    names = halves(", ".join(goal_word(translate, goal) for goal in goals))
    last = translate("This is the last round: the pool is empty or a tableau is full.")
    note = Note(halves(last), icon="symbol/info") if view.last_round else Note(names)
    lanes = Lanes(tuple(_lane(tell, state, player, goals) for player in state.players))
    return Around(above, note=note, phases=_phases(state), body=lanes, asked=asks)


def _phases(state: TableState) -> tuple[tuple[str, PhaseState], ...]:
    """Return the phases at whose end a goal is tested."""
    due = next_moment(state)
    return tuple(
        (plate, PhaseState.CURRENT if moment is due else PhaseState.ACTIVE)
        for moment, plate in _PLATES.items()
        if tested_at(state, moment)
    )


def _lane(tell: Telling, state: TableState, player: Player, goals: tuple[Goal, ...]) -> Lane:
    """Return what can be new for a player in a phase: each goal that it counts for."""
    offers = tuple(
        Offer(_tile(state, goal, player.seat), _further(player, goal))
        for goal in goals
        if goal is Goal.STANDARD_OF_LIVING or not player.by_cards
    )
    if player.by_cards and set(goals) & COUNTER.keys():
        words, count = tell.translate("New card"), str(len(player.cards))
        place = Give(player.seat, ("place",))
        offers = (
            *offers,
            Offer(_CARD, (Answer(place, Picture("symbol/plus"), words, number=count),)),
        )
    return Lane(tell.seat(player.seat), offers=offers)


def _tile(state: TableState, goal: Goal, seat: int) -> Picture:
    """Return a goal's tile, with a tick for its holder."""
    holders = next(tile.holders for tile in state.tiles if tile.goal is goal)
    held = (Picture("tick/good"),) if seat in holders else ()
    return Picture(goal_picture(goal).piece, over=held)


def _further(player: Player, goal: Goal) -> tuple[Answer, ...]:
    """Return the answers that add to what a goal counts; at its limit, any number."""
    if goal is Goal.STANDARD_OF_LIVING:
        now = player.vp_chips
        return tuple(
            Answer(
                Give(player.seat, ("chips", now + more)),
                _CHIP,
                f"+{more}",
                number="" if place else str(now),
            )
            for place, more in enumerate(_MORE)
        )
    counter = COUNTER[goal]
    now = getattr(player.counts, counter)
    picture, whole = _COUNTED[counter], now >= getattr(LIMITS, counter)
    path = (counter,) if whole else (counter, now + 1)
    return (Answer(Give(player.seat, path), picture, "" if whole else "+1", number=str(now)),)


def _people(tell: Telling, view: GoalsView) -> tuple[Person, ...]:
    """Return everybody's chips, points of goals, and how many tiles they hold."""
    points = dict(view.points)
    return tuple(
        Person(
            tell.seat(each.seat),
            (
                Picture("chip", text=str(each.vp_chips)),
                Picture("goal/galactic_status", text=str(points[each.seat])),
            ),
        )
        for each in view.state.players
    )


def _standings(tell: Telling, view: GoalsView) -> List:
    """Return the goals with their holders; a touch corrects them."""
    return List(tuple(_standing(tell, line) for line in view.goals))


def _standing(tell: Telling, line: GoalLine) -> Row:
    """Return a goal: everybody's numbers; its holders, else from which number on it is reached."""
    counts = line.goal in COUNTER or line.goal is Goal.STANDARD_OF_LIVING
    numbers = line.values if counts else tuple((seat, "") for seat in line.holders)
    figures = tuple(tell.seat(seat).badge(str(number)) for seat, number in numbers)
    held = tell.translate.list_of(tuple(map(tell.name, line.holders)))
    least = f"\N{GREATER-THAN OR EQUAL TO} {line.threshold}"
    key, word = Give(0, ("correct", line.goal.value)), goal_word(tell.translate, line.goal)
    return Row(key, word, (goal_picture(line.goal),), figures=figures, value=held or least)


def _set_up(tell: Telling, view: GoalsView, draft: Draft) -> tuple[Row, ...]:
    """Return the components for the number of players (section 2.1)."""
    if view.state.step is not Step.SET_UP or not draft.path:
        return ()
    translate, chips = tell.translate, CHIPS_EACH * draft.path[0]
    gambling = card_picture(decks(False)["gambling_world"])
    return (
        Row(
            None,
            translate("VP in chips"),
            (Picture("chip", text=str(chips)), Picture("goal/budget_surplus", count=8)),
            text=translate("Goal chips, beside the goals"),
        ),
        Row(None, translate("The new Gambling World, for the old one"), (gambling,)),
        Row(None, translate("Ancient Race keeps 3 cards"), (world_picture(ANCIENT_RACE),)),
    )


GOALS_PAGES: Final = GamePages(LOOKS, _ask, _around, over, _set_up, explained=explained)
