"""Facts that must be read from the owner's box: the mat's back and the dice."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from companion.games.question import Answer, Choose, Later, Piece, of_piece, text
from companion.games.storm.pieces import face_piece, space_piece, world_piece
from companion.games.storm.robot import (
    START_WORLDS,
    Die,
    RobotFace,
    Space,
    StartWorld,
    doubts_about,
)

SIDES = 6


@dataclass(frozen=True, slots=True)
class RobotEquals:
    """Initial meaning of a robot face with a start world, as printed on the mat's back."""

    start_world: int
    equals: Space


@dataclass(frozen=True, slots=True)
class SoloBox:
    """Facts for the solitaire game: start worlds that were looked up, six faces of both dice."""

    equals: tuple[RobotEquals, ...] = ()
    dice: tuple[Die, Die] | None = None

    def equals_of(self, world: StartWorld) -> Space | None:
        """Return the owner's entry for a start world; None if there is none."""
        return next((e.equals for e in self.equals if e.start_world == world.number), None)

    def with_equals(self, world: int, equals: Space) -> "SoloBox":
        """Return the facts with one start world's entry added or replaced."""
        others = tuple(each for each in self.equals if each.start_world != world)
        known = sorted((*others, RobotEquals(world, equals)), key=lambda each: each.start_world)
        return SoloBox(tuple(known), self.dice)


def solo_box_fits(box: "SoloBox") -> bool:
    """Return whether the facts are valid: nine start worlds, dice with six faces."""
    numbers = [each.start_world for each in box.equals]
    known = all(0 <= number < len(START_WORLDS) for number in numbers)
    six = box.dice is None or all(len(die) == SIDES for die in box.dice)
    return known and six and len(set(numbers)) == len(numbers)


_GoOn: TypeAlias = Callable[[SoloBox], Any]
_DOUBTS: Final = {
    "six_faces": text("A die has six faces. Are they right?"),
    "two_robots_on_one_die": text("Exactly one die has two robot faces. Are they right?"),
    "match_on_both_dice": text("Both dice have a match face. Are they right?"),
}


def box_answers(box: "SoloBox", go_on: _GoOn) -> tuple[Answer, ...]:
    """Return what can be entered about the box; *go_on* asks the next question with it."""
    dice, mat = Later(_face, (box, go_on, ())), Later(_world, (box, go_on))
    return (
        Answer("dice", text("Faces of the dice"), dice, (face_piece(RobotFace.MATCH),), minor=True),
        Answer("mat", text("Back of the mat"), mat, (Piece("mat"),), minor=True),
    )


def _face(box: "SoloBox", go_on: _GoOn, faces: tuple[RobotFace, ...]) -> Any:
    """Ask for the six faces of one die, then of the other."""
    if len(faces) == 2 * SIDES:
        return _checked(box, go_on, faces)
    die, place = divmod(len(faces), SIDES)
    answers = tuple(
        of_piece(face_piece(each), Later(_face, (box, go_on, (*faces, each)))) for each in RobotFace
    )
    asked = text("Look at one robot die: what is on its face %(step)s of 6?", step=place + 1)
    if die:
        asked = text("Look at the other die: what is on its face %(step)s of 6?", step=place + 1)
    return Choose(asked, answers)


def _checked(box: "SoloBox", go_on: _GoOn, faces: tuple[RobotFace, ...]) -> Any:
    """Go on; ask again if the faces contradict what is certain about the dice."""
    dice = faces[:SIDES], faces[SIDES:]
    known, doubts = replace(box, dice=dice), doubts_about(dice)
    if not doubts:
        return go_on(known)
    again = Later(_face, (box, go_on, ()))
    answers = (
        Answer("again", text("Enter them again"), again, (face_piece(RobotFace.MATCH),)),
        Answer("right", text("They are right"), Later(go_on, (known,)), (face_piece(faces[0]),)),
    )
    return Choose(_DOUBTS[doubts[0]], answers, "again")


def _world(box: "SoloBox", go_on: _GoOn) -> Choose:
    """Ask what the mat's back says for a start world of the robot."""
    answers = tuple(
        of_piece(
            world_piece(world), Later(_meaning, (box, go_on, world.number)), key=str(world.number)
        )
        for world in START_WORLDS
    )
    return Choose(text("Which world do you look up?"), answers)


def _meaning(box: "SoloBox", go_on: _GoOn, world: int) -> Choose:
    answers = tuple(
        of_piece(space_piece(each), Later(go_on, (box.with_equals(world, each),))) for each in Space
    )
    piece = world_piece(START_WORLDS[world])
    return Choose(text("What does the robot face mean with %(world)s?", world=piece), answers)
