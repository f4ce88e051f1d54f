"""Checks commands against the rules and returns events, automatic ones included."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Any, Final

from companion.games.emperor import commands as asked
from companion.games.emperor import corrections
from companion.games.emperor import events as happened
from companion.games.emperor.apply import apply
from companion.games.emperor.ending import duellists, last_lines, leaders
from companion.games.emperor.events import Event
from companion.games.emperor.galaxy import decide_galaxy
from companion.games.emperor.roles import (
    decide_economy,
    decide_explorer,
    decide_merchant,
    decide_regent,
    decide_round,
)
from companion.games.emperor.state import (
    GameState,
    Role,
    Step,
    pool_left,
    tokens_left,
)
from companion.games.emperor.war import decide_tray, decide_war
from companion.games.refusals import NOT_NOW

ROUND_MARKS: Final = 2
"""Income of each player at the end of a round (section 3)."""

_LAST_STEPS: Final = (
    Step.TRADE,
    Step.PRODUCE,
    Step.BUILD,
    Step.WAR,
    Step.RETREAT,
    Step.RESEARCH,
)
"""Steps whose role ends when no player is left to act."""


def decide(state: GameState, command: asked.Command) -> tuple[Event, ...]:
    """Return the events of a command, automatic ones included.

    Raises:
        RefusedError: the rules refuse it; the state is unchanged.
    """
    events = list(_DECIDERS[type(command)](state, command))
    for event in events:
        state = apply(state, event)
    while following := _automatic(state):
        for event in following:
            state = apply(state, event)
        events += following
    return tuple(events)


def _automatic(state: GameState) -> tuple[Event, ...]:
    """Return the events that follow without a decision; empty where a player must act."""
    match state.step:
        case Step.FIRE | Step.MARKET_THROW:
            return decide_tray.by_itself(state)
        case Step.LOSSES if state.battle:
            if any(state.battle.hits):
                forced = decide_war.forced_losses(state.battle)
                return (forced,) if forced else ()
            return decide_war.after_losses(state, state.battle)
        case Step.SELECT if len(state.selected) == len(state.players):
            return _end_of_round(state)
        case _ if state.step in _LAST_STEPS and not state.turns:
            return _end_of_role(state)
        case Step.EXPLORE if not state.revealed or not state.turns:
            if state.revealed and not state.placing_rest:
                return (happened.StepBegan(Step.EXPLORE, (state.selected[-1][1],)),)
            return _end_of_exploring(state)
        case Step.BUY_INFLUENCE if not state.turns:
            return decide_regent.second_phase(state)
        case Step.PLACE_INFLUENCE if not state.turns:
            return decide_regent.resolve(state) if state.regent else _end_of_role(state)
        case _:
            return ()


def _end_of_exploring(state: GameState) -> tuple[Event, ...]:
    """Section 4.1: reveal new tiles, or flip the card when all are on the board."""
    events: list[Event] = []
    count = min(len(state.players) + 1, state.hidden)
    if count:
        events.append(happened.TilesRevealed(count))
    elif not state.revealed:
        events.append(happened.ExplorerFlipped())
    return (*events, *_end_of_role(state))


def _end_of_role(state: GameState) -> tuple[Event, ...]:
    """Section 6: the state after a role decides whether it was the last."""
    no_tokens = any(not tokens_left(state, player.seat) for player in state.players)
    ending = no_tokens or not pool_left(state)
    ended = happened.RoleEnded(ending)
    return (ended, *_last_points(state)) if ending else (ended,)


def _last_points(state: GameState) -> tuple[Event, ...]:
    """Section 6: points for planets and Tycoon, then the winner or a duel."""
    events: list[Event] = [
        happened.VpScored(line.seat, line.vp, line.reason) for line in last_lines(state)
    ]
    for event in events:
        state = apply(state, event)
    best = leaders(state)
    if len(best) == 1:
        return (*events, happened.GameEnded(best))
    return (*events, happened.DuelCalled(duellists(state, best)))


def _end_of_round(state: GameState) -> tuple[Event, ...]:
    """Section 3: one more tile if nobody explored, marks for all, the roles return."""
    events: list[Event] = []
    explored = any(role is Role.EXPLORER for role, _ in state.selected)
    if not explored and state.hidden:
        events.append(happened.TilesRevealed(1))
    events += [happened.MarksChanged(p.seat, ROUND_MARKS, "round") for p in state.players]
    return (*events, happened.RoundEnded())


def _end_duel(state: GameState, command: asked.EndDuel) -> tuple[Event, ...]:
    if state.step is not Step.DUEL:
        raise NOT_NOW()
    if command.winner is None:
        return (happened.GameEnded(state.duel),)
    if command.winner not in state.duel:
        raise NOT_NOW()
    return (happened.GameEnded((command.winner,)),)


_DECIDERS: Final = MappingProxyType[type, Callable[[GameState, Any], tuple[Event, ...]]](
    {
        asked.StartGame: decide_round.start,
        asked.SetOptions: decide_round.set_options,
        asked.ChooseDirection: decide_round.choose_direction,
        asked.SelectRole: decide_round.select_role,
        asked.EndTurn: decide_round.end_turn,
        asked.PlaceTile: decide_explorer.place_tile,
        asked.ThrowMarket: decide_merchant.throw_market,
        asked.Reroll: decide_merchant.reroll,
        asked.RerollInBattle: decide_tray.reroll,
        asked.SayHits: decide_war.say_hits,
        asked.CountHits: decide_tray.count_hits,
        asked.DropDie: decide_merchant.drop_die,
        asked.TradeGoods: decide_merchant.trade,
        asked.Pirate: decide_merchant.pirate,
        asked.TakeFree: decide_economy.take_free,
        asked.ProduceOn: decide_economy.produce,
        asked.BuildShips: decide_economy.build,
        asked.BuyTechnology: decide_economy.buy_technology,
        asked.UseTechnology: decide_economy.use_technology,
        asked.Sabotage: decide_economy.sabotage,
        asked.Annex: decide_war.annex,
        asked.MoveShips: decide_galaxy.move,
        asked.Fight: decide_galaxy.fight,
        asked.Attack: decide_war.attack,
        asked.NameShip: decide_war.name_ship,
        asked.Fire: decide_war.fire,
        asked.ReadTray: decide_tray.read_tray,
        asked.SettleDie: decide_tray.settle,
        asked.MoveDie: decide_tray.move,
        asked.CountTray: decide_tray.count,
        asked.AddDie: decide_tray.add,
        asked.ForgetDice: decide_tray.forget,
        asked.SetDiceColours: decide_tray.set_colours,
        asked.TakeLosses: decide_war.take_losses,
        asked.GoOn: decide_war.go_on,
        asked.BuyInfluence: decide_regent.buy,
        asked.PlaceInfluence: decide_regent.place,
        asked.RetreatTo: decide_galaxy.retreat,
        asked.MakePrivate: decide_regent.make_private,
        asked.EndDuel: _end_duel,
        asked.CorrectCounter: corrections.counter,
        asked.CorrectSector: corrections.sector,
        asked.CorrectTiles: corrections.tiles,
        asked.CorrectThrone: corrections.throne,
        asked.CorrectTechnology: corrections.technology,
        asked.CorrectFleet: decide_galaxy.correct_fleet,
        asked.CorrectHex: decide_galaxy.correct_hex,
    }
)
