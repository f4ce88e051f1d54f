"""Solitaire game of The Gathering Storm: instructions for every step of the robot."""

from __future__ import annotations

import secrets
from dataclasses import replace

from companion.games.storm.robot import PAIRS, RobotFace, Space
from companion.games.storm.solo import (
    ChooseActions,
    EndSolo,
    Find,
    Flipped,
    Found,
    PlayerDone,
    RollDice,
    SoloPhase,
    SoloStep,
)
from companion.games.storm.view import SoloView
from kivy_ui.common.board.faces import Face, FaceShape
from kivy_ui.common.board.icons import Icon, IconLine
from kivy_ui.common.board.page_input import PageInput
from kivy_ui.common.board.page_table import Cell, Line, PageTable
from kivy_ui.common.board.pages import Option, Page, Person, Row
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.storm.action_cards import action_row
from kivy_ui.games.storm.icons import (
    ROBOT_BADGE,
    ROBOT_COLOUR,
    action_card,
    die_face,
    phase_icon,
    space_icon,
)
from kivy_ui.games.storm.robot_dice import seen_faces
from kivy_ui.games.storm.solo_box import SoloBoxPages
from kivy_ui.games.storm.solo_cards import SoloCards
from kivy_ui.games.storm.solo_corrections import SoloCorrections
from kivy_ui.games.storm.solo_end import solo_end
from kivy_ui.games.storm.solo_set_up import SoloSetUp
from kivy_ui.games.storm.words import (
    bonus_words,
    face_word,
    find_words,
    phase_word,
    space_word,
)

MOST_CHIPS = 40
MOST_VP = 300
HIGHEST_CARD_VP = 9
_AT_ONCE = 10
"""Smaller numbers are entered with one tap, larger ones with a stepper."""


class SoloPages:
    """Pages of one game; holds the selections made before a command is sent."""

    def __init__(self, ui: UiContext, group: PlayerGroup) -> None:
        self._ui = ui
        self._group = group
        self._set_up = SoloSetUp(ui, group)
        self._box = SoloBoxPages(ui)
        self._right = SoloCorrections(ui)
        self._cards = SoloCards(ui)
        self._actions: list[Space] = []
        self._faces: list[RobotFace] = []
        self._inputs = PageInput()
        self._version = -1
        self._naming = False

    # --- page content --------------------------------------------------------------------------

    def page(self, view: SoloView) -> Page:
        """Return the page to show."""
        if self._ui.update.version != self._version:
            self._version = self._ui.update.version
            self._actions, self._faces = [], []
            self._inputs.clear()
            self._cards.forget()
            self._naming = False
        if self._box.open:
            return self._box.page()
        if self._right.open and view.state.robot is not None:
            return self._right.page(view, self._people(view, robot=False))
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
        translate = self._ui.translate
        asked = translate("Choose two actions")
        if self._actions and self._actions[0] in PAIRS:
            asked = translate("Choose the second action; the same again is allowed")
        elif self._actions:
            asked = translate("Choose the second action")
        return Page(
            self._title(view),
            asked,
            people=self._people(view, robot=False),
            lines=self._equals(view),
            rows=(action_row(translate, "action", self._actions),),
            beside=self._more(),
            progress=translate("%(step)s of %(steps)s", step=len(self._actions) + 1, steps=2),
        )

    def _roll(self, view: SoloView) -> Page:
        translate = self._ui.translate
        seen = seen_faces(self._ui)
        options = tuple(
            Option(
                f"face:{face.value}",
                face_word(translate, face),
                chosen=face in self._faces,
                icons=(Icon(die_face(face)),),
            )
            for face in RobotFace
        )
        roll = Option("roll", translate("Roll on the screen"), icon="rescan")
        lines: tuple[IconLine, ...] = ()
        asked = translate("Roll both dice: what does one of them show?")
        if self._faces:
            asked = translate("What does the other die show?")
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
            progress=translate("%(step)s of %(steps)s", step=len(self._faces) + 1, steps=2),
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
        task = view.task
        facts: list[str] = []
        rows: list[Row] = []
        word, primary = "", translate("Done")
        if task is not None:
            word = phase_word(translate, task.phase)
            facts.append(bonus_words(translate, task))
            if task.phase is SoloPhase.CONSUME:
                gained = self._inputs.number("chips")
                few = tuple(
                    Option(f"chips:{n}", f"+{n}" if n else "0", icons=(Icon("chip"),))
                    for n in range(_AT_ONCE)
                )
                more = self._inputs.row(translate("More VP chips"), "chips", 0, MOST_CHIPS)
                rows = [
                    Row("", few, cards=True, stacked=True),
                    replace(more, icons=(Icon("chip"),)),
                ]
                primary = translate("Gained %(count)s", count=gained) if gained else ""
            if task.phase in (SoloPhase.DEVELOP, SoloPhase.SETTLE):
                rows = [self._placed(task.phase)]
                primary = ""
        if (once := view.state.once) is not None:
            both = space_word(translate, once)
            facts.append(translate("Both dice ask for %(action)s: it is done once.", action=both))
        asked = {
            SoloPhase.CONSUME: translate("Your Consume phase: how many VP chips did you gain?"),
            SoloPhase.DEVELOP: translate("Your Develop phase: did you place a card?"),
            SoloPhase.SETTLE: translate("Your Settle phase: did you place a card?"),
        }
        status = translate("Play %(phase)s, then go on", phase=word)
        if task is not None:
            status = asked.get(task.phase, status)
        return Page(
            self._title(view),
            status,
            people=self._people(view, robot=False),
            facts=tuple(facts),
            first_large=True,
            rows=tuple(rows),
            primary=primary,
            lines=(self._round(view),),
            beside=self._more(),
            progress=self._pool(view),
        )

    def _placed(self, phase: SoloPhase) -> Row:
        """Ask how many cards were placed in the tableau.

        A second world is possible with Improved Logistics (R-5), but no second development.
        """
        translate = self._ui.translate
        develops = phase is SoloPhase.DEVELOP
        nothing = Face(FaceShape.CARD, (), "close").name
        piece = Face(FaceShape.CARD, (), "development" if develops else "world/gray").name
        some = tuple(
            Option(
                f"placed:{count}",
                translate.plural("I placed %(count)s card", "I placed %(count)s cards", count),
                icons=(Icon(piece, times=count),),
            )
            for count in ((1,) if develops else (1, 2))
        )
        none = Option("placed:0", translate("I placed none"), icons=(Icon(nothing),))
        return Row("", (none, *some), cards=True, stacked=True)

    def _flip(self, view: SoloView) -> Page:
        translate = self._ui.translate
        state = view.state
        flip, robot = state.flip, state.robot
        if flip is None or robot is None:
            return Page(self._title(view), "")
        pile = flip.find is Find.RICH_WORLD
        facts = []
        if flip.find is Find.DEVELOPMENT and robot.credit < flip.six_cost:
            facts.append(translate("A 6-cost development does not fit: the robot has no credit."))
        high = 136 if pile else robot.stack
        few = tuple(
            Option(f"misses:{n}", str(n), chosen=self._inputs.number("misses") == n)
            for n in range(min(_AT_ONCE, high + 1))
        )
        icons = (Icon("cards"),)
        misses = Row(translate("First: how many cards did not fit?"), few, cards=True, icons=icons)
        if high >= _AT_ONCE:
            number = self._inputs.row(misses.label, "misses", 0, high).number
            misses = replace(misses, number=number)
        low = 3 if pile else -1
        points = tuple(
            Option(f"found:{vp}", f"{vp}".replace("-", "\N{MINUS SIGN}"))
            for vp in range(low, HIGHEST_CARD_VP + 1)
        )
        label = translate("Then: the VP of the card that fits")
        found = Row(label, points, cards=True, stacked=True, icons=(Icon("chip"),))
        if flip.find is Find.DEVELOPMENT and robot.credit >= flip.cost + flip.six_cost:
            face = Face(FaceShape.CARD, (), "development", "6").name
            six = Option("six", "?", icons=(Icon(face),))
            says = Icon(face, translate("Cost 6, VP vary"))
            found = replace(found, options=(*points, six), trailing=(says,))
        return Page(
            self._title(view),
            find_words(translate, flip.find),
            people=self._people(view, robot=True),
            facts=tuple(facts),
            rows=(misses, found),
            primary="" if pile else translate("None of them fits"),
            primary_quiet=True,
            beside=self._more(),
            progress=self._pool(view),
        )

    def _over(self, view: SoloView) -> Page:
        return solo_end(self._ui, self._group, view)

    def _final(self, view: SoloView) -> Page:
        """Ask for the points as a number, or card by card."""
        translate = self._ui.translate
        named = self._naming or bool(self._cards.keys)
        ways = (
            Option("by:points", translate("As a number"), chosen=not named),
            Option("by:cards", translate("Card by card"), icon="cards", chosen=named),
        )
        tie = self._inputs.row(translate("Your hand cards and goods (tie-break)"), "tie", 0, 30)
        points = self._inputs.row(
            translate("VP of your cards and bonuses, without chips"), "card_vp", -20, MOST_VP
        )
        entered = tuple(
            Line(row.label, (Cell(number=row.number),), icons=(Icon(icon),))
            for row, icon in ((points, "tile"), (tie, "cards"))
        )
        chips = Cell(text=str(view.state.player_chips))
        had = Line(translate("VP chips"), (chips,), icons=(Icon("chip"),))
        shown = entered[1:] if named else (had, *entered)
        asked = self._cards.question() if named else translate("Enter your points")
        return Page(
            translate("The end"),
            asked,
            lead=Row("", ways),
            rows=self._cards.rows() if named else (),
            table=None if self._cards.open else PageTable((), shown),
            primary=translate("Compare"),
        )

    # --- input ---------------------------------------------------------------------------------

    def tap(self, view: SoloView, key: str) -> None:
        """Handle a tap on a button."""
        verb, _, value = key.partition(":")
        if self._box.open:
            self._box.tap(key)
            return
        if self._right.open:
            return
        match verb:
            case "open":
                self._box.open, self._right.open = value == "box", value == "right"
            case "level" | "mine" | "its" | "equals" | "back":
                self._set_up.tap(verb, value)
            case "roll":
                rolled = [secrets.choice(die) for die in view.state.dice]
                self._ui.port.post(RollDice((rolled[0], rolled[1])))
            case "action":
                self._add_action(Space(value))
            case "face":
                self._faces.append(RobotFace(value))
                if len(self._faces) == 2:
                    first, second = self._faces
                    self._ui.port.post(RollDice((first, second)))
                    self._faces = []
            case _:
                self._name_or_flip(view, verb, value)

    def _name_or_flip(self, view: SoloView, verb: str, value: str) -> None:
        """Handle the player's result, a card of the final tableau, or the robot's flipped cards."""
        if verb == "placed":
            self._ui.port.post(PlayerDone(0, int(value)))
        elif verb == "chips":
            self._ui.port.post(PlayerDone(int(value), 0))
        elif verb == "misses":
            self._inputs.numbers[verb] = int(value)
        elif verb == "by":
            self._naming = value == "cards"
            self._cards.forget()
        elif not self._cards.tap(view.state, verb, value):
            self._flipped(view, verb, value)

    def _add_action(self, space: Space) -> None:
        self._actions.append(space)
        if len(self._actions) == 2:
            first, second = self._actions
            self._ui.port.post(ChooseActions((first, second)))
            self._actions = []

    def _flipped(self, view: SoloView, verb: str, value: str) -> None:
        misses = self._inputs.number("misses")
        found: Found | None = None
        if verb == "found":
            found = Found(int(value))
        elif verb == "six":
            found = Found(0, six_cost=True)
        elif view.state.robot is not None:
            misses = view.state.robot.stack
        self._ui.port.post(Flipped(misses, found))

    def change(self, view: SoloView, key: str, delta: int) -> None:
        """Change a number by one step."""
        if self._right.open:
            self._right.change(view, key, delta)
            return
        self._inputs.change(self.page(view).numbers, key, delta)

    def primary(self, view: SoloView) -> None:
        """Handle the main button: start, confirm the camera reading, continue, compare."""
        post = self._ui.port.post
        number = self._inputs.number
        if self._box.open or self._right.open:
            self._box.open = self._right.open = False
            return
        match view.state.step:
            case SoloStep.SET_UP:
                self._set_up.start()
            case SoloStep.DICE if (seen := seen_faces(self._ui)) is not None:
                post(RollDice(seen))
            case SoloStep.PLAYER:
                post(PlayerDone(number("chips"), 0))
            case SoloStep.FLIP:
                self._flipped(view, "none", "")
            case SoloStep.FINAL:
                keys, second = self._cards.keys, self._cards.second_edition
                post(EndSolo(number("card_vp"), number("tie"), keys, second and bool(keys)))
            case _:
                pass
