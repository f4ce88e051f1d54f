"""Between the rounds: the units advance, bombardment markers, new units; the end (3.4 to 5)."""

from dataclasses import dataclass, replace

from companion.games.refusals import NOT_NOW
from companion.games.rule import errors
from companion.games.rule.cards import IN_BOX, Card, Cards, bundle, holds, minus, plus
from companion.games.rule.options import MARKER_VALUES, ROWS
from companion.games.rule.rules import apply, check_step, decide
from companion.games.rule.state import (
    GameState,
    Outcome,
    Step,
    free_lanes,
    next_turn_advances,
    tiles_fit,
    with_units,
)
from companion.games.rule.turn import DeckRenewed
from companion.games.rule.units import Unit


@dataclass(frozen=True, slots=True)
class MovementMarkerFlipped:
    """The movement marker was flipped (section 5, one or two players)."""


@dataclass(frozen=True, slots=True)
class UnitsAdvanced:
    """Every unit moved one field; *entered* are the lanes whose marker was reached."""

    entered: tuple[int, ...]


@apply.sets({"number": "round"}, step=Step.DRAW)
@dataclass(frozen=True, slots=True)
class RoundBegan:
    """A new round begins: all players have had a turn and the First Order has moved."""

    number: int


@apply.sets(step=Step.OVER)
@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is won or lost (section 4)."""

    outcome: Outcome


@decide.automatic
def _automatic(state: GameState) -> tuple[object, ...]:
    if state.step in (Step.SET_UP, Step.OVER):
        return ()
    if state.bombardments == IN_BOX[Card.BOMBARDMENT]:
        return (DeckRenewed(),)
    if not state.board and not state.stack:
        return (GameEnded(Outcome.WON),)
    if state.step is Step.REGROUP:
        return _regroup(state)
    if state.step is Step.ROUND_END:
        return (RoundBegan(state.round + 1),)
    if state.step is Step.WAVE and not _wave_size(state):
        return (PlaceWave(()),)
    if state.step is Step.DISCARD:  # no choice if all cards must be discarded
        return tuple(
            DiscardCards(player.seat, player.hand)
            for player in state.players
            if 0 < player.owes == len(player.hand)
        )
    return ()


def _regroup(state: GameState) -> tuple[object, ...]:
    """Sections 3.4 and 5: the units advance, unless the movement marker prevents it."""
    flip = (MovementMarkerFlipped(),) if state.few_players else ()
    if not next_turn_advances(state):
        return (*flip, RoundBegan(state.round + 1))
    if any(posted.row == ROWS for posted in state.board):
        return (*flip, UnitsAdvanced(()), GameEnded(Outcome.LOST))
    rows = state.options.marker_rows
    entered = {
        posted.lane
        for posted in state.board
        if posted.lane in state.markers and posted.row + 1 == rows[posted.lane - 1]
    }
    return (*flip, UnitsAdvanced(tuple(sorted(entered))))


@apply.case
def _flipped(state: GameState, _event: MovementMarkerFlipped) -> GameState:
    return replace(state, white_up=not state.white_up)


@apply.case
def _advanced(state: GameState, event: UnitsAdvanced) -> GameState:
    board = tuple(replace(posted, row=posted.row + 1) for posted in state.board)
    return after_markers(replace(state, board=board, entered=event.entered))


def after_markers(state: GameState) -> GameState:
    """Return the state in the next step of the advance (section 3.4)."""
    players = tuple(replace(p, owes=min(p.owes, len(p.hand))) for p in state.players)
    step = Step.ROUND_END
    if state.entered:
        step = Step.MARKERS
    elif any(player.owes for player in players):
        step = Step.DISCARD
    elif state.stack:
        step = Step.WAVE
    return replace(state, players=players, step=step)


@dataclass(frozen=True, slots=True)
class ShowMarker:
    """The marker of a lane that a unit entered is turned up: everybody owes *value* more cards."""

    lane: int
    value: int


@decide.case
def _show(state: GameState, command: ShowMarker) -> None:
    check_step(state, Step.MARKERS)
    if command.lane not in state.entered:
        raise NOT_NOW()
    shown = (*state.shown_markers, command.value)
    if shown.count(command.value) > MARKER_VALUES.count(command.value):
        raise errors.MARKER()


@apply.case
def _shown(state: GameState, event: ShowMarker) -> GameState:
    return after_markers(
        replace(
            state,
            players=tuple(replace(p, owes=p.owes + event.value) for p in state.players),
            markers=state.markers - {event.lane},
            shown_markers=(*state.shown_markers, event.value),
            entered=tuple(each for each in state.entered if each != event.lane),
        )
    )


@dataclass(frozen=True, slots=True)
class DiscardCards:
    """A player discards cards for the markers (section 3.4)."""

    seat: int
    cards: Cards


@decide.case
def _discard(state: GameState, command: DiscardCards) -> tuple[object, ...]:
    check_step(state, Step.DISCARD)
    player = state.player(command.seat)
    if not player.owes:
        raise NOT_NOW()
    if len(command.cards) != player.owes:
        raise errors.DISCARD(name=player.name, count=player.owes)
    if not holds(player.hand, command.cards):
        raise errors.CARDS_NOT_HELD(name=player.name)
    return (replace(command, cards=bundle(command.cards)),)


@apply.case
def _discarded(state: GameState, event: DiscardCards) -> GameState:
    hand = minus(state.player(event.seat).hand, event.cards)
    discarded = replace(state, discard=plus(state.discard, event.cards))
    return after_markers(discarded.with_player(event.seat, hand=hand, owes=0))


@dataclass(frozen=True, slots=True)
class PlaceWave:
    """New units on the free start fields, from lane 1 on (section 3.4)."""

    wave: tuple[Unit, ...]


@decide.case
def _place(state: GameState, command: PlaceWave) -> None:
    check_step(state, Step.WAVE)
    count = _wave_size(state)
    if len(command.wave) != count:
        raise errors.WAVE(count=count)
    if not tiles_fit(state, command.wave):
        raise errors.UNIT_COUNT()


def _wave_size(state: GameState) -> int:
    return min(len(free_lanes(state)), state.stack)


@apply.case
def _placed(state: GameState, event: PlaceWave) -> GameState:
    return replace(with_units(state, event.wave), step=Step.ROUND_END)
