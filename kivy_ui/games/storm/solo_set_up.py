"""The solitaire game's set-up: difficulty and start worlds."""

from __future__ import annotations

from companion.games.storm import SOLO
from companion.games.storm.box import SoloBox
from companion.games.storm.robot import ANCIENT_RACE, START_WORLDS, Difficulty, Space
from companion.games.storm.solo import StartSolo
from kivy_ui.common.box_facts import load_box_facts, save_box_facts
from kivy_ui.common.pages import Option, Page, Row
from kivy_ui.common.piles import Pile, PileShape
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.storm.words import difficulty_word, space_word, world_word


class SoloSetUp:
    """What is chosen before the first round."""

    def __init__(self, ui: UiContext, group: PlayerGroup) -> None:
        self._ui = ui
        self._group = group
        self._difficulty = Difficulty.EASY
        self._starts: dict[str, int] = {}
        self._equals: Space | None = None

    def page(self) -> Page:
        """Return the set-up."""
        translate = self._ui.translate
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
        asks = self._asks()
        if asks:
            spaces = tuple(
                Option(f"equals:{s.value}", space_word(translate, s), chosen=s is self._equals)
                for s in Space
            )
            rows.append(Row(translate("Robot face (see the back of the mat)"), spaces))
        box = Option("open:box", translate("Facts of the box"), icon="tile")
        rows.append(Row("", (box,)))
        ready = len(self._starts) == 2 and (not asks or self._equals is not None)
        return Page(
            translate("Against the robot"),
            translate("Choose difficulty and start worlds"),
            piles=self._piles(),
            rows=tuple(rows),
            primary=translate("Start game"),
            primary_enabled=ready,
        )

    def _piles(self) -> tuple[Pile, ...]:
        """What to lay out (section 3.1); Ancient Race leaves a card less to either side."""
        translate = self._ui.translate
        piles = [Pile(PileShape.CHIP, "24", translate("24 VP in chips for both."))]
        if (its := self._starts.get("its")) is not None:
            count = START_WORLDS[its].stack
            text = translate.plural(
                "The robot's draw stack: %(count)s card face down.",
                "The robot's draw stack: %(count)s cards face down.",
                count,
            )
            piles.append(Pile(PileShape.CARDS, f"{count}", text))
        if (mine := self._starts.get("mine")) is not None:
            if mine == ANCIENT_RACE:
                kept = translate("Draw six cards, keep three (Ancient Race).")
            else:
                kept = translate("Draw six cards, keep four.")
            piles.append(Pile(PileShape.CARD, "6", kept))
        return tuple(piles)

    def _worlds(self, label: str, who: str) -> Row:
        taken = {number for other, number in self._starts.items() if other != who}
        options = tuple(
            Option(
                f"{who}:{world.number}",
                f"{world.number} {world_word(world)}",
                chosen=self._starts.get(who) == world.number,
                enabled=world.number not in taken,
            )
            for world in START_WORLDS
        )
        return Row(label, options)

    def _asks(self) -> bool:
        """Whether only the mat's back tells what a robot face stands for."""
        its = self._starts.get("its")
        if its is None or START_WORLDS[its].equals is not None:
            return False
        return self._known().equals_of(START_WORLDS[its]) is None

    def _known(self) -> SoloBox:
        return load_box_facts(self._ui, SOLO.key) or SoloBox()

    # --- what can be done ----------------------------------------------------------------------

    def tap(self, verb: str, value: str) -> None:
        """A choice was tapped."""
        match verb:
            case "level":
                self._difficulty = Difficulty(value)
            case "equals":
                self._equals = Space(value)
            case _:
                self._starts[verb] = int(value)
                self._equals = None

    def start(self) -> None:
        """Start the game; what was looked up on the mat is kept for the next one."""
        mine, its = self._starts["mine"], self._starts["its"]
        known = self._known()
        if self._equals is not None:
            known = known.with_equals(its, self._equals)
            save_box_facts(self._ui, SOLO.key, known)
        equals = known.equals_of(START_WORLDS[its])
        name = self._group.sitting(1)[0].name
        start = StartSolo(self._difficulty, mine, its, equals, known.dice, name)
        self._ui.port.post(start)
