"""Choice of a start world: nine cards with their printed numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.catalog.storm_loader import load_storm_cards
from companion.games.storm.robot import START_WORLDS, RobotFace
from companion.i18n import Translator
from kivy_ui.common.board.icons import Icon, IconLine
from kivy_ui.common.board.pages import Option, Row
from kivy_ui.games.storm.icons import die_face, world_face
from kivy_ui.games.storm.words import world_note, world_word


def world_icon(number: int) -> Icon:
    """Return the icon of a start world's card with its planet and number."""
    return Icon(world_face(load_storm_cards()[START_WORLDS[number].key]))


def robot_face_line(translate: Translator, number: int | None) -> IconLine:
    """Return the line that shows where the meaning of a robot face is printed.

    Args:
        translate: translator of the text.
        number: of the robot's start world; None is any.
    """
    die = Icon(die_face(RobotFace.ROBOT), "= ?")
    if number is None:
        return IconLine((die,), translate("The back of the mat shows it for each start world."))
    icons = (world_icon(number), die)
    text = translate(
        "The back of the mat shows it for %(world)s.", world=world_word(START_WORLDS[number])
    )
    return IconLine(icons, text, large=True)


def world_row(
    translate: Translator,
    options: Sequence[Option],
    beside: Mapping[int, Icon] | None = None,
    *,
    noted: bool = True,
) -> Row:
    """Return a card for each start world.

    Args:
        translate: translator of the notes.
        options: the buttons of the worlds by number.
        beside: by number, the badge of the owner of a world or what the world means.
        noted: whether notes with the worlds' advantages are shown.
    """
    extra = {number: (icon,) for number, icon in (beside or {}).items()}
    cards = tuple(
        replace(
            option,
            icons=(world_icon(world.number), *extra.get(world.number, ())),
            note=world_note(translate, world) if noted else "",
        )
        for world, option in zip(START_WORLDS, options, strict=True)
    )
    return Row("", cards, cards=True, across=3)
