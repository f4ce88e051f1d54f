"""Rolled dice of Galactic Emperor: dice on the tray, questions about them, manual entry."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from companion.games.emperor.state import GameState, Step
from companion.games.emperor.technologies import Technology
from companion.games.emperor.view import TableView
from companion.games.emperor.war.tray import SIDES, DiceColour, DiceOwner, Portion
from companion.session.table_port import DeviceState
from kivy_ui.common.board.faces import Face, FaceShape
from kivy_ui.common.board.icons import Icon, IconLine
from kivy_ui.common.board.pages import Option, Row
from kivy_ui.common.board.question_page import BACK, answer_key, mark_key
from kivy_ui.games.emperor.icons import die_icon
from kivy_ui.games.emperor.page_part import EmperorTable
from kivy_ui.games.emperor.words import WORDS, colour_word

DIE_VALUES: Final = range(1, 7)
_MOST_TOGETHER: Final = 9
"""Largest number of dice per side for which both sides' hits are asked on one page."""
_HITS: Final = ("hits",)


class ThrownDice:
    """Rows about a roll, for battles and for the market."""

    def __init__(self, table: EmperorTable) -> None:
        self._table = table
        self._asking = table.asking

    # --- page content --------------------------------------------------------------------------

    def rows(self, view: TableView) -> tuple[Row, ...]:
        """Return the questions about the tray, or the rows for entering dice if there are none."""
        if view.may_reroll:
            return self._time_warp(view)
        portion = view.portion
        if portion is not None and not portion.is_clear:
            return self._question(view, portion)
        if self._says_hits(view):
            return self._hits(view)
        return tuple(self._entry(view, side) for side in SIDES if view.due[side])

    def asks(self, view: TableView) -> str:
        """Return the question about the roll."""
        if view.may_reroll:
            owner = self._warps(view.state)
            path = self._asking.path if self._asking.seat == owner else ()
            return self._asking.asked(view.state, owner, *path)
        path = _HITS if self._says_hits(view) else ()
        return self._asking.asked(view.state, self._seat(view), *path)

    def _seat(self, view: TableView) -> int:
        """Return who is asked for the dice: the whole table in a battle, else the selector."""
        return 0 if view.state.battle is not None else view.acts or 0

    def _warps(self, state: GameState) -> int:
        """Return the owner of a Time Warp."""
        return next(p.seat for p in state.players if p.has(Technology.TIME_WARP))

    def lines(self, view: TableView) -> tuple[IconLine, ...]:
        """Return the dice whose owner is being asked for, in their colour."""
        portion = view.portion
        if portion is None or portion.doubtful or not portion.colours:
            return ()
        ground = (f"die_{portion.colours[0]}",) if f"colour/{portion.colours[0]}" in WORDS else ()
        dice = (die for die in view.state.tray if die.colour == portion.colours[0])
        faces = (Face(FaceShape.TILE, ground, text=str(die.value)) for die in dice)
        return (IconLine(tuple(Icon(face.name) for face in faces), large=True),)

    def doubts(self, view: TableView) -> bool:
        """Return whether a die on the tray is doubtful or surplus."""
        portion = view.portion
        return portion is not None and bool(portion.doubtful or any(portion.spare))

    def watches(self, view: TableView) -> bool:
        """Return whether camera status is relevant: a camera exists and no reroll is pending."""
        camera = self._table.ui.port.latest_scan().camera
        return camera is not DeviceState.ABSENT and not view.may_reroll

    def _says_hits(self, view: TableView) -> bool:
        """Return whether the number of hits is entered instead of each die."""
        battle = view.state.battle
        entered = battle is None or any(battle.thrown) or view.state.tray
        return not entered and self._asking.path in ((), _HITS)

    def _hits(self, view: TableView) -> tuple[Row, ...]:
        """Ask for each side's number of hits with one tap; entering each die is offered too.

        If a row is long, the sides are asked one after the other: both do not fit on a small
        screen.
        """
        translate, asking = self._table.ui.translate, self._asking
        asked = [side for side in SIDES if view.due[side]]
        asking.show(view.state, 0, *_HITS, marks=[None if due else 0 for due in view.due])
        each = answer_key(0, f"add-{asked[0]}") if asked else ""
        besides = [Option(each, translate("Enter each die"), icon="pencil")]
        if any(view.due[side] > _MOST_TOGETHER for side in asked):
            open_sides = [side for side in asked if asking.marked[side] is None]
            if len(open_sides) < len(asked):
                besides.insert(0, Option(BACK, translate("Undo these"), icon="undo"))
            asked = open_sides[:1]
        most = max((view.due[side] for side in asked), default=0)  # same columns for both sides
        rows = [
            Row(
                "",
                tuple(
                    Option(
                        self._hits_key(side, hits),
                        str(hits),
                        chosen=asking.marked[side] == hits,
                        enabled=hits <= view.due[side],
                    )
                    for hits in range(most + 1)
                ),
                cards=True,
                icons=(*self._badge(view.state, side), Icon("", self._dice_words(view.due[side]))),
                trailing=self._hitting(view, side),
                headed=True,
            )
            for side in asked
        ]
        return (*rows, Row("", tuple(besides)))

    def _hits_key(self, side: int, hits: int) -> str:
        """Return the key of a number of hits; the last one that is missing completes the answer."""
        said = [*self._asking.marked]
        said[side] = hits
        return mark_key(side, hits) if None in said else answer_key(0, *_HITS, said)

    def _dice_words(self, count: int) -> str:
        translate = self._table.ui.translate
        return translate.plural("%(count)s die", "%(count)s dice", count)

    def main(self, view: TableView) -> dict[str, str]:
        """Return the main button: it declines a reroll or counts a part of the roll."""
        portion, seat = view.portion, self._seat(view)
        waits = view.state.step is not Step.FIRE or portion is None or not portion.is_clear
        if waits and not view.may_reroll:
            return {}
        key = "keep" if view.may_reroll else "count"
        answer = self._asking.answers(view.state, seat)[key]
        return {
            "primary": self._asking.said(answer.text),
            "primary_key": answer_key(seat, key),
        }

    def _time_warp(self, view: TableView) -> tuple[Row, ...]:
        """Ask which die is rerolled, then which value it shows."""
        state, battle, asking = view.state, view.state.battle, self._asking
        owner = self._warps(state)
        dice = asking.answers(state, owner)
        if asking.seat == owner and asking.path:
            side, value = map(int, asking.path[0].split("-"))
            faces = asking.options(state, owner, *asking.path)
            icons = (*self._badge(state, side), die_icon(value), Icon("arrow"))
            row = Row("", faces, cards=True, pictures=True, icons=icons, headed=True)
            back = Option(BACK, self._table.ui.translate("Another die"), icon="back")
            return row, Row("", (back,))
        return tuple(
            Row(
                "",
                tuple(
                    asking.option(dice[f"{side}-{value}"], owner, icons=(die_icon(value),))
                    for value in battle.thrown[side]
                ),
                cards=True,
                pictures=True,
                icons=self._badge(state, side),
                trailing=self._hitting(view, side),
                headed=True,
            )
            for side in SIDES
            if battle is not None and battle.thrown[side]
        )

    def _hitting(self, view: TableView, side: int) -> tuple[Icon, ...]:
        """Return the faces with which a side hits, if known."""
        return (Icon("burst"), *hitting(view.throws[side].hits_from)) if view.throws else ()

    def _question(self, view: TableView, portion: Portion) -> tuple[Row, ...]:
        if portion.doubtful:
            return self._doubt(view, portion.doubtful[0])
        if portion.colours:
            return self._owner(view)
        return self._spare(view, portion)

    def _doubt(self, view: TableView, index: int) -> tuple[Row, ...]:
        """Ask for a doubtful die's value; one tap confirms or changes it."""
        path = self._seat(view), f"die-{index}"
        answers = self._asking.answers(view.state, *path)
        values = tuple(
            self._asking.option(
                answers[str(value)], *path, chosen=value == view.state.tray[index].value
            )
            for value in DIE_VALUES
        )
        text = self._table.ui.translate("Not one of our dice")
        away = self._asking.option(answers["away"], *path, text=text, icon="close")
        return (Row("", values, cards=True, pictures=True), Row("", (away,)))

    def _owner(self, view: TableView) -> tuple[Row, ...]:
        """Ask for the owner of a colour."""
        badges = self._badge(view.state, 0), self._badge(view.state, 1)
        icons = {"attacker": badges[0], "defender": badges[1]}
        options = tuple(
            self._asking.option(each, 0, "whose", icons=icons.get(key, badges[0] + badges[1]))
            for key, each in self._asking.answers(view.state, 0, "whose").items()
        )
        return (Row("", options, cards=True),)

    def _badge(self, state: GameState, side: int) -> tuple[Icon, ...]:
        """Return the badge of one side of the battle."""
        battle = state.battle
        if battle is None:
            return ()
        seat = battle.seats[side]
        return (self._table.group.badge(seat),)

    def _spare(self, view: TableView, portion: Portion) -> tuple[Row, ...]:
        """Return one option per value on the tray: dice with equal values are interchangeable."""
        side = 0 if portion.spare[0] else 1
        values: dict[int, list[int]] = {}
        for index, (die, owner) in enumerate(zip(view.state.tray, portion.sides, strict=True)):
            if owner == side:
                values.setdefault(die.value, []).append(index)
        dice = sorted((value, found[0], len(found)) for value, found in values.items())
        ways: list[tuple[str, tuple[Icon, ...]]] = [("away", (Icon("close"),))]
        other = 1 - side
        if portion.due[other] > len(portion.values[other]):
            ways.append((f"side-{other}", self._badge(view.state, other)))
        if len(dice) == 1:  # all dice are equal: ask only what happens to one
            value, index, _ = dice[0]
            cards = (
                self._moved(view, index, way, icons=(die_icon(value), *icons))
                for way, icons in ways
            )
            return (Row("", tuple(cards), cards=True),)
        rows = []
        for way, icons in ways:
            options = tuple(
                self._moved(view, index, way, text=str(value), icons=(_times(value, count),))
                for value, index, count in dice
            )
            label = self._moved(view, dice[0][1], way).text if len(ways) > 1 else ""
            badges = icons if len(ways) > 1 else ()
            rows.append(Row(label, options, cards=True, pictures=True, icons=badges))
        return tuple(rows)

    def _moved(self, view: TableView, index: int, way: str, **look: Any) -> Option:
        """Return the button that takes a die away or gives it to another side."""
        path = self._seat(view), f"die-{index}"
        return self._asking.option(self._asking.answers(view.state, *path)[way], *path, **look)

    def _entry(self, view: TableView, side: int) -> Row:
        """Return a side's dice so far and six buttons for adding a die."""
        translate = self._table.ui.translate
        counted, lying = self._seen(view, side)
        icons: tuple[Icon, ...] = ()
        if view.state.battle is not None:
            rest = max(0, view.due[side] - len(lying))
            icons = (
                *self._badge(view.state, side),
                Icon("", translate("%(count)s more", count=rest)),
            )
        full = view.due[side] <= len(lying)
        faces = self._asking.options(view.state, self._seat(view), f"add-{side}")
        values = tuple(replace(face, enabled=not full) for face in faces)
        seen = tuple(map(die_icon, (*counted, *lying))) if icons else ()
        headed = bool(icons)
        return Row("", values, cards=True, pictures=True, icons=icons, trailing=seen, headed=headed)

    def _seen(self, view: TableView, side: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the counted dice of a side and its dice on the tray."""
        battle, portion = view.state.battle, view.portion
        counted = battle.thrown[side] if battle is not None else ()
        return counted, portion.values[side] if portion is not None else ()

    def again(self, view: TableView) -> tuple[Option, ...]:
        """Return the options for entering a roll again, which are shown outside the turn."""
        seat = self._seat(view)
        answers = self._asking.answers(view.state, seat)
        options = []
        if "anew" in answers:
            options.append(self._asking.option(answers["anew"], seat, icon="rescan"))
        if "colours" in answers:
            words = ", ".join(
                self._colour_owner(view.state, each) for each in view.state.dice_colours
            )
            text = self._table.ui.translate("Choose colours again (%(colours)s)", colours=words)
            options.append(self._asking.option(answers["colours"], seat, text=text, icon="flag"))
        return tuple(options)

    def _colour_owner(self, state: GameState, each: DiceColour) -> str:
        mine, theirs = self._names(state)
        owner = {DiceOwner.ATTACKER: mine, DiceOwner.DEFENDER: theirs}.get(each.owner, "=")
        return f"{colour_word(self._table.ui.translate, each.colour)}: {owner}"

    def _names(self, state: GameState) -> tuple[str, str]:
        battle = state.battle
        if battle is None:
            selector = state.selector
            name = state.player(selector).name if selector is not None else ""
            return name, name
        return state.player(battle.attacker).name, state.player(battle.defender).name


def hitting(least: int) -> tuple[Icon, ...]:
    """Return the faces that hit."""
    return tuple(die_icon(value) for value in range(least, 7))


def _times(value: int, count: int) -> Icon:
    return replace(die_icon(value), text=f"\u00d7{count}" if count > 1 else "")
