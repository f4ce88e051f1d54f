"""Choosing otherwise than proposed: which dice and tiles, and what they do.

A ``Chooser`` shows groups of things to mark and buttons that act on what is marked; each kind of
situation (a phase, Manage Empire) builds its own. Nothing is sent before a button.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.games.roll.account import Dice, DieLocation, OwnedDie
from companion.games.roll.dice import PHASES, DieType, Phase
from companion.games.roll.effects import Category
from companion.games.roll.macros import Goal, PlaceDrawn, RearrangeBy, ScoutTo
from companion.games.roll.round_commands import (
    CompleteTile,
    PlaceWorkers,
    Produce,
    Recall,
    Recruit,
    ReturnTile,
    Ship,
    Spot,
    Stock,
)
from companion.games.roll.shipping import ShipTask
from companion.games.roll.view import SeatView, Step
from companion.games.roll.view_account import Option, SeatAccount, StackView
from kivy_ui.presenters.desk import Desk
from kivy_ui.presenters.dice_words import gains_in_words


@dataclass(frozen=True, slots=True)
class Thing:
    """Something to mark: a die, a tile of a stack, or a word.

    Attributes:
        die: key of the die's kind; empty for what is no die.
        value: what it stands for.
    """

    text: str
    value: object
    die: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Things of one kind.

    Attributes:
        most: how many can be marked; marking another one frees the first.
        marked: numbers of the things that are marked at first.
    """

    key: str
    title: str
    things: tuple[Thing, ...]
    most: int
    marked: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Action:
    """A button: what it says, and what it sends; a command of None cannot be sent now."""

    text: str
    command: object | None
    icon: str = ""


@dataclass(frozen=True, slots=True)
class ChoosingModel:
    """What the panel shows; *marked* has the marked numbers of each group, in marking order."""

    title: str
    groups: tuple[Group, ...]
    marked: tuple[tuple[int, ...], ...]
    actions: tuple[Action, ...]


class Chooser:
    """What one player may choose now.

    Args:
        desk: the presenters' desk.
        number: the player's seat.
    """

    def __init__(self, desk: Desk, number: int) -> None:
        self._desk = desk
        self.number = number
        self._situation: tuple[object, ...] = ()
        self._marked: dict[str, tuple[int, ...]] = {}

    def model(self) -> ChoosingModel | None:
        """Return what is shown; None where there is nothing to choose any more."""
        seat = self._desk.seat(self.number)
        if seat is None or seat.account is None:
            return None
        groups = tuple(self._groups(seat, seat.account))
        situation = tuple((group.key, group.things, group.most) for group in groups)
        if situation != self._situation:
            self._situation = situation
            self._marked = {group.key: group.marked for group in groups}
        actions = tuple(self._actions(seat, seat.account, groups))
        if not actions:
            return None
        marked = tuple(self._marked.get(group.key, ()) for group in groups)
        return ChoosingModel(self._title(seat), groups, marked, actions)

    def mark(self, key: str, index: int) -> None:
        """Mark a thing, or take its mark away."""
        model = self.model()
        group = next((each for each in model.groups if each.key == key), None) if model else None
        if group is None or not 0 <= index < len(group.things):
            return
        marked = self._marked.get(key, ())
        if index in marked:
            self._marked[key] = tuple(each for each in marked if each != index)
        else:
            self._marked[key] = (*marked, index)[-group.most :]

    def command(self, index: int) -> object | None:
        """Return what the button number *index* sends."""
        model = self.model()
        if model is None or not 0 <= index < len(model.actions):
            return None
        return model.actions[index].command

    # --- what there is -------------------------------------------------------------------------

    @property
    def _phase(self) -> Phase | None:
        view = self._desk.view
        return view.current_phase if view is not None else None

    def _title(self, seat: SeatView) -> str:
        translate = self._desk.words.translate
        phase = self._phase
        what = self._desk.words.phase(phase) if phase is not None else translate("Manage Empire")
        return f"{seat.name}: {what}"

    def _groups(self, seat: SeatView, account: SeatAccount) -> Iterator[Group]:
        if self._desk.step is Step.MANAGE:
            yield from self._managing_groups(account)
            return
        match self._phase:
            case Phase.EXPLORE:
                yield from self._explore_groups(account)
            case Phase.DEVELOP:
                yield from self._building_groups(account, account.developments)
            case Phase.SETTLE:
                yield from self._building_groups(account, account.worlds)
            case _:
                return
        del seat

    def _actions(
        self, seat: SeatView, account: SeatAccount, groups: Sequence[Group]
    ) -> Iterator[Action]:
        picked = {group.key: self._picked(group) for group in groups}
        if self._desk.step is Step.MANAGE:
            yield from self._managing_actions(seat, account, picked)
            return
        match self._phase:
            case Phase.EXPLORE:
                yield from self._explore_actions(seat, account, picked)
            case Phase.DEVELOP | Phase.SETTLE:
                yield from self._building_actions(seat, account, picked)
            case Phase.PRODUCE | Phase.SHIP:
                yield from self._listed(account.options)
            case None:
                return

    def _picked(self, group: Group) -> tuple[object, ...]:
        return tuple(group.things[index].value for index in self._marked.get(group.key, ()))

    def _die(self, die: DieType, value: object | None = None, note: str = "") -> Thing:
        text = self._desk.words.colour(die)
        return Thing(f"{text} {note}".strip(), die if value is None else value, die.value)

    # --- Explore -------------------------------------------------------------------------------

    def _explore_groups(self, account: SeatAccount) -> Iterator[Group]:
        translate = self._desk.words.translate
        spots = tuple(self._spots(account))
        if "ReturnTile" in account.legal:
            yield Group("return", translate("This tile goes back to the bag"), spots, 1, (0,))
            return
        if account.hand:
            goals = tuple(self._goals(account))
            for number in range(account.hand):
                title = translate(
                    "Tile %(number)s of %(count)s goes to", number=number + 1, count=account.hand
                )
                yield Group(f"tile{number}", title, goals, 1)
            return
        explorers = tuple(
            self._die(
                each.command.die,
                each,
                translate("(borrowed)") if each.command.borrowed else "",
            )
            for each in account.options
            if isinstance(each.command, Stock)
        )
        if "Stock" in account.legal and explorers:
            yield Group("explorer", translate("Explorer"), explorers, 1, (0,))
        if spots and ("Scout" in account.legal or "Rearrange" in account.legal):
            yield Group("spots", translate("Tiles of the construction zone"), spots, len(spots))

    def _explore_actions(
        self, seat: SeatView, account: SeatAccount, picked: dict[str, tuple[object, ...]]
    ) -> Iterator[Action]:
        translate = self._desk.words.translate
        number = seat.seat
        if "return" in picked:
            spot = next((each for each in picked["return"] if isinstance(each, Spot)), None)
            yield Action(translate("Return"), spot and ReturnTile(number, spot), "back")
            return
        if account.hand:
            goals = tuple(g for group in picked.values() for g in group if isinstance(g, Goal))
            ready = len(goals) == account.hand
            yield Action(translate("Place"), PlaceDrawn(number, goals) if ready else None, "check")
            return
        spots = tuple(each for each in picked.get("spots", ()) if isinstance(each, Spot))
        for chosen in picked.get("explorer", ()):
            if isinstance(chosen, Option) and isinstance(chosen.command, Stock):
                yield from self._explorer_actions(account, chosen, chosen.command, spots)
        if "Rearrange" in account.legal:
            for stack, text in (
                (Category.DEVELOPMENT, translate("Put on the development stack")),
                (Category.WORLD, translate("Put on the world stack")),
            ):
                command = self._rearranged(number, account, spots, stack) if spots else None
                yield Action(
                    text, command, "develop" if stack is Category.DEVELOPMENT else "settle"
                )

    def _explorer_actions(
        self, account: SeatAccount, option: Option, stock: Stock, spots: tuple[Spot, ...]
    ) -> Iterator[Action]:
        translate = self._desk.words.translate
        yield Action(translate("Stock: %(gain)s", gain=f"+{option.credits} $"), stock, "credits")
        if "Scout" in account.legal:
            count = 1 + len(spots)
            text = translate.plural("Scout %(count)s tile", "Scout %(count)s tiles", count)
            if spots:
                text = translate("Abandon, then %(scout)s", scout=text)
            yield Action(text, ScoutTo(stock.seat, stock.die, stock.borrowed, spots), "tile")

    def _spots(self, account: SeatAccount) -> Iterator[Thing]:
        words = self._desk.words
        for stack, kind, name in (
            (account.developments, Category.DEVELOPMENT, words.phase(Phase.DEVELOP)),
            (account.worlds, Category.WORLD, words.phase(Phase.SETTLE)),
        ):
            for index in range(stack.size):
                side = self._desk.tiles.of_tile(stack.top, kind) if index == 0 else None
                known = f": {self._desk.tiles.name(side.key)}" if side is not None else ""
                yield Thing(f"{name} {index + 1}{known}", Spot(kind, index))

    def _goals(self, account: SeatAccount) -> Iterator[Thing]:
        words = self._desk.words
        for kind, phase in ((Category.DEVELOPMENT, Phase.DEVELOP), (Category.WORLD, Phase.SETTLE)):
            yield Thing(words.phase(phase), Goal(kind))
            if account.hand_on_top:
                top = words.translate("%(stack)s, on top", stack=words.phase(phase))
                yield Thing(top, Goal(kind, on_top=True))

    def _rearranged(
        self, number: int, account: SeatAccount, chosen: tuple[Spot, ...], goal: Category
    ) -> RearrangeBy:
        """The chosen tiles on top of one stack, the first chosen topmost; the others stay."""
        stacks = {
            kind: tuple(
                spot for index in range(stack.size) if (spot := Spot(kind, index)) not in chosen
            )
            for kind, stack in (
                (Category.DEVELOPMENT, account.developments),
                (Category.WORLD, account.worlds),
            )
        }
        stacks[goal] = (*chosen, *stacks[goal])
        return RearrangeBy(number, stacks[Category.DEVELOPMENT], stacks[Category.WORLD])

    # --- Develop, Settle -----------------------------------------------------------------------

    def _building_groups(self, account: SeatAccount, stack: StackView) -> Iterator[Group]:
        translate = self._desk.words.translate
        completion = self._completion(account)
        if completion is None:
            workers = self._workers(account)
            room = len(workers) if stack.needed is None else stack.needed - len(stack.workers)
            things = tuple(self._die(die) for die in workers)
            marked = tuple(range(min(len(things), room)))
            yield Group("workers", translate("On the top tile"), things, max(1, room), marked)
            return
        things = tuple(self._die(die) for die in stack.workers)
        pays = _numbers(stack.workers, completion.workers or stack.workers)
        yield Group("pays", translate("Pays for the tile"), things, len(pays), pays)
        if completion.to_cup:
            freed = _numbers(stack.workers, completion.to_cup)
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

    def _building_actions(
        self, seat: SeatView, account: SeatAccount, picked: dict[str, tuple[object, ...]]
    ) -> Iterator[Action]:
        translate = self._desk.words.translate
        completion = self._completion(account)
        if completion is None:
            dice = _dice(picked.get("workers", ()))
            if not self._workers(account):
                return
            command = PlaceWorkers(seat.seat, dice) if dice else None
            yield Action(translate("Place %(count)s", count=len(dice)), command, "plus")
            return
        given = tuple(each for each in picked.get("given", ()) if isinstance(each, OwnedDie))
        pays, freed = _dice(picked["pays"]), _dice(picked.get("freed", ()))
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
        translate, words = self._desk.words.translate, self._desk.words
        paid = tuple(die for die in completion.workers if die not in completion.to_cup)
        places = (
            (DieLocation.CITIZENRY, translate("Citizenry"), (*account.citizenry, *paid)),
            (DieLocation.CUP, translate("cup"), (*account.cup, *completion.to_cup)),
        )
        for location, name, dice in places:
            for die in dict.fromkeys(dice):
                yield self._die(die, OwnedDie(die, location), f"({name})")
        for phase, column in zip(PHASES, account.columns, strict=False):
            for die in dict.fromkeys(column):
                owned = OwnedDie(die, DieLocation.COLUMN, phase)
                yield self._die(die, owned, f"({words.phase(phase)})")
        for good in dict.fromkeys(account.goods):
            owned = OwnedDie(good.die, DieLocation.GOOD, world=good.world)
            yield self._die(good.die, owned, f"({self._desk.tiles.name(good.world)})")

    # --- Produce, Ship -------------------------------------------------------------------------

    def _listed(self, options: Sequence[Option]) -> Iterator[Action]:
        best = sorted(options, key=lambda each: (-each.vp, -each.credits))
        for option in best:
            yield Action(self._said(option), option.command, _icon(option))

    def _said(self, option: Option) -> str:
        words, tiles = self._desk.words, self._desk.tiles
        translate, command = words.translate, option.command
        match command:
            case Produce(goods=(good, *_)):
                return translate(
                    "%(die)s on %(world)s", die=words.colour(good.die), world=tiles.name(good.world)
                )
            case Ship(shipper=shipper, good=good, task=task, borrowed=borrowed):
                verb = translate("Consume") if task is ShipTask.CONSUME else translate("Trade")
                who = words.colour(shipper) + (f" {translate('(borrowed)')}" if borrowed else "")
                gain = gains_in_words(words, money=option.credits, vp=option.vp)
                return translate(
                    "%(verb)s %(world)s (%(good)s) with %(die)s: %(gain)s",
                    verb=verb,
                    world=tiles.name(good.world),
                    good=words.colour(good.die),
                    die=who,
                    gain=gain,
                )
            case _:
                return type(command).__name__

    # --- Manage Empire -------------------------------------------------------------------------

    def _managing_groups(self, account: SeatAccount) -> Iterator[Group]:
        translate = self._desk.words.translate
        if account.recruits:
            proposed = next(
                (c.dice for c in account.proposal.commands if isinstance(c, Recruit)), ()
            )
            things = tuple(self._die(die) for die in account.citizenry)
            title = translate("Recruit %(count)s", count=account.recruits)
            marked = _numbers(account.citizenry, proposed)
            yield Group("recruit", title, things, account.recruits, marked)
            return
        if "Recall" not in account.legal:
            return
        for key, title, dice in (
            ("developers", translate("Development stack"), account.developments.workers),
            ("settlers", translate("World stack"), account.worlds.workers),
        ):
            if dice:
                yield Group(key, title, tuple(self._die(die) for die in dice), len(dice))
        if account.goods:
            goods = tuple(
                self._die(good.die, good, f"({self._desk.tiles.name(good.world)})")
                for good in account.goods
            )
            yield Group("goods", translate("Goods"), goods, len(goods))

    def _managing_actions(
        self, seat: SeatView, account: SeatAccount, picked: dict[str, tuple[object, ...]]
    ) -> Iterator[Action]:
        translate = self._desk.words.translate
        if account.recruits:
            dice = _dice(picked["recruit"])
            ready = len(dice) == account.recruits
            command = Recruit(seat.seat, dice) if ready else None
            yield Action(translate("Recruit %(count)s", count=len(dice)), command, "check")
            return
        if not picked:
            return
        goods = tuple(picked.get("goods", ()))
        developers, settlers = (
            _dice(picked.get("developers", ())),
            _dice(picked.get("settlers", ())),
        )
        recall = Recall(seat.seat, developers, settlers, goods)  # type: ignore[arg-type] # goods
        count = len(developers) + len(settlers) + len(goods)
        yield Action(translate("Recall %(count)s", count=count), recall if count else None, "cup")


def _dice(picked: Sequence[object]) -> Dice:
    return tuple(die for die in picked if isinstance(die, DieType))


def _numbers(whole: Sequence[DieType], part: Sequence[DieType]) -> tuple[int, ...]:
    """Where in *whole* the dice of *part* lie, each place once."""
    free = list(enumerate(whole))
    found = []
    for die in part:
        place = next((each for each in free if each[1] is die), None)
        if place is not None:
            free.remove(place)
            found.append(place[0])
    return tuple(found)


def _icon(option: Option) -> str:
    if isinstance(option.command, Ship):
        return "chip" if option.vp else "credits"
    return "plus"
