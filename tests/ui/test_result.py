"""The result's pages: what they show of a whole game, and what is written to share it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from io import BytesIO

import pytest
from PIL import Image

from companion.games.roll import GAME
from companion.games.roll.view.observe import view as view_of
from companion.games.roll.view.table_view import TableView
from companion.history.archive import Archive
from companion.session.ports import GameHeader, StoredEvent
from kivy_ui.games.roll.ending import EndPresenter
from kivy_ui.games.roll.result import ResultTab, file_name
from kivy_ui.settings import Services, UiSettings
from tests.history.whole_game import RULES, a_whole_game
from tests.ui import fake_table as fake
from tests.ui.contexts import a_context
from tests.ui.hand import Hand


@cache
def _played() -> tuple[TableView, tuple[StoredEvent, ...]]:
    stored = a_whole_game(4)
    state = GAME.initial
    for each in stored:
        state = GAME.apply(state, each.event)
    return view_of(RULES, state, None), stored


def _services() -> Services:
    header = GameHeader("g1", "roll", "2026-01-01T19:05:00+00:00", finished=True)
    return Services(archive=Archive([header], {"g1": _played()[1]}))


@pytest.fixture
def ending() -> EndPresenter:
    ui, table = a_context(_played()[0], services=_services())
    table.scan = fake.a_scan()
    presenter = EndPresenter(ui)
    presenter.follow()
    presenter.wait()
    presenter.follow()
    return presenter


def test_the_record_completes_the_ranking(ending: EndPresenter) -> None:
    """Curves end and bars add up at each player's total; the first picture after the end stays."""
    model = ending.model()
    totals = {line.name: int(line.points) for line in model.ranks}
    assert {curve.name: curve.values[-1] for curve in model.curves} == totals
    assert {bar.name: sum(part.vp for part in bar.segments) for bar in model.bars} == totals
    assert model.tabs == tuple(ResultTab)
    assert model.awards


def test_without_a_record_only_the_ranking_is_shown() -> None:
    """Nothing of the pages is offered that has nothing to show."""
    ui, _ = a_context(fake.over(3))
    assert EndPresenter(ui).model().tabs == (ResultTab.RANKING,)


def test_a_name_for_files_tells_when_the_game_began(ending: EndPresenter) -> None:
    """It sorts by time and has nothing that a file system refuses."""
    game = ending.model().game
    assert game is not None
    assert file_name(game) == "result-2026-01-01-2000"


@pytest.fixture
def hand() -> Iterator[Hand]:
    table = fake.FakeTable(fake.an_update(_played()[0]))
    table.scan = fake.a_scan()
    with Hand(table, settings=UiSettings(services=_services())) as hand:
        presenters = hand.app._presenters
        hand.app.root.tick()
        presenters.ending.wait()
        hand.app.root.tick()
        hand.wait()
        yield hand


def test_every_page_opens_and_the_result_is_shared(hand: Hand) -> None:
    """Points, awards and picture; a picture file and a table are written."""
    for tab in ("Points", "Awards", "Table", "Share"):
        hand.tap_text(tab)
    hand.tap_text("Save as image")
    hand.wait(8)
    hand.tap_text("Save as CSV")
    assert hand.reads("Saved: result-2026-01-01-2000.csv")
    exchange = hand.app._presenters.ui.settings.services.exchange
    picture = Image.open(BytesIO(exchange.files["result-2026-01-01-2000.png"]))
    assert picture.size[0] > picture.size[1] > 480
    assert len(set(picture.convert("L").tobytes())) > 50  # it shows something
    assert exchange.files["result-2026-01-01-2000.csv"].count(b"\n") == 5
