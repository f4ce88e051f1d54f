"""The solitaire player's cards are named at the end, and score with their bonuses."""

from __future__ import annotations

from companion.catalog.storm_loader import load_storm_cards
from companion.games.storm import solo_with_cards
from companion.games.storm.robot import Difficulty, RobotFace, Space
from companion.games.storm.solo import (
    ChooseActions,
    PlayerDone,
    RollDice,
    SoloStep,
    StartSolo,
)
from kivy_ui.common.board.pages import Page
from kivy_ui.games.roll.context import RollContext
from kivy_ui.settings import UiSettings
from kivy_ui.window.presenters import Presenters
from tests.ui.one_game import OneGame


def test_named_cards_take_the_place_of_the_entered_number() -> None:
    """Section 6: Galactic Renaissance scores the chips and the named Research Labs."""
    port = OneGame(solo_with_cards(lambda second: load_storm_cards(second_edition=second)))
    for command in (
        StartSolo(Difficulty.EASY, 0, 6, player="Ann"),
        ChooseActions((Space.TRADE, Space.PRODUCE)),
        RollDice((RobotFace.PRODUCE, RobotFace.TRADE)),
        PlayerDone(chips=24),
    ):
        port.post(command)
    presenters = Presenters(RollContext(port, UiSettings(language="en", player_names=("Ann",))))
    board = presenters.side.board

    def page() -> Page:
        presenters.ui.take(port.latest())
        return board.page()

    def labels() -> list[str]:
        table = page().table
        lines = table.lines if table is not None else ()
        return [*(row.label for row in page().rows), *(line.label for line in lines)]

    assert port.latest().view.state.step is SoloStep.FINAL
    assert "VP of your cards and bonuses, without chips" in labels()
    for key in ("letter:G", "pick:galactic_renaissance", "letter:R", "pick:research_labs"):
        page()
        board.tap(key)
    assert not [label for label in labels() if label.startswith("VP of your cards")]
    offered = [option.text for row in page().rows for option in row.options]
    assert "Old Earth" in offered  # the start world came by itself
    board.tap("unpick:research_labs")
    page()
    board.tap("letter:R")
    page()
    board.tap("pick:research_labs")
    page()
    board.primary()
    assert not port.refused
    assert "Galactic Renaissance 11" in " ".join(page().facts)
    assert port.latest().view.state.score.player == 24 + 2 + 11 + 2
