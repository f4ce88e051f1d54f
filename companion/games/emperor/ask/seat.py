"""What a seat may do now; seat 0 is the table: set-up, rolls of a battle, corrections."""

from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from companion.games.emperor.ask import dice, economy, explorer, regent, rounds, war
from companion.games.emperor.ask.box import facts
from companion.games.emperor.ask.corrections import corrections, hidden_vp
from companion.games.emperor.ask.words import At
from companion.games.emperor.set_up import set_up
from companion.games.emperor.state import GameState, Step
from companion.games.emperor.view import acting
from companion.games.question import Answer, Choose, Later, Question, mistake, text


def question(state: GameState, seat: int) -> Question | None:
    """Return what *seat* may do now; None if it has nothing to do."""
    at = At(state, seat)
    if state.step is Step.OVER:
        return None
    if seat == 0:
        return set_up() if state.step is Step.SET_UP else _table(at)
    if seat not in {player.seat for player in state.players}:
        return None
    own = _own(at)
    more = (*rounds.technologies(at), hidden_vp(at))
    if own is None:
        usable = any(each.refused is None for each in more)
        asked = text("Tap a technology when it is used")
        return Choose(asked, more, urgent=False) if usable else None
    if not isinstance(own, Choose):
        own = Choose(own.text, (Answer("turn", own.text, own),))
    return replace(own, answers=(*own.answers, *more))


def _table(at: At) -> Choose:
    """Return what the whole table answers: rolls of a battle, the last battle, corrections."""
    words = text("Change what differs on the table")
    wrong = mistake(Later(_corrections, (at,)))
    due = _DUE.get(at.state.step)
    asked = None if due is None else due(at)
    if asked is None:
        return Choose(words, (wrong,), urgent=False)
    return replace(asked, answers=(*asked.answers, wrong))


def _corrections(at: At) -> Choose:
    """Return the corrections, and the facts of the owner's copy."""
    asked = text("Change what differs on the table")
    return Choose(asked, (*corrections(at), *facts(at)), urgent=False)


def _own(at: At) -> Question | None:
    """Return the question of the current step, if it is this player's."""
    step = at.state.step
    if step in _OF_ANYONE:
        return _OF_ANYONE[step](at)
    return _STEPS[step](at) if acting(at.state) == at.seat else None


def _war(at: At) -> Question:
    return war.war_on_map(at) if at.state.fields else war.war(at)


_DUE: Final = MappingProxyType[Step, Callable[[At], Choose | None]](
    {Step.FIRE: dice.roll, Step.DUEL: rounds.duel}
)
_OF_ANYONE: Final = MappingProxyType[Step, Callable[[At], Question | None]](
    {Step.LOSSES: war.losses, Step.FIRE: dice.reroll}
)
_STEPS: Final = MappingProxyType[Step, Callable[[At], Question | None]](
    {
        Step.DIRECTION: rounds.direction,
        Step.SELECT: rounds.role,
        Step.EXPLORE: explorer.tile,
        Step.MARKET_THROW: dice.roll,
        Step.MARKET_DROP: economy.drop,
        Step.TRADE: economy.trade,
        Step.PRODUCE: economy.produce,
        Step.BUILD: economy.build,
        Step.RESEARCH: economy.research,
        Step.WAR: _war,
        Step.EXTRA_DIE: war.extra_die,
        Step.GO_ON: war.go_on,
        Step.BUY_INFLUENCE: regent.buy,
        Step.PLACE_INFLUENCE: regent.place,
        Step.RETREAT: regent.retreat,
    }
)
