"""Choosing in Develop and Settle: who builds, who pays, what is given up (R-7.1 to R-7.4)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.roll.account import Dice, DieLocation, OwnedDie
from companion.games.roll.dice import PHASES, Phase
from companion.games.roll.round_commands import CompleteTile, PlaceWorkers
from companion.games.roll.view import SeatView
from companion.games.roll.view_account import SeatAccount
from kivy_ui.presenters.desk import Desk
from kivy_ui.presenters.things import Action, Group, Picked, Thing, dice_of, die_thing, numbers_of
from kivy_ui.presenters.words import Words


class BuildChoices:
    """What a player may choose in Develop and Settle.

    Args:
        desk: the presenters' desk.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @property
    def _words(self) -> Words:
        return self._desk.words

    @property
    def _phase(self) -> Phase | None:
        view = self._desk.view
        return view.current_phase if view is not None else None

    def groups(self, account: SeatAccount) -> Iterator[Group]:
        """Yield what can be marked."""
        translate = self._words.translate
        completion = self._completion(account)
        stack = account.developments if self._phase is Phase.DEVELOP else account.worlds
        if completion is None:
            workers = self._workers(account)
            room = len(workers) if stack.needed is None else stack.needed - len(stack.workers)
            things = tuple(die_thing(self._words, die) for die in workers)
            marked = tuple(range(min(len(things), room)))
            yield Group("workers", translate("On the top tile"), things, max(1, room), marked)
            return
        things = tuple(die_thing(self._words, die) for die in stack.workers)
        pays = numbers_of(stack.workers, completion.workers or stack.workers)
        yield Group("pays", translate("Pays for the tile"), things, len(pays), pays)
        if completion.to_cup:
            freed = numbers_of(stack.workers, completion.to_cup)
            yield Group(
                "freed", translate("Back to the cup by a power"), things, len(things), freed
            )
        if completion.give_up:
            owned = tuple(self._owned(account, completion))
            first = tuple(
                next((i for i, thing in enumerate(owned) if thing.value == given), 0)
                for given in completion.give_up
            )
            title = translate("Given up for the tile's effect")
            yield Group("given", title, owned, len(completion.give_up), first)

    def actions(self, seat: SeatView, account: SeatAccount, picked: Picked) -> Iterator[Action]:
        """Yield what can be done with what is marked."""
        translate = self._words.translate
        completion = self._completion(account)
        if completion is None:
            dice = dice_of(picked.get("workers", ()))
            if not self._workers(account):
                return
            command = PlaceWorkers(seat.seat, dice) if dice else None
            yield Action(translate("Place %(count)s", count=len(dice)), command, "plus")
            return
        given = tuple(each for each in picked.get("given", ()) if isinstance(each, OwnedDie))
        pays, freed = dice_of(picked["pays"]), dice_of(picked.get("freed", ()))
        chosen = CompleteTile(seat.seat, pays, freed, given, completion.tile)
        yield Action(translate("Complete"), chosen if pays else None, "check")

    def _completion(self, account: SeatAccount) -> CompleteTile | None:
        first = next(iter(account.proposal.commands), None)
        return first if isinstance(first, CompleteTile) else None

    def _workers(self, account: SeatAccount) -> Dice:
        phase = self._phase
        if phase is None or not account.columns:
            return ()
        return account.columns[PHASES.index(phase)]

    def _owned(self, account: SeatAccount, completion: CompleteTile) -> Iterator[Thing]:
        """Every kind of die in every place, as it will be when the tile is complete."""
        translate, words = self._words.translate, self._words
        paid = tuple(die for die in completion.workers if die not in completion.to_cup)
        places = (
            (DieLocation.CITIZENRY, translate("Citizenry"), (*account.citizenry, *paid)),
            (DieLocation.CUP, translate("cup"), (*account.cup, *completion.to_cup)),
        )
        for location, name, dice in places:
            for die in dict.fromkeys(dice):
                yield die_thing(self._words, die, OwnedDie(die, location), f"({name})")
        for phase, column in zip(PHASES, account.columns, strict=False):
            for die in dict.fromkeys(column):
                owned = OwnedDie(die, DieLocation.COLUMN, phase)
                yield die_thing(self._words, die, owned, f"({words.phase(phase)})")
        for good in dict.fromkeys(account.goods):
            owned = OwnedDie(good.die, DieLocation.GOOD, world=good.world)
            yield die_thing(self._words, good.die, owned, f"({self._desk.tiles.name(good.world)})")
