"""The score entry in a real window: from nothing to explained totals, by touch and by keys."""

from __future__ import annotations

from typing import Any

from companion.history.archive import Archive
from companion.session.service_ports import Exchange
from kivy_ui.games.roll.score_entry.pages import EntryPage
from kivy_ui.games.roll.score_entry.presenter import ScoreEntryPresenter
from kivy_ui.settings import Services, UiSettings
from tests.ui import fake_table as fake
from tests.ui.hand import Hand

_ENTER, _ESCAPE, _BACKSPACE = 13, 27, 8


def _opened(hand: Hand) -> ScoreEntryPresenter:
    hand.app.root.visit("score_entry")
    hand.wait()
    assert hand.app.current_screen == "score_entry"
    score_entry: ScoreEntryPresenter = hand.app.root.presenters.side.score_entry
    return score_entry


def _find(hand: Hand, widget_class: str, **wanted: Any) -> Any:
    found = [
        widget
        for widget in hand.widgets()
        if type(widget).__name__ == widget_class
        and all(getattr(widget, key) == value for key, value in wanted.items())
    ]
    assert len(found) == 1, (widget_class, wanted, hand.texts())
    return found[0]


def test_two_players_are_entered_scored_and_kept(table: fake.FakeTable) -> None:
    """Every value by touch, the result line by line, then into the history; nothing is posted."""
    archive = Archive()
    settings = UiSettings(player_names=("Ann", "Bo"), services=Services(archive=archive))
    with Hand(table, settings=settings) as hand:
        _opened(hand)
        for index, (faction, home) in enumerate(((4, "old_earth"), (1, "new_sparta"))):
            if index:
                hand.tap(_find(hand, "PlayerTab", name="Bo"))
            hand.tap(_find(hand, "StartChoice", number=str(faction)))
            hand.tap(_find(hand, "StartChoice", key=home))
            hand.tap(next(b for b in hand.widgets() if getattr(b, "label", "") == "9"))
            assert hand.reads("9")
            credits_ = next(w for w in hand.widgets() if type(w).__name__ == "NumbersPage")
            hand.tap(credits_.ids.credits.children[-2])
        hand.tap(_find(hand, "TileGroupView", kind="development", cost="5+"))
        hand.tap(_find(hand, "TileChoice", key="galactic_federation"))
        hand.tap_text("Result")
        assert hand.reads("Bo wins")
        assert hand.reads("rounded up")
        assert not hand.reads("ceil(")
        hand.tap(_find(hand, "RankRow", name="Ann"))
        hand.tap_text("Save")
        assert hand.reads("Saved in the history.")
    assert len(archive.score_entries()) == 1
    assert table.posted == []


def test_a_taken_tile_says_who_has_it(hand: Hand) -> None:
    """The badge shows it, a tap says it; nothing changes."""
    score_entry = _opened(hand)
    score_entry.toggle_tile("galactic_federation")
    hand.tap(_find(hand, "PlayerTab", number="2"))
    score_entry.open(EntryPage.TILES)
    hand.app.root.refresh()
    hand.wait()
    hand.tap(_find(hand, "TileGroupView", kind="development", cost="5+"))
    choice = _find(hand, "TileChoice", key="galactic_federation")
    assert choice.taken == "1"
    hand.tap(choice)
    assert hand.app.root.ids.banner.showing
    assert "Player 1 has this tile" in hand.app.root.ids.banner.text
    assert score_entry.player.tiles == ()


def test_the_keyboard_types_numbers_and_letters(hand: Hand, table: fake.FakeTable) -> None:
    """Digits are no ready buttons here; Enter is the main button, Escape leads back."""
    from kivy.core.window import Window

    table.show(fake.assigning())
    hand.wait()
    score_entry = _opened(hand)
    score_entry.open(EntryPage.NUMBERS)
    for digit in "12":
        Window.dispatch("on_textinput", digit)
        hand.key(ord(digit))
    hand.key(_BACKSPACE)
    assert score_entry.player.vp_chips == 1
    for letter in "gal fe":
        Window.dispatch("on_textinput", letter)
    hand.wait()
    assert hand.reads("Galactic Federation")
    hand.key(_BACKSPACE)
    assert hand.app.root.panel.letters == "gal f"
    hand.key(_ENTER)
    assert score_entry.player.tiles == ("galactic_fuel_depot",)
    hand.key(_ENTER)
    assert score_entry.page is EntryPage.FACTION
    hand.key(_ESCAPE)
    assert hand.app.current_screen == "table"
    assert table.posted == []


def test_keys_for_dice_are_there_once_a_number_was_tapped(hand: Hand) -> None:
    """A tap on the number, then its digits; the page is calm again when it is opened anew."""
    score_entry = _opened(hand)
    score_entry.open(EntryPage.DICE)
    hand.app.root.refresh()
    hand.wait()
    page = next(each for each in hand.widgets() if type(each).__name__ == "DicePage")
    assert not page.typing
    cell = next(each for each in hand.widgets() if type(each).__name__ == "DiceCellView")
    hand.tap(cell)
    assert page.typing
    hand.tap(next(key for key in hand.widgets() if getattr(key, "label", "") == "7"))
    assert score_entry.player.count(cell.cell.place, cell.cell.die) == 7
    for other in (EntryPage.NUMBERS, EntryPage.DICE):
        score_entry.open(other)
        hand.app.root.refresh()
    assert not page.typing


def test_undo_beside_the_game_is_not_the_games(hand: Hand, table: fake.FakeTable) -> None:
    """The bar's arrows take back what was entered here."""
    table.show(fake.assigning())
    hand.wait()
    score_entry = _opened(hand)
    hand.tap(_find(hand, "StartChoice", number="4"))
    hand.tap_icon("undo")
    assert score_entry.player.faction is None
    hand.tap_icon("redo")
    assert score_entry.player.faction == 4
    assert table.posted == []
    hand.tap_icon("back")
    assert hand.app.current_screen == "table"


def test_a_player_is_renamed_and_removed(table: fake.FakeTable) -> None:
    """A second tap on a player opens the name; known names are one tap."""
    settings = UiSettings(player_names=("Ann", "Bo", "Éva"))
    with Hand(table, settings=settings) as hand:
        score_entry = _opened(hand)
        hand.tap(_find(hand, "PlayerTab", name="Éva"))
        hand.tap(_find(hand, "PlayerTab", name="Éva"))
        assert hand.panel_name == "ScoreEntryPlayerPanel"
        hand.tap_text("Remove player")
        assert len(score_entry.players) == 2
        hand.tap(_find(hand, "PlayerTab", name="Bo"))
        assert hand.panel_name == "ScoreEntryPlayerPanel"
        hand.tap_text("Éva")
        assert [player.name for player in score_entry.players] == ["Ann", "Éva"]
        hand.tap(_find(hand, "TextButton", icon="plus"))
        assert len(score_entry.players) == 3


def test_a_score_file_is_brought_in_and_shown_as_a_code(table: fake.FakeTable) -> None:
    """From the memory stick to the result to BG Stats; a broken file is a banner."""
    exchange = Exchange()
    with Hand(table, settings=UiSettings(services=Services(exchange=exchange))) as hand:
        score_entry = _opened(hand)
        exchange.files["game.json"] = (
            b'{"schema": "roll-final/1", "players": [{"name": "Ida", "vp_chips": 9, "credits": 1,'
            b' "faction": 2, "home_world": "old_earth", "tiles": ["space_marines"]}]}'
        )
        exchange.files["broken.json"] = b"?"
        hand.tap_icon("file")
        hand.tap_text("broken.json")
        assert hand.app.root.ids.banner.showing
        hand.app.root.hide_banner()
        hand.tap_icon("file")
        hand.tap_text("game.json")
        assert [player.name for player in score_entry.players] == ["Ida"]
        assert hand.reads("Ida wins")
        hand.tap_text("BG Stats")
        assert hand.panel_name == "CodePanel"
        hand.key(_ESCAPE)
        hand.tap_icon("file")
        hand.tap_text("Export to a file")
        assert len(exchange.files) == 3
