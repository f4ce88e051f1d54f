"""Start worlds to choose from: nine cards with their printed numbers."""

from __future__ import annotations

from collections.abc import Mapping

from companion.catalog.storm_loader import load_storm_cards
from companion.games.storm.robot import START_WORLDS
from kivy_ui.common.pages import Option, Row
from kivy_ui.common.signs import Sign
from kivy_ui.games.storm.signs import card_face
from kivy_ui.games.storm.words import world_word


def world_sign(number: int) -> Sign:
    """Return a start world as a card with its planet and number."""
    deck = load_storm_cards().values()
    card = next(card for card in deck if card.start_world == number)
    return Sign(card_face(card, str(number)))


def world_row(
    verb: str, chosen: int | None, taken: Mapping[int, Sign], first: tuple[Option, ...] = ()
) -> Row:
    """Return a card for each start world.

    Args:
        verb: what the keys begin with.
        chosen: number of the world that is picked.
        taken: numbers that somebody else has, with the badge of their seat.
        first: cards before them.
    """
    options = tuple(
        Option(
            f"{verb}:{world.number}",
            world_word(world),
            chosen=world.number == chosen,
            enabled=world.number not in taken,
            signs=(
                world_sign(world.number),
                *((taken[world.number],) if world.number in taken else ()),
            ),
        )
        for world in START_WORLDS
    )
    return Row("", (*first, *options), cards=True, stacked=True)
