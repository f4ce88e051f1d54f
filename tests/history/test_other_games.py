"""Games of the other boxes in the history: who had what, apart from Roll, exported, pushed."""

import csv
import io
import json
from urllib.parse import unquote

import pytest

from companion.catalog import load_roll_catalog
from companion.games.registry import GAMES
from companion.history.archive import Archive, other_game, past_games
from companion.history.export import (
    ADDRESS,
    NotScoredError,
    history_csv,
    history_document,
    play_link,
)
from companion.history.records import PastGame
from companion.history.statistics import dice_luck, kinds, of_kind, player_records, rivalries
from companion.session.ports import EventLog, GameHeader
from companion.storage.memory_log import MemoryEventLog
from tests.history import other_evenings as play
from tests.history.evenings import an_evening
from tests.some import there


def told(log: EventLog, header: GameHeader) -> PastGame:
    return there(other_game(GAMES, header, log.load(header.game_id)))


def test_a_won_and_a_lost_game_of_rule_the_galaxy() -> None:
    """Section 4: everybody loses, or the points decide."""
    outcomes = {}
    for seed in range(60):
        log = MemoryEventLog()
        game = told(log, play.play_rule(log, "Ann", "Bo", seed=seed))
        assert game.over
        assert game.counts
        outcomes[bool(game.winners)] = game
        if len(outcomes) == 2:
            break
    lost, won = outcomes[False], outcomes[True]
    assert [player.rank for player in lost.players] == [None, None]
    assert [record.wins for record in player_records((lost,))] == [0, 0]
    assert rivalries((lost,))[0].draws == 1
    assert all(player.total is not None for player in (*lost.players, *won.players))
    assert {name for name, _ in won.players[0].figures} == {"tiles"}


def test_points_of_galactic_emperor_stay_hidden_until_the_end() -> None:
    """Section 1: VP are collected hidden; so the history of a running game tells none."""
    log = MemoryEventLog()
    running = told(log, play.play_emperor(log, "Ann", "Bo", "Cy", steps=150))
    assert not running.over
    assert [player.total for player in running.players] == [None] * 3
    assert all(player.figures == () for player in running.players)
    log = MemoryEventLog()
    game = told(log, play.play_emperor(log, "Ann", "Bo", "Cy"))
    assert game.over
    assert game.winners
    assert game.rounds > 1
    best = max(player.total or 0 for player in game.players)
    assert all(p.total == best for p in game.players if p.rank == 1)
    assert dict(game.players[0].figures).keys() == {"marks", "sectors", "planets"}


def test_goals_tell_chips_cards_and_goals() -> None:
    log = MemoryEventLog()
    game = told(log, play.play_goals(log, "Ann", "Bo"))
    ann, bo = game.players
    assert (ann.total, bo.total, game.winners) == (4 + 20 + 5, 20, ("Ann",))
    assert ann.figures == (("vp_chips", 4), ("cards", 20), ("goals", 5))


def test_the_robot_is_an_opponent_and_no_person() -> None:
    log = MemoryEventLog()
    game = told(log, play.play_solo(log, "Ann"))
    assert [(p.name, p.robot) for p in game.players] == [("Ann", False), ("Robot", True)]
    assert game.players[0].total == 34
    assert [record.name for record in player_records((game,))] == ["Ann"]
    assert rivalries((game,))[0].games == 1


def test_a_draft_and_an_unknown_game_have_no_result() -> None:
    log = MemoryEventLog()
    header = play.begin_draft(log)
    assert other_game(GAMES, header, log.load(header.game_id)) is None
    other = GameHeader("g", "chess", "2026-01-01T00:00:00+00:00", finished=False)
    assert other_game(GAMES, other, ()) is None
    empty = GameHeader("g", "galactic_emperor", "2026-01-01T00:00:00+00:00", finished=False)
    assert other_game(GAMES, empty, ()) is None


@pytest.fixture(scope="module")
def evening() -> tuple[PastGame, ...]:
    """A game of each box, as the archive tells them."""
    log = MemoryEventLog()
    an_evening(log)
    play.play_rule(log, "Ann", "Bo", seed=4)
    play.play_emperor(log, "Ann", "Bo", "Cy")
    play.play_goals(log, "Ann", "Bo")
    play.play_solo(log, "Ann")
    play.begin_draft(log)
    headers = log.games()
    stored = {header.game_id: log.load(header.game_id) for header in headers}
    return past_games(Archive(list(headers), stored), load_roll_catalog())


def test_each_box_has_averages_of_its_own(evening: tuple[PastGame, ...]) -> None:
    """Rolls of Roll for the Galaxy are in no other game's figures, nor the other way round."""
    assert set(kinds(evening)) == {
        *("roll", "rule_the_galaxy", "galactic_emperor", "gathering_storm"),
        "gathering_storm_solo",
    }
    (goals,) = of_kind(evening, "gathering_storm")
    assert player_records((goals,))[0].mean_total == 29
    others = tuple(game for game in evening if game.kind != "roll")
    assert dice_luck(others) == ()
    assert dice_luck(evening) == dice_luck(of_kind(evening, "roll"))


def test_the_export_says_which_game_and_what_beside_the_total(
    evening: tuple[PastGame, ...],
) -> None:
    document = json.loads(json.dumps(history_document(evening)))
    by_kind = {game["kind"]: game for game in document["games"]}
    assert by_kind["gathering_storm"]["players"][0]["figures"]["goals"] == 5
    assert by_kind["gathering_storm"]["players"][0]["credits"] is None
    assert by_kind["galactic_emperor"]["players"][0]["vp_chips"] is None
    records = {(row["kind"], row["name"]): row for row in document["players"]}
    assert records["gathering_storm", "Ann"]["mean_total"] == 29
    assert "mean_tiles" not in records["galactic_emperor", "Ann"]
    rows = list(csv.DictReader(io.StringIO(history_csv(evening).decode("utf-8-sig"))))
    ann = next(row for row in rows if row["kind"] == "gathering_storm" and row["player"] == "Ann")
    assert ann["figures"] == "vp_chips=4 cards=20 goals=5"
    assert (ann["total"], ann["credits"]) == ("29", "")


@pytest.mark.parametrize(
    ("kind", "title", "bgg_id"),
    [
        ("gathering_storm", "Race for the Galaxy", 28143),
        ("gathering_storm_solo", "Race for the Galaxy", 28143),
        ("galactic_emperor", "Galactic Emperor", None),
        ("rule_the_galaxy", "Star Wars: Rule the Galaxy", None),
    ],
)
def test_every_game_can_be_pushed_to_bg_stats(
    evening: tuple[PastGame, ...], kind: str, title: str, bgg_id: int | None
) -> None:
    (game,) = of_kind(evening, kind)
    pushed = json.loads(unquote(play_link(game).removeprefix(ADDRESS)))
    assert pushed["game"]["name"] == title
    assert pushed["game"].get("bggId") == bgg_id
    assert [each["winner"] for each in pushed["players"]] == [p.rank == 1 for p in game.players]
    assert None not in [each.get("rank", 0) for each in pushed["players"]]


def test_a_broken_off_game_is_not_pushed() -> None:
    log = MemoryEventLog()
    with pytest.raises(NotScoredError):
        play_link(told(log, play.play_rule(log, "Ann", "Bo", steps=5)))
