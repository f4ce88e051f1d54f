"""Rolls of the market and of battles: the dice on the tray, dice and hits entered by hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Final

from companion.games.emperor.ask.words import FACES, At, die_piece, seat_piece, values
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
    Answer,
    Choose,
    Drawn,
    Form,
    Piece,
    Text,
    following,
    named,
    number,
    shown,
    text,
)

TRAY: Final = ("tray",)
_OTHER: Final = MappingProxyType(
    {DiceOwner.ATTACKER: DiceOwner.DEFENDER, DiceOwner.DEFENDER: DiceOwner.ATTACKER}
)


def roll(at: At) -> Choose:
    """Ask for the dice of a roll: all of them, one by one, their hits, what is on the tray."""
    there = portion(at.state)
    answers = (*_counts(at), *_tray(at, there), *_entered(at), *_again(at))
    return Choose(_asked(at.state, there), answers, by=() if may_reroll(at.state) else TRAY)


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


def _counts(at: At) -> Iterator[Answer]:
    if may_reroll(at.state):
        yield at.answer("keep", text("No reroll"), CountHits())
    elif at.state.step is Step.FIRE and at.state.tray:
        lying = text("Count these %(count)s", count=len(at.state.tray))
        yield at.answer("count", lying, CountTray())


def _tray(at: At, there: Portion | None) -> Iterator[Answer]:
    """Yield the corrections of each die on the tray, the questionable ones first."""
    if there is None:
        return
    if there.colours:
        yield _whose(at, there, there.colours[0])
    for index, die in enumerate(at.state.tray):
        side = there.sides[index]
        asked = index in there.doubtful or (side is not None and there.spare[side] > 0)
        yield replace(_one_die(at, index, die), minor=not asked)


def _one_die(at: At, index: int, die: TrayDie) -> Answer:
    sides = (
        at.answer(f"side-{side}", text("%(name)s rolled it", name=name), MoveDie(index, side))
        for side, name in zip(SIDES, _names(at.state), strict=True)
    )
    away = at.answer("away", text("It does not count"), MoveDie(index, None))
    answers = (*at.faces(partial(SettleDie, index)), *sides, away)
    asked = Choose(text("What does the die show now?"), answers, str(die.value))
    pieces = (Piece(f"die/{die.value}", where=die.colour),)
    return following(f"die-{index}", shown(die_piece(die.value)), asked, pieces)


def _names(state: GameState) -> tuple[str, str]:
    seats = state.battle.seats if state.battle else (state.selector, state.selector)
    mine, theirs = ("" if seat is None else state.player(seat).name for seat in seats)
    return mine, theirs


def _whose(at: At, there: Portion, colour: str) -> Answer:
    """Ask for the owner of a colour; the only other one on the tray is then the opponent's."""
    mine, theirs = _names(at.state)
    words = {
        DiceOwner.ATTACKER: text("%(name)s (attacker)", name=mine),
        DiceOwner.DEFENDER: text("%(name)s (defender)", name=theirs),
        DiceOwner.IN_TURN: text("Both, in turn"),
    }
    answers = tuple(
        at.answer(owner.value, each, _with_owner(at.state, there, colour, owner))
        for owner, each in words.items()
    )
    asked = _ask_whose(at.state, colour)
    return following("whose", asked, Choose(asked, answers), (_colour(colour),))


def _with_owner(state: GameState, there: Portion, colour: str, owner: DiceOwner) -> SetDiceColours:
    kept = tuple(each for each in state.dice_colours if each.colour != colour)
    others = [each for each in there.colours if each != colour]
    new = [DiceColour(colour, owner)]
    if len(others) == 1 and owner in _OTHER:
        new.append(DiceColour(others[0], _OTHER[owner]))
    return SetDiceColours((*kept, *new))


def _begun(state: GameState) -> bool:
    return bool(state.tray) or (state.battle is not None and any(state.battle.thrown))


def _entered(at: At) -> Iterator[Answer]:
    """Yield what people enter by hand: the whole roll, the hits, one die."""
    state, battle, words = at.state, at.state.battle, text("Roll, and tap each die")
    if battle is None or state.step is not Step.FIRE:
        dice = Drawn(words, due(state)[0], None, ThrowMarket, FACES, by=TRAY)
        yield Answer("roll", words, dice, minor=_begun(state))
    else:
        most = [throw.dice for throw in throws(battle)]
        dice = Drawn(words, sum(most), None, partial(_fired, most[0]), FACES, by=TRAY)
        yield Answer("roll", words, dice, minor=_begun(state))
        sides = zip(battle.seats, most, _names(state), strict=True)
        amounts = tuple(number(seat_piece(s), n, words=named(name)) for s, n, name in sides)
        hits = Form(text("How many dice hit?"), amounts, SayHits, at.judge.refuses)
        yield Answer("hits", hits.text, hits, refused=at.judge.refuses(SayHits(0, 0)))
    for side in SIDES:
        if due(state)[side]:
            one = Choose(text("Enter each die"), at.faces(partial(AddDie, side)))
            yield following(f"add-{side}", named(_names(state)[side]), one)


def _fired(mine: int, dice: tuple[int, ...]) -> Fire:
    return Fire(dice[:mine], dice[mine:])


def _again(at: At) -> Iterator[Answer]:
    if _begun(at.state):
        anew = at.answer("anew", text("Enter all dice again"), ForgetDice())
        yield replace(anew, minor=True)
    if at.state.dice_colours and at.state.battle is not None:
        words = text("Choose the colours of the dice again")
        yield replace(at.answer("colours", words, SetDiceColours(())), minor=True)


def reroll(at: At) -> Choose | None:
    """Ask the owner of a Time Warp for the die that is rolled again, and for its new value."""
    battle, table = at.state.battle, At(at.state)  # the gains of the battle are not those of a die
    if battle is None or not may_reroll(at.state) or not at.player.has(Technology.TIME_WARP):
        return None
    dice = (
        table.rerolled(
            f"{side}-{old}", old, partial(RerollInBattle, at.seat, side, index), seat_piece(owner)
        )
        for side, owner in enumerate(battle.seats)
        for old, index in values(battle.thrown[side])
    )
    keep = table.answer("keep", text("No reroll"), CountHits())
    return Choose(_ask_reroll(at.name), (*dice, keep), "keep")
