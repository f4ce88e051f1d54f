"""The solitaire game's set-up: difficulty and start worlds."""

from __future__ import annotations

from dataclasses import replace

from companion.games.question import Question, is_question
from companion.games.storm import SOLO
from companion.games.storm.ask_solo import ROBOT, set_up
from companion.games.storm.box import SoloBox
from companion.games.storm.robot import ANCIENT_RACE, START_WORLDS, Difficulty, Space
from companion.games.storm.solo import SoloState
from kivy_ui.common.board.box_facts import load_box_facts, save_box_facts
from kivy_ui.common.board.pages import Option, Page, Row
from kivy_ui.common.board.piles import Pile, PileShape
from kivy_ui.common.board.question_page import Asking, answer_path
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.storm.icons import LOOKS
from kivy_ui.games.storm.start_worlds import robot_face_line, world_row

_OWN, _ITS, _MEANING = range(1, 4)
"""Places of the start worlds and of the looked-up meaning in the path of answers."""


class SoloSetUp:
    """Choices before the first round."""

    def __init__(self, ui: UiContext, group: PlayerGroup) -> None:
        self._ui = ui
        self._group = group
        self._level = Difficulty.EASY.value
        self._asking = Asking(ui, group, self._question, LOOKS)

    def _question(self, _state: SoloState, _seat: int) -> Question:
        return set_up(self._group.sitting(1)[0].name, self._known())

    def _known(self) -> SoloBox:
        return load_box_facts(self._ui, SOLO.key) or SoloBox()

    def page(self) -> Page:
        """Return the current question: start worlds of player and robot, then the components."""
        translate, path = self._ui.translate, self._asking.path
        options = self._asking.options(SoloState(), ROBOT, *(path or (self._level,)))
        if not path:
            levels = tuple(
                Option(f"level:{key}", self._asking.said(answer.text), chosen=key == self._level)
                for key, answer in self._asking.answers(SoloState(), ROBOT).items()
            )
            asked = translate("Choose the difficulty and your start world")
            return self._asked(asked, 1, world_row(translate, options), Row("", levels))
        found = self._asking.opened(SoloState())
        asks = len(path) + is_question(found) > _MEANING
        if not is_question(found):
            page = self._asked(translate("Lay this out, then start"), len(path), asks=asks)
            return replace(page, piles=self._piles(), primary=translate("Start game"))
        asked = self._asking.said(found.text)
        if len(path) == _ITS:
            taken = {int(path[_OWN]): self._group.badge(1)}
            return self._asked(asked, 2, world_row(translate, options, taken))
        page = self._asked(asked, 3, Row("", options, cards=True, stacked=True), asks=asks)
        return replace(page, lines=(robot_face_line(translate, int(path[_ITS])),))

    def _asked(
        self,
        asked: str,
        step: int,
        row: Row | None = None,
        lead: Row | None = None,
        *,
        asks: bool = False,
    ) -> Page:
        translate = self._ui.translate
        steps = 4 if asks else 3
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
        return (
            (Option("back", translate("Back"), icon="back"), box) if self._asking.path else (box,)
        )

    def _piles(self) -> tuple[Pile, ...]:
        """Return the components (section 3.1); with Ancient Race either side has a card less."""
        translate = self._ui.translate
        piles = [Pile(PileShape.CHIP, "24", translate("24 VP in chips for both."))]
        mine, its = map(int, self._asking.path[_OWN:_MEANING])
        count = START_WORLDS[its].stack
        text = translate.plural(
            "The robot's draw stack: %(count)s card face down.",
            "The robot's draw stack: %(count)s cards face down.",
            count,
        )
        kept = translate("Draw six cards, keep four.")
        if mine == ANCIENT_RACE:
            kept = translate("Draw six cards, keep three (Ancient Race).")
        piles += [Pile(PileShape.CARDS, f"{count}", text), Pile(PileShape.CARD, "6", kept)]
        return tuple(piles)

    # --- input ---------------------------------------------------------------------------------

    def tap(self, key: str) -> None:
        """Handle a tap; the last answer waits for the main button."""
        verb, _, value = key.partition(":")
        path = self._asking.path
        if verb == "level":
            self._level = value
        elif verb == "back" and len(path) == _ITS:
            self._asking.close()
        elif verb == "back":
            self._asking.back(SoloState())
        elif (answered := answer_path(key)) is not None:
            self._asking.open(SoloState(), *answered)

    def start(self) -> None:
        """Start the game; the looked-up meaning is saved for later games."""
        path = self._asking.path
        start = self._asking.opened(SoloState())
        if len(path) > _MEANING:
            known = self._known().with_equals(int(path[_ITS]), Space(path[_MEANING]))
            save_box_facts(self._ui, SOLO.key, known)
            self._asking.open(SoloState(), ROBOT, *path[:_MEANING])
        self._ui.port.post(start)
