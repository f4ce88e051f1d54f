"""Tables of Roll for the Galaxy for tests: lines of notation, and evenings made by chance."""

import random
from collections.abc import Iterable
from typing import cast

from hypothesis import assume
from hypothesis import strategies as st

from companion.games.refusals import RefusedError
from companion.games.roll import GAME
from companion.games.roll.model.dice import (
    FACE_PAIRS,
    FACES,
    PHASES,
    DieType,
    Face,
    Phase,
    Place,
    PlacedDie,
)
from companion.games.roll.model.event import Event
from companion.games.roll.model.options import DEFAULT_OPTIONS
from companion.games.roll.model.seating import PlayerSetup
from companion.games.roll.model.state import GameState, Step
from companion.games.roll.notation import read
from companion.games.roll.phases.counters import (
    ChangeCredits,
    ChangeTiles,
    ChangeVp,
    Correct,
)
from companion.games.roll.phases.reveal import (
    AddDie,
    ConfirmReveal,
    CorrectDie,
    RecordMat,
    RecordSpareDie,
    RemoveDie,
)
from companion.games.roll.phases.round import FinishPhase, FinishRound, SignalReady, WithdrawReady
from companion.games.roll.phases.set_up import HOME_WORLDS, StartGame
from companion.games.roll.rules.judge import Command
from companion.games.roll.view.table_view import TableView
from tests.games.any_commands import any_of

NAMES = ("Ann", "Béla", "Łucja", "Dan", "Ewa")
COLOURS = ("blue", "orange", "green", "purple", "yellow")

THREE = "StartGame players=1/Ann/blue/4/-,2/Bob/red/9/-,3/Cid/green/2/doomed_world"
TWO = "StartGame players=1/Ann/blue/4/-,2/Bob/red/1/-"


def command(line: str) -> Command:
    return cast(Command, read(line))


def play(*lines: str, state: GameState | None = None) -> GameState:
    """Return the state after the commands of *lines*; a line may hold several, split by ``;``."""
    state = state or GAME.initial
    for line in lines:
        for part in line.split(";"):
            state = follow(state, GAME.decide(state, command(part)))
    return state


def decided(state: GameState, line: str) -> tuple[Event, ...]:
    return cast(tuple[Event, ...], GAME.decide(state, command(line)))


def follow(state: GameState, events: Iterable[Event]) -> GameState:
    for event in events:
        state = GAME.apply(state, event)
    return state


def see(state: GameState, seat: int | None = None) -> TableView:
    return cast(TableView, GAME.view(state, seat))


def all_ready(state: GameState) -> GameState:
    for seat in state.seats:
        state = play(f"SignalReady seat={seat}", state=state)
    return state


def revealed(start: str, *mats: str) -> GameState:
    """Return the game in its first reveal with the mats of seats 1, 2, .. recorded."""
    state = all_ready(play(start))
    for seat, dice in enumerate(mats, start=1):
        state = play(f"RecordMat seat={seat} dice={dice}", state=state)
    return state


# --- chance --------------------------------------------------------------------------------------


def a_setup(chance: random.Random, players: int) -> StartGame:
    factions = chance.sample(range(1, 10), players)
    worlds = chance.sample(HOME_WORLDS, players)
    return StartGame(
        tuple(
            PlayerSetup(seat + 1, NAMES[seat], COLOURS[seat], factions[seat], worlds[seat])
            for seat in range(players)
        )
    )


def a_mat(chance: random.Random, dice: int) -> tuple[PlacedDie, ...]:
    """Return dice as a player would lay them: sorted by face, one of them selecting."""
    laid = []
    for index in range(dice):
        die, face = chance.choice(FACE_PAIRS)
        under = chance.choice(PHASES) if face is Face.WILD else Phase(face.value)
        place = Place(chance.choice(PHASES), selecting=True) if index == 0 else Place(under)
        laid.append(PlacedDie(die, face, place, doubtful=chance.random() < 0.05))
    return tuple(laid)


def next_command(chance: random.Random, state: GameState, *, players: int) -> Command | None:
    """Return something plausible to do; None when the game is over."""
    if state.step is Step.SETUP:
        return a_setup(chance, players)
    if state.step is Step.OVER:
        return None
    return _next_in_round(chance, state)


def _next_in_round(chance: random.Random, state: GameState) -> Command:
    seat = chance.choice(state.seats)
    if chance.random() < 0.3:
        return _bookkeeping(chance, state, seat)
    if state.step in (Step.ASSIGN, Step.MANAGE):
        waiting = [part.seat for part in state.round.assignments if not part.ready]
        return SignalReady(chance.choice(waiting))
    if state.step is Step.PHASE:
        return FinishPhase()
    need = see(state).needs[0]
    match need.code:
        case "scan_mat":
            return RecordMat(need.seat or 0, a_mat(chance, chance.randint(1, 9)))
        case "doubtful_die":
            dice = state.assignment(need.seat or 0).dice or ()
            index = next(i for i, die in enumerate(dice) if die.doubtful)
            return CorrectDie(need.seat or 0, index, dice[index])
        case "spare_die":
            return RecordSpareDie(chance.choice(FACES[DieType.HOME]))
        case _:
            return ConfirmReveal()


def _bookkeeping(chance: random.Random, state: GameState, seat: int) -> Command:
    credits_ = state.empire(seat).credits
    match chance.randrange(3):
        case 0:
            return ChangeCredits(seat, chance.choice((1, 2, 5, -credits_ or 3)))
        case 1:
            return ChangeVp(seat, chance.randint(1, 4))
        case _:
            return ChangeTiles(seat, 1)


# --- Hypothesis ----------------------------------------------------------------------------------

texts = st.text(max_size=30).filter(lambda text: text == text.strip())
any_command: st.SearchStrategy[Command] = any_of(
    (
        *(StartGame, SignalReady, WithdrawReady, RecordMat, CorrectDie, AddDie, RemoveDie),
        *(RecordSpareDie, ConfirmReveal, FinishPhase, ChangeCredits, ChangeVp, ChangeTiles),
        *(FinishRound, Correct),
    ),
    {
        "value": st.integers(-5, 70),
        "delta": st.integers(-40, 40),
        "name": texts,
        "reason": texts,
        "colour": st.sampled_from((*COLOURS, "")),
        "mark": st.sampled_from(("", "1-strip-1.0", "ő %,")),
        "home_world": st.one_of(st.none(), st.sampled_from((*HOME_WORLDS, "earth"))),
        "old": st.just(0),
        "options": st.just(DEFAULT_OPTIONS),
    },
)
"""Any command with any content, mostly nonsense."""


@st.composite
def games(draw: st.DrawFn) -> list[Command]:
    """Return the commands of a plausible game with nonsense strewn in."""
    chance = draw(st.randoms(use_true_random=False))
    players = draw(st.integers(2, 5))
    nonsense = draw(st.lists(any_command, max_size=15))
    told: list[Command] = []
    state: GameState = GAME.initial
    for _ in range(draw(st.integers(0, 60))):
        following = next_command(chance, state, players=players)
        if following is None or (nonsense and chance.random() < 0.2):
            following = nonsense.pop() if nonsense else SignalReady(1)
        told.append(following)
        state = attempt(state, following)
    return told


def states(told: list[Command]) -> list[tuple[GameState, tuple[Event, ...], GameState]]:
    """Return the state before, the events and the state after each command that was taken.

    At least one: a game in which none is taken is not played.
    """
    found = []
    state: GameState = GAME.initial
    for command in told:
        try:
            events: tuple[Event, ...] = GAME.decide(state, command)
        except RefusedError as error:
            str((error.message, error.hint_text))  # both can be made for every refusal
            continue
        following = follow(state, events)
        found.append((state, events, following))
        state = following
    assume(found)
    return found


def attempt(state: GameState, wanted: Command) -> GameState:
    """Return the state after the command, or the same one where it is refused."""
    try:
        return follow(state, GAME.decide(state, wanted))
    except RefusedError:
        return state
