"""Start worlds to choose from: nine cards with their printed numbers."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.storm.robot import START_WORLDS
from kivy_ui.common.faces import Face, FaceShape
from kivy_ui.common.pages import Option, Row
from kivy_ui.common.signs import Sign
from kivy_ui.games.storm.words import world_word


def world_sign(number: int) -> Sign:
    """Return a start world as a card with its number."""
    return Sign(Face(FaceShape.CARD, (), "", str(number)).name)


def world_row(
    verb: str, chosen: int | None, taken: Mapping[int, str], first: tuple[Option, ...] = ()
) -> Row:
    """Return a card for each start world.

    Args:
        verb: what the keys begin with.
        chosen: number of the world that is picked.
        taken: numbers that somebody else has, and who.
        first: cards before them.
    """
    options = tuple(
        Option(
            f"{verb}:{world.number}",
            world_word(world),
            chosen=world.number == chosen,
            enabled=world.number not in taken,
            signs=(world_sign(world.number),),
            note=taken.get(world.number, ""),
        )
        for world in START_WORLDS
    )
    return Row("", (*first, *options), cards=True)
