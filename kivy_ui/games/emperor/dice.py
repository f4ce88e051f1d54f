"""Rolled dice of Galactic Emperor: dice on the tray, questions about them, manual entry."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Final

from companion.games.emperor.state import Battle, GameState, Step
from companion.games.emperor.technologies import Technology
from companion.games.emperor.view import TableView
from companion.games.emperor.war.battle import SayHits
from companion.games.emperor.war.rolls import (
    AddDie,
    CountHits,
    CountTray,
    ForgetDice,
    MoveDie,
    RerollInBattle,
    SetDiceColours,
    SettleDie,
)
from companion.games.emperor.war.tray import SIDES, DiceColour, DiceOwner, Portion
from companion.session.table_port import DeviceState
from kivy_ui.common.board.faces import Face, FaceShape
from kivy_ui.common.board.icons import Icon, IconLine
from kivy_ui.common.board.pages import Option, Row
from kivy_ui.games.emperor.icons import die_icon
from kivy_ui.games.emperor.page_part import EmperorTable
from kivy_ui.games.emperor.words import WORDS, colour_word

DIE_VALUES: Final = range(1, 7)
_MOST_TOGETHER: Final = 9
"""Largest number of dice per side for which both sides' hits are asked on one page."""

_OTHER: Final = MappingProxyType(
    {DiceOwner.ATTACKER: DiceOwner.DEFENDER, DiceOwner.DEFENDER: DiceOwner.ATTACKER}
)


class ThrownDice:
    """Rows about a roll, for battles and for the market."""

    def __init__(self, table: EmperorTable) -> None:
        self._table = table

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

    def question(self, view: TableView) -> str:
        """Return the question about the roll; empty while only waiting for dice."""
        translate, portion = self._table.ui.translate, view.portion
        if view.may_reroll:
            return self._ask_reroll(view)
        if portion is not None and not portion.is_clear:
            return self._ask_tray(view, portion)
        if self._says_hits(view):
            return translate("How many dice hit?")
        return ""

    def waits(self, view: TableView) -> str:
        """Return the instruction shown while waiting for dice."""
        translate, portion = self._table.ui.translate, view.portion
        if portion is None:
            return translate("Roll, and tap each die")
        rest = sum(portion.due) - sum(map(len, portion.values))
        return translate.plural(
            "Roll %(count)s more die, or count these first",
            "Roll %(count)s more dice, or count these first",
            rest,
        )

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
        return not entered and "each" not in self._table.inputs.picked

    def _hits(self, view: TableView) -> tuple[Row, ...]:
        """Ask for each side's number of hits with one tap; entering each die is offered too.

        If a row is long, the sides are asked one after the other: both do not fit on a small
        screen.
        """
        translate = self._table.ui.translate
        asked = [side for side in SIDES if view.due[side]]
        besides = [Option("each", translate("Enter each die"), icon="pencil")]
        if any(view.due[side] > _MOST_TOGETHER for side in asked):
            said = {each.split(":")[1] for each in self._table.inputs.picked}
            asked = [side for side in asked if str(side) not in said][:1]
            if said:
                besides.insert(0, Option("unsay", translate("Undo these"), icon="undo"))
        most = max((view.due[side] for side in asked), default=0)  # same columns for both sides
        rows = [
            Row(
                "",
                tuple(
                    self._table.inputs.option(
                        f"hits:{side}:{hits}", str(hits), enabled=hits <= view.due[side]
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

    def _dice_words(self, count: int) -> str:
        translate = self._table.ui.translate
        return translate.plural("%(count)s die", "%(count)s dice", count)

    def _pick(self, view: TableView, verb: str, key: str) -> None:
        """Pick a side's hits, a die to reroll, or the entry of each die."""
        inputs = self._table.inputs
        if verb == "hits":
            self._say_hits(view, key)
        else:
            inputs.picked = [] if key in inputs.picked else [key]

    def _say_hits(self, view: TableView, key: str) -> None:
        """Store a side's hits and post them once both sides are entered."""
        inputs = self._table.inputs
        side = key.split(":")[1]
        inputs.picked = [each for each in inputs.picked if not each.startswith(f"hits:{side}:")]
        inputs.picked.append(key)
        said = dict(each.split(":")[1:] for each in inputs.picked if each.startswith("hits:"))
        if all(str(side) in said for side in SIDES if view.due[side]):
            hits = [int(said.get(str(side), 0)) for side in SIDES]
            self._table.ui.port.post(SayHits(*hits))

    def primary(self, view: TableView) -> str:
        """Return the main button's label: it declines a reroll or counts a part of the roll."""
        if view.may_reroll:
            return self._table.ui.translate("No reroll")
        portion = view.portion
        if view.state.step is not Step.FIRE or portion is None or not portion.is_clear:
            return ""
        lying = sum(map(len, portion.values))
        return self._table.ui.translate("Count these %(count)s", count=lying)

    def _time_warp(self, view: TableView) -> tuple[Row, ...]:
        """Ask which die is rerolled, then which value it shows."""
        battle, inputs = view.state.battle, self._table.inputs
        picked = self._rerolled()
        if picked is not None and battle is not None:
            return self._shows_now(view, battle, picked)
        rows = [
            Row(
                "",
                tuple(
                    replace(
                        inputs.option(f"again:{side}:{index}", str(value)),
                        icons=(die_icon(value),),
                    )
                    for index, value in enumerate(battle.thrown[side])
                ),
                cards=True,
                pictures=True,
                icons=self._badge(view.state, side),
                trailing=self._hitting(view, side),
                headed=True,
            )
            for side in SIDES
            if battle is not None and battle.thrown[side]
        ]
        return tuple(rows)

    def _shows_now(self, view: TableView, battle: Battle, picked: str) -> tuple[Row, ...]:
        """Ask for the rerolled die's value; a back button returns to the other dice."""
        translate = self._table.ui.translate
        side, index = map(int, picked.removeprefix("again:").split(":"))
        old = die_icon(battle.thrown[side][index])
        rows = [
            Row(
                "",
                tuple(
                    die_option(f"warp:{player.seat}:{side}:{index}:{value}", value)
                    for value in DIE_VALUES
                ),
                cards=True,
                pictures=True,
                icons=(*self._badge(view.state, side), old, Icon("arrow")),
                headed=True,
            )
            for player in view.state.players
            if player.has(Technology.TIME_WARP)
        ]
        back = Option(picked, translate("Another die"), icon="back")
        return (*rows, Row("", (back,)))

    def _rerolled(self) -> str | None:
        """Return the key of the die picked for a Time Warp."""
        picked = self._table.inputs.picked
        return next((key for key in picked if key.startswith("again:")), None)

    def _ask_reroll(self, view: TableView) -> str:
        translate = self._table.ui.translate
        if self._rerolled() is not None:
            return translate("What does the die show now?")
        owners = (p.name for p in view.state.players if p.has(Technology.TIME_WARP))
        names = translate.list_of(tuple(owners))
        return translate("Time Warp of %(names)s: tap the die to reroll", names=names)

    def _hitting(self, view: TableView, side: int) -> tuple[Icon, ...]:
        """Return the faces with which a side hits, if known."""
        return (Icon("burst"), *hitting(view.throws[side].hits_from)) if view.throws else ()

    def _ask_tray(self, view: TableView, portion: Portion) -> str:
        translate = self._table.ui.translate
        if portion.doubtful:
            index = portion.doubtful[0]
            return translate(
                "Die %(number)s of %(all)s is hard to read (%(colour)s). What does it show?",
                number=index + 1,
                all=len(view.state.tray),
                colour=colour_word(translate, view.state.tray[index].colour),
            )
        if portion.colours:
            colour = portion.colours[0]
            return translate(
                "Whose are the %(colour)s (%(count)s)? This is saved for the game.",
                colour=colour_word(translate, colour),
                count=sum(die.colour == colour for die in view.state.tray),
            )
        side = 0 if portion.spare[0] else 1
        return translate.plural(
            "%(count)s die too many for %(name)s: tap the one that does not count",
            "%(count)s dice too many for %(name)s: tap one that does not count",
            portion.spare[side],
            name=self._names(view.state)[side],
        )

    def _question(self, view: TableView, portion: Portion) -> tuple[Row, ...]:
        if portion.doubtful:
            return self._doubt(view, portion.doubtful[0])
        if portion.colours:
            return self._owner(view, portion.colours[0])
        return self._spare(view, portion)

    def _doubt(self, view: TableView, index: int) -> tuple[Row, ...]:
        """Ask for a doubtful die's value; one tap confirms or changes it."""
        translate = self._table.ui.translate
        die = view.state.tray[index]
        values = tuple(
            die_option(f"shows:{index}:{value}", value, chosen=value == die.value)
            for value in DIE_VALUES
        )
        away = Option(f"move:{index}:-", translate("Not one of our dice"), icon="close")
        return (Row("", values, cards=True, pictures=True), Row("", (away,)))

    def _owner(self, view: TableView, colour: str) -> tuple[Row, ...]:
        translate = self._table.ui.translate
        mine, theirs = self._names(view.state)
        options = (
            Option(
                f"whose:{colour}:{DiceOwner.ATTACKER.value}",
                translate("%(name)s (attacker)", name=mine),
                icons=self._badge(view.state, 0),
            ),
            Option(
                f"whose:{colour}:{DiceOwner.DEFENDER.value}",
                translate("%(name)s (defender)", name=theirs),
                icons=self._badge(view.state, 1),
            ),
            Option(
                f"whose:{colour}:{DiceOwner.IN_TURN.value}",
                translate("Both, in turn"),
                icons=(*self._badge(view.state, 0), *self._badge(view.state, 1)),
            ),
        )
        return (Row("", options, cards=True),)

    def _badge(self, state: GameState, side: int) -> tuple[Icon, ...]:
        """Return the badge of one side of the battle."""
        battle = state.battle
        if battle is None:
            return ()
        seat = (battle.attacker, battle.defender)[side]
        return (self._table.group.badge(seat),)

    def _spare(self, view: TableView, portion: Portion) -> tuple[Row, ...]:
        """Return one option per value on the tray: dice with equal values are interchangeable."""
        translate = self._table.ui.translate
        side = 0 if portion.spare[0] else 1
        values: dict[int, list[int]] = {}
        for index, (die, owner) in enumerate(zip(view.state.tray, portion.sides, strict=True)):
            if owner == side:
                values.setdefault(die.value, []).append(index)
        dice = sorted((value, found[0], len(found)) for value, found in values.items())

        ways: list[tuple[str, str, tuple[Icon, ...]]] = [
            ("-", translate("It does not count"), (Icon("close"),))
        ]
        other = 1 - side
        if portion.due[other] > len(portion.values[other]):
            text = translate("%(name)s rolled it", name=self._names(view.state)[other])
            ways.append((str(other), text, self._badge(view.state, other)))

        def option(die: tuple[int, int, int], way: str, text: str, *more: Icon) -> Option:
            value, index, count = die
            several = count > 1 and len(dice) > 1
            icon = replace(die_icon(value), text=f"\u00d7{count}" if several else "")
            return Option(f"move:{index}:{way}", text, icons=(icon, *more))

        if len(dice) == 1:  # all dice are equal: ask only what happens to one
            cards = tuple(option(dice[0], way, text, *icons) for way, text, icons in ways)
            return (Row("", cards, cards=True),)
        return tuple(
            Row(
                text if len(ways) > 1 else "",
                tuple(option(die, way, str(die[0])) for die in dice),
                cards=True,
                pictures=True,
                icons=icons if len(ways) > 1 else (),
            )
            for way, text, icons in ways
        )

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
        values = tuple(
            replace(die_option(f"die:{side}:{value}", value), enabled=not full)
            for value in DIE_VALUES
        )
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
        translate = self._table.ui.translate
        battle = view.state.battle
        options = []
        if view.state.tray or (battle is not None and any(battle.thrown)):
            options.append(Option("anew", translate("Enter all dice again"), icon="rescan"))
        if view.state.dice_colours and battle is not None:
            words = ", ".join(
                self._colour_owner(view.state, each) for each in view.state.dice_colours
            )
            text = translate("Choose colours again (%(colours)s)", colours=words)
            options.append(Option("colours", text, icon="flag"))
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

    # --- input ---------------------------------------------------------------------------------

    def tap(self, view: TableView, key: str) -> bool:
        """Handle a tap; returns whether the button belongs to these rows."""
        verb, _, rest = key.partition(":")
        post = self._table.ui.port.post
        match verb, rest.split(":"):
            case "shows", [index, value]:
                post(SettleDie(int(index), int(value)))
            case "move", [index, side]:
                post(MoveDie(int(index), None if side == "-" else int(side)))
            case "whose", [colour, owner]:
                post(SetDiceColours(_with_owner(view, colour, DiceOwner(owner))))
            case "die", [side, value]:
                post(AddDie(int(side), int(value)))
            case (("hits" | "each" | "again"), _):
                self._pick(view, verb, key)
            case "warp", [seat, side, index, value]:
                post(RerollInBattle(int(seat), int(side), int(index), int(value)))
            case "unsay", _:
                self._table.inputs.clear()
            case _:
                return False
        return True

    def tap_again(self, key: str) -> bool:
        """Restart the entry of a roll; returns whether the key was one of these options."""
        command = {"anew": ForgetDice(), "colours": SetDiceColours(())}.get(key)
        if command is not None:
            self._table.ui.port.post(command)
        return command is not None

    def count(self, view: TableView) -> None:
        """Handle the main button: count the dice on the tray, or decline the reroll."""
        self._table.ui.port.post(CountHits() if view.may_reroll else CountTray())


def hitting(least: int) -> tuple[Icon, ...]:
    """Return the faces that hit."""
    return tuple(die_icon(value) for value in range(least, 7))


def die_option(key: str, value: int, *, chosen: bool = False) -> Option:
    """Return an option for a die that shows *value*."""
    return Option(key, str(value), chosen=chosen, icons=(die_icon(value),))


def dice_row(label: str, dice: tuple[tuple[str, int], ...]) -> Row:
    """Return a row of dice to tap, from the key and value of each."""
    options = tuple(die_option(key, value) for key, value in dice)
    return Row(label, options, cards=True, pictures=True)


def _with_owner(view: TableView, colour: str, owner: DiceOwner) -> tuple[DiceColour, ...]:
    """Set a colour's owner; the only other colour on the tray then belongs to the opponent."""
    kept = tuple(each for each in view.state.dice_colours if each.colour != colour)
    others = tuple(
        each for each in (view.portion.colours if view.portion else ()) if each != colour
    )
    other = _OTHER.get(owner)
    if len(others) == 1 and other is not None:
        return (*kept, DiceColour(colour, owner), DiceColour(others[0], other))
    return (*kept, DiceColour(colour, owner))
