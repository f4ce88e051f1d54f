"""Rolls of the market and of battles: the dice on the tray, dice and hits entered by hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Final

from companion.games.emperor.ask.words import die_piece, judge_of, seat_piece
from companion.games.emperor.options import DIE_SIDES
from companion.games.emperor.roles.merchant import ThrowMarket
from companion.games.emperor.state import GameState, Step
from companion.games.emperor.technologies import Technology
from companion.games.emperor.war.battle import Fire, SayHits, throws
from companion.games.emperor.war.rolls import (
    AddDie,
    CountHits,
    CountTray,
    ForgetDice,
    MoveDie,
    RerollInBattle,
    SetDiceColours,
    SettleDie,
    due,
    may_reroll,
    portion,
)
from companion.games.emperor.war.tray import SIDES, DiceColour, DiceOwner, Portion, TrayDie
from companion.games.question import (
    Amount,
    Answer,
    Choose,
    Drawn,
    Form,
    Piece,
    Text,
    following,
    named,
    shown,
    text,
)

TRAY: Final = ("tray",)
FACES: Final = tuple(range(1, DIE_SIDES + 1))
_OTHER: Final = MappingProxyType(
    {DiceOwner.ATTACKER: DiceOwner.DEFENDER, DiceOwner.DEFENDER: DiceOwner.ATTACKER}
)


def roll(state: GameState) -> Choose:
    """Ask for the dice of a roll: all of them, one by one, their hits, what is on the tray."""
    there = portion(state)
    answers = (*_counts(state), *_tray(state, there), *_entered(state), *_again(state))
    return Choose(_asked(state, there), answers, by=() if may_reroll(state) else TRAY)


def _asked(state: GameState, there: Portion | None) -> Text:
    if may_reroll(state):
        owners = (player.name for player in state.players if player.has(Technology.TIME_WARP))
        return _ask_reroll(", ".join(owners))
    if there is None:
        return text("Roll, and tap each die")
    if there.doubtful:
        index = there.doubtful[0]
        return text(
            "Die %(number)s of %(all)s is hard to read (%(colour)s). What does it show?",
            number=index + 1,
            all=len(state.tray),
            colour=_colour(state.tray[index].colour),
        )
    if there.colours:
        return _ask_whose(state, there.colours[0])
    if any(there.spare):
        side = 0 if there.spare[0] else 1
        return text(
            "%(count)s die too many for %(name)s: tap the one that does not count",
            "%(count)s dice too many for %(name)s: tap one that does not count",
            count=there.spare[side],
            name=_names(state)[side],
        )
    rest = sum(there.due) - sum(map(len, there.values))
    return text(
        "Roll %(count)s more die, or count these first",
        "Roll %(count)s more dice, or count these first",
        count=rest,
    )


def _ask_reroll(names: str) -> Text:
    return text("Time Warp of %(names)s: tap the die to reroll", names=names)


def _ask_whose(state: GameState, colour: str) -> Text:
    return text(
        "Whose are the %(colour)s (%(count)s)? This is saved for the game.",
        colour=_colour(colour),
        count=sum(die.colour == colour for die in state.tray),
    )


def _colour(colour: str) -> Piece:
    return Piece(f"colour/{colour}")


def _counts(state: GameState) -> Iterator[Answer]:
    judge = judge_of(state)
    if may_reroll(state):
        yield judge.answer("keep", text("No reroll"), CountHits())
    elif state.step is Step.FIRE and state.tray:
        lying = text("Count these %(count)s", count=len(state.tray))
        yield judge.answer("count", lying, CountTray())


def _tray(state: GameState, there: Portion | None) -> Iterator[Answer]:
    """Yield the corrections of each die on the tray, the questionable ones first."""
    if there is None:
        return
    if there.colours:
        yield _whose(state, there, there.colours[0])
    for index, die in enumerate(state.tray):
        side = there.sides[index]
        asked = index in there.doubtful or (side is not None and there.spare[side] > 0)
        yield replace(_one_die(state, index, die), minor=not asked)


def _one_die(state: GameState, index: int, die: TrayDie) -> Answer:
    judge = judge_of(state)
    values = (
        judge.piece(str(value), face, SettleDie(index, value))
        for value in FACES
        for face in (die_piece(value),)
    )
    sides = (
        judge.answer(f"side-{side}", _rolled_by(state, side), MoveDie(index, side))
        for side in SIDES
    )
    away = judge.answer("away", text("It does not count"), MoveDie(index, None))
    words = shown(die_piece(die.value))
    pieces = (Piece(f"die/{die.value}", where=die.colour),)
    asked = Choose(text("What does the die show now?"), (*values, *sides, away), str(die.value))
    return following(f"die-{index}", words, asked, pieces)


def _rolled_by(state: GameState, side: int) -> Text:
    return text("%(name)s rolled it", name=_names(state)[side])


def _names(state: GameState) -> tuple[str, str]:
    battle = state.battle
    if battle is None:
        name = state.player(state.selector).name if state.selector is not None else ""
        return name, name
    return state.player(battle.attacker).name, state.player(battle.defender).name


def _whose(state: GameState, there: Portion, colour: str) -> Answer:
    """Ask for the owner of a colour; the only other one on the tray is then the opponent's."""
    judge, (mine, theirs) = judge_of(state), _names(state)
    words = {
        DiceOwner.ATTACKER: text("%(name)s (attacker)", name=mine),
        DiceOwner.DEFENDER: text("%(name)s (defender)", name=theirs),
        DiceOwner.IN_TURN: text("Both, in turn"),
    }
    answers = tuple(
        judge.answer(owner.value, each, SetDiceColours(_with_owner(state, there, colour, owner)))
        for owner, each in words.items()
    )
    asked = _ask_whose(state, colour)
    return following("whose", asked, Choose(asked, answers), (_colour(colour),))


def _with_owner(
    state: GameState, there: Portion, colour: str, owner: DiceOwner
) -> tuple[DiceColour, ...]:
    kept = tuple(each for each in state.dice_colours if each.colour != colour)
    others = [each for each in there.colours if each != colour]
    other = _OTHER.get(owner)
    if len(others) == 1 and other is not None:
        return (*kept, DiceColour(colour, owner), DiceColour(others[0], other))
    return (*kept, DiceColour(colour, owner))


def _entered(state: GameState) -> Iterator[Answer]:
    """Yield what people enter by hand: the whole roll, the hits, one die."""
    judge, battle = judge_of(state), state.battle
    begun = bool(state.tray) or (battle is not None and any(battle.thrown))
    if battle is None or state.step is not Step.FIRE:
        market = Drawn(
            text("Roll, and tap each die"), due(state)[0], None, ThrowMarket, FACES, by=TRAY
        )
        yield Answer("roll", market.text, market, minor=begun)
    else:
        mine, theirs = (throw.dice for throw in throws(battle))
        make = partial(_fired, mine)
        dice = Drawn(text("Roll, and tap each die"), mine + theirs, None, make, FACES, by=TRAY)
        yield Answer("roll", dice.text, dice, minor=begun)
        amounts = tuple(
            Amount(named(name), 0, most, int, (seat_piece(seat),), default=0)
            for name, most, seat in zip(
                _names(state), (mine, theirs), (battle.attacker, battle.defender), strict=True
            )
        )
        hits = Form(text("How many dice hit?"), amounts, SayHits, judge.refuses)
        yield Answer("hits", hits.text, hits, refused=judge.refuses(SayHits(0, 0)))
    for side in SIDES:
        if due(state)[side]:
            yield _one_more(state, side)


def _fired(mine: int, dice: tuple[int, ...]) -> Fire:
    return Fire(dice[:mine], dice[mine:])


def _one_more(state: GameState, side: int) -> Answer:
    judge = judge_of(state)
    faces = tuple(
        judge.piece(str(value), face, AddDie(side, value))
        for value in FACES
        for face in (die_piece(value),)
    )
    words = named(_names(state)[side])
    return following(f"add-{side}", words, Choose(text("Enter each die"), faces))


def _again(state: GameState) -> Iterator[Answer]:
    judge, battle = judge_of(state), state.battle
    if state.tray or (battle is not None and any(battle.thrown)):
        anew = judge.answer("anew", text("Enter all dice again"), ForgetDice())
        yield replace(anew, minor=True)
    if state.dice_colours and battle is not None:
        words = text("Choose the colours of the dice again")
        yield replace(judge.answer("colours", words, SetDiceColours(())), minor=True)


def reroll(state: GameState, seat: int) -> Choose | None:
    """Ask the owner of a Time Warp for the die that is rolled again, and for its new value."""
    battle, player = state.battle, state.player(seat)
    if battle is None or not may_reroll(state) or not player.has(Technology.TIME_WARP):
        return None
    judge = judge_of(state)
    asked = text("What does the die show now?")
    dice = tuple(
        following(
            f"{side}-{old}",
            shown(die_piece(old)),
            Choose(
                asked,
                tuple(
                    judge.piece(str(new), face, RerollInBattle(seat, side, index, new))
                    for new in FACES
                    for face in (die_piece(new),)
                ),
            ),
            (die_piece(old), seat_piece((battle.attacker, battle.defender)[side])),
        )
        for side in SIDES
        for old, index in sorted(
            {value: i for i, value in reversed(tuple(enumerate(battle.thrown[side])))}.items()
        )
    )
    keep = judge.answer("keep", text("No reroll"), CountHits())
    return Choose(_ask_reroll(player.name), (*dice, keep), "keep")
