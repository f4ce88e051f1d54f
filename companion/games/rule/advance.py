"""Between the rounds: the units advance, bombardment markers, new units; the end (3.4 to 5)."""

from dataclasses import replace

from companion.games.messages import Command, Move, sets
from companion.games.refusals import NOT_NOW
from companion.games.rule import errors
from companion.games.rule.cards import IN_BOX, Card, Cards, bundle, holds, minus, plus
from companion.games.rule.options import MARKER_VALUES, ROWS
from companion.games.rule.rules import Event, check_step, decide
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


class MovementMarkerFlipped(Event):
    """The movement marker was flipped (section 5, one or two players)."""

    def apply(self, state: GameState) -> GameState:
        return replace(state, white_up=not state.white_up)


class UnitsAdvanced(Event):
    """Every unit moved one field; *entered* are the lanes whose marker was reached."""

    entered: tuple[int, ...]

    def apply(self, state: GameState) -> GameState:
        board = tuple(replace(posted, row=posted.row + 1) for posted in state.board)
        return after_markers(replace(state, board=board, entered=self.entered))


@sets({"number": "round"}, step=Step.DRAW)
class RoundBegan(Event):
    """A new round begins: all players have had a turn and the First Order has moved."""

    number: int


@sets(step=Step.OVER)
class GameEnded(Event):
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


class ShowMarker(Command, Event):
    """The marker of a lane that a unit entered is turned up: everybody owes *value* more cards."""

    lane: int
    value: int

    def decide(self, state: GameState) -> None:
        check_step(state, Step.MARKERS)
        if self.lane not in state.entered:
            raise NOT_NOW()
        shown = (*state.shown_markers, self.value)
        if shown.count(self.value) > MARKER_VALUES.count(self.value):
            raise errors.MARKER()

    def apply(self, state: GameState) -> GameState:
        return after_markers(
            replace(
                state,
                players=tuple(replace(p, owes=p.owes + self.value) for p in state.players),
                markers=state.markers - {self.lane},
                shown_markers=(*state.shown_markers, self.value),
                entered=tuple(each for each in state.entered if each != self.lane),
            )
        )


class DiscardCards(Move, Event):
    """A player discards cards for the markers (section 3.4)."""

    cards: Cards

    def decide(self, state: GameState) -> tuple[object, ...]:
        check_step(state, Step.DISCARD)
        player = state.player(self.seat)
        if not player.owes:
            raise NOT_NOW()
        if len(self.cards) != player.owes:
            raise errors.DISCARD(name=player.name, count=player.owes)
        if not holds(player.hand, self.cards):
            raise errors.CARDS_NOT_HELD(name=player.name)
        return (replace(self, cards=bundle(self.cards)),)

    def apply(self, state: GameState) -> GameState:
        hand = minus(state.player(self.seat).hand, self.cards)
        discarded = replace(state, discard=plus(state.discard, self.cards))
        return after_markers(discarded.with_player(self.seat, hand=hand, owes=0))


class PlaceWave(Command, Event):
    """New units on the free start fields, from lane 1 on (section 3.4)."""

    wave: tuple[Unit, ...]

    def decide(self, state: GameState) -> None:
        check_step(state, Step.WAVE)
        count = _wave_size(state)
        if len(self.wave) != count:
            raise errors.WAVE(count=count)
        if not tiles_fit(state, self.wave):
            raise errors.UNIT_COUNT()

    def apply(self, state: GameState) -> GameState:
        return replace(with_units(state, self.wave), step=Step.ROUND_END)


def _wave_size(state: GameState) -> int:
    return min(len(free_lanes(state)), state.stack)
