"""How a game went, out of its log: chances to win, luck, chances that were missed."""

import pytest

from companion.app.game_analyst import GameAnalyst
from companion.games.roll.model.seating import ComputerSeat
from companion.history.archive import Archive
from companion.history.game_analysis import GameAnalysis, turning_points
from companion.session.session import GameSession
from companion.storage.memory_log import MemoryEventLog
from tests.fakes import ManualClock
from tests.games.roll.tracked_table import RULES
from tests.players.test_seated import GAME, WithComputers, whole_game


@pytest.fixture(scope="module")
def session() -> tuple[GameSession, Archive]:
    """A person who plays by chance against a computer player, with an undo."""
    log = MemoryEventLog()
    session = GameSession.begin(GAME, log, ManualClock())
    for command in whole_game(WithComputers(1, (ComputerSeat(2, "normal"),))).commands:
        session.execute(command)
    session.undo()
    session.redo()
    stored = {session.game_id: log.load(session.game_id)}
    return session, Archive([log.games()[0]], stored)


def test_a_log_tells_how_a_game_went(session: tuple[GameSession, Archive]) -> None:
    """Equal chances at first, certainty at the end; who plays by chance misses something."""
    game, archive = session
    analysis = GameAnalyst(archive, lambda: RULES).analyse(game.game_id)
    assert analysis is not None
    assert len(analysis.chances) == game.state.round.number + 1
    assert all(abs(sum(chances) - 1) < 1e-5 for chances in analysis.chances)
    assert max(analysis.chances[0]) < 0.75
    assert analysis.chances[-1] == (0.0, 1.0)
    assert all(abs(luck) < 30 for luck in analysis.luck)
    assert any(analysis.luck)
    assert analysis.missed
    assert analysis.missed[0].seat == 1
    assert [each.loss for each in analysis.missed] == sorted(
        (each.loss for each in analysis.missed), reverse=True
    )
    assert GameAnalyst(archive, lambda: RULES).analyse(game.game_id) == analysis
    assert turning_points(analysis)


def test_a_game_that_nobody_tracked_tells_nothing(
    session: tuple[GameSession, Archive],
) -> None:
    """An unknown game, or a log that ends before its first round is over."""
    game, archive = session
    analyst = GameAnalyst(archive, lambda: RULES)
    assert analyst.analyse("roll-unknown") is None
    short = Archive(archive.headers, {game.game_id: archive.stored[game.game_id][:12]})
    assert GameAnalyst(short, lambda: RULES).analyse(game.game_id) is None


def test_turning_points_are_the_rounds_that_changed_most() -> None:
    """At most three, in their order; small changes are none."""
    chances = ((0.5, 0.5), (0.55, 0.45), (0.3, 0.7), (0.6, 0.4), (0.4, 0.6), (0.0, 1.0))
    found = turning_points(GameAnalysis((1, 4), chances))
    assert [(each.round, each.seat) for each in found] == [(2, 4), (3, 1), (5, 4)]
    assert [each.change for each in found] == pytest.approx([0.25, 0.3, 0.4])
