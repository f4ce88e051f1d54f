"""Goal tracking's set-up: players, goals in play, players whose cards are entered by name."""

from __future__ import annotations

from dataclasses import replace

from companion.catalog.storm_loader import load_storm_cards
from companion.games.question import Question
from companion.games.storm import GOALS
from companion.games.storm.ask_goals import set_up
from companion.games.storm.box import GoalsBox
from companion.games.storm.goals import FIRST_IN_PLAY, MOST, MOST_IN_PLAY, Goal
from companion.games.storm.robot import ANCIENT_RACE
from companion.games.storm.table import CHIPS_EACH, TableState
from companion.games.storm.tableaus import MOST_PLAYERS
from kivy_ui.common.board.box_facts import load_box_facts, save_box_facts
from kivy_ui.common.board.faces import Face, FaceShape
from kivy_ui.common.board.icons import Icon
from kivy_ui.common.board.pages import Option, Page, Row
from kivy_ui.common.board.piles import Pile, PileShape
from kivy_ui.common.board.question_page import Asking, mark_key
from kivy_ui.common.player_group import CLOCKWISE, PlayerGroup
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.storm.card_letters import decks
from kivy_ui.games.storm.icons import LOOKS, card_face
from kivy_ui.games.storm.start_worlds import world_icon, world_row

_LARGE, _SMALL, _AFTER_SETTLE, _WORLDS = range(4)
"""Parts of the form; from the last one on, the start world of each player."""
_NOBODY = TableState()


class GoalsSetUp:
    """Choices before the first round."""

    def __init__(self, ui: UiContext, group: PlayerGroup) -> None:
        self._ui = ui
        self._group = group
        self._asking = Asking(ui, group, self._question, LOOKS)
        self._laid_out = False
        self._naming = 0

    def _question(self, _state: TableState, _seat: int) -> Question:
        names = tuple(each.name for each in self._group.sitting(MOST_PLAYERS))
        return set_up(decks, names, self._second_edition)

    @property
    def _players(self) -> int:
        count: int = self._asking.path[0]
        return count

    def page(self) -> Page:
        """Return the current question: players, then goals; or the entry of cards by name."""
        translate, asking = self._ui.translate, self._asking
        if not asking.path:
            asking.open(_NOBODY, 0, asking.at(_NOBODY, 0).default)
        if self._naming:
            return self._names(self._naming)
        if not self._laid_out:
            number = asking.number(_NOBODY, 0, icon=Icon("people"))
            return Page(
                translate("The Gathering Storm"),
                asking.asked(_NOBODY, 0),
                facts=(translate(CLOCKWISE),),
                lead=Row("", numbers=(number,)),
                piles=self._piles(),
                primary=translate("Laid out"),
                beside=self._beside(),
                progress=translate("%(step)s of %(steps)s", step=1, steps=2),
            )
        form = asking.opened(_NOBODY)
        large, small = (len(asking.marked[part] or ()) for part in (_LARGE, _SMALL))
        words = (
            translate("Large goals: %(count)s of %(all)s", count=large, all=MOST_IN_PLAY),
            translate("Small goals: %(count)s of %(all)s", count=small, all=FIRST_IN_PLAY),
        )
        rows = tuple(
            Row(label, asking.choices(_NOBODY, part), cards=True, across=across)
            for label, part, across in zip(words, (_LARGE, _SMALL), (4, 3), strict=True)
        )
        if MOST.index(Goal.GREATEST_INFRASTRUCTURE) in (asking.marked[_LARGE] or ()):
            agreed = asking.marked[_AFTER_SETTLE] == "yes"
            key = mark_key(_AFTER_SETTLE, "no" if agreed else "yes")
            text = asking.said(form.parts[_AFTER_SETTLE].text)
            rows = (*rows, Row("", (Option(key, text, chosen=agreed),)))
        ready = asking.fits(_NOBODY)
        asked = asking.said(form.text)
        if ready:
            asked = translate("All goals are chosen: start the game")
        return Page(
            translate("The Gathering Storm"),
            asked,
            lead=Row(rows[0].label),
            rows=(replace(rows[0], label=""), *rows[1:]),
            primary=translate("Start game"),
            primary_enabled=ready,
            beside=(Option("back", translate("Back"), icon="back"), *self._beside()),
            progress=translate("%(step)s of %(steps)s", step=2, steps=2),
        )

    def _worlds(self) -> dict[int, str]:
        """Return the keys of the chosen start worlds by seat; none where numbers are entered."""
        marked = enumerate(self._asking.marked[_WORLDS:], 1)
        return {seat: key for seat, key in marked if key.isdigit()}

    def _beside(self) -> tuple[Option, ...]:
        text = self._ui.translate("Enter cards by name")
        return (Option("names:1", text, icon="cards", chosen=bool(self._worlds())),)

    def _names(self, seat: int) -> Page:
        """Choose whose cards are entered by name and their start worlds; others use numbers."""
        translate, part = self._ui.translate, _WORLDS + seat - 1
        who = tuple(
            Option(f"names:{each.seat}", each.name, chosen=each.seat == seat)
            for each in self._group.sitting(self._players)
        )
        second = self._second_edition
        box = "checked" if second else "unchecked"
        edition = Option(
            "edition", translate("Cards of the second edition"), icon=box, chosen=second
        )
        taken = {
            int(key): self._group.badge(other)
            for other, key in self._worlds().items()
            if other != seat
        }
        numbers, *worlds = self._asking.choices(_NOBODY, part)
        free = [replace(world, enabled=n not in taken) for n, world in enumerate(worlds)]
        return Page(
            translate("Enter cards by name"),
            self._asking.said(self._asking.opened(_NOBODY).parts[part].text),
            lead=Row("", who),
            rows=(world_row(translate, free, taken, noted=False), Row("", (numbers, edition))),
            primary=translate("Back to the set-up"),
        )

    def _piles(self) -> tuple[Pile, ...]:
        """Return the components for the number of players (section 2.1)."""
        translate = self._ui.translate
        vp = CHIPS_EACH * self._players
        goal = (Icon(Face(FaceShape.TILE, ("goal",), "chip", "3").name, "×8"),)
        deck = load_storm_cards()
        gambling = (Icon(card_face(deck["gambling_world"])),)
        ancient = (world_icon(ANCIENT_RACE),)
        return (
            Pile(PileShape.CHIP, f"{vp}", translate("VP in chips")),
            Pile(PileShape.CHIP, "", translate("Goal chips, beside the goals"), goal),
            Pile(
                PileShape.CARD, "", translate("The new Gambling World, for the old one"), gambling
            ),
            Pile(PileShape.CARD, "", translate("Ancient Race keeps 3 cards"), ancient),
        )

    @property
    def _second_edition(self) -> bool:
        box = load_box_facts(self._ui, GOALS.key) or GoalsBox()
        return bool(box.second_edition)

    # --- input ---------------------------------------------------------------------------------

    def change(self, key: str, delta: int) -> None:
        """Change the number of players; what is chosen stays."""
        marked = self._asking.marked
        self._asking.change(_NOBODY, key, delta)
        kept = marked[: len(self._asking.marked)]
        self._asking.marked[: len(kept)] = kept

    def tap(self, key: str) -> None:
        """Handle a tap on a button."""
        if self._asking.tap(_NOBODY, key):
            return
        verb, _, value = key.partition(":")
        match verb:
            case "names":
                self._naming = int(value)
            case "edition":  # saved for all games
                save_box_facts(
                    self._ui, GOALS.key, GoalsBox(second_edition=not self._second_edition)
                )
            case _:
                self._laid_out = False

    def start(self) -> None:
        """Continue, or start the game."""
        if self._naming:
            self._naming = 0
        elif not self._laid_out:
            self._laid_out = True
        else:
            asking = self._asking
            self._ui.port.post(asking.at(_NOBODY, 0, *asking.path, asking.marked))
