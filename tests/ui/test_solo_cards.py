"""The solitaire player's cards are named at the end, and score with their bonuses."""

from __future__ import annotations

from companion.catalog.storm_loader import load_storm_cards
from companion.games.storm import solo_with_cards
from companion.games.storm.ask_solo import PLAYER
from companion.games.storm.robot import Difficulty, RobotFace, Space
from companion.games.storm.solo import SoloStep
from companion.games.storm.solo_round import ChooseActions, PlayerDone, RollDice, StartSolo
from kivy_ui.common.board.pages import Page
from kivy_ui.common.board.question_page import answer_key
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

    def name(letter: str, key: str) -> None:
        for each in (f"letter:{letter}", key):
            page()
            board.tap(each)

    assert port.latest().view.state.step is SoloStep.FINAL
    assert "VP of your cards and bonuses, without chips" in labels()
    cards = PLAYER, "cards", "first"
    board.tap(answer_key(*cards))
    name("G", answer_key(*cards, "card", "galactic_renaissance"))
    labs = "card", "research_labs"
    name("R", answer_key(*cards, "card", "galactic_renaissance", *labs))
    assert not [label for label in labels() if label.startswith("VP of your cards")]
    offered = [option.text for row in page().rows for option in row.options]
    assert "Research Labs" in offered
    assert "Old Earth" not in offered  # the start world stays in the tableau
    board.tap("unpick:4")
    name("R", answer_key(*cards, "card", "galactic_renaissance", *labs))
    board.primary()
    assert not port.refused
    assert "Galactic Renaissance 11" in " ".join(page().facts)
    assert port.latest().view.state.score.player == 24 + 2 + 11 + 2
