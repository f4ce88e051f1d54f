"""Goal tracking on the screen: a row for each goal, with everybody's numbers in columns."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from companion.games.question import Path, Question
from companion.games.storm.ask_goals import question, set_up
from companion.games.storm.goal_tiles import next_moment, tested_at
from companion.games.storm.goals import COUNTER, Goal, Moment
from companion.games.storm.pieces import COUNTER_WORDS
from companion.games.storm.robot import ANCIENT_RACE
from companion.games.storm.table import CHIPS_EACH, Player, Step, TableState
from companion.games.storm.tableaus import FEWEST_PLAYERS, LIMITS, MOST_PLAYERS
from companion.games.storm.view import GoalLine, GoalsView
from companion.i18n import N_, Translator
from kivy_ui.asking.answering import Asked
from kivy_ui.asking.draft import Draft, Give
from kivy_ui.asking.game_pages import Around, GamePages
from kivy_ui.asking.telling import Telling, halves
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.storm.goals_result import explained, over
from kivy_ui.games.storm.looks import LOOKS, card_picture, decks, goal_picture, world_picture
from kivy_ui.games.storm.words import goal_word
from kivy_ui.pages.forms import Choice, Field, Form
from kivy_ui.pages.listing import List, Row
from kivy_ui.pages.page import MOST_OVER, Note, PhaseState, Picture
from kivy_ui.pages.people import Person

_ASKED: Final = MappingProxyType(
    {
        Moment.DEVELOP: N_("Develop: tap who gained one of these"),
        Moment.SETTLE: N_("Settle: tap who gained one of these"),
        Moment.CONSUME: N_("Consume: who took VP chips? Tap them"),
        Moment.ROUND_END: N_("The round ends: is everything right?"),
    }
)
"""Task in a phase, before the main button ends it."""
_LAID: Final = MappingProxyType(
    {Moment.DEVELOP: N_("Develop: who laid a card?"), Moment.SETTLE: N_("Settle: who laid a card?")}
)
"""The same where all players' cards are named."""
_PLATES: Final = MappingProxyType(
    {Moment.DEVELOP: "develop", Moment.SETTLE: "settle", Moment.CONSUME: "ship"}
)
_CARDS: Final = MappingProxyType(
    {Moment.DEVELOP: Picture("development"), Moment.SETTLE: Picture("world/gray")}
)
"""What is laid in a phase."""
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
    named = all(player.by_cards for player in state.players)
    asks = translate((_LAID if named else {}).get(moment, _ASKED[moment]))
    if moment is Moment.ROUND_END:
        return Around(above, _people(tell, view), body=_standings(tell, view), asked=asks)
    goals = tested_at(state, moment)
    last = translate("This is the last round: the pool is empty or a tableau is full.")
    note = Note(halves(last), icon="symbol/info") if view.last_round else None
    body = Form(tuple(_fields(tell, state, goals, moment)))
    return Around(above, _people(tell, view), note, phases=_phases(state), body=body, asked=asks)


def _phases(state: TableState) -> tuple[tuple[str, PhaseState], ...]:
    """Return the phases at whose end a goal is tested."""
    due = next_moment(state)
    return tuple(
        (plate, PhaseState.CURRENT if moment is due else PhaseState.ACTIVE)
        for moment, plate in _PLATES.items()
        if tested_at(state, moment)
    )


def _fields(
    tell: Telling, state: TableState, goals: tuple[Goal, ...], moment: Moment
) -> Iterator[Field]:
    """Yield a row for each goal with everybody's number below each other; a touch adds to it."""
    if any(player.by_cards for player in state.players) and set(goals) & COUNTER.keys():
        cards = [player.seat for player in state.players if player.by_cards]
        place: Path = ("place",)
        words = tell.translate("Who laid a card? Name it")
        yield _field(tell, state, words, _CARDS[moment], dict.fromkeys(cards, place), {})
    for goal in goals:
        if goal is Goal.STANDARD_OF_LIVING:
            for more in _MORE:
                words, chip = tell.translate("VP chips"), Picture("chip", text=f"+{more}")
                ways: dict[int, Path] = {
                    p.seat: ("chips", p.vp_chips + more) for p in state.players
                }
                yield _field(tell, state, words, chip, ways, dict.fromkeys(ways, f"+{more}"))
            continue
        counter = COUNTER[goal]
        counted = [player for player in state.players if not player.by_cards]
        if counted:
            counts = {p.seat: getattr(p.counts, counter) for p in counted}
            now = {seat: f"{count} \u00bb {count + 1}" for seat, count in counts.items()}
            ways = {p.seat: _one_more(p, counter) for p in counted}
            words = tell.said(COUNTER_WORDS[counter])
            yield _field(tell, state, words, _tile(tell, state, goal), ways, now)


def _tile(tell: Telling, state: TableState, goal: Goal) -> Picture:
    """Return a goal's tile with the badges of its holders."""
    held = next((tile.holders for tile in state.tiles if tile.goal is goal), ())
    badges = tuple(tell.seat(seat).badge() for seat in held[:MOST_OVER])
    return replace(goal_picture(goal), over=badges)


def _one_more(player: Player, counter: str) -> Path:
    """Return the answer that adds to what a goal counts; at its limit, any number."""
    now = getattr(player.counts, counter)
    return (counter,) if now >= getattr(LIMITS, counter) else (counter, now + 1)


def _field(
    tell: Telling,
    state: TableState,
    words: str,
    picture: Picture,
    ways: Mapping[int, Path],
    now: Mapping[int, str],
) -> Field:
    """Return a row: for each player the number and what a touch adds; some have no answer."""
    choices = tuple(
        Choice(
            Give(player.seat, ways[player.seat]) if player.seat in ways else None,
            now.get(player.seat, ""),
            (tell.seat(player.seat).badge(),),
            able=player.seat in ways,
        )
        for player in state.players
    )
    return Field(words, (picture,), choices)


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
    numbers = dict(line.values) if counts else dict.fromkeys(line.holders)
    figures = tuple(
        tell.seat(seat).badge("" if number is None else f"\u00d7{number}")
        for seat, number in numbers.items()
    )
    held = tell.translate.list_of(tuple(map(tell.name, line.holders)))
    least = f"\N{GREATER-THAN OR EQUAL TO} {line.threshold}"
    key, word = Give(0, ("correct", line.goal.value)), goal_word(tell.translate, line.goal)
    return Row(key, word, (goal_picture(line.goal),), figures=figures, value=held or least)


def _set_up(tell: Telling, view: GoalsView, draft: Draft) -> tuple[Row, ...]:
    """Return the components for the number of players (section 2.1)."""
    if view.state.step is not Step.SET_UP or not draft.path:
        return ()
    translate, count = tell.translate, draft.path[0]
    chips = CHIPS_EACH * count
    gambling = card_picture(decks(False)["gambling_world"])
    return (
        Row(
            None,
            translate("VP in chips"),
            (Picture("chip", text=str(chips)), Picture("goal/budget_surplus", count=8)),
            text=translate("chips worth 3 VP, beside the goal tiles"),
        ),
        Row(None, translate("The new Gambling World replaces the old one"), (gambling,)),
        Row(None, translate("Ancient Race keeps 3 cards"), (world_picture(ANCIENT_RACE),)),
        *_for_some(translate, count),
        Row(None, translate("Blank cards: only those you wrote on"), (Picture("storm/none"),)),
    )


def _for_some(translate: Translator, count: int) -> Iterator[Row]:
    """Yield what is laid out for one number of players only (sections 1 and 3)."""
    if count == MOST_PLAYERS:
        actions, five = Picture("action/explore", count=7), Picture("storm/back", number="5")
        hand = world_picture(MOST_PLAYERS), replace(five, count=4)
        yield Row(None, translate("Fifth player: the seven new action cards"), (actions,))
        words = translate("Fifth preset hand: start world 5 and the cards with a 5 in the corner")
        yield Row(None, words, hand)
    if count == FEWEST_PLAYERS:
        actions = Picture("action/develop", count=9)
        yield Row(None, translate("Experienced: nine action cards each"), (actions,))


GOALS_PAGES: Final = GamePages(LOOKS, _ask, _around, over, _set_up, explained=explained)
