"""Solitaire game of The Gathering Storm: instructions for every step of the robot."""

from __future__ import annotations

import secrets
from dataclasses import replace
from functools import partial

from companion.games.question import Amount
from companion.games.storm import ask_solo
from companion.games.storm.ask_solo import PLAYER, ROBOT
from companion.games.storm.robot import RobotFace
from companion.games.storm.solo import Find, SoloState, SoloStep
from companion.games.storm.view import SoloView
from kivy_ui.common.board.icons import Icon, IconLine
from kivy_ui.common.board.pages import Number, Option, Page, Person, Row
from kivy_ui.common.board.question_page import Asking, answer_key
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.storm.card_letters import decks
from kivy_ui.games.storm.icons import (
    LOOKS,
    ROBOT_BADGE,
    ROBOT_COLOUR,
    action_card,
    die_face,
    phase_icon,
    space_icon,
)
from kivy_ui.games.storm.robot_dice import seen_faces
from kivy_ui.games.storm.solo_box import SoloBoxPages
from kivy_ui.games.storm.solo_corrections import corrections_page
from kivy_ui.games.storm.solo_end import solo_end
from kivy_ui.games.storm.solo_final import SoloFinal
from kivy_ui.games.storm.solo_set_up import SoloSetUp
from kivy_ui.games.storm.words import bonus_words, face_word, phase_word, space_word

_AT_ONCE = 10
"""Smaller numbers are entered with one tap, larger ones with a stepper."""


class SoloPages:
    """Pages of one game; holds the selections made before a command is sent."""

    def __init__(self, ui: UiContext, group: PlayerGroup) -> None:
        self._ui = ui
        self._group = group
        self._set_up = SoloSetUp(ui, group)
        self._box = SoloBoxPages(ui)
        self._asking = Asking(ui, group, partial(ask_solo.question, decks), LOOKS)
        self._end = SoloFinal(ui, self._asking)
        self._righting = False
        self._chips = 0
        self._version = -1

    # --- page content --------------------------------------------------------------------------

    def page(self, view: SoloView) -> Page:
        """Return the page to show."""
        if self._ui.update.version != self._version:
            self._version = self._ui.update.version
            self._chips = 0
            self._asking.close()
            self._end.forget()
        if self._box.open:
            return self._box.page()
        if self._righting and view.state.robot is not None:
            player = self._people(view, robot=False)[0]
            return corrections_page(self._ui, self._asking, view, player)
        if view.state.step is SoloStep.SET_UP:
            return self._set_up.page()
        pages = {
            SoloStep.ACTIONS: self._choose_actions,
            SoloStep.DICE: self._roll,
            SoloStep.PLAYER: self._play,
            SoloStep.FLIP: self._flip,
            SoloStep.FINAL: self._final,
            SoloStep.OVER: self._over,
        }
        return pages[view.state.step](view)

    def _people(self, view: SoloView, *, robot: bool) -> tuple[Person, ...]:
        translate = self._ui.translate
        state = view.state
        player = self._group.sitting(1)[0]
        mine = translate(
            "VP in chips: %(chips)s, cards: %(cards)s",
            chips=state.player_chips,
            cards=state.player_tableau,
        )
        goods = (
            Icon("chip", str(state.player_chips)),
            Icon("tile", str(state.player_tableau)),
            *(Icon(action_card(space)) for space in state.actions),
        )
        people = [Person(1, player.name, player.colour, mine, active=not robot, goods=goods)]
        if state.robot is not None:
            its = translate(
                "%(vp)s VP; credit %(credit)s, economy %(economy)s; "
                "stack %(stack)s, tableau %(cards)s",
                credit=state.robot.credit,
                economy=state.robot.economy,
                stack=state.robot.stack,
                cards=state.robot.tableau + state.robot.placed,
                vp=view.robot_vp,
            )
            has = (
                Icon("chip", str(view.robot_vp)),
                Icon("credits", str(state.robot.credit)),
                Icon("chart", str(state.robot.economy)),
                Icon("cards", str(state.robot.stack)),
                Icon("tile", str(state.robot.tableau + state.robot.placed)),
            )
            people.append(Person(0, translate("Robot"), ROBOT_COLOUR, its, active=robot, goods=has))
        return tuple(people)

    def _title(self, view: SoloView) -> str:
        return self._ui.translate("Round %(number)s", number=view.state.round)

    def _equals(self, view: SoloView) -> tuple[IconLine, ...]:
        if view.equals is None:
            return ()
        word = space_word(self._ui.translate, view.equals)
        doubt = self._doubt(view)
        icons = (
            Icon(die_face(RobotFace.ROBOT), "="),
            Icon(space_icon(view.equals), word),
            *((Icon("doubt"),) if doubt else ()),
        )
        return (IconLine(icons, doubt),)

    def _doubt(self, view: SoloView) -> str:
        """Return a warning if facts about the robot have not been verified."""
        if not view.unverified:
            return ""
        return self._ui.translate("Some of the robot's data is guessed: compare mat and dice.")

    def _pool(self, view: SoloView) -> str:
        translate = self._ui.translate
        return translate("%(count)s VP left in the pool", count=max(0, view.state.pool))

    def _choose_actions(self, view: SoloView) -> Page:
        path = self._asking.path
        options = self._asking.options(view.state, PLAYER, *path, chosen=path)
        return Page(
            self._title(view),
            self._asking.asked(view.state, PLAYER, *path),
            people=self._people(view, robot=False),
            lines=self._equals(view),
            rows=(Row("", options, cards=True, stacked=True),),
            beside=self._more(),
            progress=self._ui.translate("%(step)s of %(steps)s", step=len(path) + 1, steps=2),
        )

    def _roll(self, view: SoloView) -> Page:
        translate = self._ui.translate
        seen = seen_faces(self._ui)
        path = self._asking.path or ("roll",)
        options = self._asking.options(view.state, ROBOT, *path, chosen=path[1:])
        roll = Option("roll", translate("Roll on the screen"), icon="rescan")
        lines: tuple[IconLine, ...] = ()
        asked = self._asking.asked(view.state, ROBOT, *path)
        if seen is not None:
            words = ", ".join(face_word(translate, face) for face in seen)
            asked = translate("Do the dice show this?")
            icons = tuple(Icon(die_face(face)) for face in seen)
            lines = (IconLine(icons, words, large=True),)
        return Page(
            self._title(view),
            asked,
            people=self._people(view, robot=True),
            lines=lines,
            rows=(Row("", options, cards=True, stacked=True),),
            primary=translate("Yes") if seen is not None else "",
            beside=(roll, *self._more()),
            progress=translate("%(step)s of %(steps)s", step=len(path), steps=2),
            tray=True,
        )

    def _more(self) -> tuple[Option, ...]:
        translate = self._ui.translate
        return (
            Option("open:right", translate("Correct it"), icon="pencil"),
            Option("open:box", translate("Box data"), icon="tile"),
        )

    def _round(self, view: SoloView) -> IconLine:
        """Return the remaining phases of this round, and who has selected each."""
        icons: list[Icon] = []
        for place, task in enumerate(view.state.tasks):
            if place:
                icons.append(Icon("arrow"))
            word = phase_word(self._ui.translate, task.phase)
            icons.append(Icon(phase_icon(task.phase), word))
            if task.bonus:
                icons.append(self._group.badge(1))
            if task.robot:
                icons.append(ROBOT_BADGE)
        return IconLine(tuple(icons))

    def _play(self, view: SoloView) -> Page:
        translate = self._ui.translate
        task, question = view.task, self._asking.at(view.state, PLAYER)
        facts: list[str] = []
        rows: tuple[Row, ...] = ()
        primary = translate("Done")
        if task is not None:
            facts.append(bonus_words(translate, task))
        if isinstance(question, Amount):
            few = tuple(
                Option(answer_key(PLAYER, n), f"+{n}" if n else "0", icons=(Icon("chip"),))
                for n in range(_AT_ONCE)
            )
            more = Number("chips", self._chips, question.low, question.high)
            rows = (
                Row("", few, cards=True, stacked=True),
                Row(translate("More VP chips"), number=more, icons=(Icon("chip"),)),
            )
            primary = translate("Gained %(count)s", count=self._chips) if self._chips else ""
        elif len(options := self._asking.options(view.state, PLAYER)) > 1:
            rows, primary = (Row("", options, cards=True, stacked=True),), ""
        if (once := view.state.once) is not None:
            both = space_word(translate, once)
            facts.append(translate("Both dice ask for %(action)s: it is done once.", action=both))
        return Page(
            self._title(view),
            self._asking.asked(view.state, PLAYER),
            people=self._people(view, robot=False),
            facts=tuple(facts),
            first_large=True,
            rows=rows,
            primary=primary,
            lines=(self._round(view),),
            beside=self._more(),
            progress=self._pool(view),
        )

    def _flip(self, view: SoloView) -> Page:
        translate, state = self._ui.translate, view.state
        flip, robot = state.flip, state.robot
        credit = robot.credit if robot is not None else 0
        facts: tuple[str, ...] = ()
        if flip is not None and flip.find is Find.DEVELOPMENT and credit < flip.six_cost:
            facts = (translate("A 6-cost development does not fit: the robot has no credit."),)
        return Page(
            self._title(view),
            self._asking.asked(state, ROBOT),
            people=self._people(view, robot=True),
            facts=facts,
            rows=self._cards(state),
            primary=translate("None of them fits")
            if "none" in self._asking.able(state, ROBOT)
            else "",
            primary_quiet=True,
            beside=self._more(),
            progress=self._pool(view),
        )

    def _cards(self, state: SoloState) -> tuple[Row, ...]:
        """Ask for the cards that did not fit, and for the VP of the one that does."""
        asking = self._asking
        if "found" not in asking.able(state, ROBOT):
            return ()
        number = asking.number(state, ROBOT, "found")
        path = ("found", number.value)
        few = tuple(
            Option(answer_key(ROBOT, "found", n), str(n), chosen=n == number.value)
            for n in range(min(_AT_ONCE, number.high + 1))
        )
        misses = Row(
            asking.asked(state, ROBOT, "found"),
            few,
            number if number.high >= _AT_ONCE else None,
            cards=True,
            icons=(Icon("cards"),),
        )
        answers = asking.able(state, ROBOT, *path)
        six = answers.pop("six", None)
        points = tuple(
            asking.option(each, ROBOT, *path, text=key.replace("-", "\N{MINUS SIGN}"))
            for key, each in answers.items()
        )
        label = asking.asked(state, ROBOT, *path)
        found = Row(label, points, cards=True, stacked=True, icons=(Icon("chip"),))
        if six is not None:
            option = asking.option(six, ROBOT, *path, text="?")
            says = replace(option.icons[0], text=asking.said(six.text))
            found = replace(found, options=(*points, option), trailing=(says,))
        return misses, found

    def _over(self, view: SoloView) -> Page:
        return solo_end(self._ui, self._group, view)

    def _final(self, view: SoloView) -> Page:
        return self._end.page(view.state)

    # --- input ---------------------------------------------------------------------------------

    def tap(self, view: SoloView, key: str) -> None:
        """Handle a tap on a button."""
        if self._box.open:
            self._box.tap(key)
        elif self._righting:
            return
        elif key.startswith("open:"):
            self._box.open, self._righting = key == "open:box", key == "open:right"
        elif view.state.step is SoloStep.SET_UP:
            self._set_up.tap(key)
        elif view.state.step is SoloStep.FINAL:
            self._end.tap(view.state, key)
        elif key == "roll":
            faces = (secrets.choice(die).value for die in view.state.dice)
            self._asking.send(view.state, ROBOT, "roll", *faces)
        else:
            self._asking.tap(view.state, key)

    def change(self, view: SoloView, key: str, delta: int) -> None:
        """Change a number by one step."""
        if view.state.step is SoloStep.FINAL and not self._righting:
            self._end.change(view.state, key, delta)
        elif not self._asking.change(view.state, key, delta):
            number = self._asking.at(view.state, PLAYER)
            self._chips = max(number.low, min(number.high, self._chips + delta))

    def primary(self, view: SoloView) -> None:
        """Handle the main button: start, confirm the camera reading, continue, compare."""
        state, send = view.state, self._asking.send
        if self._box.open or self._righting:
            self._box.open = self._righting = False
            return
        match state.step:
            case SoloStep.SET_UP:
                self._set_up.start()
            case SoloStep.DICE if (seen := seen_faces(self._ui)) is not None:
                send(state, ROBOT, "roll", *(face.value for face in seen))
            case SoloStep.PLAYER:
                consumes = isinstance(self._asking.at(state, PLAYER), Amount)
                send(state, PLAYER, self._chips if consumes else "0")
            case SoloStep.FLIP:
                send(state, ROBOT, "none")
            case SoloStep.FINAL:
                self._end.send(state)
            case _:
                pass
