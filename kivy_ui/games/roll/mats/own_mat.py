"""The mat that a player has photographed behind the own screen: doubts, the rules, recording it.

What the rules say comes from the mat at Reveal, in a state that nobody else ever sees.
"""

import copy
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.games.question import Answer, Choose, Piece, Refusal, Steps, Text, named, shown, text
from companion.games.roll.ask.mat import of_camera
from companion.games.roll.model.dice import PlacedDie
from companion.games.roll.model.state import GameState, Step
from companion.games.roll.phases.reveal import CorrectDie, RemoveDie
from companion.games.roll.view.camera import known_kinds, practised
from companion.session.ports import DieReading
from companion.session.sightings import seen_die
from companion.session.table_port import PrivateView
from kivy_ui.common.seat_sheet import ACCEPT, OwnMats
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.mats.mat_verdict import check


@dataclass(frozen=True, slots=True)
class ReadMat:
    """Dice that were read; *others* has what each can be instead, by its mark."""

    dice: tuple[PlacedDie, ...]
    others: dict[str, tuple[PlacedDie, ...]]


def _about(private: PrivateView) -> object:
    state, seat = private.state, private.seat
    if not isinstance(state, GameState) or seat is None:
        return None
    if state.step not in (Step.ASSIGN, Step.REVEAL) or seat not in state.seats:
        return None
    return private.update.game_id, state.round.number, state.assignment(seat).dice


def _read(dice: tuple[DieReading, ...]) -> ReadMat:
    """Return the dice of this game; one between two places is doubtful."""
    seen = tuple(seen_die(each, str(number)) for number, each in enumerate(dice))
    found, others = [], {}
    for read, placed in zip(seen, practised(seen), strict=True):
        if placed is None:
            continue
        doubtful = placed.doubtful or read.zone is None
        found.append(replace(placed, doubtful=doubtful, mark=read.mark))
        pairs = known_kinds(read.others)
        others[read.mark] = tuple(PlacedDie(*pair, placed.place) for pair in pairs)
    return ReadMat(tuple(found), others)


def _revealed(private: PrivateView, dice: tuple[PlacedDie, ...]) -> PrivateView:
    """Return the seat's screen if this were Reveal and these dice lay on its mat."""
    seat = private.seat or 0
    part = replace(private.state.assignment(seat), dice=dice, ready=True)
    state = replace(private.state.with_assignment(part), step=Step.REVEAL)
    return replace(private, state=state).of(seat)


def _asked(ui: UiContext, private: PrivateView, mat: ReadMat) -> Choose:
    """Ask about the first doubtful die, else whether this is the mat."""
    if not isinstance(ui, RollContext):
        raise TypeError("not Roll for the Galaxy")
    revealed = _revealed(private, mat.dice)
    corrections = {each.key: each for each in getattr(revealed.question, "answers", ())}
    of_dice = [replace(corrections[f"die-{index}"], minor=False) for index in range(len(mat.dice))]
    doubt = next((index for index, die in enumerate(mat.dice) if die.doubtful), None)
    if doubt is not None:
        more = replace(of_dice[doubt], text=text("It is another one"), pieces=())
        answers = (*_readings(private.seat or 0, doubt, mat), more)
        return Choose(text("Is this die read correctly?"), answers, "yes")
    wrong, said = _verdict(ui, revealed)
    command = of_camera(private.state, private.seat or 0, mat.dice)
    refused = Refusal("mat", said, None, "") if wrong or command is None else None
    readies = isinstance(command, Steps)
    words = text("Ready, with this mat") if readies else text("This is my mat")
    accept = Answer(ACCEPT, words, command, refused=refused)
    return Choose(said, (accept, *of_dice, corrections["add"]), "" if refused else ACCEPT)


def _readings(seat: int, index: int, mat: ReadMat) -> Iterator[Answer]:
    """Yield what a doubtful die can be, as it was read first."""
    die = mat.dice[index]
    for number, each in enumerate((die, *mat.others.get(die.mark, ()))):
        piece = Piece(f"die/{each.type.value}/{each.face.value}")
        key, words = "yes", text("Yes, correct")
        if number:
            key, words = f"other-{number}", shown(Piece(f"face/{each.face.value}"))
        yield Answer(key, words, CorrectDie(seat, index, replace(each, doubtful=False)), (piece,))
    yield Answer("none", text("No such die"), RemoveDie(seat, index))


def _verdict(ui: RollContext, revealed: PrivateView) -> tuple[bool, Text]:
    """Return whether a mat is wrong, and what the rules say of it."""
    context = copy.copy(ui)
    context.update = revealed.update
    seat = context.seat(revealed.seat or 0)
    if seat is None or not seat.dice:
        return True, text("No dice were found in the photograph")
    found = check(context, seat)
    if found.text or found.do:
        return bool(found.do), named(found.text or found.do)
    return False, text("The rules allow this mat")


def _change(private: PrivateView, mat: ReadMat, command: Any) -> ReadMat:
    state, game = _revealed(private, mat.dice).state, private.game
    if game is not None:
        for event in game.decide(state, command):
            state = game.apply(state, event)
    return replace(mat, dice=state.assignment(private.seat or 0).dice or ())


MATS: Final = OwnMats(_about, _read, _asked, _change)
