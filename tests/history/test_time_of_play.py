"""Durations and dates of games on a board whose clock is wrong at first, or always."""

from companion.catalog.roll_loader import load_roll_catalog
from companion.games.roll import GAME
from companion.games.roll.model.dice import DieType, Face, Phase, Place, PlacedDie
from companion.games.roll.model.seating import PlayerSetup
from companion.games.roll.phases.counters import ChangeCredits, ChangeVp
from companion.games.roll.phases.reveal import ConfirmReveal, RecordMat, RecordSpareDie
from companion.games.roll.phases.round import FinishPhase, FinishRound, SignalReady
from companion.games.roll.phases.set_up import StartGame
from companion.history.archive import Archive, past_games
from companion.history.export import history_csv, history_document, play
from companion.history.records import PastGame, waits_s
from companion.history.tracked import tracked_game
from companion.session.session import GameSession
from companion.storage.memory_log import MemoryEventLog
from tests.fakes import ManualClock
from tests.history.evenings import a_game
from tests.some import there

MARCH_TO_NOVEMBER_S = 388_925 * 60.0


class Played:
    """A game of two players that goes on whenever it is told to."""

    def __init__(self, clock: ManualClock, log: MemoryEventLog | None = None) -> None:
        self.clock, self.log = clock, log or MemoryEventLog()
        self.session = GameSession.begin(GAME, self.log, clock)
        ann, bo = PlayerSetup(1, "Ann", "blue", 4), PlayerSetup(2, "Bo", "red", 2)
        self.session.execute(StartGame((ann, bo)))

    def go_on(self, minutes: float) -> None:
        self.clock.advance(60.0 * minutes)
        self.session.execute(ChangeCredits(1, 1))

    def end(self) -> None:
        state = self.session.state
        for seat in state.seats:
            self.session.execute(SignalReady(seat))
        for seat in state.seats:
            die = PlacedDie(DieType.HOME, Face.SHIP, Place(Phase.SHIP, selecting=True))
            self.session.execute(RecordMat(seat, (die,)))
        self.session.execute(RecordSpareDie(Face.SHIP))
        self.session.execute(ConfirmReveal())
        self.session.execute(ChangeVp(1, self.session.view.vp_pool))
        self.session.execute(FinishPhase())
        self.session.execute(FinishRound())

    def restart(self) -> None:
        header = self.log.games()[0]
        self.session = GameSession.resume(GAME, self.log, self.clock, header)

    def record(self) -> PastGame:
        header = self.log.games()[0]
        return there(tracked_game(header, self.log.load(header.game_id)))


def test_a_clock_that_is_set_during_the_game_changes_no_duration() -> None:
    """Neither forwards nor backwards."""
    for jump_s in (MARCH_TO_NOVEMBER_S, -MARCH_TO_NOVEMBER_S):
        played = Played(ManualClock())
        played.go_on(20)
        played.clock.jumped_s = jump_s
        played.go_on(15)
        assert played.record().minutes == 35


def test_a_restart_is_no_play_time() -> None:
    """The time between two processes is not counted, nor is a date that changes in it."""
    played = Played(ManualClock())
    played.go_on(20)
    played.clock.advance(86_400.0)
    played.clock.jumped_s = MARCH_TO_NOVEMBER_S
    played.restart()
    played.go_on(15)
    assert played.record().minutes == 35


def test_a_clock_that_is_set_during_the_game_dates_it() -> None:
    """The beginning is as long before the first known time as the companion has run since."""
    played = Played(ManualClock(is_set=False))
    played.go_on(20)
    assert (played.record().started_at, played.record().ended_at) == ("", "")
    played.clock.is_set = True
    played.go_on(15)
    game = played.record()
    assert game.started_at == "2026-01-01T00:16:40.000+00:00"
    assert game.ended_at == "2026-01-01T00:51:40.000+00:00"


def test_a_game_without_a_date_is_asked_for_one_at_its_end() -> None:
    """The answer is the date; it is neither undone nor a step."""
    played = Played(ManualClock(is_set=False))
    played.go_on(20)
    assert not played.session.asks_date
    played.end()
    assert played.session.asks_date
    last = played.session.last
    played.session.set_date("2026-11-26")
    played.clock.advance(3600.0)
    assert not played.session.asks_date
    assert played.session.last == last
    played.restart()
    assert not played.session.asks_date
    game = played.record()
    assert (game.started_at, game.ended_at, game.minutes) == ("2026-11-26", "2026-11-26", 20)
    played.session.undo()
    assert not played.session.game.is_over(played.session.state)


def test_a_game_whose_date_is_known_is_not_asked() -> None:
    """One step after the clock was set is enough."""
    played = Played(ManualClock(is_set=False))
    played.clock.is_set = True
    played.go_on(1)
    played.clock.is_set = False
    played.end()
    assert not played.session.asks_date


def test_waiting_is_measured_without_the_date() -> None:
    """The most patient player is not the one for whom the clock jumped."""
    played = Played(ManualClock())
    played.session.execute(SignalReady(1))
    played.clock.advance(60.0)
    played.clock.jumped_s = 1000.0
    played.session.execute(SignalReady(2))
    stored = played.log.load(played.session.game_id)
    assert waits_s(stored) == {1: 60.0}


def test_games_without_a_date_keep_their_place() -> None:
    """The order is that of the log; entered scores are sorted in by their date."""
    log, clock = MemoryEventLog(), ManualClock()
    for is_set in (True, False, True):
        clock.is_set = is_set
        Played(clock, log).go_on(60)
    headers = list(log.games())
    archive = Archive(headers, {each.game_id: log.load(each.game_id) for each in headers})
    games = past_games(archive, load_roll_catalog())
    assert [game.started_at[11:16] for game in games] == ["02:16", "", "00:16"]
    assert [game.game_id for game in games] == [each.game_id for each in headers]


def test_exports_do_not_invent_a_date_or_a_length() -> None:
    """Empty in CSV, null in JSON, absent for BG Stats; a day alone is its noon there."""
    unknown = a_game({"Ann": 50, "Bo": 40}, at="")
    assert b"g,,,11," in history_csv((unknown,))
    exported = history_document((unknown,))["games"][0]  # type: ignore[index]
    assert (exported["started_at"], exported["minutes"]) == (None, None)
    assert {"playDate", "durationMin"}.isdisjoint(play(unknown))
    assert play(a_game({"Ann": 50}, at="2026-11-26"))["playDate"] == "2026-11-26 12:00:00"
