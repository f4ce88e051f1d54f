"""The lanes of a phase: what each player is asked, as pictures with one word each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from companion.games import question as questions
from companion.games.answers import proposed
from companion.games.question import (
    Choose,
    Path,
    Place,
    Question,
    Refusal,
    is_question,
    opened,
    text,
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
from kivy_ui.asking.draft import Give, Why
from kivy_ui.common.numbers import signed
from kivy_ui.common.stacked_pages import do
from kivy_ui.games.roll.looks import asked_of, shown_seat, telling
from kivy_ui.games.roll.tiles.tile_cards import side_picture
from kivy_ui.pages.page import Doing, Look, Move, Picture
from kivy_ui.pages.rounds import MOST_ANSWERS, Answer, Lane, Offer, Pick

if TYPE_CHECKING:
    from kivy_ui.games.roll.turn.round_pages import RoundPages

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
_MOST_GOODS: Final = 3
"""Goods that a lane shows one by one; with many lanes only one."""
_MANY: Final = 4
"""Lanes from which there is little room in each."""


class SeatLane:
    """What a player is asked, and what is ticked.

    Attributes:
        draft: what is open and ticked.
        question: the open question; None if nothing is asked.
        proposed: the command that the player's question proposes; None if it proposes none.

    Args:
        on: what touches do.
    """

    def __init__(self, on: RoundPages, seat: SeatView) -> None:
        self._on, self._ui = on, on.ui
        self._seat, self.number = seat, seat.seat
        self.tracking = seat.tracking or SeatTracking()
        self._phase, self._tell = on.ui.phase, telling(on.ui)
        managing = on.ui.step is Step.MANAGE
        self.draft = on.marks.of(self._ask, self.number, leads=managing)
        self.question = drafts.at(self._ask, self.number, self.draft.path)
        path = proposed(self.tracking.question) if self.tracking.question is not None else None
        self.proposed = None if path is None else drafts.at(self._ask, self.number, path)

    def _ask(self, seat: int) -> Question | None:
        return asked_of(self._ui.view, seat)

    @property
    def missing(self) -> int:
        """How many dice the player must still tick."""
        if not isinstance(self.question, questions.Pick) or not self.draft.marks:
            return 0
        return max(0, self.question.least - len(self.draft.marks[0]))

    @property
    def own(self) -> Any:
        """What is ticked differently than proposed, or what only the question proposes."""
        if self._on.marks.changed(self.number) and self.draft.marks:
            path = (*self.draft.path, drafts.marked(self._ask, self.draft))
            found = drafts.at(self._ask, self.number, path)
            return None if is_question(found) else found
        waits = self.tracking.must_act and not self.tracking.proposal.commands
        return self.proposed if waits else None

    def shown(self) -> Lane:
        """Return the lane."""
        tracking, number, translate = self.tracking, self.number, self._tell.translate
        seat = replace(shown_seat(self._seat), money=str(self._seat.credits))
        head = do(self._on.in_full if tracking.decides else self._on.whole, number)
        named = tracking.asked is not None
        if not (tracking.must_act or tracking.draws or tracking.returns or tracking.hand or named):
            reason = translate(self._why_idle())
            return Lane(replace(seat, doing=Doing.IDLE, reason=reason), key=head)
        lane = Lane(seat, self._dice(), key=head)
        if named:
            return replace(lane, answers=tuple(self._naming()))
        if tracking.returns:
            choose = translate("Choose the tile")
            back = Answer(do(self._on.in_full, number), Picture("bag"), choose)
            return replace(lane, answers=(back,), key=do(self._on.whole, number))
        if isinstance(self.question, questions.Pick):
            return self._picks(lane, self.question)
        if self._phase is Phase.SHIP and not tracking.ships_one:
            return self._offers(lane)
        if tracking.proposal.commands and not tracking.ships_one:
            if self._ui.step is Step.MANAGE:
                return self._recruiting(lane)
            return replace(lane, answers=(self._accept(),))
        return _framed(replace(lane, answers=tuple(self._answers())))

    def _why_idle(self) -> str:
        phase, tracking = self._phase, self.tracking
        if phase is None:
            return N_("Done")
        workers = workers_in(phase, tracking)
        if tracking.question is not None and workers:
            return N_("Waits")
        if phase is Phase.SHIP and not tracking.goods and workers:
            return N_("No good")
        return N_("Done") if dict(self._seat.workers).get(phase, 0) else _IDLE[phase]

    # --- dice ----------------------------------------------------------------------------------

    def _dice(self) -> tuple[Picture, ...]:
        """Return the dice of the phase: those that are done, then those that still act."""
        phase, tracking = self._phase, self.tracking
        if phase is None:
            return ()
        left = Counter(workers_in(phase, tracking))
        done: list[Picture] = []
        acting: list[Picture] = []
        for die in self._seat.dice:
            if die.place.phase is phase:
                here = left[die.type] > 0
                left[die.type] -= here
                (acting if here else done).append(Picture(f"die/{die.type.value}/{die.face.value}"))
        acting += [_faced(f"die/{kind.value}", phase) for kind in left.elements()]
        acting += [_faced(f"die/{kind.value}", phase) for kind in tracking.borrowed]
        stack = stack_in(phase, tracking)
        if stack is not None:  # the dice that are done lie there
            return (*(_faced(f"die/{kind.value}", phase) for kind in stack.workers), *acting)
        return (*(replace(each, look=Look.DONE) for each in done), *acting)

    # --- answers -------------------------------------------------------------------------------

    def _naming(self) -> Iterator[Answer]:
        translate, number = self._tell.translate, self.number
        name, leave = do(self._on.name, number), do(self._on.send, NameTile(number))
        yield Answer(name, Picture("symbol/search"), translate("Name the tile"))
        yield Answer(leave, Picture("symbol/close"), translate("Leave it"))

    def _answers(self) -> Iterator[Answer]:
        """Yield the usual answers of the question; others are only given in full."""
        match self.question:
            case Choose(answers=answers, default=default):
                given = self.tracking.proposal.commands or self.proposed is not None
                usual = [each for each in answers if not each.minor][:MOST_ANSWERS]
                for each in usual:
                    yield self._answer((), each, chosen=bool(given) and each.key == default)
            case Place(default=None):
                yield from self._places(self.question)
            case _:
                return

    def _places(self, question: Place) -> Iterator[Answer]:
        """Yield where the next drawn tile can go; the last touch answers."""
        placed = self.draft.marks[0]
        index = len(placed)
        for spot in (each for each in question.spots if not each.minor):
            now = (*placed, (index, spot.key))
            key: object = do(self._on.marks.mark, self.number, now)
            if len(now) == len(question.items):
                key = Give(self.number, (now,))
            of = f"{index + 1}/{len(question.items)}" if len(question.items) > 1 else ""
            picture = replace(self._tell.pictures(spot.pieces)[0], number=of)
            yield Answer(key, picture, self._tell.said(spot.text), under=True)

    def _answer(self, path: Path, answer: questions.Answer, *, chosen: bool) -> Answer:
        """Return an answer of a lane: its picture, what it brings, and one word."""
        tell, able = self._tell, answer.refused is None
        then: Any = opened(answer.then) if able else None
        rest = proposed(then) if is_question(then) else ()
        pieces = (*answer.pieces, *_chosen(then, rest or ()))
        dice = [each for each in pieces if each.key.startswith("die/")]
        others = tell.pictures(each for each in pieces if each not in dice)
        kinds = {*workers_in(self._phase, self.tracking), *self.tracking.borrowed}
        acting = tuple(tell.picture(e) for e in dice if e.where != LENT and len(kinds) > 1)
        counted = tuple(each for each in answer.gains if each.key != "worker")
        gains = tell.gains(counted)
        picture, *_ = (*others, *gains, *acting, Picture("worker"))
        full = any(gain.lost for gain in counted) and not any(gain.amount for gain in counted)
        under = answer.key in {each.value for each in Category}
        short = tell.said(answer.short or answer.text)
        return Answer(
            self._key((*path, answer.key), answer, then, rest),
            replace(picture, text="", over=acting[:1], look=Look.NORMAL if able else Look.LEAVES),
            tell.said(answer.text) if under else short,
            short if under else "",
            number=tell.translate("full") if full else next((each.text for each in gains), ""),
            under=under,
            chosen=chosen,
        )

    def _key(self, path: Path, answer: questions.Answer, then: Any, rest: Path | None) -> object:
        if answer.refused is not None:
            return Why(answer.refused, (self.number, *path))
        if rest is not None:
            return Give(self.number, (*path, *rest))
        if "tile" in then.by:
            return do(self._on.name, self.number)
        return do(self._on.in_full, self.number, path)

    # --- what is proposed ----------------------------------------------------------------------

    def _accept(self) -> Answer:
        """Return the ticked answer that does all that is proposed to the player."""
        translate, proposal, tiles = self._tell.translate, self.tracking.proposal, self._ui.tiles
        first = proposal.commands[0]
        if proposal.built:
            picture, label = side_picture(tiles.side(proposal.built[0])), translate("Build")
        elif isinstance(first, Produce):
            goods = [good for each in proposal.commands for good in getattr(each, "goods", ())]
            die = Picture(f"die/{goods[0].die.value}")
            picture = replace(side_picture(tiles.side(goods[0].world)), number="", over=(die,))
            label = self._goods(len(goods))
        elif isinstance(first, CompleteTile):
            picture, label = Picture("tile"), translate("Complete")
        else:
            placed = sum(len(getattr(each, "dice", ())) for each in proposal.commands)
            picture = Picture("worker")
            label = translate("Place %(count)s", count=placed) if placed else translate("Accept")
        return Answer(do(self._on.send, Accept((self.number,))), picture, label, chosen=True)

    def _goods(self, count: int) -> str:
        return self._tell.translate.plural("%(count)s good", "%(count)s goods", count)

    def _offers(self, lane: Lane) -> Lane:
        """Return a lane with each good and what can be done with it; the proposal is ticked."""
        question = self.question
        if not isinstance(question, Choose):
            return lane
        ships = [each for each in self.tracking.proposal.commands if isinstance(each, Ship)]
        if len(question.answers) > (1 if len(self._ui.seats) >= _MANY else _MOST_GOODS):
            answers = tuple(self._shipping(len(ships)))
            return replace(lane, answers=answers, key=do(self._on.whole, self.number))
        ticked = {(f"{each.good.world}/{each.good.die.value}", each.task) for each in ships}
        offers = []
        for each in question.answers:
            then = opened(each.then)
            die, world = self._tell.pictures(each.pieces)
            answers = tuple(
                self._answer((each.key,), one, chosen=_is_ticked(ticked, each.key, one))
                for one in (then.answers if isinstance(then, Choose) else ())
            )
            bare = replace(world, number="", over=(die,))
            offers.append(Offer(bare, answers[:MOST_ANSWERS]))
        return replace(lane, pictures=(), offers=tuple(offers))

    def _shipping(self, count: int) -> Iterator[Answer]:
        """Yield one ticked answer for all goods with what they bring, and one to choose each."""
        translate, proposal = self._tell.translate, self.tracking.proposal
        if count:
            money = (translate("+$%(count)s", count=proposal.credits),) * bool(proposal.credits)
            points = (translate("%(change)s VP", change=signed(proposal.vp)),) * bool(proposal.vp)
            picture = Picture("chip" if proposal.vp > 0 else "coin")
            key = do(self._on.send, Accept((self.number,)))
            gains = ", ".join((*money, *points))
            yield Answer(key, picture, gains, self._goods(count), chosen=True)
        each = do(self._on.in_full, self.number)
        yield Answer(each, Picture("symbol/more"), translate("Each good"))

    # --- dice to tick --------------------------------------------------------------------------

    def _picks(self, lane: Lane, question: questions.Pick) -> Lane:
        """Return a lane with dice to tick; below them where they go, and what that costs."""
        now, phase = self.draft.marks[0], self._phase
        picks = tuple(
            Pick(
                do(self._on.marks.mark, self.number, drafts.toggled(question, now, index)),
                self._tell.picture(piece) if phase is None else _faced(piece.key, phase),
                chosen=index in now,
            )
            for index, piece in enumerate(question.pieces)
        )
        if phase is None and not self.tracking.must_recall:
            return self._paying(lane, picks, len(now))
        goal = Picture("cup") if phase is None else self._goal(phase)
        return replace(lane, picks=picks, leaves=Move((Picture("worker"),), goal))

    def _goal(self, phase: Phase) -> Picture:
        """Return the top tile of the phase's stack."""
        stack = stack_in(phase, self.tracking)
        if stack is None or stack.needed is None:
            return Picture("tile")
        kind = Category.DEVELOPMENT if phase is Phase.DEVELOP else Category.WORLD
        side = self._ui.tiles.of_tile(stack.top, kind)
        return Picture("tile") if side is None else side_picture(side)

    def _recruiting(self, lane: Lane) -> Lane:
        """Return the lane of a player who recruits all dice, or recalls the only one."""
        picks = tuple(
            Pick(Why(_NO_CHOICE, (self.number, index)), Picture(f"die/{die.value}"), chosen=True)
            for index, die in enumerate(fetched(self.tracking.proposal.commands))
        )
        return self._paying(lane, picks, len(picks))

    def _paying(self, lane: Lane, picks: tuple[Pick, ...], count: int) -> Lane:
        """Return a lane with what is paid; who would have $0 then gets $1 (R-10.1)."""
        translate, left, cost = self._tell.translate, self._seat.credits - count, ""
        if count:
            cost = translate("\N{MINUS SIGN}$%(count)s", count=count)
            if not left:
                cost = translate("\N{MINUS SIGN}$%(count)s +$1", count=count)
        seat = replace(lane.seat, money_after=str(left or 1) if count else "")
        leaves = Move((Picture("citizenry"),), Picture("cup"))
        return replace(lane, seat=seat, picks=picks, leaves=leaves, cost=cost)


def _framed(lane: Lane) -> Lane:
    """Return a lane whose next worker is framed, if all answers use the same: none bears it then.

    It is the last one of its kind: those before it are done.
    """
    used = {over.piece for answer in lane.answers for over in answer.picture.over}
    kinds = [each.piece.rpartition("/")[0] for each in lane.pictures]
    kind = next(iter(used), "")
    if len(used) != 1 or kind not in kinds:
        return lane
    last = len(kinds) - 1 - kinds[::-1].index(kind)
    shown = list(lane.pictures)
    shown[last] = replace(shown[last], look=Look.CHOSEN)
    answers = (replace(each, picture=replace(each.picture, over=())) for each in lane.answers)
    return replace(lane, pictures=tuple(shown), answers=tuple(answers))


def _faced(key: str, phase: Phase) -> Picture:
    """Return a die with the face that it works with in a phase."""
    face = working_face(DieType(key.split("/")[1]), phase)
    return Picture(f"{key}/{face.value}")


def _is_ticked(ticked: set[tuple[str, ShipTask]], good: str, answer: questions.Answer) -> bool:
    task = ShipTask.CONSUME if answer.key == "consume" else ShipTask.TRADE
    return (good, task) in ticked and answer.key != "trade-vp"


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
