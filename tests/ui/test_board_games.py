"""Whole games of the other boxes in a real window, by touches, in one language after the other."""

from __future__ import annotations

import time
from itertools import cycle
from typing import Any

import pytest

from companion.games.emperor.state import Role
from companion.games.emperor.state import Step as EmperorStep
from companion.i18n import LANGUAGES
from companion.session.table import TableOwner
from companion.session.table_port import TableUpdate
from kivy_ui.common.board.question_page import BACK, answer_key, mark_key
from kivy_ui.settings import UiSettings
from tests.ui.at_page import key_of
from tests.ui.fingers import settle
from tests.ui.hand import Hand

PRIMARY = "+"
NAMES = ("Ann", "Łukasz", "Zsófi", "Dora")
_HANDED_ON_S = 0.3
"""After such a time a list that scrolls has handed a tap on to what was tapped."""
_LONG = (pytest.mark.slow, pytest.mark.timeout(1800))


class Table:
    """Fingers before the window: touch a button of the page by its key, in changing languages."""

    def __init__(self, hand: Hand, owner: TableOwner, game: str) -> None:
        self.hand, self.owner = hand, owner
        self.touches = 0
        self._languages = cycle(LANGUAGES)
        self._refused: list[str] = []
        owner.subscribe(self._heed)
        owner.new_game(game)
        hand.wait_until(lambda: bool(self.presenters.ui.update.game == game))

    def _heed(self, update: TableUpdate) -> None:
        if update.error is not None:
            self._refused.append(update.error.message)

    @property
    def presenters(self) -> Any:
        return self.hand.app.root.presenters

    @property
    def view(self) -> Any:
        return self.owner.latest().view

    @property
    def keys(self) -> list[str]:
        """What can be touched on the page."""
        page = self.presenters.side.board.page()
        return [o.key for o in page.options if o.enabled]

    def touch(self, *keys: str) -> None:
        """Touch buttons one after the other, each where it stands on the screen."""
        for key in keys:
            if self.touches % 12 == 0:
                self.hand.app.choose_language(next(self._languages).key)
            self.touches += 1
            self._touch(key)
            settle(self.hand, self.owner)
            assert not self._refused, (key, self._refused)

    def raise_by(self, key: str, times: int) -> None:
        """Touch the plus of a number."""
        from kivy_ui.widgets.board.rows import NumberView, RowView
        from kivy_ui.widgets.board.table_grid import CellStepper

        for _ in range(times):
            rows = [
                each
                for kind in (NumberView, RowView, CellStepper)
                for each in self.hand.widgets(kind)
            ]
            row = next(r for r in rows if key in (getattr(r, "key", ""), r_key(r)))
            plus = next(w for w in row.walk() if getattr(w, "icon", "") == "plus")
            self._tap(plus)
            settle(self.hand, self.owner)

    def _touch(self, key: str) -> None:
        from kivy_ui.widgets.board.choice_card import ChoiceCard
        from kivy_ui.widgets.board.rows import OptionButton

        if key == PRIMARY:
            foot = self.hand.app.root.ids.foot
            self.hand.tap(next(each for each in foot.children if hasattr(each, "kind")))
            return
        buttons = *self.hand.widgets(OptionButton), *self.hand.widgets(ChoiceCard)
        button = next(b for b in buttons if b.key == key)
        self._tap(button)

    def _tap(self, widget: Any) -> None:
        """Tap a part of the page; where it scrolls bring it into view first, as a finger would."""
        scroll = self.hand.app.root.screen.ids.scroll
        self.hand.wait(2)  # what is new on the page has its place after a frame
        scrolls = scroll.children[0].height > scroll.height
        if scrolls:
            scroll.scroll_to(widget, padding=8, animate=False)
            self.hand.wait(2)
        self.hand.tap(widget)
        if scrolls:
            time.sleep(_HANDED_ON_S)
            self.hand.wait()


def r_key(row: Any) -> str:
    """The key of a row's own number."""
    return str(getattr(row, "number_key", ""))


def _settings() -> UiSettings:
    return UiSettings(player_names=NAMES)


def _settled(table: Table) -> None:
    """The end is stored, the page of the end says who has won or lost, and undo leads back."""
    page = table.presenters.side.board.page()
    assert page.status
    assert page.people or page.table
    version = table.owner.latest().version
    table.hand.tap_icon("undo")
    table.hand.wait_until(lambda: table.owner.latest().version > version)
    table.hand.app.root.close_panel()
    table.hand.tap_icon("redo")
    table.hand.wait_until(lambda: table.owner.latest().version > version + 1)


@pytest.mark.parametrize("players", [pytest.param(3, marks=_LONG)])
def test_galactic_emperor_for_three(owner: TableOwner, players: int) -> None:
    """Sections 3 to 6: every role, a battle, influence, the last token, the last points."""
    with Hand(owner, settings=_settings()) as hand:
        table = Table(hand, owner, "galactic_emperor")
        table.touch(
            *(
                mark_key(0, "2"),
                mark_key(1, "no"),
                PRIMARY,
                PRIMARY,
                PRIMARY,
                answer_key(2, "left"),
            ),
            *("open:menu", "open:copy"),
        )
        for index in range(6, 18):  # metal and energy
            table.touch(f"cell:{index}")
            table.raise_by(f"mark:{index}", 1)
        table.touch(PRIMARY, "open:menu", "open:copy", "part:ships")
        for index in (0, 3, 6):  # marks of each ship class
            table.raise_by(f"mark:{index}", 1)
        table.touch(PRIMARY, "open:menu", "open:copy", "part:technologies", PRIMARY)
        seen: set[Role] = set()
        while table.view.state.step is not EmperorStep.OVER:
            if table.view.state.role is not None:
                seen.add(table.view.state.role)
            _emperor(table, seen)
            assert table.touches < 2000
        assert len(seen) == 7
        _settled(table)


_WANTED = (
    *(Role.EXPLORER, Role.WARLORD, Role.MERCHANT, Role.STEWARD),
    *(Role.ENGINEER, Role.SCIENTIST, Role.REGENT),
)


def _emperor(table: Table, seen: set[Role]) -> None:
    """One touch: new roles first, then what brings the end nearer."""
    state, keys = table.view.state, table.keys
    match state.step:
        case EmperorStep.SELECT:
            roles = [role for role in _WANTED if key_of(keys, role.value)]
            fresh = [role for role in roles if role not in seen]
            table.touch(key_of(keys, (fresh or roles)[0].value))
        case EmperorStep.EXPLORE:
            kinds = [key for key in keys if ', "1-' in key]
            table.touch(kinds[0] if kinds and BACK not in keys else PRIMARY)
        case EmperorStep.MARKET_THROW:
            table.touch(key_of(keys, "3"))
        case EmperorStep.FIRE:
            last = [key for key in keys if '"hits"' in key]
            hits = last or [key for key in keys if key.startswith("mark:")]
            table.touch(hits[-1] if state.battle.phase == 3 else hits[0])
        case EmperorStep.WAR:
            _war(table, keys)
        case EmperorStep.TRADE | EmperorStep.PRODUCE | EmperorStep.BUILD:
            table.touch(PRIMARY)
        case EmperorStep.BUY_INFLUENCE | EmperorStep.RESEARCH:
            table.touch(PRIMARY)
        case EmperorStep.PLACE_INFLUENCE:
            table.touch(next(key for key in keys if '"turn", [[' in key))
        case EmperorStep.GO_ON:
            table.touch(key_of(keys, "back"))
        case _:
            table.touch(keys[0])


def _war(table: Table, keys: list[str]) -> None:
    """Annex everything; somebody attacks ships of a neighbour once."""
    state = table.view.state
    empty = key_of(keys, "empty")
    if empty or table.presenters.side.board.page().numbers:
        table.touch(empty or PRIMARY)
        return
    free = [key for key in keys if '"annex-' in key]
    attacks = [key for key in keys if '"ships-' in key]
    if free:
        table.touch(free[0])
    elif attacks and state.round == 1 and state.player(table.view.acts).fighters:
        table.touch(attacks[0])
    else:
        table.touch(PRIMARY)
