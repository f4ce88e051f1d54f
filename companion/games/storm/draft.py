"""The draft for two or three players as a guided procedure (section 4), and its questions.

Seat 0 is the table: set-up and what everybody has done.
"""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from companion.games import messages
from companion.games.messages import Command, Move, sets, sets_of_player
from companion.games.question import Amount, Choose, Question, how_many, seat_names, text
from companion.games.refusals import NOT_NOW
from companion.games.seats import Seats, are_different
from companion.games.storm import errors
from companion.games.storm.cards import DECK
from companion.games.storm.pieces import world_piece
from companion.games.storm.robot import START_WORLDS

PACKET: Final = 5
DRAFTERS: Final = (2, 3)


class DraftStep(Enum):
    """The steps, in this order; PICK repeats."""

    CHOOSE_GOALS = "choose_goals"
    DEAL_START_WORLDS = "deal_start_worlds"
    PICK_LEFT = "pick_left"
    PICK_RIGHT = "pick_right"
    DRAW_SIX = "draw_six"
    DISCARD = "discard"


_PICKS: Final = (DraftStep.PICK_LEFT, DraftStep.PICK_RIGHT)


@dataclass(frozen=True, slots=True)
class DraftPlan:
    """The numbers of a draft: packets and cards of each player, cards that leave the game."""

    players: int
    packets: int
    cards: int
    left_over: int


def plan(players: int) -> DraftPlan:
    """Return the numbers of a draft (section 4, packet arithmetic).

    Raises:
        ValueError: not two or three players.
    """
    if players not in DRAFTERS:
        raise ValueError(players)
    cards = DECK - 2 * players
    packets = cards // (PACKET * players)
    return DraftPlan(players, packets, packets * PACKET, cards - packets * PACKET * players)


def steps(players: int) -> tuple[DraftStep, ...]:
    """Return the whole procedure: packets go left and right in turn."""
    picks = tuple(
        DraftStep.PICK_RIGHT if packet % 2 else DraftStep.PICK_LEFT
        for packet in range(plan(players).packets)
    )
    return (
        DraftStep.CHOOSE_GOALS,
        DraftStep.DEAL_START_WORLDS,
        *picks,
        DraftStep.DRAW_SIX,
        DraftStep.DISCARD,
    )


@dataclass(frozen=True, slots=True)
class Drafter:
    """A player; *start_world* is the number of the one revealed at the end."""

    seat: int
    name: str
    start_world: int | None = None


@dataclass(frozen=True, slots=True)
class DraftState(Seats[Drafter]):
    """The progress of the draft; *done* counts the finished steps of ``steps``."""

    players: tuple[Drafter, ...] = ()
    done: int = 0

    @property
    def step(self) -> DraftStep | None:
        """The current step; None before the draft and after it."""
        whole = steps(len(self.players)) if self.players else ()
        return whole[self.done] if self.done < len(whole) else None

    @property
    def plan(self) -> DraftPlan | None:
        """Packets and cards; None before the draft."""
        return plan(len(self.players)) if self.players else None

    @property
    def drafted(self) -> int:
        """Number of cards of each player when this step begins."""
        before = steps(len(self.players))[: self.done] if self.players else ()
        return PACKET * sum(step in _PICKS for step in before)

    @property
    def packet(self) -> int:
        """Number of the current packet, from 1; 0 outside of the picks."""
        return self.drafted // PACKET + 1 if self.step in _PICKS else 0

    @property
    def over(self) -> bool:
        """Whether everybody has a private deck and a start world."""
        return bool(self.players) and self.step is None


class Event(messages.Event[DraftState]):
    """What happened in a draft."""


decide: Final = messages.Decider()
"""``(state, command) -> events``."""


@sets()
class StartDraft(Command, Event):
    """Two or three players begin; their start worlds are not known yet."""

    players: tuple[Drafter, ...]

    def decide(self, state: DraftState) -> None:
        if state.players:
            raise NOT_NOW()
        players = self.players
        unknown = all(player.start_world is None for player in players)
        if len(players) not in DRAFTERS or not are_different(players) or not unknown:
            raise errors.DRAFTERS()


class DraftOn(Command, Event):
    """The step is done; a pick is done when all five cards of the packets are taken."""

    def decide(self, state: DraftState) -> None:
        if state.step in (None, DraftStep.DISCARD):
            raise NOT_NOW()

    def apply(self, state: DraftState) -> DraftState:
        return replace(state, done=state.done + 1)


@sets_of_player({"number": "start_world"})
class RevealStartWorld(Move, Event):
    """A player reveals the chosen start world, by its number; the last one ends the draft."""

    number: int

    def decide(self, state: DraftState) -> tuple[object, ...]:
        """Each start world exists once; a player may reveal another number to correct it."""
        if state.step is not DraftStep.DISCARD:
            raise NOT_NOW()
        player = state.player(self.seat)
        others = {each.start_world for each in state.players if each is not player}
        if not 0 <= self.number < len(START_WORLDS) or self.number in others:
            raise errors.START_WORLD_TAKEN()
        return (self, DraftOn()) if None not in others else (self,)


def view(state: DraftState, seat: int | None) -> DraftState:
    """Return the state, which is the same for every seat, as picks are not recorded."""
    del seat
    return state


TO_DO: Final = {
    DraftStep.CHOOSE_GOALS: text("Choose the goals"),
    DraftStep.DEAL_START_WORLDS: text("Deal the start worlds"),
    DraftStep.PICK_LEFT: text("Keep one, pass the others left"),
    DraftStep.PICK_RIGHT: text("Keep one, pass the others right"),
    DraftStep.DRAW_SIX: text("Shuffle your own cards and draw six"),
}


def question(state: DraftState, seat: int) -> Question | None:
    """Return what *seat* may do now; None if nothing is asked of it."""
    judge = decide.judge(state)
    if seat == 0:
        if not state.players:
            return set_up()
        if state.step not in TO_DO:
            return None
        return Choose(TO_DO[state.step], (judge.answer("done", text("Done"), DraftOn()),), "done")
    player = next((each for each in state.players if each.seat == seat), None)
    if player is None or state.step is not DraftStep.DISCARD:
        return None
    due = player.start_world is None
    worlds = tuple(
        replace(
            judge.piece(
                world_piece(world), RevealStartWorld(seat, world.number), key=str(world.number)
            ),
            minor=not due,
        )
        for world in START_WORLDS
    )
    asked = text("Which start world does %(name)s reveal?", name=player.name)
    return Choose(asked, worlds, urgent=due)


def set_up(names: tuple[str, ...] = seat_names(max(DRAFTERS))) -> Amount:
    """Return the question before the draft: how many play; *names* by seat."""

    def started(names: tuple[str, ...]) -> StartDraft:
        return StartDraft(tuple(Drafter(seat, name) for seat, name in enumerate(names, 1)))

    return how_many(names, min(DRAFTERS), max(DRAFTERS), started, min(DRAFTERS))
