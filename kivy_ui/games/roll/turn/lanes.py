"""The lanes of a phase: what each player is asked, as pictures with one word each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final

from companion.games.answers import proposed
from companion.games.question import (
    Answer as Possible,
)
from companion.games.question import (
    Choose,
    Path,
    Place,
    Refusal,
    is_question,
    opened,
    text,
)
from companion.games.question import (
    Pick as PickQuestion,
)
from companion.games.roll.ask.at import LENT
from companion.games.roll.decide.combined import Accept, NameTile
from companion.games.roll.model.dice import PHASES, DieType, Phase, working_face
from companion.games.roll.model.effects import Category
from companion.games.roll.model.holdings import Dice, ShipTask
from companion.games.roll.model.state import Step
from companion.games.roll.phases.build import CompleteTile
from companion.games.roll.phases.goods import Produce, Ship
from companion.games.roll.phases.manage import Recall, Recruit
from companion.games.roll.view.table_view import SeatTracking, SeatView
from companion.i18n import N_
from kivy_ui.asking import draft as drafts
from kivy_ui.asking.draft import Draft, Give, Mark, Why
from kivy_ui.asking.drafts import MarkOf, SeatDrafts
from kivy_ui.asking.telling import Telling
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.looks import STACKS, asked_of, telling
from kivy_ui.games.roll.texts.dice_text import gains_text
from kivy_ui.games.roll.tiles.tile_cards import side_picture
from kivy_ui.games.roll.turn.keys import Do, InFull, NameOf, Whole
from kivy_ui.pages.page import Doing, Look, Move, Picture, Seat
from kivy_ui.pages.rounds import MOST_ANSWERS, Answer, Lane, Offer, Pick

_IDLE: Final = MappingProxyType(
    {
        Phase.EXPLORE: N_("No explorer"),
        Phase.DEVELOP: N_("No developer"),
        Phase.SETTLE: N_("No settler"),
        Phase.PRODUCE: N_("No producer"),
        Phase.SHIP: N_("No shipper"),
    }
)
_NO_CHOICE: Final = Refusal(
    "recruits_all",
    text("Every die of the Citizenry comes back: there is $1 for each."),
    None,
    "R-10.1",
)
_DIFFERENT: Final = 2
"""Kinds of workers from which an answer shows which of them it uses."""
_MOST_GOODS: Final = 3
"""Goods that a lane shows one by one; with many lanes only one."""
_MANY: Final = 4
"""Lanes from which there is little room in each."""
CITIZENRY: Final = Picture("citizenry")
CUP: Final = Picture("cup")


@dataclass(frozen=True, slots=True)
class LaneMaker:
    """Makes the lanes of the current phase, or of Manage Empire.

    Attributes:
        marks: what the seats have ticked.
    """

    ui: RollContext
    marks: SeatDrafts

    @property
    def tell(self) -> Telling:
        """Texts and pieces in the chosen language."""
        return telling(self.ui)

    def ask(self, seat: int) -> Any:
        """Return the question of a seat."""
        return asked_of(self.ui.view, seat)

    def lanes(self) -> tuple[Lane, ...]:
        """Return a lane for each player, in the order of the seats."""
        view = self.ui.view
        seats = sorted(view.seats if view is not None else (), key=lambda each: each.seat)
        return tuple(self._lane(seat, seat.tracking or SeatTracking()) for seat in seats)

    def proposed(self, number: int) -> Any:
        """Return the command that a seat's question proposes; None if it proposes none."""
        question = self.ask(number)
        path = None if question is None else proposed(question)
        return None if path is None else drafts.at(self.ask, number, path)

    def draft(self, number: int) -> Draft:
        """Return what a seat has open and ticked in its lane."""
        managing = self.ui.step is Step.MANAGE
        return self.marks.of(self.ask, number, leads=managing)

    def _lane(self, seat: SeatView, tracking: SeatTracking) -> Lane:
        shown = Seat(seat.seat, seat.name, seat.colour, str(seat.credits))
        if not _asks(tracking):
            return self._idle(seat, tracking, shown)
        lane = Lane(shown, self._dice(seat, tracking), key=_head(tracking, seat.seat))
        question = drafts.at(self.ask, seat.seat, self.draft(seat.seat).path)
        if tracking.asked is not None:
            return replace(lane, answers=tuple(self._naming(seat.seat)))
        if tracking.returns:
            back = Answer(InFull(seat.seat), Picture("bag"), self.tell.translate("Choose the tile"))
            return replace(lane, answers=(back,), key=Whole(seat.seat))
        if isinstance(question, PickQuestion):
            return self._picks(lane, seat, tracking, question)
        if self._ships_several(tracking):
            return self._offers(lane, tracking, question)
        if tracking.proposal.commands and not tracking.ships_one:
            if self.ui.step is Step.MANAGE:
                return self._recruiting(lane, seat, tracking)
            return replace(lane, answers=(self._accept(seat.seat, tracking),))
        return replace(lane, answers=tuple(self._answers(seat.seat, tracking, question)))

    # --- who has nothing to do -----------------------------------------------------------------

    def _idle(self, seat: SeatView, tracking: SeatTracking, shown: Seat) -> Lane:
        reason = self.tell.translate(self._why_idle(seat, tracking))
        key = InFull(seat.seat) if tracking.decides else Whole(seat.seat)
        return Lane(replace(shown, doing=Doing.IDLE, reason=reason), key=key)

    def _why_idle(self, seat: SeatView, tracking: SeatTracking) -> str:
        phase = self.ui.phase
        if phase is None:
            return N_("Done")
        if tracking.question is not None and workers_in(phase, tracking):
            return N_("Waits")
        if phase is Phase.SHIP and not tracking.goods and workers_in(phase, tracking):
            return N_("No good")
        there = dict(seat.workers).get(phase, 0)
        return N_("Done") if there else _IDLE[phase]

    # --- dice ----------------------------------------------------------------------------------

    def _dice(self, seat: SeatView, tracking: SeatTracking) -> tuple[Picture, ...]:
        """Return the dice of the phase: those that are done, then those that still act."""
        phase = self.ui.phase
        if phase is None:
            return ()
        left = Counter(workers_in(phase, tracking))
        dice = [die for die in seat.dice if die.place.phase is phase]
        done: list[Picture] = []
        acting: list[Picture] = []
        for die in dice:
            here = left[die.type] > 0
            left[die.type] -= here
            (acting if here else done).append(Picture(f"die/{die.type.value}/{die.face.value}"))
        acting += [_worker(kind, phase) for kind in left.elements()]
        acting += [_worker(kind, phase) for kind in tracking.borrowed]
        stack = stack_in(phase, tracking)
        lying = () if stack is None else stack.workers
        there = tuple(_worker(kind, phase) for kind in lying)
        over = () if phase in (Phase.DEVELOP, Phase.SETTLE) else done
        return (*(replace(each, look=Look.DONE) for each in over), *there, *acting)

    # --- answers -------------------------------------------------------------------------------

    def _naming(self, number: int) -> Iterator[Answer]:
        translate = self.tell.translate
        yield Answer(NameOf(number), Picture("symbol/search"), translate("Name the tile"))
        leave = translate("Leave it")
        yield Answer(Do((NameTile(number),)), Picture("symbol/close"), leave)

    def _answers(self, number: int, tracking: SeatTracking, question: Any) -> Iterator[Answer]:
        """Yield the usual answers of a question; others are only given in full."""
        given = tracking.proposal.commands or self.proposed(number) is not None
        ticked = question.default if given else None
        match question:
            case Choose(answers=answers):
                usual = [each for each in answers if not each.minor]
                for each in usual[:MOST_ANSWERS]:
                    shown = self._answer(number, (), each, chosen=each.key == ticked)
                    yield self._of_build(shown, each)
            case Place(default=None):
                yield from self._places(number, question)
            case _:
                return

    def _of_build(self, shown: Answer, answer: Possible) -> Answer:
        """Return an answer about an unnamed tile with the pictures of its stack."""
        if answer.key not in ("complete", "leave"):
            return shown
        stack = Category.DEVELOPMENT if self.ui.phase is Phase.DEVELOP else Category.WORLD
        piece = STACKS[stack] if answer.key == "complete" else "worker"
        return replace(shown, picture=Picture(piece), number="")

    def _places(self, number: int, question: Place) -> Iterator[Answer]:
        """Yield where the next drawn tile can go; the last touch answers."""
        placed = self.draft(number).marks[0]
        index = len(placed)
        for spot in (each for each in question.spots if not each.minor):
            now = (*placed, (index, spot.key))
            whole = len(now) == len(question.items)
            key = Give(number, (now,)) if whole else MarkOf(number, Mark(0, now))
            of = f"{index + 1}/{len(question.items)}" if len(question.items) > 1 else ""
            picture = replace(self.tell.pictures(spot.pieces)[0], number=of)
            yield Answer(key, picture, self.tell.said(spot.text), under=True)

    def _answer(self, number: int, path: Path, answer: Possible, *, chosen: bool) -> Answer:
        """Return an answer of a lane: its picture, what it brings, and one word."""
        then: Any = None if answer.refused is not None else opened(answer.then)
        rest = proposed(then) if is_question(then) else ()
        key = self._key(number, (*path, answer.key), answer, then, rest)
        pieces = (*answer.pieces, *_chosen(then, rest or ()))
        dice = tuple(
            self.tell.picture(each)
            for each in pieces
            if each.key.startswith("die/") and each.where != LENT
        )
        if len(set(self._kinds(number))) < _DIFFERENT:
            dice = ()
        others = tuple(each for each in pieces if not each.key.startswith("die/"))
        gains = self.tell.gains(answer.gains)
        picture, *_ = (*self.tell.pictures(others), *gains, *dice, Picture("worker"))
        full = any(gain.lost for gain in answer.gains) and not any(g.amount for g in answer.gains)
        under = answer.key in ("development", "world")
        short = self.tell.said(answer.short or answer.text)
        return Answer(
            key,
            replace(
                picture,
                text="",
                over=dice[:1],
                look=Look.NORMAL if answer.refused is None else Look.LEAVES,
            ),
            self.tell.said(answer.text) if under else short,
            short if under else "",
            number=self.tell.translate("full") if full else _number(gains),
            under=under,
            chosen=chosen,
        )

    def _kinds(self, number: int) -> tuple[DieType, ...]:
        """Return the workers that a seat has left in this phase."""
        seat = self.ui.seat(number)
        tracking = seat.tracking if seat is not None else None
        return (
            () if tracking is None else (*workers_in(self.ui.phase, tracking), *tracking.borrowed)
        )

    @staticmethod
    def _key(number: int, path: Path, answer: Possible, then: Any, rest: Path | None) -> object:
        if answer.refused is not None:
            return Why(answer.refused, (number, *path))
        if rest is not None:
            return Give(number, (*path, *rest))
        return NameOf(number) if "tile" in then.by else InFull(number, path)

    # --- what is proposed ----------------------------------------------------------------------

    def _accept(self, number: int, tracking: SeatTracking) -> Answer:
        """Return the ticked answer that does all that is proposed to a seat."""
        translate, proposal = self.tell.translate, tracking.proposal
        first = proposal.commands[0]
        if proposal.built:
            picture = side_picture(self.ui.tiles.side(proposal.built[0]))
            label = translate("Build")
        elif isinstance(first, Produce):
            goods = [good for each in proposal.commands for good in getattr(each, "goods", ())]
            world = side_picture(self.ui.tiles.side(goods[0].world))
            dice = tuple(Picture(f"die/{good.die.value}") for good in goods[:1])
            picture = replace(world, number="", over=dice)
            label = translate.plural("%(count)s good", "%(count)s goods", len(goods))
        elif isinstance(first, CompleteTile):
            picture, label = Picture("tile"), translate("Complete")
        else:
            placed = sum(len(getattr(each, "dice", ())) for each in proposal.commands)
            picture = Picture("worker")
            label = translate("Place %(count)s", count=placed) if placed else translate("Accept")
        return Answer(Do((Accept((number,)),)), picture, label, chosen=True)

    def _ships_several(self, tracking: SeatTracking) -> bool:
        return self.ui.phase is Phase.SHIP and not tracking.ships_one

    def _offers(self, lane: Lane, tracking: SeatTracking, question: Any) -> Lane:
        """Return a lane with each good and what can be done with it; the proposal is ticked."""
        if not isinstance(question, Choose):
            return lane
        ticked = Counter(
            (f"{each.good.world}/{each.good.die.value}", each.task)
            for each in tracking.proposal.commands
            if isinstance(each, Ship)
        )
        number = lane.seat.number
        view = self.ui.view
        many = view is not None and len(view.seats) >= _MANY
        if len(question.answers) > (1 if many else _MOST_GOODS):
            together = tuple(self._shipping(number, tracking))
            return replace(lane, answers=together, key=Whole(number))
        offers = []
        for each in question.answers:
            then = opened(each.then)
            die, world = self.tell.pictures(each.pieces)
            answers = (
                self._answer(number, (each.key,), one, chosen=_is_ticked(ticked, each.key, one))
                for one in (then.answers if isinstance(then, Choose) else ())
            )
            bare = replace(world, number="", over=(die,))
            offers.append(Offer(bare, tuple(answers)[:MOST_ANSWERS]))
        return replace(lane, pictures=(), offers=tuple(offers))

    def _shipping(self, number: int, tracking: SeatTracking) -> Iterator[Answer]:
        """Yield one ticked answer for all goods with what they bring, and one to choose each."""
        translate, proposal = self.tell.translate, tracking.proposal
        ships = [each for each in proposal.commands if isinstance(each, Ship)]
        if ships:
            vp = proposal.vp > 0
            gains = gains_text(self.ui.words, money=proposal.credits, vp=proposal.vp)
            picture = Picture("chip" if vp else "coin", text="")
            goods = translate.plural("%(count)s good", "%(count)s goods", len(ships))
            yield Answer(Do((Accept((number,)),)), picture, gains, goods, chosen=True)
        each_good = translate("Each good")
        yield Answer(InFull(number), Picture("symbol/more"), each_good)

    def _picks(
        self, lane: Lane, seat: SeatView, tracking: SeatTracking, question: PickQuestion
    ) -> Lane:
        """Return a lane with dice to tick; below them where they go, and what that costs."""
        now = self.draft(seat.seat).marks[0]
        phase = self.ui.phase
        picks = tuple(
            Pick(
                MarkOf(seat.seat, Mark(0, drafts.toggled(question, now, index))),
                self.tell.picture(piece) if phase is None else _faced(piece.key, phase),
                chosen=index in now,
            )
            for index, piece in enumerate(question.pieces)
        )
        if phase is not None:
            goal = self._goal(phase, tracking)
            return replace(lane, picks=picks, leaves=Move((Picture("worker"),), goal))
        if tracking.must_recall:
            return replace(lane, picks=picks, leaves=Move((Picture("worker"),), CUP))
        return self._paying(replace(lane, picks=picks), seat, len(now))

    def _goal(self, phase: Phase, tracking: SeatTracking) -> Picture:
        """Return the top tile of the phase's stack."""
        stack = stack_in(phase, tracking)
        pieces = Picture("tile")
        if stack is None or stack.needed is None:
            return pieces
        kind = Category.DEVELOPMENT if phase is Phase.DEVELOP else Category.WORLD
        side = self.ui.tiles.of_tile(stack.top, kind)
        return pieces if side is None else side_picture(side)

    def _recruiting(self, lane: Lane, seat: SeatView, tracking: SeatTracking) -> Lane:
        """Return the lane of a player who recruits all dice, or recalls the only one."""
        dice = tuple(fetched(tracking.proposal.commands))
        picks = tuple(
            Pick(Why(_NO_CHOICE, (seat.seat, index)), Picture(f"die/{die.value}"), chosen=True)
            for index, die in enumerate(dice)
        )
        return self._paying(replace(lane, picks=picks), seat, len(dice))

    @staticmethod
    def _paying(lane: Lane, seat: SeatView, count: int) -> Lane:
        """Return a lane with what is paid; who would have $0 then gets $1 (R-10.1)."""
        left = seat.credits - count
        shown = replace(lane.seat, money_after=str(left or 1) if count else "")
        cost = f"\N{MINUS SIGN}${count}{'' if left else ' +$1'}" if count else ""
        return replace(lane, seat=shown, leaves=Move((CITIZENRY,), CUP), cost=cost)


def _asks(tracking: SeatTracking) -> bool:
    waits = tracking.must_act or tracking.draws or tracking.returns or bool(tracking.hand)
    return bool(waits or tracking.asked is not None)


def _head(tracking: SeatTracking, number: int) -> object:
    return InFull(number) if tracking.decides else Whole(number)


def _worker(kind: DieType, phase: Phase) -> Picture:
    return _faced(f"die/{kind.value}", phase)


def _faced(key: str, phase: Phase) -> Picture:
    face = working_face(DieType(key.split("/")[1]), phase)
    return Picture(f"{key}/{face.value}")


def _number(gains: tuple[Picture, ...]) -> str:
    """Return what an answer brings; only one kind of piece has room."""
    if not gains:
        return ""
    return gains[0].text


def _is_ticked(ticked: Counter[tuple[str, ShipTask]], good: str, answer: Possible) -> bool:
    task = ShipTask.CONSUME if answer.key == "consume" else ShipTask.TRADE
    return ticked[good, task] > 0 and answer.key != "trade-vp"


def _chosen(step: Any, path: Path) -> Iterator[Any]:
    """Yield the pieces of the answers that are proposed after an answer."""
    for element in path:
        if isinstance(step, Choose):
            found = next(each for each in step.answers if each.key == element)
            yield from found.pieces
            step = opened(found.then)


def fetched(commands: tuple[Any, ...]) -> Iterator[DieType]:
    """Yield the dice that commands of Manage Empire put into the cup."""
    for command in commands:
        match command:
            case Recruit(dice=dice):
                yield from dice
            case Recall(developers=developers, settlers=settlers, goods=goods):
                yield from (*developers, *settlers, *(good.die for good in goods))
            case _:
                pass


def workers_in(phase: Phase | None, tracking: SeatTracking) -> Dice:
    """Return the workers that a player has left in a phase."""
    if phase is None or not tracking.columns:
        return ()
    return tracking.columns[PHASES.index(phase)]


def stack_in(phase: Phase | None, tracking: SeatTracking) -> Any:
    """Return the stack that is built in a phase; None in other phases."""
    match phase:
        case Phase.DEVELOP:
            return tracking.developments
        case Phase.SETTLE:
            return tracking.worlds
        case _:
            return None
