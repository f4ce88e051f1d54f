"""The solitaire game's set-up: difficulty and start worlds."""

from __future__ import annotations

from dataclasses import replace

from companion.games.storm import SOLO
from companion.games.storm.box import SoloBox
from companion.games.storm.robot import ANCIENT_RACE, START_WORLDS, Difficulty, Space
from companion.games.storm.solo import StartSolo
from kivy_ui.common.board.box_facts import load_box_facts, save_box_facts
from kivy_ui.common.board.pages import Option, Page, Row
from kivy_ui.common.board.piles import Pile, PileShape
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.storm.action_cards import action_row
from kivy_ui.games.storm.start_worlds import robot_face_line, world_row
from kivy_ui.games.storm.words import difficulty_word


class SoloSetUp:
    """Choices before the first round."""

    def __init__(self, ui: UiContext, group: PlayerGroup) -> None:
        self._ui = ui
        self._group = group
        self._difficulty = Difficulty.EASY
        self._starts: dict[str, int] = {}
        self._equals: Space | None = None

    def page(self) -> Page:
        """Return the current question: start worlds of player and robot, then the components."""
        translate = self._ui.translate
        mine, its = self._starts.get("mine"), self._starts.get("its")
        if mine is None:
            levels = tuple(
                Option(
                    f"level:{level.value}",
                    difficulty_word(translate, level),
                    chosen=level is self._difficulty,
                )
                for level in Difficulty
            )
            asked = translate("Choose the difficulty and your start world")
            return self._asked(asked, 1, world_row(translate, "mine"), Row("", levels))
        if its is None:
            asked = translate("Choose the robot's start world")
            taken = {mine: self._group.badge(1)}
            return self._asked(asked, 2, world_row(translate, "its", taken=taken))
        if self._asks() and self._equals is None:
            asked = translate("What does the robot face mean?")
            page = self._asked(asked, 3, action_row(translate, "equals", ()))
            return replace(page, lines=(robot_face_line(translate, its),))
        page = self._asked(translate("Lay this out, then start"), 4 if self._asks() else 3)
        return replace(page, piles=self._piles(), primary=translate("Start game"))

    def _asked(
        self, asked: str, step: int, row: Row | None = None, lead: Row | None = None
    ) -> Page:
        translate = self._ui.translate
        steps = 4 if self._asks() else 3
        return Page(
            translate("Against the robot"),
            asked,
            rows=() if row is None else (row,),
            lead=lead,
            beside=self._beside(),
            progress=translate("%(step)s of %(steps)s", step=step, steps=steps),
        )

    def _beside(self) -> tuple[Option, ...]:
        translate = self._ui.translate
        box = Option("open:box", translate("Box data"), icon="tile")
        return (Option("back", translate("Back"), icon="back"), box) if self._starts else (box,)

    def _piles(self) -> tuple[Pile, ...]:
        """Return the components (section 3.1); with Ancient Race either side has a card less."""
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

    def _asks(self) -> bool:
        """Return whether the meaning of a robot face has to be looked up on the mat's back."""
        its = self._starts.get("its")
        if its is None or START_WORLDS[its].equals is not None:
            return False
        return self._known().equals_of(START_WORLDS[its]) is None

    def _known(self) -> SoloBox:
        return load_box_facts(self._ui, SOLO.key) or SoloBox()

    # --- input ---------------------------------------------------------------------------------

    def tap(self, verb: str, value: str) -> None:
        """Handle a tap on an option."""
        match verb:
            case "level":
                self._difficulty = Difficulty(value)
            case "equals":
                self._equals = Space(value)
            case "back":
                if self._equals is None:
                    self._starts.popitem()
                self._equals = None
            case _:
                self._starts[verb] = int(value)
                self._equals = None

    def start(self) -> None:
        """Start the game; the looked-up meaning is saved for later games."""
        mine, its = self._starts["mine"], self._starts["its"]
        known = self._known()
        if self._equals is not None:
            known = known.with_equals(its, self._equals)
            save_box_facts(self._ui, SOLO.key, known)
        equals = known.equals_of(START_WORLDS[its])
        name = self._group.sitting(1)[0].name
        start = StartSolo(self._difficulty, mine, its, equals, known.dice, name)
        self._ui.port.post(start)
