"""Choice of an action in the solitaire game, with a card for each."""

from __future__ import annotations

from collections.abc import Collection

from companion.games.storm.robot import Space
from companion.i18n import Translator
from kivy_ui.common.board.icons import Icon
from kivy_ui.common.board.pages import Option, Row
from kivy_ui.games.storm.icons import action_card
from kivy_ui.games.storm.words import space_word


def action_row(translate: Translator, verb: str, chosen: Collection[Space]) -> Row:
    """Return a card for each action.

    Args:
        verb: prefix of the keys.
        chosen: the chosen actions.
    """
    options = tuple(
        Option(
            f"{verb}:{space.value}",
            space_word(translate, space),
            chosen=space in chosen,
            icons=(Icon(action_card(space)),),
        )
        for space in Space
    )
    return Row("", options, cards=True, stacked=True)
