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
from kivy_ui.games.storm.action_cards import action_row
from kivy_ui.games.storm.start_worlds import world_row
from kivy_ui.games.storm.words import difficulty_word


class SoloSetUp:
    """What is chosen before the first round."""

    def __init__(self, ui: UiContext, group: PlayerGroup) -> None:
        self._ui = ui
        self._group = group
        self._difficulty = Difficulty.EASY
        self._starts: dict[str, int] = {}
        self._equals: Space | None = None

    def page(self) -> Page:
        """Return the question that is open: your start world, the robot's, what to lay out."""
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
            asked, step = translate("Choose the difficulty and your start world"), 1
            rows: tuple[Row, ...] = (Row("", levels), world_row("mine", None, {}))
        elif its is None:
            asked, step = translate("Choose the robot's start world"), 2
            rows = (world_row("its", None, {mine: translate("yours")}),)
        else:
            asked, step = translate("Lay this out, then start"), 3
            rows = self._equals_rows()
        ready = its is not None and (not self._asks() or self._equals is not None)
        if step == 3 and not ready:
            asked = translate("What does a robot face mean? Look at the back of the mat")
        return Page(
            translate("Against the robot"),
            asked,
            piles=self._piles() if step == 3 else (),
            rows=rows,
            primary=translate("Start game") if step == 3 else "",
            primary_enabled=ready,
            beside=self._beside(),
            progress=translate("%(step)s of %(steps)s", step=step, steps=3),
        )

    def _beside(self) -> tuple[Option, ...]:
        translate = self._ui.translate
        box = Option("open:box", translate("Facts of the box"), icon="tile")
        return (Option("back", translate("Back"), icon="back"), box) if self._starts else (box,)

    def _equals_rows(self) -> tuple[Row, ...]:
        """What a robot face stands for, where only the mat's back tells it."""
        if not self._asks():
            return ()
        chosen = () if self._equals is None else (self._equals,)
        return (action_row(self._ui.translate, "equals", chosen),)

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
            case "back":
                self._starts.popitem()
                self._equals = None
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
