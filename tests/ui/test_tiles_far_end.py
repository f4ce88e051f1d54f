"""From the camera over drawn tiles to the window: real frames, real networks, real touches."""

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from companion.games.roll.model.dice import Phase
from companion.games.roll.model.holdings import SeatScore
from kivy_ui.common.stacked_pages import Do, do
from kivy_ui.games.roll.score_entry.tally import TallyPages
from kivy_ui.pages.photos import Photo
from kivy_ui.pages.scores import Result, Tally
from kivy_ui.settings import Services, UiSettings
from tests.scorefile.entered import result
from tests.some import of, there
from tests.ui import fake_table as fake
from tests.ui.counted_scenes import in_phase
from tests.ui.drawn_tables import CameraTable, camera_table, draw
from tests.ui.hand import Hand
from tests.ui.score_entry_taps import CATALOG
from tests.ui.tally_answers import typed

pytestmark = pytest.mark.slow

PATIENCE = 12_000
"""Frames: a minute and more on a busy machine."""

ANN = ("faction_4", "doomed_world", "galactic_federation", "spice_world", "galactic_exchange")
BO = ("faction_1", "old_earth", "galactic_bankers", "free_trade_association", "gem_world")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place of its own for the table's box, and a folder for the camera's pictures."""
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path / "home"))
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    return pictures


@pytest.fixture
def develop() -> fake.FakeTable:
    """A table that asks for a development."""
    return fake.FakeTable(fake.an_update(in_phase(Phase.DEVELOP)))


def _window(over: CameraTable, table: fake.FakeTable | None = None) -> Hand:
    settings = UiSettings(player_names=("Ann", "Bo"), services=Services(tiles=over.table.tiles))
    return Hand(table or fake.FakeTable(fake.an_update(None)), settings=settings)


def _photograph(hand: Hand) -> TallyPages:
    """Take a picture of the first player's tiles in the final score."""
    hand.app.shell.visit("score_entry")
    hand.wait()
    tally: TallyPages = hand.app.shell.presenters.tally
    hand.touch_page(do(tally.look))
    _seen(hand, tally)
    return tally


def _seen(hand: Hand, tally: TallyPages) -> None:
    hand.wait_until(lambda: not tally.camera.camera.waiting, frames=PATIENCE)


def _settle(tally: TallyPages, keys: tuple[str, ...]) -> int:
    """Answer every question with the candidate that lies there; how many there were."""
    asked = 0
    while tally.camera.asked() is not None:
        tally.camera.answer(next(key for key in tally.camera.choices() if key in keys))
        asked += 1
    return asked


def test_two_pictures_become_an_explained_score(home: Path) -> None:
    """The camera, what doubts there are by touch, the chips, the result line by line."""
    draw(home / "1-ann.jpg", ANN, number=1, lamp="cool")
    draw(home / "2-bo.jpg", BO, number=2, lamp="warm")
    with camera_table(home) as over, _window(over) as hand:
        tally = _photograph(hand)
        assert _settle(tally, ANN) <= 1
        tally.take()
        tally.touch(typed(tally.draft, 9))
        over.picture = "2-bo"
        tally.touch(there(tally.page().main).key)
        _seen(hand, tally)
        assert _settle(tally, BO) <= 1
        tally.take()
        tally.touch(typed(tally.draft, 3))
        for player, keys in zip(tally.draft.players, (ANN, BO), strict=True):
            assert (f"faction_{player.faction}", player.home_world) == keys[:2]
            assert set(player.tiles) == set(keys[2:])
        tally.believe()
        body = of(Result, tally.page().body)
        scores = result(tally.draft.players, CATALOG)
        worth = [9 + _worth(ANN, scores[0]), 3 + _worth(BO, scores[1])]
        assert sorted(rank.points for rank in body.ranks) == sorted(worth)


def _label_at(labels: list[dict[str, Any]], at: tuple[float, float]) -> str | None:
    for label in labels:
        x, y = _middle(label)
        if abs(x - at[0]) + abs(y - at[1]) < label["size_px"] / 2:
            return str(label["tile"])
    return None


def _worth(keys: tuple[str, ...], row: SeatScore) -> int:
    faction, home, *built = keys
    halves = CATALOG.faction(int(faction.removeprefix("faction_"))).halves
    sides = (*halves, CATALOG.home_by_key[home].world, *(CATALOG.sides[key] for key in built))
    return sum(side.cost for side in sides) + sum(bonus.vp for bonus in row.bonuses)


def _proposed(hand: Hand) -> list[object]:
    hand.app.shell.refresh()
    cards = hand.page.body.cards  # type: ignore[union-attr]
    keys = (card.key for card in cards if card.suggested)
    return [key.args[0] for key in keys if isinstance(key, Do)]


def _ask_tile(hand: Hand) -> None:
    shell = hand.app.shell
    shell.presenters.rounds.name(1)
    shell.refresh()


def _said(hand: Hand) -> str:
    note = hand.page.note
    return "" if note is None else " ".join(note.lines)


def test_the_placed_development_is_named_by_one_tap(home: Path, develop: fake.FakeTable) -> None:
    """The tile under the camera stands first in the list of tiles and is sent with one touch."""
    draw(home / "placed.jpg", ("galactic_federation", "spice_world"), number=3)
    with camera_table(home) as over, _window(over, develop) as hand:
        _ask_tile(hand)
        hand.wait_until(lambda: bool(_proposed(hand)), frames=PATIENCE)
        assert _proposed(hand)[0] == "galactic_federation"
        hand.touch_page(do(hand.app.shell.presenters.tile.take, "galactic_federation"))
        assert not hand.names_tile
    assert len(develop.posted) == 1


@pytest.fixture
def without_recogniser(monkeypatch: pytest.MonkeyPatch) -> None:
    """An installation that lacks the package with the text recogniser."""
    real = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == "rapidocr" else real(name)
    )


@pytest.mark.usefixtures("without_recogniser")
def test_the_screen_names_the_missing_recogniser(home: Path, develop: fake.FakeTable) -> None:
    """In the score entry and at the table; tiles are entered by touch as ever."""
    draw(home / "1-ann.jpg", ANN, number=7)
    with camera_table(home) as over, _window(over, develop) as hand:
        _ask_tile(hand)
        hand.wait_until(lambda: "Tiles cannot be read" in _said(hand), frames=PATIENCE)
        assert "rapidocr" in _said(hand)
        hand.touch_page(hand.page.body.cards[0].key)  # type: ignore[union-attr]
        assert len(develop.posted) == 1
        tally = _photograph(hand)
        assert "pip install --no-deps rapidocr" in of(Photo, tally.page().body).lines[0]
        hand.touch_page(hand.page.back)
        assert isinstance(tally.page().body, Tally)


def _name_by_labels(tally: TallyPages, labels: list[dict[str, Any]]) -> int:
    """Say what lies at each place that is asked about; how many there were."""
    asked = 0
    while (index := tally.camera.asked()) is not None:
        seen = there(tally.camera.seen)
        tally.camera.answer(_label_at(labels, seen.reading.tiles[index].centre_px))
        asked += 1
    return asked


def _middle(label: dict[str, Any]) -> tuple[float, float]:
    xs, ys = zip(*label["corners_px"], strict=True)
    return sum(xs) / 4, sum(ys) / 4


HUNGARIAN = {
    "doomed_world": "Pusztuló világ", "galactic_federation": "Galaktikus szövetség",
    "spice_world": "Fűszervilág", "galactic_exchange": "Galaktikus tőzsde",
}  # fmt: skip


def test_a_hungarian_copy_is_known_after_one_game(home: Path) -> None:
    """What people say in one score entry is not asked in the next, under another lamp."""
    tiles = ANN[1:]
    labels = draw(home / "1-first.jpg", tiles, number=1, names=HUNGARIAN)
    later = draw(home / "2-later.jpg", tiles, number=11, lamp="warm", names=HUNGARIAN)
    asked = []
    for shown in (labels, later):
        with camera_table(home) as over, _window(over) as hand:
            if shown is later:
                over.picture = "2-later"
            tally = _photograph(hand)
            asked.append(_name_by_labels(tally, shown))
            tally.take()
            player = tally.draft.now
            assert (player.home_world, set(player.tiles)) == (
                tiles[0],
                set(tiles[1:]),
            )
            hand.wait_until(
                lambda: any((home.parent / "home").rglob("table.json")), frames=PATIENCE
            )
    assert asked[0] >= 3
    assert asked[1] == 0
