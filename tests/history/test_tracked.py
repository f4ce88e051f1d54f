"""A followed game tells how it went: VP, dice, and what people had to put right."""

from companion.games.roll import GAME
from companion.games.roll.model.dice import DieType, Face
from companion.games.roll.model.seating import PlayerSetup
from companion.games.roll.phases.ledger import VpGiven
from companion.games.roll.phases.reveal import RecordMat
from companion.games.roll.phases.round import SignalReady
from companion.games.roll.phases.set_up import StartGame
from companion.history.records import AwardKind, CameraRecord, Source
from companion.history.tracked import effective_events, tracked_game
from companion.session.ports import GameHeader
from companion.session.session import GameSession
from companion.storage.memory_log import MemoryEventLog
from tests.fakes import ManualClock
from tests.history.evenings import a_die, an_evening
from tests.history.whole_game import RULES, a_whole_game
from tests.some import there


def test_an_evening_is_told() -> None:
    """Players, rounds, VP after each round; not scored, since nobody counted the tiles."""
    log, header = an_evening()
    game = there(tracked_game(header, log.load(header.game_id)))
    assert [player.name for player in game.players] == ["Ann", "Béla"]
    assert (game.rounds, game.over, game.source) == (2, True, Source.TRACKED)
    assert game.vp_by_round == ((5, 2), (10, 14))
    assert not game.scored
    assert not game.counts
    assert game.winners == ()


def test_what_was_undone_does_not_count() -> None:
    """The 3 VP that were taken back are in no figure."""
    log, header = an_evening(rounds=1)
    events = [each.event for each in effective_events(log.load(header.game_id))]
    changes = [event for event in events if isinstance(event, VpGiven)]
    assert changes[0] == VpGiven(1, 5)


def test_the_camera_is_judged_by_what_people_changed() -> None:
    """A round: five dice read, one wrong in doubt, one in silence, one missed, one ghost."""
    log, header = an_evening()
    game = there(tracked_game(header, log.load(header.game_id)))
    assert game.camera == CameraRecord(
        read=10, doubtful=2, doubtful_wrong=2, sure_wrong=2, missed=2, phantom=2
    )


def test_dice_count_as_they_were_in_the_end() -> None:
    """Corrected faces, added dice; no dice that were not there."""
    log, header = an_evening()
    game = there(tracked_game(header, log.load(header.game_id)))
    faces = {(die, face): count for die, face, count in game.faces}
    assert faces == {
        (DieType.HOME, Face.DEVELOP): 2, (DieType.HOME, Face.SHIP): 4,
        (DieType.HOME, Face.PRODUCE): 2, (DieType.GENES, Face.SETTLE): 2,
    }  # fmt: skip


def test_an_empty_game_and_another_game_are_none() -> None:
    """A game nobody sat down to, and one of another kind."""
    header = GameHeader("g", "roll", "2026-01-01T00:00:00+00:00", finished=False)
    assert tracked_game(header, ()) is None
    other = GameHeader("g", "chess", "2026-01-01T00:00:00+00:00", finished=False)
    assert tracked_game(other, ()) is None


def test_a_counted_game_brings_its_scores() -> None:
    """With everything tracked the totals are known, and all dice were seen rolled."""
    header = GameHeader("g", "roll", "2026-01-01T00:00:00+00:00", finished=True)
    game = there(tracked_game(header, a_whole_game(3), RULES))
    assert game.counts
    assert game.winners
    assert len(game.vp_by_round) == game.rounds
    assert sum(count for _, _, count in game.faces) > 100
    totals = tuple(player.total for player in game.players)
    assert len(game.points_by_round) == game.rounds
    assert game.points_by_round[-1] == totals
    assert tuple(sum(share.vp for share in player.shares) for player in game.players) == totals
    kinds = {award.kind for award in game.awards}
    assert {AwardKind.BUILT, AwardKind.SCOUTED, AwardKind.BEST_ROUND} <= kinds


def test_dice_behind_the_screens_are_in_no_figure() -> None:
    """R-12.1: a mat that was read early does not show in the luck of a running game."""
    log = MemoryEventLog()
    session = GameSession.begin(GAME, log, ManualClock())
    players = (PlayerSetup(1, "Ann", "blue"), PlayerSetup(2, "Bo", "orange"))
    mat = (a_die(DieType.HOME, Face.SHIP, selects=True),)
    for command in (StartGame(players), SignalReady(1), RecordMat(1, mat)):
        session.execute(command)
    game = there(tracked_game(log.games()[0], log.load(session.game_id)))
    assert game.faces == ()
    assert game.camera.read == 0
