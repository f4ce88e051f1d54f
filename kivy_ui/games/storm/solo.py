"""The game against the robot on the screen: its numbers, phases and dice around the questions."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from companion.games.answers import walk
from companion.games.definition import TRAY
from companion.games.question import Path, Question
from companion.games.storm import SOLO
from companion.games.storm.ask_solo import PLAYER, ROBOT, question, set_up
from companion.games.storm.box import SIDES, SoloBox
from companion.games.storm.pieces import FIND_WORDS
from companion.games.storm.robot import ANCIENT_RACE, COUNTERS, SIX_COST_VP, START_WORLDS, RobotFace
from companion.games.storm.solo import Find, SoloPhase, SoloState, SoloStep
from companion.games.storm.solo_round import ROBOT_DICE
from companion.games.storm.view import SoloView
from companion.i18n import Translator
from companion.session.ports import Reading
from kivy_ui.asking.answering import Asked
from kivy_ui.asking.draft import Draft, Give
from kivy_ui.asking.game_pages import Around, GamePages
from kivy_ui.asking.telling import Telling, halves
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.storm.looks import (
    LOOKS,
    decks,
    phase_plate,
    world_notes,
    world_picture,
)
from kivy_ui.games.storm.solo_result import explained, over
from kivy_ui.games.storm.words import bonus_words, space_word, world_word
from kivy_ui.pages.forms import Choice, Field, Form
from kivy_ui.pages.listing import Row
from kivy_ui.pages.page import Note, PhaseState, Picture, Seat, Side
from kivy_ui.pages.people import Person

_STACK: Final = (Picture("storm/stack"),)
_MANY: Final = 12
_MINUS: Final = "\N{MINUS SIGN}"
_WORLDS: Final = (1, 2)
"""How many answers there are when a start world is asked."""


def _ask(ui: UiContext, group: PlayerGroup, state: SoloState, seat: int) -> Question | None:
    """Return the question of a seat; the set-up knows the player and the owner's copy."""
    if seat == ROBOT and state.step is SoloStep.SET_UP:
        box = ui.settings.services.boxes.of(SOLO.key) or SoloBox()
        return set_up(group.sitting(1)[0].name, box)
    return question(decks, state, seat)


def _around(tell: Telling, view: SoloView, asked: Asked, draft: Draft) -> Around:
    translate, state = tell.translate, view.state
    if state.step is SoloStep.SET_UP:
        notes = world_notes(translate) if len(draft.path) in _WORLDS else _levels(translate)
        dice = draft.path[:1] == ("dice",)
        return Around(
            translate("Against the robot"),
            _faces_so_far(tell, draft.path[1:]) if dice else (),
            _remembered(tell, draft) if dice else _looked_up(tell, draft.path),
            captions=notes,
        )
    above = translate("Round %(number)s", number=state.round)
    pool = translate("%(count)s VP left in the pool", count=max(0, state.pool))
    note = _NOTES[state.step](tell, view) if state.step in _NOTES else None
    around = Around(f"{above} \u00b7 {pool}", _people(tell, view, draft), note)
    if state.step is SoloStep.PLAYER:
        return replace(around, phases=_phases(view))
    flip = state.flip if draft.path[:1] == ("found",) and not draft.more else None
    if flip is not None and asked.typed is None:
        body = _turned(tell, state, draft.path)
        return replace(around, asked=tell.said(FIND_WORDS[flip.find]) if body else "", body=body)
    return around


def _turned(tell: Telling, state: SoloState, path: Path) -> Form | None:
    """Return both numbers of the cards that are turned over: the VP of the last one answers.

    None where there can be too many cards for one page.
    """
    asked = question(decks, state, ROBOT)
    misses = path[1] if len(path) > 1 else 0
    first, then = walk(asked, ("found",)), walk(asked, ("found", misses))
    if first.high >= _MANY:
        return None
    missed = tuple(
        Choice(Give(ROBOT, ("found", count)), str(count), chosen=count == misses)
        for count in range(first.low, first.high + 1)
    )
    points = tuple(
        Choice(
            Give(ROBOT, ("found", misses, each.key)),
            tell.said(each.text) if each.key == "six" else each.key.replace("-", _MINUS),
        )
        for each in then.answers
        if each.refused is None
    )
    return Form(
        (
            Field(tell.translate("First: how many did not fit?"), _STACK, missed),
            Field(tell.said(then.text), (Picture("chip"),), points),
        )
    )


def _levels(translate: Translator) -> dict[str, str]:
    """Return what each difficulty means: the VP of the robot's 6-cost cards and counters."""
    return {
        level.value: translate(
            "Counters: %(count)s, %(vp)s VP each", count=count, vp=SIX_COST_VP[level]
        )
        for level, count in COUNTERS.items()
    } | {
        "dice": translate("Enter once what is on their faces"),
        "mat": translate("Enter once what a robot face means"),
    }


def _faces_so_far(tell: Telling, faces: Path) -> tuple[Person, ...]:
    """Return both dice of the robot with the faces that are entered."""
    words = tell.translate("One robot die"), tell.translate("The other")
    return tuple(
        Person(
            Seat(ROBOT, name, ""),
            tuple(Picture(f"robot/{face}") for face in faces[first : first + SIDES]),
            acts=first <= len(faces) < first + SIDES,
        )
        for name, first in zip(words, (0, SIDES), strict=True)
    )


def _remembered(tell: Telling, draft: Draft) -> Note:
    """Return why the faces of the dice are asked, with the way to take the last one back."""
    why = tell.translate("Asked once: impossible rolls are noticed then.")
    last = Give(ROBOT, draft.path[:-1])
    back = Side(last, tell.translate("Take back"), "undo") if len(draft.path) > 1 else None
    return Note(halves(why), icon="symbol/info", button=back)


def _looked_up(tell: Telling, path: Path) -> Note | None:
    """Return where the meaning of a robot face is printed, where it is asked."""
    asked = len(path) > max(_WORLDS) or (len(path) > 1 and path[0] == "mat")
    if not (asked and str(path[-1]).isdigit()):
        return None
    world = world_word(START_WORLDS[int(path[-1])])
    said = tell.translate("The back of the mat shows it for %(world)s.", world=world)
    return Note(halves(said), Picture("robot/robot"))


def _meaning(tell: Telling, view: SoloView) -> Note | None:
    """Return what a robot face means, and whether that is only a guess."""
    if view.equals is None:
        return None
    word = space_word(tell.translate, view.equals)
    lines = [tell.translate("A robot face means: %(action)s", action=word)]
    if view.unverified and view.state.round == 1:
        guess = tell.translate("Some of the robot's data is guessed: compare mat and dice.")
        lines += halves(guess)
    return Note(tuple(lines), Picture("robot/robot"), bold_first=True)


def _bonus(tell: Telling, view: SoloView) -> Note | None:
    """Return the player's bonus in the phase; an action that both dice ask for is done once."""
    if view.task is None:
        return None
    lines = [bonus_words(tell.translate, view.task)]
    if view.state.once is not None:
        both = space_word(tell.translate, view.state.once)
        once = tell.translate("Both dice ask for %(action)s: it is done once.", action=both)
        lines.append(once)
    words = halves(lines[0]) if len(lines) == 1 else tuple(lines)
    plate = phase_plate(view.task.phase)
    return Note(words, Picture(f"phase/{plate}/current"))


def _without_credit(tell: Telling, view: SoloView) -> Note | None:
    flip, robot = view.state.flip, view.state.robot
    if flip is None or robot is None or flip.find is not Find.DEVELOPMENT:
        return None
    if robot.credit >= flip.six_cost:
        return None
    words = tell.translate("A 6-cost development does not fit: the robot has no credit.")
    return Note(halves(words), Picture("development", number="6"))


_NOTES: Final[Mapping[SoloStep, Callable[[Telling, SoloView], Note | None]]] = MappingProxyType(
    {
        SoloStep.ACTIONS: _meaning,
        SoloStep.DICE: _meaning,
        SoloStep.PLAYER: _bonus,
        SoloStep.FLIP: _without_credit,
    }
)


def _phases(view: SoloView) -> tuple[tuple[str, PhaseState], ...]:
    """Return the phases of the round with those that are left."""
    left = [task.phase for task in view.state.tasks]
    states = dict.fromkeys(SoloPhase, PhaseState.OFF)
    states |= dict.fromkeys(left, PhaseState.ACTIVE)
    states |= dict.fromkeys(left[:1], PhaseState.CURRENT)
    return tuple((phase_plate(phase), state) for phase, state in states.items())


def _people(tell: Telling, view: SoloView, draft: Draft) -> tuple[Person, ...]:
    """Return the player's chips, cards and actions; the robot's points, tracks, stack and cards."""
    state, robot = view.state, view.state.robot
    mine = (
        Picture("chip", text=str(state.player_chips)),
        Picture("tile", text=str(state.player_tableau)),
        *(Picture(f"action/{space.value}") for space in state.actions),
    )
    acts = draft.seat == PLAYER
    people = [Person(tell.seat(PLAYER), mine, acts=acts)]
    if robot is not None:
        its = (
            Picture("chip", text=str(view.robot_vp)),
            Picture("coin", text=str(robot.credit)),
            Picture("symbol/chevrons", text=str(robot.economy)),
            Picture("storm/stack", text=str(robot.stack)),
            Picture("tile", text=str(robot.tableau + robot.placed)),
        )
        people.append(Person(tell.seat(ROBOT), its, acts=not acts))
    return tuple(people)


def _set_up(tell: Telling, view: SoloView, draft: Draft) -> tuple[Row, ...]:
    """Return the components (section 3.1), before the first choice of actions."""
    translate, state, robot = tell.translate, view.state, view.state.robot
    if robot is None or state.round > 1 or state.step is not SoloStep.ACTIONS or draft.given:
        return ()
    count = robot.world.stack
    stack = translate.plural(
        "The robot's draw stack: %(count)s card face down",
        "The robot's draw stack: %(count)s cards face down",
        count,
    )
    kept = translate("Draw six cards, keep four")
    if state.player_start == ANCIENT_RACE:
        kept = translate("Draw six cards, keep three (Ancient Race)")
    me = Picture("seat", number=str(PLAYER), colour=tell.colour(PLAYER))
    mine = me, world_picture(state.player_start)
    its = Picture("seat"), world_picture(robot.start)
    return (
        Row(None, translate("24 VP in chips for both"), (Picture("chip", text="24"),)),
        Row(None, world_word(START_WORLDS[state.player_start]), mine, text=kept),
        Row(None, world_word(robot.world), its, text=stack),
        Row(
            None,
            translate("The robot's credit, economy and 6-cost counters"),
            (
                Picture("coin", text=str(robot.credit)),
                Picture("symbol/chevrons", text=str(robot.economy)),
                Picture("storm/counter", text=f"\u00d7{robot.unplaced}"),
            ),
        ),
    )


def _box(view: SoloView, known: SoloBox | None) -> SoloBox | None:
    """Return the dice, and what the mat's back says: as entered for the game that begins."""
    state, robot = view.state, view.state.robot
    if robot is None or state.step is not SoloStep.ACTIONS or state.round > 1:
        return None
    box = known or SoloBox()
    if state.dice_known:
        box = replace(box, dice=state.dice)
    if state.equals_known and not robot.world.sure:
        box = box.with_equals(robot.start, robot.equals)
    return box


def _seen(reading: Reading) -> Path | None:
    """Return the answer that both dice on the tray are; None if these two are not found."""
    faces = {die.type: die.face for die in reading.dice if die.mat == TRAY}
    found = sorted(die.type for die in reading.dice if die.mat == TRAY)
    if found != list(ROBOT_DICE) or not set(faces.values()) <= {face.value for face in RobotFace}:
        return None
    return ("roll", *(faces[kind] for kind in ROBOT_DICE))


def _thrown(state: SoloState) -> Path:
    """Roll both dice on the screen."""
    return ("roll", *(secrets.choice(die).value for die in state.dice))


SOLO_PAGES: Final = GamePages(
    LOOKS,
    _ask,
    _around,
    over,
    _set_up,
    _box,
    seen=_seen,
    thrown=_thrown,
    explained=explained,
    has_robot=True,
)
