"""Questions to the whole table, seat 0: reveal, spare die, ends of phases, rounds and the game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from companion.games.question import (
    Amount,
    Answer,
    Choose,
    Form,
    Later,
    Question,
    named,
    of_piece,
    one_of,
    shown,
    switch,
    text,
)
from companion.games.roll.ask.at import rolled_die
from companion.games.roll.ask.corrections import corrections
from companion.games.roll.ask.set_up import set_up
from companion.games.roll.ask.tasks import tasks
from companion.games.roll.ask.words import judge_of, tile_piece
from companion.games.roll.decide.combined import NameTile, asked_tile
from companion.games.roll.model.dice import FACES, DieType
from companion.games.roll.model.effects import Category
from companion.games.roll.model.holdings import UNKNOWN
from companion.games.roll.model.seating import LEVELS, STYLES, Computers, ComputerSeat
from companion.games.roll.model.state import PLAYERS_WITH_SPARE_DIE, GameState, Step
from companion.games.roll.phases.reveal import ConfirmReveal, RecordSpareDie
from companion.games.roll.phases.round import FinishPhase, FinishRound, StopGame
from companion.games.roll.phases.set_up import SeatComputers
from companion.games.roll.rules.lookup import Rules, is_seen

_MOST_SEED: Final = 999_999
_LEVELS: Final = {
    "random": text("random"),
    "easy": text("easy"),
    "normal": text("medium"),
    "hard": text("hard"),
}
_STYLES: Final = {
    "usual": text("balanced"),
    "producer": text("goods"),
    "builder": text("building"),
    "opportunist": text("credits"),
}


def table(rules: Rules, state: GameState) -> Question:
    """Return what the whole table decides: set-up, ends of steps, corrections."""
    if state.step is Step.SETUP:
        return set_up(rules)
    due = (*_due(rules, state), *_naming(rules, state))
    answers = (*due, *_seldom(rules, state))
    urgent = any(each.refused is None and not each.minor for each in due)
    if state.step in (Step.PHASE, Step.MANAGE):
        seats = (tasks(rules, state, seat) for seat in state.seats if state.tracking)
        urgent = urgent and not any(each is not None and each.urgent for each in seats)
    spare = next((each for each in due if each.key == "spare"), None)
    by = ("tray",) if spare is not None else ()
    first = next((each.key for each in due if each.refused is None and not each.minor), "")
    words = text("What does the table do?")
    return Choose(words, answers, first, urgent, by)


def seldom(rules: Rules, state: GameState) -> Choose:
    """Return what is seldom wanted in any step: corrections, who plays, the end of the game."""
    answers = tuple(replace(each, minor=False) for each in _seldom(rules, state))
    return Choose(text("Change what differs on the table"), answers, urgent=False)


def _due(rules: Rules, state: GameState) -> Iterator[Answer]:
    """Yield what ends the step."""
    judge = judge_of(rules, state)
    match state.step:
        case Step.REVEAL:
            if len(state.empires) == PLAYERS_WITH_SPARE_DIE:
                yield _spare_die(state)
            yield judge.answer("confirm", text("Confirm"), ConfirmReveal())
        case Step.PHASE:
            yield judge.answer("finish", text("Finish phase"), FinishPhase())
        case Step.MANAGE:
            yield judge.answer("finish", text("Finish round"), FinishRound())
        case _:
            pass


def _spare_die(state: GameState) -> Answer:
    """Ask for the face of the spare die of two players (R-4.2)."""
    faces = tuple(
        of_piece(face.value, rolled_die(DieType.HOME, face), RecordSpareDie(face))
        for face in dict.fromkeys(FACES[DieType.HOME])
    )
    asked = Choose(text("Which face does it show?"), faces, by=("tray",))
    recorded = state.round.spare_die is not None
    return Answer("spare", text("Spare die"), asked, minor=recorded)


def _naming(rules: Rules, state: GameState) -> Iterator[Answer]:
    """Yield which tile people must name for a computer player."""
    judge = judge_of(rules, state)
    for seat in state.seats:
        spot = asked_tile(state, seat)
        if spot is None:
            continue
        kind = spot.stack or Category.DEVELOPMENT
        tiles = tuple(
            judge.answer(str(n), shown(tile_piece(kind, n)), NameTile(seat, n))
            for n in rules.catalog.tile_by_id
            if not is_seen(rules, state, n)
        )
        unnamed = judge.answer("unknown", text("unknown"), NameTile(seat, UNKNOWN))
        asked = text("%(name)s: which tile is it?", name=state.empire(seat).name)
        yield one_of(f"name-{seat}", asked, (unnamed, *tiles))


def _seldom(rules: Rules, state: GameState) -> Iterator[Answer]:
    """Yield what is possible in every step, but seldom wanted."""
    wrong = Later(corrections, (rules, state))
    yield Answer("correct", text("Correct a mistake"), wrong, minor=True)
    if state.step is Step.OVER:
        return
    if state.tracking is not None:
        yield Answer("computers", text("Who plays?"), Later(_computers, (rules, state)), minor=True)
    stop = text("End the game now and count the points")
    yield Answer("stop", stop, StopGame(), minor=True)


def _computers(rules: Rules, state: GameState) -> Form:
    """Ask for each seat whether a person or the companion plays it, and who rolls."""
    now = state.computers
    kinds = tuple(
        Answer(
            f"{level}/{style}",
            text("computer, %(level)s: %(style)s", level=_LEVELS[level], style=_STYLES[style]),
            (level, style),
        )
        for level in LEVELS
        for style in STYLES
    )
    person = Answer("person", text("A person"), None)
    seats: list[Question] = []
    for seat in state.seats:
        there = now.at(seat)
        usual = "person" if there is None else f"{there.level}/{there.style}"
        seats.append(Choose(named(state.empire(seat).name), (person, *kinds), usual))
    virtual = switch(text("The companion rolls for them"), on=now.virtual_dice)
    words = text("Any number: from it their dice and draws follow")
    seed = Amount(words, 0, _MOST_SEED, str, default=0)

    def make(virtual: bool, seed: str, *played: tuple[str, str] | None) -> SeatComputers:  # noqa: FBT001
        chosen = zip(state.seats, played, strict=True)
        found = tuple(ComputerSeat(seat, *each) for seat, each in chosen if each is not None)
        return SeatComputers(Computers(found, virtual, now.seed or seed))

    refuses = judge_of(rules, state).refuses
    return Form(text("Who plays?"), (virtual, seed, *seats), make, refuses)
