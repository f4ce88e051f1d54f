"""The solitaire game of The Gathering Storm on the screen: prompts for every step of the robot."""

from __future__ import annotations

from companion.games.storm.robot import START_WORLDS, Difficulty, RobotFace, Space
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
    StartSolo,
)
from companion.games.storm.view import SoloView
from kivy_ui.presenters.desk import Desk
from kivy_ui.presenters.drafts import Draft
from kivy_ui.presenters.group import Group
from kivy_ui.presenters.pages import Option, Page, Person, Row
from kivy_ui.presenters.storm_words import (
    difficulty_word,
    face_word,
    find_words,
    phase_word,
    space_word,
)

MOST_CHIPS = 40
MOST_VP = 300
HIGHEST_CARD_VP = 9


class SoloPages:
    """The pages of one game; what is picked before a command is sent is kept here."""

    def __init__(self, desk: Desk, group: Group) -> None:
        self._desk = desk
        self._group = group
        self._difficulty = Difficulty.EASY
        self._starts: dict[str, int] = {}
        self._equals: Space | None = None
        self._actions: list[Space] = []
        self._faces: list[RobotFace] = []
        self._draft = Draft()
        self._version = -1

    # --- what is shown -------------------------------------------------------------------------

    def page(self, view: SoloView) -> Page:
        """Return what to show of the game."""
        if self._desk.update.version != self._version:
            self._version = self._desk.update.version
            self._actions, self._faces = [], []
            self._draft.clear()
        match view.state.step:
            case SoloStep.SET_UP:
                return self._set_up()
            case SoloStep.ACTIONS:
                return self._choose_actions(view)
            case SoloStep.DICE:
                return self._roll(view)
            case SoloStep.PLAYER:
                return self._play(view)
            case SoloStep.FLIP:
                return self._flip(view)
            case SoloStep.FINAL:
                return self._final(view)
            case SoloStep.OVER:
                return self._over(view)

    def _set_up(self) -> Page:
        translate = self._desk.words.translate
        levels = tuple(
            Option(
                f"level:{level.value}",
                difficulty_word(translate, level),
                chosen=level is self._difficulty,
            )
            for level in Difficulty
        )
        rows = [
            Row(translate("Difficulty"), levels),
            self._worlds(translate("Your start world"), "mine"),
            self._worlds(translate("The robot's start world"), "its"),
        ]
        its = self._starts.get("its")
        asks = its is not None and START_WORLDS[its].equals is None
        if asks:
            spaces = tuple(
                Option(f"equals:{s.value}", space_word(translate, s), chosen=s is self._equals)
                for s in Space
            )
            rows.append(Row(translate("Robot face (see the back of the mat)"), spaces))
        ready = len(self._starts) == 2 and (not asks or self._equals is not None)
        return Page(
            translate("Against the robot"),
            translate("Choose difficulty and start worlds"),
            facts=(translate("Robot: 24 VP in chips for both; its cards lie face down."),),
            rows=tuple(rows),
            primary=translate("Start game"),
            primary_enabled=ready,
        )

    def _worlds(self, label: str, who: str) -> Row:
        taken = {number for other, number in self._starts.items() if other != who}
        options = tuple(
            Option(
                f"{who}:{world.number}",
                f"{world.number} {world.key.replace('_', ' ').title()}",
                chosen=self._starts.get(who) == world.number,
                enabled=world.number not in taken,
            )
            for world in START_WORLDS
        )
        return Row(label, options)

    def _people(self, view: SoloView, *, robot: bool) -> tuple[Person, ...]:
        translate = self._desk.words.translate
        state = view.state
        player = self._group.sitting(1)[0]
        mine = translate(
            "%(chips)s VP in chips, %(cards)s cards",
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
        return self._desk.words.translate("Round %(number)s", number=view.state.round)

    def _facts(self, view: SoloView) -> tuple[str, ...]:
        translate = self._desk.words.translate
        facts = []
        if view.equals is not None:
            word = space_word(translate, view.equals)
            facts.append(translate("A robot face means: %(action)s", action=word))
        facts.append(translate("%(count)s VP left in the pool", count=max(0, view.state.pool)))
        if view.unverified:
            facts.append(translate("Some of the robot's facts are guessed: compare mat and dice."))
        return tuple(facts)

    def _choose_actions(self, view: SoloView) -> Page:
        translate = self._desk.words.translate
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
            facts=self._facts(view),
            rows=(Row(translate("Your two action cards (twice the same: tap twice)"), options),),
        )

    def _roll(self, view: SoloView) -> Page:
        translate = self._desk.words.translate
        options = tuple(
            Option(f"face:{face.value}", face_word(translate, face), chosen=face in self._faces)
            for face in RobotFace
        )
        chosen = ", ".join(space_word(translate, each) for each in view.state.actions)
        return Page(
            self._title(view),
            translate("Roll the robot's two dice and tap both faces"),
            people=self._people(view, robot=True),
            facts=(translate("You chose: %(actions)s", actions=chosen), *self._facts(view)),
            rows=(Row(translate("Faces of the two dice"), options),),
        )

    def _play(self, view: SoloView) -> Page:
        translate = self._desk.words.translate
        task = view.task
        facts = list(self._facts(view))
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
                rows.append(
                    self._draft.row(translate("VP chips you gained"), "chips", 0, MOST_CHIPS)
                )
            if task.phase in (SoloPhase.DEVELOP, SoloPhase.SETTLE):
                rows.append(self._draft.row(translate("Cards you placed"), "cards", 0, 2))
        return Page(
            self._title(view),
            translate("Play %(phase)s, then go on", phase=word),
            people=self._people(view, robot=False),
            facts=tuple(facts),
            rows=tuple(rows),
            primary=translate("Done"),
        )

    def _flip(self, view: SoloView) -> Page:
        translate = self._desk.words.translate
        state = view.state
        flip, robot = state.flip, state.robot
        if flip is None or robot is None:
            return Page(self._title(view), "")
        pile = flip.find is Find.RICH_WORLD
        facts = [find_words(translate, flip.find)]
        if flip.find is Find.DEVELOPMENT and robot.credit < flip.six_cost:
            facts.append(translate("A 6-cost development is no hit: the robot has no credit."))
        high = 136 if pile else robot.stack
        rows = [self._draft.row(translate("Cards that did not fit"), "misses", 0, high)]
        low = 3 if pile else -1
        points = tuple(
            Option(f"found:{vp}", translate("%(vp)s VP", vp=vp))
            for vp in range(low, HIGHEST_CARD_VP + 1)
        )
        if flip.find is Find.DEVELOPMENT and robot.credit >= flip.cost + flip.six_cost:
            points = (*points, Option("six", translate("6-cost development")))
        rows.append(Row(translate("The card that fits: its VP"), points))
        if not pile:
            rows.append(Row("", (Option("none", translate("None of them fits")),)))
        return Page(
            self._title(view),
            find_words(translate, flip.find),
            people=self._people(view, robot=True),
            facts=tuple(facts),
            rows=tuple(rows),
        )

    def _final(self, view: SoloView) -> Page:
        translate = self._desk.words.translate
        rows = (
            self._draft.row(translate("VP of your cards and bonuses"), "card_vp", -20, MOST_VP),
            self._draft.row(translate("Your hand cards and goods (tie-break)"), "tie", 0, 99),
        )
        return Page(
            translate("The end"),
            translate("Enter your points"),
            people=self._people(view, robot=False),
            facts=(translate("The robot has %(vp)s VP.", vp=view.robot_vp),),
            rows=rows,
            primary=translate("Compare"),
        )

    def _over(self, view: SoloView) -> Page:
        translate = self._desk.words.translate
        score = view.state.score
        facts: tuple[str, ...] = ()
        if score is not None:
            result = {
                True: translate("You win."),
                False: translate("The robot wins."),
                None: translate("A draw: the rules settle no further tie."),
            }[score.won]
            numbers = translate(
                "You: %(mine)s VP (tie-break %(my_tie)s). Robot: %(its)s VP (%(its_tie)s).",
                mine=score.player,
                my_tie=score.player_tie,
                its=score.robot,
                its_tie=score.robot_tie,
            )
            facts = (result, numbers)
        people = self._people(view, robot=False)
        return Page(translate("The end"), translate("The game is over"), people, facts)

    # --- what can be done ----------------------------------------------------------------------

    def tap(self, view: SoloView, key: str) -> None:
        """A button was tapped."""
        verb, _, value = key.partition(":")
        match verb:
            case "level":
                self._difficulty = Difficulty(value)
            case "mine" | "its":
                self._starts[verb] = int(value)
                self._equals = None
            case "equals":
                self._equals = Space(value)
            case "action":
                self._add_action(Space(value))
            case "face":
                self._faces.append(RobotFace(value))
                if len(self._faces) == 2:
                    first, second = self._faces
                    self._desk.port.post(RollDice((first, second)))
                    self._faces = []
            case _:
                self._flipped(view, verb, value)

    def _add_action(self, space: Space) -> None:
        self._actions.append(space)
        if len(self._actions) == 2:
            first, second = self._actions
            self._desk.port.post(ChooseActions((first, second)))
            self._actions = []

    def _flipped(self, view: SoloView, verb: str, value: str) -> None:
        misses = self._draft.number("misses")
        found: Found | None = None
        if verb == "found":
            found = Found(int(value))
        elif verb == "six":
            found = Found(0, six_cost=True)
        elif view.state.robot is not None:
            misses = view.state.robot.stack
        self._desk.port.post(Flipped(misses, found))

    def change(self, view: SoloView, key: str, delta: int) -> None:
        """A number was changed by one step."""
        self._draft.change(self.page(view).rows, key, delta)

    def primary(self, view: SoloView) -> None:
        """The main button: start, go on, compare."""
        post = self._desk.port.post
        number = self._draft.number
        match view.state.step:
            case SoloStep.SET_UP:
                mine, its = self._starts["mine"], self._starts["its"]
                post(StartSolo(self._difficulty, mine, its, self._equals))
            case SoloStep.PLAYER:
                post(PlayerDone(number("chips"), number("cards")))
            case SoloStep.FINAL:
                post(EndSolo(number("card_vp"), number("tie")))
            case _:
                pass
