"""Illustrations of the help: a row of dice, tiles, plates and icons for each topic."""

from __future__ import annotations

from typing import Final

from companion.games.roll.model.dice import FACES
from companion.games.roll.model.tiles import Side, World
from kivy_ui.games.roll.guide import Piece
from kivy_ui.games.roll.help import HelpEntry
from kivy_ui.games.roll.tiles.tile_icons import IconKind, icons

PICTURE_HIGH: Final = 4
"""Height of an illustration, in units of 1/16 of its width."""

_LARGE, _SMALL = 3.0, 1.6
_MOST_ICONS: Final = 6

_ROWS: Final = {
    "Set-up": "icon/bag icon/arrow development//4 world/novelty/2 icon/cup",
    "Roll and assign": "icon/cup icon/arrow die/home/explore die/military/settle die/genes/wild",
    "Reassign and Dictate": "die/home/ship icon/arrow die/home/settle icon/hand",
    "Reveal": "icon/camera icon/arrow die/home/explore die/military/develop die/novelty/ship",
    "Phases in general": "phase/explore phase/develop phase/settle phase/produce phase/ship",
    "Explore": "phase/explore die/home/explore icon/arrow development//3 icon/credits",
    "Develop": "phase/develop die/military/develop icon/arrow development//4 icon/check",
    "Settle": "phase/settle die/home/settle icon/arrow world/genes/3 icon/check",
    "Produce": "phase/produce die/novelty/produce icon/arrow world/novelty/2 die/novelty/",
    "Ship": "phase/ship die/consumption/ship icon/arrow icon/credits chip//2",
    "manage empire": "icon/people icon/credits icon/arrow die/home/ icon/cup",
    "Final score": "chip//5 icon/plus development//6+ icon/plus icon/crown",
    # the other games
    "other Set-up": "pile/cards/ icon/arrow pile/tiles/ icon/people",
    "Rounds": "icon/redo icon/people icon/clock",
    "End of the game": "icon/flag icon/arrow icon/crown",
    "Scoring": "chip//5 icon/plus chip//3 icon/crown",
    "Explorer": "pile/hex_stack/ icon/arrow pile/hex/",
    "Merchant": "icon/credits icon/arrow pile/ship/ pile/cubes/",
    "Steward": "pile/hex/ icon/arrow pile/cubes/",
    "Engineer": "pile/cubes/ icon/arrow pile/ship/ icon/plus",
    "Warlord": "pile/ship/ icon/arrow pile/ship/ die/military/",
    "Regent": "pile/disc/ icon/arrow pile/hex/ icon/crown",
    "Scientist": "pile/cubes/ icon/arrow pile/card/ icon/plus",
    "Technologies": "pile/cards/ icon/arrow pile/card/",
    "What is open": "icon/question pile/cards/",
    "The ten goals": "pile/tiles/10 icon/crown",
    "Small goals": "pile/tile/3 icon/arrow icon/crown",
    "Large goals": "pile/tile/5 icon/people icon/crown",
    "New powers": "pile/card/ icon/plus icon/star",
    "6-cost developments": "development//6 icon/arrow icon/crown",
    "Draft": "pile/cards/ icon/arrow icon/hand icon/arrow icon/people",
    "The two-player rules": "icon/people icon/arrow phase/explore phase/settle",
    "The robot's start worlds": "icon/robot world/genes/1 world/novelty/1",
    "The two dice": "icon/robot phase/explore phase/settle",
    "The mat": "icon/robot icon/mat",
    "Placing the dice": "die/home/explore icon/arrow icon/mat",
    "What the robot does": "icon/robot icon/arrow pile/card/ chip//2",
    "Drawing": "pile/cards/ icon/arrow icon/hand icon/question",
    "Destroying units": "pile/cards/ icon/arrow pile/tile/3 icon/check",
    "Swapping": "icon/people pile/card/ icon/redo pile/card/",
    "Advance": "pile/tile/ icon/arrow pile/tile/ icon/arrow icon/flag",
    "One or two players": "icon/people pile/tiles/",
}  # fmt: skip
"""Title of a topic -> its pieces from left to right: kind, name, number or face."""


def picture_of(entry: HelpEntry, title: str) -> tuple[Piece, ...]:
    """Return the illustration of an entry; *title* is the topic's title in English."""
    if entry.side is not None:
        return _tile(entry.side)
    if entry.die is not None:
        faces = dict.fromkeys(FACES[entry.die])
        return _row([_piece(f"die/{entry.die.value}/{face.value}") for face in faces])
    return _row([_piece(each) for each in _ROWS.get(title, "").split()])


def _tile(side: Side) -> tuple[Piece, ...]:
    """Return a tile's mark with its cost, followed by the icons of its effects."""
    cost = f"{side.cost}{'' if isinstance(side, World) or not side.six_plus else '+'}"
    colour = side.colour.value if isinstance(side, World) else ""
    found = [_piece(f"{side.category.value}/{colour}/{cost}")]
    for icon in icons(side)[:_MOST_ICONS]:
        kind = {IconKind.DIE: "die", IconKind.TEXT: "text"}.get(icon.kind, "icon")
        found.append(Piece(kind, 0, 0, _SMALL, icon.key, strong=icon.opens))
    return _row(found)


def _piece(words: str) -> Piece:
    kind, what, *more = words.split("/")
    number = more[0] if more else ""
    if kind in ("chip", "development"):
        what, number = number, ""
    if kind == "world":
        what, number = number, what
    size = _SMALL if kind == "icon" and what in ("arrow", "plus") else _LARGE
    if kind == "die":
        size = 2.2 if number else 2.0
    strong = kind == "icon" and what not in ("arrow", "plus")
    return Piece(kind, 0, 0, size, what, number, strong=strong)


def _row(pieces: list[Piece]) -> tuple[Piece, ...]:
    """Place pieces beside each other, horizontally centred."""
    room = 16 - sum(each.size for each in pieces)
    gap = min(0.7, room / (len(pieces) + 1)) if pieces else 0.0
    x = (16 - sum(each.size for each in pieces) - gap * (len(pieces) - 1)) / 2
    placed = []
    for each in pieces:
        placed.append(
            Piece(
                each.kind, x + each.size / 2, PICTURE_HIGH / 2, each.size, each.what, each.face,
                strong=each.strong,
            )
        )  # fmt: skip
        x += each.size + gap
    return tuple(placed)
