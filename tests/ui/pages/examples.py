"""Example pages as values, for screenshots, measurements and tests."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from kivy_ui.pages.forms import Field, Form, Stepper
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
from kivy_ui.pages.rounds import Answer, Cell, Column, Columns, Lane, Lanes, Offer, Pick
from tests.ui.pages.end_examples import END_EXAMPLES
from tests.ui.pages.game_examples import GAME_EXAMPLES
from tests.ui.pages.opening_examples import OPENING
from tests.ui.pages.window_examples import WINDOW_EXAMPLES

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
BALINT: Final = Seat(4, "Bálint", "purple", "2")
ESZTER: Final = Seat(5, "Eszter", "yellow", "4")


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
        Lane(ANN, (_die("h:explore", Look.DONE), _die("h:explore", Look.CHOSEN)), _explore(1),
             power_name="No power in this phase"),
        _idle(LUKASZ, "No explorer"),
        Lane(ZSOFI, (_die("h:explore", Look.CHOSEN),), _explore(3),
             power=Picture("development", number="2"), power_name="Improved Reconnaissance"),
    )),
    move_now=Move(_dice("h:explore"), Picture("citizenry"), ("Die to", "Citizenry"), ANN,
                  "moved:1"),
    main=Main("2 players to go"),
)  # fmt: skip


def _built(seat: int, *, chosen: bool = False) -> tuple[Answer, ...]:
    return (
        Answer(f"built:{seat}", Picture("world/novelty"), "Built", chosen=chosen),
        Answer(f"not:{seat}", Picture("place"), "Not yet", "No"),
    )


FIVE: Final = Page(
    above="Round 5 · Settle",
    question="Is your top world built?",
    phases=_states("d-c-a"),
    body=Lanes((
        Lane(ANN, _dice("m:settle", "h:settle"), _built(1)),
        Lane(LUKASZ, _dice("m:settle", "h:settle", "c:settle"), _built(2)),
        _idle(ZSOFI, "", "10"),
        Lane(BALINT, _dice("h:settle"), _built(4)),
        Lane(ESZTER, _dice("g:wild", "g:wild"), _built(5, chosen=True)),
    )),
    move_now=Move(_dice("g:wild", "g:wild"), Picture("citizenry"), ("Dice to", "Citizenry"),
                  ESZTER, "moved:5"),
    main=Main("3 players to go"),
)  # fmt: skip


def _ship(key: str, world: str, good: str, shipper: str, coins: int, points: int,
          best: int) -> Offer:  # fmt: skip
    return Offer(
        Picture(f"world/{world}", over=_dice(f"{good}:produce", f"{shipper}:ship")),
        (
            Answer(f"trade:{key}", Picture("coin"), "Trade", number=f"+{coins}", chosen=best == 0),
            Answer(f"consume:{key}", Picture("chip"), "Consume", number=f"+{points}",
                   chosen=best == 1),
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


def _cell(*codes: str, at: int | None = None) -> Cell:
    return Cell(_dice(*codes), at)


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
            Column("produce", "Produce", False, (_cell(), _cell(), _cell("h:produce"))),
            Column("ship", "Ship", False, (_cell(), _cell("h:ship"), _cell())),
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


def _picks(seat: int, *codes: str, chosen: int) -> tuple[Pick, ...]:
    return tuple(
        Pick(f"pick:{seat}:{at}", _die(code), at < chosen) for at, code in enumerate(codes)
    )


_RECRUIT: Final = Move((Picture("citizenry"),), Picture("cup"))

MANAGE: Final = Page(
    above="Round 1 · Manage",
    question="Which dice come back?",
    body=Lanes((
        Lane(replace(ANN, money_after="1"), picks=_picks(1, "m", "m", "h", "h", "h", chosen=2),
             leaves=_RECRUIT, cost="−$2"),
        Lane(replace(LUKASZ, money_after="1"), picks=_picks(2, "c", "h", chosen=0),
             leaves=_RECRUIT, cost="$0"),
        Lane(replace(ZSOFI, money="10", money_after="4"),
             picks=_picks(3, "h", "h", "g", "n", "h", "h", chosen=6),
             leaves=_RECRUIT, cost="−$6"),
    )),
    note=Note(("$1 a die. Nobody stays on $0:", "the marker goes back to $1."), Picture("coin")),
    main=Main("Pay, end round", "pay"),
)  # fmt: skip


def _numbers(*values: tuple[str, str, int]) -> tuple[Field, ...]:
    """Return fields with a piece, a word and a number; 0 cannot be lowered."""
    return tuple(
        Field(word, (Picture(piece),), number=Stepper(value, value and f"less:{place}",
                                                      f"more:{place}"))
        for place, (piece, word, value) in enumerate(values)
    )  # fmt: skip


PAY: Final = Page(
    above="Round 3 · Destroying units",
    question="Pay for Kylo Ren",
    body=Form(_numbers(("card/rey", "Rey", 3), ("card/finn", "Finn", 0),
                       ("card/chewbacca", "Chewbacca", 1), ("card/poe", "Poe", 2),
                       ("card/bb8", "BB-8", 2))),
    main=Main("Pay", "pay"),
    side=(Side("back", "Back", "back"),),
)  # fmt: skip


EXAMPLES: Final[dict[str, Page]] = {
    "explore": EXPLORE,
    "five": FIVE,
    "ship": SHIP,
    "ship-many": SHIP_MANY,
    "manage": MANAGE,
    "summary": SUMMARY,
    "choice": CHOICE,
    "pay": PAY,
    **GAME_EXAMPLES,
    **END_EXAMPLES,
    **WINDOW_EXAMPLES,
    **OPENING,
}


def chosen(page: Page, key: object) -> Page:
    """Return the page with another answer chosen, in the lane or offer that has this answer."""

    def marked(answers: tuple[Answer, ...]) -> tuple[Answer, ...]:
        if key not in [each.key for each in answers]:
            return answers
        return tuple(replace(each, chosen=each.key == key) for each in answers)

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
