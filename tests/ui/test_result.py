"""The result of a whole game as pages: who won, where every point comes from, what is shared."""

from dataclasses import replace
from functools import cache

import pytest

from companion.games.roll import GAME
from companion.games.roll.decide.combined import Accept
from companion.games.roll.model.dice import DieType, Phase
from companion.games.roll.model.state import Step
from companion.games.roll.view.observe import view as view_of
from companion.games.roll.view.table_view import TableView
from companion.history.archive import Archive
from companion.history.export import play_link, qr_rows
from companion.history.records import PastGame, PastPlayer, Source
from companion.session.ports import GameHeader, StoredEvent
from kivy_ui.art.files import SIZES_PX
from kivy_ui.common.page_source import Visit
from kivy_ui.common.stacked_pages import do
from kivy_ui.games.roll.ending import EndPages, PastResultPages
from kivy_ui.games.roll.result import ResultPages
from kivy_ui.games.roll.why import SOURCES
from kivy_ui.pages.page import Cards
from kivy_ui.pages.scores import Chart, Code, Pattern, Result, Why
from kivy_ui.settings import Services
from kivy_ui.window.presenters import Presenters
from tests.games.roll.tracked_table import a_game
from tests.history.whole_game import RULES, a_whole_game
from tests.ui import fake_table as fake
from tests.ui.at_source import AtSource
from tests.ui.contexts import a_context


class AtResult(AtSource):
    """Somebody before the result of a game."""

    source: ResultPages


@cache
def _played(players: int) -> tuple[TableView, tuple[StoredEvent, ...]]:
    stored = a_whole_game(players)
    state = GAME.initial
    for each in stored:
        state = GAME.apply(state, each.event)
    return view_of(RULES, state, None), stored


def ended(
    players: int = 4, language: str = "en", size_px: tuple[int, int] = SIZES_PX[0]
) -> AtResult:
    """Stand before the end of a whole game whose record has been read."""
    view, stored = _played(players)
    header = GameHeader("g1", "roll", "2026-01-01T19:05:00+00:00", finished=True)
    services = Services(archive=Archive([header], {"g1": stored}))
    ui, _ = a_context(view, services=services, language=language)
    pages = Presenters(ui).ending
    pages.page()
    pages.ui.record.wait()
    return AtResult(pages, size_px)


def totals(at: AtSource) -> dict[str, int]:
    """The totals by name."""
    return {rank.seat.name: rank.points for rank in at.body(Result).ranks}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_point_of_every_player_is_explained(players: int) -> None:
    """The bars, the sources and the reasons add up to the total of each player."""
    at = ended(players)
    body = at.body(Result)
    assert body.ranks[0].wins
    for rank in body.ranks:
        assert sum(share.points for share in rank.shares) == rank.points
        at.touch(rank.key)
        found = 0
        for index, source in enumerate(SOURCES):
            why = at.body(Why)
            if why.sources[index].key is None:
                assert not why.sources[index].points
                continue
            at.touch(why.sources[index].key)
            why = at.body(Why)
            told = [reason for reason in why.reasons if reason.points is None]
            assert [each.picture.piece for each in told] == ["cup"] * (source is Pattern.PLAIN)
            found += sum(reason.points or 0 for reason in why.reasons)
        assert found == rank.points
        at.touch(at.page.back)
    assert at.page.back is None


def with_bonuses() -> AtResult:
    """P2 wins with two bonuses."""
    game = a_game()
    for seat in (1, 2, 3):
        game.hold(seat, citizenry=(), goods=(), developers=(DieType.HOME,))
    game.hold(2, tableau=(*game.tracking(2).tableau, "galactic_federation", "galactic_demand"))
    game.state = replace(game.state, vp_pool=0)
    game.reveal(p1=Phase.SHIP, p2=Phase.SHIP, p3=Phase.SHIP)
    game.do(Accept((1, 2, 3)))
    assert game.step is Step.OVER
    return AtResult(Presenters(a_context(game.view)[0]).ending)


def test_a_bonus_shows_the_pieces_that_count_and_the_sum() -> None:
    """In words and as a calculation that needs no notation; the winner is named."""
    at = with_bonuses()
    assert at.page.question == "P2 wins. Decisive: Developments, 9 to 3", "6+ bonus: 3 to 0"
    at.source.open(at.source.why, 1, Pattern.VERTICAL)
    federation = next(each for each in at.body(Why).reasons if "Federation" in each.title)
    assert "rounded up" in federation.text
    assert "ceil(" not in federation.text
    costs = [int(piece.number.rstrip("+")) for group in federation.groups for piece in group]
    assert -(-sum(costs) // 3) == federation.points


@pytest.mark.parametrize("size_px", SIZES_PX)
@pytest.mark.parametrize("players", [2, 5])
def test_the_code_of_a_play_has_four_pixels_a_module(
    size_px: tuple[int, int], players: int
) -> None:
    """With its quiet zone, in all windows; in a large one beside the players, too."""
    at = ended(players, size_px=size_px)
    beside = [shot.box.w for shot in at.scene().shots]
    at.press("Share")
    body = at.body(Code)
    (shot,) = at.scene().shots
    least_px = 4 * (len(body.modules) + 8)
    assert [wide >= least_px for wide in beside] == [True] * (size_px == (1280, 800)), size_px
    assert shot.box.w >= least_px
    assert not any(mark.box.overlaps(shot.box) for mark in at.scene().words)
    assert not any(target.box.overlaps(shot.box) for target in at.scene().targets)


def test_the_next_player_is_a_touch_away() -> None:
    """The main button leads through all players and back to the first."""
    at = ended(3)
    at.touch(at.body(Result).ranks[0].key)
    seen = [at.page.above]
    for _ in range(3):
        at.main()
        seen.append(at.page.above)
    assert seen[0] == seen[3]
    assert len(set(seen)) == 3


def test_the_course_ends_at_the_totals() -> None:
    at = ended()
    points = totals(at)
    at.press("Course")
    assert {curve.seat.name: curve.values[-1] for curve in at.body(Chart).curves} == points
    at.press("Chances to win")
    assert "cannot be analysed" in at.page.question or isinstance(at.page.body, Cards)


def test_awards_say_who_and_why_the_game_is_over() -> None:
    at = ended()
    at.press("Awards")
    body = at.body(Cards)
    assert len(body.cards) > 1
    assert "tiles or more" in at.words() or "VP pool" in at.words()
    assert all(name in " ".join(body.cards[-1].text) for name in totals(ended()))


def test_the_result_is_shared() -> None:
    """As a code with the play, and as a table whose name sorts by time."""
    at = ended()
    at.press("Share")
    body = at.body(Code)
    game = at.source.game
    assert body.modules == qr_rows(play_link(game))
    at.touch(do(at.source.save_table))
    assert at.said == ("Saved: result-2026-01-01-2000.csv", "")
    exchange = at.source.ui.settings.services.exchange
    assert exchange.files["result-2026-01-01-2000.csv"].count(b"\n") == 5
    undated = PastResultPages(at.source.ui, lambda: replace(game, started_at=""))
    assert undated.save_table() == ("Saved: result-g1.csv", "")


def test_a_quick_count_calls_nobody_the_winner() -> None:
    """Only chips are known: who has most of them, and the main button leads to the tiles."""
    ui, _ = a_context(fake.over(5))
    at = AtSource(Presenters(ui).ending)
    assert at.page.question.startswith("Most VP chips: ")
    body = at.body(Result)
    assert [rank.points for rank in body.ranks] == [25, 12, 7, 4, 0]
    assert not any(rank.wins or rank.key for rank in body.ranks)
    assert at.main_button.key == Visit("score_entry")


def test_equal_players_win_together() -> None:
    """R-11.5: the tie-break is equal, too."""
    view = _played(3)[0]
    ui, _ = a_context(replace(view, seats=tuple(replace(s, final_rank=1) for s in view.seats)))
    assert "win together" in EndPages(ui, Presenters(ui).undo_changes).page().question


def test_a_tie_break_is_told_with_its_numbers() -> None:
    """R-11.5: the most dice in the cup plus credits among those with the highest total."""

    def player(name: str, total: int, tiebreak: int, rank: int) -> PastPlayer:
        return PastPlayer(name=name, vp_chips=total, credits=1, tiles=3, total=total,
                          tiebreak=tiebreak, rank=rank)  # fmt: skip

    players = (player("Ann", 30, 5, 2), player("Bob", 30, 7, 1), player("Eve", 20, 9, 3))
    game = PastGame("g", "", "", Source.TRACKED, players, over=True)
    page = PastResultPages(a_context(fake.playing(3))[0], lambda: game).page()
    assert page.question == "Bob wins the tie-break, 7 to 5"


def test_a_past_game_leads_back_to_the_history() -> None:
    game = ended().source.game
    at = AtSource(PastResultPages(a_context(None)[0], lambda: game))
    assert at.page.back == Visit("history")
    at.touch(at.body(Result).ranks[0].key)
    at.touch(at.page.back)
    assert at.page.back == Visit("history")
