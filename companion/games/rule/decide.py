"""Checks commands against the rules and returns events, automatic ones included."""

from __future__ import annotations

from dataclasses import replace

from companion.games.names import same_name
from companion.games.refusals import NOT_NOW, NOT_YOUR_TURN
from companion.games.rule import commands as asked
from companion.games.rule import errors
from companion.games.rule import events as happened
from companion.games.rule.apply import apply, free_lanes
from companion.games.rule.cards import IN_BOX, Card, bundle, holds
from companion.games.rule.corrections import correct
from companion.games.rule.events import Event
from companion.games.rule.options import (
    LANES,
    MARKER_VALUES,
    MOST_PLAYERS,
    ROWS,
    Options,
    sensible,
)
from companion.games.rule.shooting import shoot
from companion.games.rule.state import (
    GameState,
    Outcome,
    Player,
    Step,
    next_turn_advances,
    tiles_fit,
)
from companion.games.rule.units import Unit


def decide(state: GameState, command: asked.Command) -> tuple[Event, ...]:
    """Return the events of a command, automatic ones included.

    Raises:
        RefusedError: the rules refuse it; the state is unchanged.
    """
    events = list(_asked(state, command))
    for event in events:
        state = apply(state, event)
    while following := _automatic(state):
        for event in following:
            state = apply(state, event)
        events += following
    return tuple(events)


def _asked(state: GameState, command: asked.Command) -> tuple[Event, ...]:  # noqa: C901  # one case a command
    match command:
        case asked.StartGame():
            return _start(state, command)
        case asked.SetOptions(options=options):
            return (_set_options(state, options),)
        case asked.DrawCard():
            return _draw(state, command)
        case asked.StopDrawing(seat=seat):
            _on_turn(state, seat, Step.DRAW)
            if not state.drew:
                raise errors.DRAW_FIRST()
            return (happened.DrawingStopped(seat),)
        case asked.Shoot():
            _on_turn(state, command.seat, Step.SHOOT)
            return (shoot(state, command),)
        case asked.Trade():
            return _trade(state, command)
        case asked.EndTurn(seat=seat):
            _on_turn(state, seat, Step.SHOOT)
            return (happened.TurnEnded(seat),)
        case asked.ShowMarker():
            return _show(state, command)
        case asked.DiscardCards(seat=seat, cards=cards):
            return _discard(state, seat, cards)
        case asked.PlaceWave(wave=wave):
            _check_step(state, Step.WAVE)
            _check_wave(state, wave)
            return (happened.WavePlaced(wave),)
        case _:
            return (correct(state, command),)


def _automatic(state: GameState) -> tuple[Event, ...]:
    """Return the events that follow without a decision; empty where a player must act."""
    if state.step in (Step.SET_UP, Step.OVER):
        return ()
    if state.bombardments == IN_BOX[Card.BOMBARDMENT]:
        return (happened.DeckRenewed(),)
    if not state.board and not state.stack:
        return (happened.GameEnded(Outcome.WON),)
    if state.step is Step.REGROUP:
        return _regroup(state)
    if state.step is Step.ROUND_END:
        return (happened.RoundBegan(state.round + 1),)
    if state.step is Step.WAVE and not _wave_size(state):
        return (happened.WavePlaced(()),)
    if state.step is Step.DISCARD:  # no choice if all cards must be discarded
        return tuple(
            happened.CardsDiscarded(player.seat, player.hand)
            for player in state.players
            if 0 < player.owes == len(player.hand)
        )
    return ()


def _regroup(state: GameState) -> tuple[Event, ...]:
    """Sections 3.4 and 5: the units advance, unless the movement marker prevents it."""
    flip = (happened.MovementMarkerFlipped(),) if state.few_players else ()
    if not next_turn_advances(state):
        return (*flip, happened.RoundBegan(state.round + 1))
    if any(posted.row == ROWS for posted in state.board):
        return (*flip, happened.UnitsAdvanced(()), happened.GameEnded(Outcome.LOST))
    rows = state.options.marker_rows
    entered = {
        posted.lane
        for posted in state.board
        if posted.lane in state.markers and posted.row + 1 == rows[posted.lane - 1]
    }
    return (*flip, happened.UnitsAdvanced(tuple(sorted(entered))))


def _start(state: GameState, command: asked.StartGame) -> tuple[Event, ...]:
    _check_step(state, Step.SET_UP)
    players = command.players
    names = {same_name(player.name) for player in players}
    seats = {player.seat for player in players}
    if not 1 <= len(players) <= MOST_PLAYERS or {len(names), len(seats)} != {len(players)}:
        raise errors.PLAYERS()
    if "" in names:
        raise errors.PLAYERS()
    if not sensible(command.options):
        raise errors.OPTIONS()
    for player in players:
        if player.first_card is Card.BOMBARDMENT:
            raise errors.FIRST_CARD(name=player.name)
    started = happened.GameStarted(players, command.wave, command.options)
    if len(command.wave) != LANES:
        raise errors.WAVE(count=LANES)
    empty = apply(state, happened.GameStarted(players, (), command.options))
    if not tiles_fit(empty, command.wave):
        raise errors.UNIT_COUNT()
    return (started,)


def _set_options(state: GameState, options: Options) -> Event:
    """Set facts of the box; refused if they contradict the tiles on the table."""
    if state.step is Step.SET_UP:
        raise NOT_NOW()
    if not sensible(options):
        raise errors.OPTIONS()
    if not tiles_fit(replace(state, options=options)):
        raise errors.UNIT_COUNT()
    return happened.OptionsSet(options)


def _draw(state: GameState, command: asked.DrawCard) -> tuple[Event, ...]:
    player = _on_turn(state, command.seat, Step.DRAW)
    if command.card not in state.deck:
        raise errors.NO_SUCH_CARD(card=command.card.value)
    if command.card is Card.BOMBARDMENT:
        return (happened.Bombarded(player.seat, player.taken),)
    return (happened.CardTaken(player.seat, command.card),)


def _trade(state: GameState, command: asked.Trade) -> tuple[Event, ...]:
    if state.step not in (Step.DRAW, Step.SHOOT):
        raise NOT_NOW()
    if not state.options.trading:
        raise errors.NO_TRADE()
    player = _on_turn(state, command.seat, state.step)
    if command.other == command.seat or command.other not in {p.seat for p in state.players}:
        raise errors.TRADE()
    gives, gets = bundle(command.gives), bundle(command.gets)
    if not gives or len(gives) != len(gets):
        raise errors.TRADE()
    offered = player.cards if state.options.swap_taken else player.hand
    if not holds(offered, gives):
        raise errors.CARDS_NOT_HELD(name=player.name)
    other = state.player(command.other)
    if not holds(other.hand, gets):
        raise errors.CARDS_NOT_HELD(name=other.name)
    return (happened.CardsSwapped(command.seat, command.other, gives, gets),)


def _show(state: GameState, command: asked.ShowMarker) -> tuple[Event, ...]:
    _check_step(state, Step.MARKERS)
    if command.lane not in state.entered:
        raise NOT_NOW()
    shown = (*state.shown_markers, command.value)
    if shown.count(command.value) > MARKER_VALUES.count(command.value):
        raise errors.MARKER()
    return (happened.MarkerShown(command.lane, command.value),)


def _discard(state: GameState, seat: int, cards: tuple[Card, ...]) -> tuple[Event, ...]:
    _check_step(state, Step.DISCARD)
    player = _player(state, seat)
    if not player.owes:
        raise NOT_NOW()
    if len(cards) != player.owes:
        raise errors.DISCARD(name=player.name, count=player.owes)
    if not holds(player.hand, cards):
        raise errors.CARDS_NOT_HELD(name=player.name)
    return (happened.CardsDiscarded(seat, bundle(cards)),)


def _wave_size(state: GameState) -> int:
    return min(len(free_lanes(state)), state.stack)


def _check_wave(state: GameState, wave: tuple[Unit, ...]) -> None:
    count = _wave_size(state)
    if len(wave) != count:
        raise errors.WAVE(count=count)
    if not tiles_fit(state, wave):
        raise errors.UNIT_COUNT()


def _check_step(state: GameState, step: Step) -> None:
    if state.step is not step:
        raise NOT_NOW()


def _player(state: GameState, seat: int) -> Player:
    try:
        return state.player(seat)
    except KeyError:
        raise NOT_NOW() from None


def _on_turn(state: GameState, seat: int, step: Step) -> Player:
    _check_step(state, step)
    player = _player(state, seat)
    if player is not state.on_turn:
        raise NOT_YOUR_TURN(name=player.name)
    return player
