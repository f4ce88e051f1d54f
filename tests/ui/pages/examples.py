"""Example pages as values, for screenshots, measurements and tests."""

from dataclasses import replace
from typing import Final

from kivy_ui.pages.page import (
    Card,
    Cards,
    Chip,
    Doing,
    Look,
    Main,
    Move,
    Note,
    Page,
    PhaseState,
    Picture,
    Seat,
    Side,
)
from kivy_ui.pages.rounds import Answer, Cell, Column, Columns, Lane, Lanes, Offer
from kivy_ui.pages.scores import Pattern, Rank, Result, Share
from tests.ui.pages.board_examples import GALAXY
from tests.ui.pages.photo_examples import REVEAL, SHEET, ZONES

_PHASES: Final = ("explore", "develop", "settle", "produce", "ship")


def _die(code: str, look: Look = Look.NORMAL) -> Picture:
    """Return a die from a code such as ``h:explore``."""
    kind, _, face = code.partition(":")
    return Picture(f"die/{_DICE[kind]}{'/' + face if face else ''}", look)


_DICE: Final = {
    "h": "home", "m": "military", "c": "consumption", "n": "novelty", "r": "rare_elements",
    "g": "genes", "a": "alien_technology",
}  # fmt: skip


def _dice(*codes: str) -> tuple[Picture, ...]:
    return tuple(_die(code) for code in codes)


def _states(states: str) -> tuple[tuple[str, PhaseState], ...]:
    """Return phases from a code: c current, a active, d done, - off."""
    meaning = {
        "c": PhaseState.CURRENT, "a": PhaseState.ACTIVE, "d": PhaseState.DONE, "-": PhaseState.OFF,
    }  # fmt: skip
    return tuple((phase, meaning[each]) for phase, each in zip(_PHASES, states, strict=True))


ANN: Final = Seat(1, "Ann", "blue", "3")
LUKASZ: Final = Seat(2, "Łukasz", "orange", "1")
ZSOFI: Final = Seat(3, "Zsófi", "green", "8")


def _idle(seat: Seat, reason: str, money: str = "") -> Lane:
    return Lane(replace(seat, doing=Doing.IDLE, reason=reason, money=money or seat.money))


def _explore(seat: int) -> tuple[Answer, ...]:
    return (
        Answer(f"stock:{seat}", Picture("coin"), "Stock", number="+$2"),
        Answer(f"scout:development:{seat}", Picture("development"), "Scout", under=True),
        Answer(f"scout:world:{seat}", Picture("world/novelty"), "Scout", under=True),
    )


EXPLORE: Final = Page(
    above="Round 1 · Explore",
    question="Explorers: stock or scout?",
    phases=_states("caa--"),
    body=Lanes((
        Lane(ANN, (_die("h:explore", Look.DONE), _die("h:explore", Look.CHOSEN)), _explore(1)),
        _idle(LUKASZ, "No explorer"),
        Lane(ZSOFI, (_die("h:explore", Look.CHOSEN),), _explore(3)),
    )),
    move_now=Move(_dice("h:explore"), Picture("citizenry"), ("Die to", "Citizenry"), ANN,
                  "moved:1"),
    main=Main("2 players to go"),
)  # fmt: skip


def _ship(key: str, world: str, good: str, shipper: str, coins: int, points: int,
          best: int) -> Offer:  # fmt: skip
    return Offer(
        Picture(f"world/{world}", over=_dice(f"{good}:produce", f"{shipper}:ship")),
        (
            Answer(f"trade:{key}", Picture("coin"), "Trade", number=f"+{coins}",
                   suggested=best == 0),
            Answer(f"consume:{key}", Picture("chip"), "Consume", number=f"+{points}",
                   suggested=best == 1),
        ),
    )  # fmt: skip


SHIP: Final = Page(
    above="Round 6",
    question="Trade or consume?",
    phases=_states("-d-dc"),
    body=Lanes((
        Lane(ANN, offers=(_ship("1:0", "novelty", "h", "h", 3, 1, 0),
                          _ship("1:1", "genes", "g", "c", 5, 3, 1))),
        _idle(LUKASZ, "No shipper"),
        Lane(replace(ZSOFI, money="2"),
             offers=(_ship("3:0", "alien_technology", "n", "n", 6, 1, 0),),
             leaves=Move(_dice("h:ship"), Picture("cup"), ("no good left",))),
    )),
    note=Note(("Suggested.", "Tap the other to change."), icon="tick/act"),
    main=Main("Ship 3 goods", "ship"),
)  # fmt: skip


def _cell(*codes: str, at: int | None = None, look: Look = Look.NORMAL) -> Cell:
    return Cell(tuple(replace(each, look=look) for each in _dice(*codes)), at)


SUMMARY: Final = Page(
    above="Round 1 · Reveal",
    question="Explore, Develop, Settle",
    body=Columns(
        (ANN, LUKASZ, ZSOFI),
        (
            Column("explore", "Explore", True,
                   (_cell("h:explore", "h:explore", at=0), _cell(), _cell("h:explore"))),
            Column("develop", "Develop", True,
                   (_cell("r:develop"), _cell("h:develop"),
                    _cell("h:develop", "g:wild", "h:develop", at=0))),
            Column("settle", "Settle", True,
                   (_cell("h:settle"), _cell("m:settle", "h:settle", "m:settle", at=0), _cell())),
            Column("produce", "Produce", False,
                   (_cell(), _cell(), _cell("h:produce", look=Look.LEAVES))),
            Column("ship", "Ship", False, (_cell(), _cell("h:ship", look=Look.LEAVES), _cell())),
        ),
    ),
    note=Note(("2 dice go back", "from Produce and Ship"), Picture("cup"), bold_first=True),
    main=Main("Start Explore", "start"),
)  # fmt: skip


CHOICE: Final = Page(
    above="Round 1 · Explore",
    question="Łukasz: which side up?",
    chips=(Chip(seat=LUKASZ),),
    body=Cards(
        (
            Card("development",
                 (Picture("development", number="2"), Picture("worker"),
                  Picture("phase/settle/active")),
                 "Colonial Affinity", ("One worker to Settle,", "each round")),
            Card("world",
                 (Picture("world/genes", number="4"),
                  Picture("world/genes", over=_dice("g:produce"))),
                 "Malevolent Lifeforms", ("+1 Genes die as a good",)),
        ),
        "or",
    ),
    side=(Side("another", "Another tile", "search"),),
    hint="Goes under that stack",
)  # fmt: skip


SHIP_MANY: Final = replace(
    SHIP,
    body=Lanes(
        (
            Lane(
                ANN, offers=tuple(_ship(f"1:{at}", "novelty", "h", "h", 3, 1, 0) for at in range(7))
            ),
            _idle(LUKASZ, "No shipper"),
            Lane(ZSOFI, offers=(_ship("3:0", "alien_technology", "n", "n", 6, 1, 0),)),
        )
    ),
)
"""More goods than fit at once: arrows lead to the others."""


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


EXAMPLES: Final[dict[str, Page]] = {
    "explore": EXPLORE,
    "ship": SHIP,
    "ship-many": SHIP_MANY,
    "summary": SUMMARY,
    "choice": CHOICE,
    "result": RESULT,
    "galaxy": GALAXY,
    "reveal": REVEAL,
    "zones": ZONES,
    "dialog": replace(SUMMARY, sheet=SHEET),
}


def chosen(page: Page, key: object) -> Page:
    """Return the page with another answer chosen, in the lane or offer that has this answer."""

    def marked(answers: tuple[Answer, ...]) -> tuple[Answer, ...]:
        if key not in [each.key for each in answers]:
            return answers
        return tuple(replace(each, suggested=each.key == key) for each in answers)

    if not isinstance(page.body, Lanes):
        return page
    lanes = tuple(
        replace(
            lane,
            answers=marked(lane.answers),
            offers=tuple(replace(offer, answers=marked(offer.answers)) for offer in lane.offers),
        )
        for lane in page.body.lanes
    )
    return replace(page, body=Lanes(lanes))
