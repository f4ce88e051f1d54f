"""Rolls of the market and of battles: the dice on the tray, dice and hits entered by hand."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any, Final

from companion.games import question as q
from companion.games.emperor.ask.words import FACES, At, die_piece, values
from companion.games.emperor.roles.merchant import ThrowMarket
from companion.games.emperor.state import GameState, Step
from companion.games.emperor.technologies import Technology
from companion.games.emperor.war.battle import Fire, SayHits, throws
from companion.games.emperor.war.rolls import (
    AddDie,
    CorrectDie,
    CountHits,
    CountTray,
    ForgetDice,
    RerollInBattle,
    SetDiceColours,
    due,
    may_reroll,
    portion,
)
from companion.games.emperor.war.tray import SIDES, DiceColour, DiceOwner, Portion, TrayDie
from companion.games.question import text

TRAY: Final = ("tray",)
_PROPOSED: Final = ("count", "hits", "roll", "add-0", "add-1")
"""Keys of the answers in the order in which they are proposed."""
_OTHER: Final = MappingProxyType(
    {DiceOwner.ATTACKER: DiceOwner.DEFENDER, DiceOwner.DEFENDER: DiceOwner.ATTACKER}
)


def roll(at: At) -> q.Choose | None:
    """Ask for the dice of a roll: all of them, one by one, their hits, what is on the tray.

    None while a Time Warp may change one: its owner is asked.
    """
    if may_reroll(at.state):
        return None
    there = portion(at.state)
    answers = (*_counts(at), *_tray(at, there), *_entered(at, there), *_again(at))
    able = {each.key for each in answers if each.refused is None and not each.minor}
    proposed = next((key for key in _PROPOSED if key in able), "")
    return q.Choose(_asked(at.state, there), answers, proposed, by=TRAY)


def _asked(state: GameState, there: Portion | None) -> q.Text:
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


def _ask_whose(state: GameState, colour: str) -> q.Text:
    return text(
        "Whose are the %(colour)s (%(count)s)? This is saved for the game.",
        colour=_colour(colour),
        count=sum(die.colour == colour for die in state.tray),
    )


def _colour(colour: str) -> q.Piece:
    return q.Piece(f"colour/{colour}")


def _counts(at: At) -> Iterator[q.Answer]:
    if at.state.step is Step.FIRE and at.state.tray:
        lying = text("Count these %(count)s", count=len(at.state.tray))
        yield at.answer("count", lying, CountTray())


def _tray(at: At, there: Portion | None) -> Iterator[q.Answer]:
    """Yield the corrections of each die on the tray, the questionable ones first."""
    if there is None:
        return
    if there.colours:
        yield _whose(at, there, there.colours[0])
    for index, die in enumerate(at.state.tray):
        side = there.sides[index]
        asked = index in there.doubtful or (side is not None and there.spare[side] > 0)
        yield replace(_one_die(at, index, die), minor=not asked)


def _one_die(at: At, index: int, die: TrayDie) -> q.Answer:
    def of(**known: Any) -> CorrectDie:
        return CorrectDie(index, replace(die, **known))

    sides = (
        at.answer(f"side-{side}", text("%(name)s rolled it", name=name), of(side=side))
        for side, name in zip(SIDES, _names(at.state), strict=True)
    )
    away = at.answer("away", text("It does not count"), CorrectDie(index, None))
    faces = at.faces(lambda value: of(value=value, doubtful=False))
    asked = q.Choose(text("What does the die show now?"), (*faces, *sides, away), str(die.value))
    pieces = (q.Piece(f"die/{die.value}", where=die.colour),)
    return q.following(f"die-{index}", q.shown(die_piece(die.value)), asked, pieces)


def _names(state: GameState) -> tuple[str, str]:
    seats = state.battle.seats if state.battle else (state.selector, state.selector)
    mine, theirs = ("" if seat is None else state.player(seat).name for seat in seats)
    return mine, theirs


def _whose(at: At, there: Portion, colour: str) -> q.Answer:
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
    return q.following("whose", asked, q.Choose(asked, answers), (_colour(colour),))


def _with_owner(state: GameState, there: Portion, colour: str, owner: DiceOwner) -> SetDiceColours:
    kept = tuple(each for each in state.dice_colours if each.colour != colour)
    others = [each for each in there.colours if each != colour]
    new = [DiceColour(colour, owner)]
    if len(others) == 1 and owner in _OTHER:
        new.append(DiceColour(others[0], _OTHER[owner]))
    return SetDiceColours((*kept, *new))


def _begun(state: GameState) -> bool:
    return bool(state.tray) or (state.battle is not None and any(state.battle.thrown))


def _entered(at: At, there: Portion | None) -> Iterator[q.Answer]:
    """Yield what people enter by hand: the whole roll, the hits, one die.

    A roll is entered as a whole, by its hits in a battle; once it has begun, die by die.
    """
    state, begun = at.state, _begun(at.state)
    battle = state.battle if state.step is Step.FIRE else None
    if battle is None:
        words = text("%(name)s rolls the four market dice: tap each", name=_names(state)[0])
        dice = q.Drawn(words, due(state)[0], None, ThrowMarket, FACES, by=TRAY)
        yield q.Answer("roll", words, dice, minor=begun)
    else:
        words, most = text("Roll, and tap each die"), [throw.dice for throw in throws(battle)]
        mine = most[0]

        def fire(thrown: tuple[int, ...]) -> Fire:
            return Fire(thrown[:mine], thrown[mine:])

        dice = q.Drawn(words, sum(most), None, fire, FACES, by=TRAY)
        yield q.Answer("roll", words, dice, minor=True)
        refused = at.judge.refuses(SayHits(0, 0))
        yield q.Answer("hits", text("How many dice hit?"), _hits(state, ()), refused=refused)
    doubtful = there is not None and not there.is_clear
    for side in SIDES:
        if due(state)[side]:
            name = _names(state)[side]
            one = q.Choose(
                text("Dice of %(name)s: tap each", name=name), at.faces(partial(AddDie, side))
            )
            minor = not begun or doubtful or (battle is None and not there)
            yield replace(q.following(f"add-{side}", words, one), minor=minor)


def _hits(state: GameState, said: tuple[int, ...]) -> Any:
    """Ask for the hits of the next side that rolls; all of them are a command."""
    side = len(said)
    if side == len(SIDES):
        return SayHits(*said)
    count, name = due(state)[side], _names(state)[side]
    if not count:
        return _hits(state, (*said, 0))
    least = 0 if state.battle is None else throws(state.battle)[side].hits_from
    words = text(
        "%(name)s rolls %(count)s die; it hits from %(least)s: how many hit?",
        "%(name)s rolls %(count)s dice, which hit from %(least)s: how many hit?",
        name=name,
        count=count,
        least=least,
    )
    return q.Amount(words, 0, count, lambda hits: _hits(state, (*said, hits)), (q.Piece("hit"),))


def _again(at: At) -> Iterator[q.Answer]:
    if _begun(at.state):
        anew = at.answer("anew", text("Enter all dice again"), ForgetDice())
        yield replace(anew, minor=True)
    if at.state.dice_colours and at.state.battle is not None:
        words = text("Choose the colours of the dice again")
        yield replace(at.answer("colours", words, SetDiceColours(())), minor=True)


def reroll(at: At) -> q.Choose | None:
    """Ask the owner of a Time Warp for the die that is rolled again, and for its new value."""
    battle, table = at.state.battle, At(at.state)  # the gains of the battle are not those of a die
    if battle is None or not may_reroll(at.state) or not at.player.has(Technology.TIME_WARP):
        return None
    dice = (
        table.rerolled(
            f"{side}-{old}", old, partial(RerollInBattle, at.seat, side, index), q.seat_piece(owner)
        )
        for side, owner in enumerate(battle.seats)
        for old, index in values(battle.thrown[side])
    )
    keep = table.answer("keep", text("No reroll"), CountHits())
    asked = text("Time Warp of %(names)s: tap the die to reroll", names=at.name)
    return q.Choose(asked, (*dice, keep), "keep")
