"""Past games for the tests of the history: played through the real session."""

from companion.games.roll import GAME
from companion.games.roll.model.dice import DieType, Face, Phase, Place, PlacedDie
from companion.games.roll.model.seating import PlayerSetup
from companion.games.roll.phases.counters import ChangeVp
from companion.games.roll.phases.reveal import (
    AddDie,
    ConfirmReveal,
    CorrectDie,
    RecordMat,
    RecordSpareDie,
    RemoveDie,
)
from companion.games.roll.phases.round import FinishPhase, FinishRound, SignalReady
from companion.games.roll.phases.set_up import StartGame
from companion.history.records import PastGame, PastPlayer, Source
from companion.session.ports import EventLog, GameHeader
from companion.session.session import GameSession
from companion.storage.memory_log import MemoryEventLog
from tests.fakes import ManualClock

HOME, GENES = DieType.HOME, DieType.GENES


def a_die(
    die: DieType, face: Face, *, selects: bool = False, doubtful: bool = False, mark: str = "m"
) -> PlacedDie:
    phase = Phase.EXPLORE if face is Face.WILD else Phase(face.value)
    return PlacedDie(die, face, Place(phase, selecting=selects), doubtful, mark)


def an_evening(log: EventLog | None = None, *, rounds: int = 2) -> tuple[EventLog, GameHeader]:
    """Two players follow a game to its end; the camera errs once in silence, once in doubt."""
    log = log or MemoryEventLog()
    clock = ManualClock()
    session = GameSession.begin(GAME, log, clock)
    session.execute(
        StartGame((PlayerSetup(1, "Ann", "blue", 4), PlayerSetup(2, "Béla", "orange", 2)))
    )
    for number in range(1, rounds + 1):
        clock.advance(600.0)
        _play_round(session, last=number == rounds)
    return log, log.games()[0]


def _play_round(session: GameSession, *, last: bool) -> None:
    for seat in (1, 2):
        session.execute(SignalReady(seat))
    ann = (
        a_die(HOME, Face.SHIP, selects=True, mark="a"),
        a_die(HOME, Face.EXPLORE, mark="b"),
        a_die(GENES, Face.WILD, doubtful=True, mark="c"),
    )
    bela = (a_die(HOME, Face.SHIP, selects=True, mark="d"), a_die(HOME, Face.SETTLE, mark="e"))
    session.execute(RecordMat(1, ann))
    session.execute(RecordMat(2, bela))
    session.execute(CorrectDie(1, 2, a_die(GENES, Face.SETTLE)))  # a doubt that was right
    session.execute(CorrectDie(1, 1, a_die(HOME, Face.DEVELOP)))  # an error in silence
    session.execute(AddDie(2, a_die(HOME, Face.PRODUCE, mark="")))
    session.execute(RemoveDie(2, 1))  # there was no such die
    session.execute(RecordSpareDie(Face.SHIP))
    session.execute(ConfirmReveal())
    session.execute(ChangeVp(1, 3))
    session.undo()
    session.execute(ChangeVp(1, 5))
    session.execute(ChangeVp(2, session.view.vp_pool if last else 2))
    session.execute(FinishPhase())
    session.execute(FinishRound())


def a_game(
    totals: dict[str, int],
    *,
    game_id: str = "g",
    at: str = "2026-11-01T20:00:00+00:00",
    **changes: object,
) -> PastGame:
    """A entered game with these totals."""
    ranks = sorted(totals.values(), reverse=True)
    players = tuple(
        PastPlayer(
            name, vp_chips=total // 2, credits=1, tiles=10, total=total, tiebreak=2,
            rank=1 + ranks.index(total),
        )
        for name, total in totals.items()
    )  # fmt: skip
    fields = {"rounds": 11, "ended_at": at, **changes}
    return PastGame(game_id, at, source=Source.ENTERED, players=players, **fields)  # type: ignore[arg-type]
