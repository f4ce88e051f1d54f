"""The solitaire game of The Gathering Storm on the screen: prompts for every step of the robot."""

from __future__ import annotations

import secrets
from dataclasses import replace

from companion.games.storm.robot import RobotFace, Space
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
from kivy_ui.common.page_input import PageInput
from kivy_ui.common.pages import Option, Page, Person, Row
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.storm.robot_dice import seen_faces
from kivy_ui.games.storm.solo_box import SoloBoxPages
from kivy_ui.games.storm.solo_cards import SoloCards
from kivy_ui.games.storm.solo_corrections import SoloCorrections
from kivy_ui.games.storm.solo_end import solo_end
from kivy_ui.games.storm.solo_set_up import SoloSetUp
from kivy_ui.games.storm.words import (
    face_word,
    find_words,
    phase_word,
    space_word,
)

MOST_CHIPS = 40
MOST_VP = 300
HIGHEST_CARD_VP = 9
_AT_ONCE = 10
"""Smaller numbers are one tap; a larger one is reached by plus and minus."""


class SoloPages:
    """The pages of one game; what is picked before a command is sent is kept here."""

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

    # --- what is shown -------------------------------------------------------------------------

    def page(self, view: SoloView) -> Page:
        """Return what to show of the game."""
        if self._ui.update.version != self._version:
            self._version = self._ui.update.version
            self._actions, self._faces = [], []
            self._inputs.clear()
            self._cards.forget()
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
        people = [Person(1, player.name, player.colour, mine, active=not robot)]
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
            people.append(Person(0, translate("Robot"), "white", its, active=robot))
        return tuple(people)

    def _title(self, view: SoloView) -> str:
        return self._ui.translate("Round %(number)s", number=view.state.round)

    def _equals(self, view: SoloView) -> tuple[str, ...]:
        if view.equals is None:
            return ()
        translate = self._ui.translate
        word = space_word(translate, view.equals)
        return (translate("A robot face means: %(action)s", action=word),)

    def _pool(self, view: SoloView) -> str:
        translate = self._ui.translate
        return translate("%(count)s VP left in the pool", count=max(0, view.state.pool))

    def _facts(self, view: SoloView) -> tuple[str, ...]:
        translate = self._ui.translate
        facts = [self._pool(view)]
        if view.unverified:
            facts.append(translate("Some of the robot's facts are guessed: compare mat and dice."))
        return tuple(facts)

    def _choose_actions(self, view: SoloView) -> Page:
        translate = self._ui.translate
        options = tuple(
            Option(
                f"action:{space.value}",
                space_word(translate, space) + (" x2" if self._actions.count(space) == 2 else ""),
                chosen=space in self._actions,
            )
            for space in Space
        )
        return Page(
            self._title(view),
            translate("Choose two actions"),
            people=self._people(view, robot=False),
            facts=(*self._equals(view), *self._facts(view)),
            rows=(
                Row(translate("Your two action cards (twice the same: tap twice)"), options),
                Row("", self._more()),
            ),
        )

    def _roll(self, view: SoloView) -> Page:
        translate = self._ui.translate
        options = tuple(
            Option(f"face:{face.value}", face_word(translate, face), chosen=face in self._faces)
            for face in RobotFace
        )
        chosen = ", ".join(space_word(translate, each) for each in view.state.actions)
        rows = [Row(translate("Or tap the faces of the two dice"), options)]
        seen = seen_faces(self._ui)
        if seen is not None:
            words = ", ".join(face_word(translate, face) for face in seen)
            take = Option(
                f"take:{seen[0].value}:{seen[1].value}",
                translate("Yes: %(faces)s", faces=words),
                icon="check",
            )
            rows.insert(0, Row(translate("Is this what lies on the tray?"), (take,)))
        roll = Option("roll", translate("Roll on the screen"), icon="rescan")
        rows.append(Row("", (roll, *self._more())))
        return Page(
            self._title(view),
            translate("Roll the robot's two dice"),
            people=self._people(view, robot=True),
            facts=(translate("You chose: %(actions)s", actions=chosen), *self._equals(view)),
            rows=tuple(rows),
            tray=True,
        )

    def _more(self) -> tuple[Option, ...]:
        translate = self._ui.translate
        return (
            Option("open:right", translate("Correct it"), icon="pencil"),
            Option("open:box", translate("Facts of the box"), icon="tile"),
        )

    def _play(self, view: SoloView) -> Page:
        translate = self._ui.translate
        task = view.task
        facts = [self._pool(view)]
        if (once := view.state.once) is not None:
            word = space_word(translate, once)
            facts.append(translate("Both dice ask for %(action)s: it is done once.", action=word))
        rows = []
        word = ""
        if task is not None:
            word = phase_word(translate, task.phase)
            bonus = translate("with your bonus") if task.bonus else translate("without a bonus")
            facts.insert(0, translate("Your phase: %(phase)s, %(bonus)s", phase=word, bonus=bonus))
            after = translate("then the robot's action")
            if not task.robot:
                after = translate("then the robot's response")
            facts.insert(1, after)
            if task.phase is SoloPhase.CONSUME:
                gained = self._inputs.row(translate("VP chips you gained"), "chips", 0, MOST_CHIPS)
                few = tuple(Option(f"chips:{n}", str(n)) for n in range(1, _AT_ONCE))
                rows.append(replace(gained, options=few))
            if task.phase in (SoloPhase.DEVELOP, SoloPhase.SETTLE):
                placed = tuple(
                    Option(
                        f"placed:{count}",
                        translate.plural("%(count)s card", "%(count)s cards", count),
                    )
                    for count in (1, 2)
                )
                rows.append(Row(translate("If you placed a card, tap how many"), placed))
        return Page(
            self._title(view),
            translate("Play %(phase)s, then go on", phase=word),
            people=self._people(view, robot=False),
            facts=tuple(facts),
            first_large=True,
            rows=tuple(rows),
            primary=translate("Done"),
        )

    def _flip(self, view: SoloView) -> Page:
        translate = self._ui.translate
        state = view.state
        flip, robot = state.flip, state.robot
        if flip is None or robot is None:
            return Page(self._title(view), "")
        pile = flip.find is Find.RICH_WORLD
        facts = []
        if flip.find is Find.DEVELOPMENT and robot.credit < flip.six_cost:
            facts.append(translate("A 6-cost development is no hit: the robot has no credit."))
        high = 136 if pile else robot.stack
        misses = self._inputs.row(translate("Cards that did not fit"), "misses", 0, high)
        few = tuple(
            Option(f"misses:{n}", str(n), chosen=self._inputs.number("misses") == n)
            for n in range(min(_AT_ONCE, high + 1))
        )
        rows = [replace(misses, options=few)]
        low = 3 if pile else -1
        points = tuple(
            Option(f"found:{vp}", translate("%(vp)s VP", vp=vp))
            for vp in range(low, HIGHEST_CARD_VP + 1)
        )
        if flip.find is Find.DEVELOPMENT and robot.credit >= flip.cost + flip.six_cost:
            points = (*points, Option("six", translate("6-cost development")))
        if not pile:
            none = Option("none", translate("None of them fits"), icon="close")
            points = (*points, none)
        rows.append(Row(translate("The card that fits: its VP"), points))
        return Page(
            self._title(view),
            find_words(translate, flip.find),
            people=self._people(view, robot=True),
            facts=tuple(facts),
            rows=tuple(rows),
        )

    def _over(self, view: SoloView) -> Page:
        return solo_end(self._ui, view, self._people(view, robot=False))

    def _final(self, view: SoloView) -> Page:
        translate = self._ui.translate
        points = self._inputs.row(
            translate("VP of your cards and bonuses"), "card_vp", -20, MOST_VP
        )
        rows = (
            *(() if self._cards.keys else (points,)),
            self._inputs.row(translate("Your hand cards and goods (tie-break)"), "tie", 0, 99),
            *self._cards.rows(),
        )
        return Page(
            translate("The end"),
            translate("Enter your points"),
            people=self._people(view, robot=False),
            facts=(translate("The robot has %(vp)s VP.", vp=view.robot_vp),),
            rows=rows,
            primary=translate("Compare"),
        )

    # --- what can be done ----------------------------------------------------------------------

    def tap(self, view: SoloView, key: str) -> None:
        """A button was tapped."""
        verb, _, value = key.partition(":")
        if self._box.open:
            self._box.tap(key)
            return
        if self._right.open:
            return
        match verb:
            case "open":
                self._box.open, self._right.open = value == "box", value == "right"
            case "level" | "mine" | "its" | "equals":
                self._set_up.tap(verb, value)
            case "roll":
                rolled = [secrets.choice(die) for die in view.state.dice]
                self._ui.port.post(RollDice((rolled[0], rolled[1])))
            case "take":
                one, other = value.split(":")
                self._ui.port.post(RollDice((RobotFace(one), RobotFace(other))))
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
        """What the player has done, a card of the final tableau, what the robot turned over."""
        if verb == "placed":
            self._ui.port.post(PlayerDone(0, int(value)))
        elif verb == "chips":
            self._ui.port.post(PlayerDone(int(value), 0))
        elif verb == "misses":
            self._inputs.numbers[verb] = int(value)
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
        """A number was changed by one step."""
        if self._right.open:
            self._right.change(view, key, delta)
            return
        self._inputs.change(self.page(view).rows, key, delta)

    def primary(self, view: SoloView) -> None:
        """The main button: start, go on, compare."""
        post = self._ui.port.post
        number = self._inputs.number
        if self._box.open or self._right.open:
            self._box.open = self._right.open = False
            return
        match view.state.step:
            case SoloStep.SET_UP:
                self._set_up.start()
            case SoloStep.PLAYER:
                post(PlayerDone(number("chips"), 0))
            case SoloStep.FINAL:
                keys, second = self._cards.keys, self._cards.second_edition
                post(EndSolo(number("card_vp"), number("tie"), keys, second and bool(keys)))
            case _:
                pass
