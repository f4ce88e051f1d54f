"""Example pages of lists, moves and the end of a game, in three languages, with long names."""

from __future__ import annotations

from typing import Final

from kivy_ui.pages.forms import Choice, Entry
from kivy_ui.pages.listing import List, Moves, Row, RowLook
from kivy_ui.pages.page import Card, Cards, Main, Move, Note, Page, Picture, Seat, Side
from kivy_ui.pages.scores import (
    Chart,
    Code,
    Curve,
    Pattern,
    Rank,
    Reason,
    Result,
    ScorePart,
    Scorer,
    Share,
    Source,
    Tally,
    Why,
    tally_page,
)

ANN: Final = Seat(1, "Ann", "blue")
LUKASZ: Final = Seat(2, "Łukasz", "orange")
ZSOFI: Final = Seat(3, "Zsófi", "green")
LONG: Final = (
    Seat(1, "Maksymiliana", "blue"), Seat(2, "Bartłomiej", "orange"),
    Seat(3, "Krisztofer", "green"), Seat(4, "Zsuzsanna", "purple"),
    Seat(5, "Wieńczysława", "yellow"), Seat(6, "Szilveszter", "white"),
)  # fmt: skip


def _points(*points: tuple[int, str, int]) -> tuple[Picture, ...]:
    return tuple(Picture("seat", number=str(number), colour=colour, text=str(value))
                 for number, colour, value in points)  # fmt: skip


_DICE: Final = Picture("die/home/explore", over=(Picture("die/genes/produce"),))

HISTORY: Final = Page(
    above="23 games",
    question="History",
    back="back",
    can_undo=False,
    body=List((
        Row("game:1", "Ann won", (_DICE,), "Roll for the Galaxy",
            _points((1, "blue", 42), (3, "green", 37), (2, "orange", 34)), "26 Nov"),
        Row("game:2", "Bo won", (Picture("world/rare_elements"),), "Galactic Emperor",
            _points((2, "orange", 61), (1, "blue", 55), (3, "green", 48)), "19 Nov"),
        Row("game:3", "Piotr won", (_DICE,), "Roll for the Galaxy",
            _points((2, "orange", 45), (1, "blue", 41)), "12 Nov"),
        Row("game:4", "Ann won", (Picture("development"),), "Rule the Galaxy",
            _points((1, "blue", 29), (2, "orange", 21)), "5 Nov"),
        *(Row(f"game:{number}", "Maksymiliana wygrała", (_DICE,), "Roll for the Galaxy",
              _points((1, "blue", 142), (3, "green", 137), (2, "orange", 134), (4, "purple", 99),
                      (5, "yellow", 87)), "23 października") for number in range(5, 12)),
    )),
    main=Main("Statistics", "statistics", "star"),
)  # fmt: skip

UNDO: Final = Page(
    above="Undo",
    question="Back to which step?",
    back="back",
    can_undo=False,
    body=List((
        Row("step:9", "Zsófi: stocked, $8",
            (Picture("seat", number="3", colour="green"), Picture("coin", text="+2")),
            value="21:14", look=RowLook.UNDONE),
        Row("step:8", "Ann: scouted a world",
            (Picture("seat", number="1", colour="blue"), Picture("world/genes")),
            value="21:13", look=RowLook.UNDONE),
        Row("step:7", "Ann: scouted a development",
            (Picture("seat", number="1", colour="blue"), Picture("development")),
            value="21:12", look=RowLook.UNDONE),
        Row("step:6", "Explore began", (Picture("phase/explore/active"),), value="21:11",
            look=RowLook.KEPT),
        Row("step:5", "Dice were rolled", (Picture("cup"),), value="21:10"),
        Row("step:4", "New game", (Picture("bag"),), value="21:05"),
    )),
    note=Note(("Also move the pieces back:", "the next page lists them"), icon="symbol/undo"),
    main=Main("Undo 3 steps", "undo", "undo"),
)  # fmt: skip


def _choices(name: str, *labels: str) -> tuple[Choice, ...]:
    return tuple(Choice((name, label), label, chosen=not index)
                 for index, label in enumerate(labels))  # fmt: skip


SETTINGS: Final = Page(
    above="Changes apply at once",
    question="Settings",
    back="back",
    can_undo=False,
    body=List((
        Row(None, "Language", (Picture("symbol/globe"),),
            choices=_choices("language", "EN", "PL", "HU")),
        Row(None, "Text size", (Picture("symbol/letters"),),
            choices=_choices("text", "Normal", "Large", "Huge")),
        Row("animation", "Animation", (Picture("symbol/star"),), on=True),
        Row("ask", "Ask when a die is in doubt", (Picture("symbol/camera"),), on=False),
        Row("volume", "Hangerő", (Picture("symbol/speaker"),), "Koppintásra változik",
            value="közepes"),
        Row("backup", "Kopia zapasowa na pamięć USB", (Picture("symbol/file"),)),
    )),
)  # fmt: skip

_PEOPLE, _STAR = Picture("symbol/people"), Picture("symbol/star")

SET_UP: Final = Page(
    above="Set-up · 2 of 8 done",
    question="Put this on the table",
    body=Moves((
        Move((Picture("chip/blank", number="36"),), Picture("chip"), ("VP pool",), who=_STAR,
             key="move:1", done=True),
        Move((Picture("die/home", count=3),), Picture("cup"), ("cup",), who=_PEOPLE, key="move:2",
             done=True),
        Move((Picture("die/home", count=2),), Picture("citizenry"), ("Citizenry",), who=_PEOPLE,
             key="move:3"),
        Move((Picture("die/rare_elements"),), Picture("cup"), ("cup",), ANN, "move:4"),
        Move((Picture("die/military"), Picture("die/consumption")), Picture("cup"), ("cup",),
             LUKASZ, "move:5"),
        Move((Picture("die/military"),), Picture("citizenry"), ("Citizenry",), LUKASZ, "move:6"),
        Move((Picture("coin", text="+1"),), Picture("coin"), ("marker on", "$2"), LUKASZ,
             "move:7"),
        Move((Picture("die/novelty"),),
             Picture("world/rare_elements", over=(Picture("die/novelty"),)),
             ("Alpha", "Centauri"), ZSOFI, "move:8"),
    )),
    note=Note(("each player",), icon="symbol/people"),
    main=Main("All done", "done", "tick"),
)  # fmt: skip


def _shares(*points: int) -> tuple[Share, ...]:
    pictures = (Picture("chip"), Picture("development"), Picture("world/novelty"),
                Picture("symbol/star"))  # fmt: skip
    return tuple(Share(*each) for each in zip(Pattern, points, pictures, strict=False))


RESULT: Final = Page(
    above="After 12 rounds",
    question="Ann wins with 42",
    body=Result((
        Rank(ANN, 42, _shares(14, 13, 9, 6), "wins", "why:1"),
        Rank(ZSOFI, 37, _shares(9, 16, 12, 0), key="why:3"),
        Rank(LUKASZ, 34, _shares(17, 6, 7, 4), key="why:2"),
    )),
    side=(Side("share", "Share", "qr"), Side("chances", "Chances", "clock")),
    main=Main("Play again", "again"),
)  # fmt: skip


def _sources(names: tuple[str, ...]) -> tuple[Source, ...]:
    pieces = ("chip", "development", "world/novelty", "symbol/star")
    return tuple(Source(f"source:{index}", Picture(piece), name, points, chosen=index == 3)
                 for index, (piece, name, points) in enumerate(zip(pieces, names, (14, 13, 9, 6),
                                                                   strict=True)))  # fmt: skip


_RED: Final = Picture("die/military")
_EMPTY: Final = Picture("worker")

WHY: Final = Page(
    above="Ann · 42 points",
    question="Where do the 6 come from?",
    back="back",
    can_undo=False,
    body=Why(_sources(("Chips", "Developments", "Worlds", "6+ bonus")), (
        Reason(Picture("development", number="6+"), "New Galactic Order", 4,
               ((_RED, _RED, _RED), (_RED, _EMPTY, _EMPTY)),
               "2 points for each 3 red dice, rounded up"),
        Reason(Picture("development", number="6+"), "Mining League", 2,
               ((Picture("world/rare_elements", number="2"),),), "2 points a Rare Elements world"),
    )),
    side=(Side("correct", "Correct", "pencil"),),
    main=Main("Zsófi", "why:3"),
)  # fmt: skip


CHART: Final = Page(
    above="Chances to win",
    question="Win chances, in percent, at the beginning of each round",
    back="back",
    can_undo=False,
    body=Chart(
        tuple(Curve(seat, tuple((17 * turn * seat.number) % 71 for turn in range(14)))
              for seat in LONG),
        top=100, marks=(4, 9),
    ),
    side=(Side("turns", "Turning points", "flag"),),
)  # fmt: skip

CODE: Final = Page(
    above="Wynik",
    question="Zeskanuj telefonem",
    back="back",
    can_undo=False,
    body=Code(
        tuple(tuple((3 * x + y * x) % 5 < 2 for x in range(105)) for y in range(105)),
        ("BG Stats otworzy się z tą partią.", "Stół niczego nie wysyła."),
        (Card("csv", (Picture("symbol/file"),), "Zapisz jako CSV"),),
    ),
)  # fmt: skip

PARTS: Final = (
    ScorePart("part:0", Picture("development", number="2"), "which faction?",
              "Next: faction", "Pick a faction"),
    ScorePart("part:1", Picture("world/gray", number="3"), "which home world?",
              "Next: home", "Pick a world"),
    ScorePart("part:2", Picture("chip"), "what is on the chips?", "Next: chips",
              "Enter the points"),
    ScorePart("part:3", Picture("world/novelty"), "tap the tiles built", "Next: tiles",
              "Tap the tiles"),
    ScorePart("part:4", Picture("die/home"), "how many dice?", "Next: dice",
              "Enter the dice"),
)  # fmt: skip


def scorers(seats: tuple[Seat, ...], entered: tuple[int, ...]) -> tuple[Scorer, ...]:
    """Return players with the number of parts entered for each."""
    return tuple(
        Scorer(seat, tuple(index < count for index in range(5)), str(7 * count) if count else "",
               f"player:{seat.number}")
        for seat, count in zip(seats, entered, strict=True)
    )  # fmt: skip


_TILES: Final = ("Executive Power", "Merchant Guild", "Plague World", "Galactic Resort",
                 "Mining World", "Gateway Station", "Comet Zone", "Free Trade Zone")  # fmt: skip
_PICKS: Final = Cards(
    tuple(Card(f"tile:{index}", (Picture("world/gray" if index % 2 else "development",
                                         number="3"),), name, chosen=index in {0, 3})
          for index, name in enumerate(_TILES)),
    tabs=tuple(Choice(f"cost:{cost}", cost, chosen=cost == "3")
          for cost in ("1", "2", "3", "4", "5", "6+")),
)  # fmt: skip
FINISH: Final = Main("Show the result", "result")

TALLY: Final = tally_page(
    Tally(scorers((ANN, LUKASZ, ZSOFI, LONG[3]), (5, 4, 0, 0)), PARTS, 1, 3, _PICKS),
    "Final score · 4 of 5", FINISH,
    note=Note(("4 tiles, 13 points", "7 on the table with the start tiles"), Picture("development"),
              bold_first=True),
)  # fmt: skip
NUMBER: Final = tally_page(
    Tally(scorers((ANN, LUKASZ, ZSOFI, LONG[3]), (5, 3, 0, 0)), PARTS, 1, 2,
          Entry("14", tuple(range(10)), "erase", picture=Picture("chip"), label="points in chips")),
    "Final score · 3 of 5", FINISH,
    note=Note(("Chips only,", "no tiles yet"), Picture("chip/blank", number="5")),
)  # fmt: skip

END_EXAMPLES: Final[dict[str, Page]] = {
    "history": HISTORY,
    "undo": UNDO,
    "settings": SETTINGS,
    "set-up": SET_UP,
    "result": RESULT,
    "why": WHY,
    "chart": CHART,
    "code": CODE,
    "tally": TALLY,
    "number": NUMBER,
}
