"""The lanes of a phase: what each player is asked, as pictures with one word each."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from companion.games import question as questions
from companion.games.answers import proposed
from companion.games.question import Choose, Path, Place, Question, is_question, opened
from companion.games.roll.ask.at import LENT
from companion.games.roll.decide.combined import Accept, NameTile
from companion.games.roll.model.dice import PHASES, DieType, Phase, working_face
from companion.games.roll.model.effects import Category
from companion.games.roll.model.holdings import Dice, ShipTask
from companion.games.roll.model.state import Step
from companion.games.roll.phases.build import CompleteTile, PlaceWorkers
from companion.games.roll.phases.goods import Produce, Ship
from companion.games.roll.phases.manage import Recruit
from companion.games.roll.view.table_view import SeatTracking, SeatView
from companion.i18n import N_
from kivy_ui.asking import draft as drafts
from kivy_ui.asking.draft import Give, Why
from kivy_ui.common.numbers import signed
from kivy_ui.common.stacked_pages import do
from kivy_ui.games.roll.looks import asked_of, loaded, shown_seat, telling
from kivy_ui.games.roll.texts.book import BOOK, PICTURES
from kivy_ui.games.roll.tiles.tile_cards import side_picture
from kivy_ui.pages.page import Doing, Look, Move, Picture
from kivy_ui.pages.rounds import MOST_ANSWERS, Answer, Lane, Offer, Pick

if TYPE_CHECKING:
    from kivy_ui.games.roll.turn.round_pages import RoundPages

_PROPOSED: Final = MappingProxyType(
    {
        Produce: (N_("Produce %(count)s"), "goods"),
        PlaceWorkers: (N_("%(count)s on this tile"), "dice"),
        CompleteTile: (N_("Build"), ""),
        Recruit: (N_("Recruit %(count)s"), "dice"),
    }
)
"""Kind of a proposed command -> what it does, and the field whose items are counted."""
_SHIPPED: Final = MappingProxyType(
    {ShipTask.TRADE: N_("Trade %(count)s"), ShipTask.CONSUME: N_("Consume %(count)s")}
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
    """

    def __init__(self, on: "RoundPages", seat: SeatView) -> None:
        self._on, self._ui = on, on.ui
        self._seat, self.number = seat, seat.seat
        self.tracking = seat.tracking or SeatTracking()
        self._phase, self._tell = on.ui.phase, telling(on.ui)
        managing = on.ui.step is Step.MANAGE
        self.draft = on.marks.of(self._ask, self.number, leads=managing)
        self.question = drafts.at(self._ask, self.number, self.draft.path)
        whole = self.tracking.question
        path = None if whole is None or self.tracking.asked is not None else proposed(whole)
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
        tracking, number, translate = self.tracking, self.number, self._tell.translate
        seat = replace(shown_seat(self._seat), money=str(self._seat.credits))
        head = do(self._on.in_full if tracking.decides else self._on.whole, number)
        lane = Lane(seat, self._dice(), key=head)
        named = tracking.asked is not None
        if not (tracking.must_act or tracking.draws or tracking.returns or tracking.hand or named):
            reason = translate(self._why_idle())
            return Lane(replace(seat, doing=Doing.IDLE, reason=reason), key=lane.key)
        if isinstance(self.question, questions.Pick):
            return self._picks(lane, self.question)
        goods = self.question.answers if isinstance(self.question, Choose) else ()
        few = len(goods) <= (1 if len(self._ui.seats) >= _MANY else _MOST_GOODS)
        if self._ships_several and few:
            return replace(lane, pictures=(), offers=tuple(map(self._offer, goods)))
        answers = tuple(self._answers())
        if lane.key in [each.key for each in answers]:
            lane = replace(lane, key=do(self._on.whole, number))
        return _framed(replace(lane, answers=answers))

    @property
    def _ships_several(self) -> bool:
        return self._phase is Phase.SHIP and not self.tracking.ships_one

    def _why_idle(self) -> str:
        phase, tracking = self._phase, self.tracking
        if phase is None:
            return N_("Done")
        workers = workers_in(phase, tracking)
        if tracking.question is not None and workers:
            return N_("Waits")
        worked = dict(self._seat.workers).get(phase, 0)
        if phase is Phase.SHIP and not tracking.goods and 0 < worked == len(workers):
            return N_("No good")
        return N_("Done") if worked else str(BOOK["idle"][phase.value])

    # --- dice ----------------------------------------------------------------------------------

    def _dice(self) -> tuple[Picture, ...]:
        """Return the dice of the phase: those that are done, then those that still act."""
        phase, tracking = self._phase, self.tracking
        if phase is None:
            return ()
        stack, left = stack_in(phase, tracking), Counter(workers_in(phase, tracking))
        done: list[Picture] = []
        acting: list[Picture] = []
        for die in self._seat.dice:
            if die.place.phase is phase:
                here = left[die.type] > 0
                left[die.type] -= here
                (acting if here else done).append(Picture(f"die/{die.type.value}/{die.face.value}"))
        acting += [_faced(kind, phase) for kind in (*left.elements(), *tracking.borrowed)]
        if stack is not None:  # the dice that are done lie there
            return (*(_faced(kind, phase) for kind in stack.workers), *acting)
        return (*(replace(each, look=Look.DONE) for each in done), *acting)

    # --- answers -------------------------------------------------------------------------------

    def _answers(self) -> Iterator[Answer]:
        """Yield what is proposed, else the usual answers; others are only given in full."""
        on, number, translate = self._on, self.number, self._tell.translate
        more, asked = Picture("symbol/more"), self.tracking.asked
        if asked is not None:
            place, without = "bag", N_("Place it unseen")
            if asked.stack is not None:
                place, without = PICTURES[asked.stack.value], N_("Do not build")
            key = do(on.name, number)
            yield Answer(key, Picture(place), translate("Name the tile"))
            leave = do(on.send, NameTile(number))
            yield Answer(leave, Picture("symbol/close"), translate(without))
        elif self.tracking.returns:
            yield Answer(do(on.in_full, number), Picture("bag"), translate("Choose the tile"))
        elif self._ships_several or (
            self.tracking.proposal.commands and not self.tracking.ships_one
        ):
            if self.tracking.proposal.commands:
                yield self._accept()
            if self._ships_several:
                yield Answer(do(on.in_full, number), more, translate("Each good"))
        elif isinstance(self.question, Choose):
            default = self.question.default if self.proposes else ""
            usual = [each for each in self.question.answers if not each.minor]
            for each in usual[:MOST_ANSWERS]:
                yield self._answer((), each, suggested=each.key == default)
        elif isinstance(self.question, Place) and self.question.default is None:
            yield from self._places(self.question)

    @property
    def proposes(self) -> bool:
        """Whether something is ticked by itself."""
        return bool(self.tracking.proposal.commands) or self.proposed is not None

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

    def _answer(self, path: Path, answer: questions.Answer, *, suggested: bool) -> Answer:
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
            suggested=suggested,
        )

    def _key(self, path: Path, answer: questions.Answer, then: Any, rest: Path | None) -> object:
        if answer.refused is not None:
            return Why(answer.refused, (self.number, *path))
        if rest is not None:
            return Give(self.number, (*path, *rest))
        if "tile" in then.by:
            return do(self._on.name, self.number)
        return do(self._on.in_full, self.number, path)

    def _accept(self) -> Answer:
        """Return the answer that does all that is proposed: what, and what it brings."""
        translate, proposal = self._tell.translate, self.tracking.proposal
        commands, side = proposal.commands, self._ui.tiles.side
        said, counted = _PROPOSED.get(type(commands[0]), (N_("Accept"), ""))
        count = sum(len(getattr(each, counted, ())) for each in commands)
        picture = Picture("worker")
        if proposal.built:
            said, picture = N_("Build"), side_picture(side(proposal.built[0]))
        elif isinstance(commands[0], Produce):
            picture = replace(side_picture(side(commands[0].goods[0].world)), number="")
        elif isinstance(commands[0], PlaceWorkers) and self._phase is not None:
            die = _faced(commands[0].dice[0], self._phase)
            picture = replace(self._onto(self._phase).to, number="", over=(die,))
        elif isinstance(commands[0], Ship):
            tasks = {each.task for each in commands if isinstance(each, Ship)}
            said = _SHIPPED[tasks.pop()] if len(tasks) == 1 else N_("Ship %(count)s")
            count, picture = len(commands), Picture("chip" if proposal.vp > 0 else "coin")
        paid = N_("\N{MINUS SIGN}$%(count)s") if proposal.credits < 0 else N_("+$%(count)s")
        money = translate(paid, count=abs(proposal.credits))
        points = translate("%(change)s VP", change=signed(proposal.vp))
        gains = (points,) * bool(proposal.vp) + (money,) * bool(proposal.credits)
        key = do(self._on.send, Accept((self.number,)))
        words = translate(said, count=count)
        return Answer(key, picture, words, number=", ".join(gains), suggested=True)

    def _offer(self, good: questions.Answer) -> Offer:
        """Return a good with what can be done with it; what is proposed is marked."""
        ships = [each for each in self.tracking.proposal.commands if isinstance(each, Ship)]
        ticked = {
            "consume" if each.task is ShipTask.CONSUME else "trade"
            for each in ships
            if f"{each.good.world}/{each.good.die.value}" == good.key
        }
        then, (world,) = opened(good.then), loaded(self._tell.pictures(good.pieces))
        tasks = then.answers[:MOST_ANSWERS] if isinstance(then, Choose) else ()
        answers = (self._answer((good.key,), each, suggested=each.key in ticked) for each in tasks)
        return Offer(world, tuple(answers))

    # --- dice to tick --------------------------------------------------------------------------

    def _picks(self, lane: Lane, question: questions.Pick) -> Lane:
        """Return a lane with dice to tick; below them where they go, and what that costs."""
        now, phase, tell = self.draft.marks[0], self._phase, self._tell
        own = now != question.default
        picks = tuple(
            Pick(
                do(self._on.marks.mark, self.number, drafts.toggled(question, now, index)),
                tell.picture(piece) if phase is None else _faced(DieType(piece.name), phase),
                chosen=own and index in now,
                suggested=not own and index in now,
            )
            for index, piece in enumerate(question.pieces)
        )
        lane = replace(lane, pictures=(), picks=picks)
        if phase is not None:
            return replace(lane, leaves=self._onto(phase))
        if self.tracking.must_recall:
            return replace(lane, leaves=Move((Picture("worker"),), Picture("cup")))
        left, cost = self._seat.credits - len(now), ""
        if now and left:
            cost = tell.translate("Pay $%(count)s: marker to $%(left)s", count=len(now), left=left)
        elif now:
            cost = tell.translate(
                "Pay $%(count)s; $0 \N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK} $1",
                count=len(now),
            )
        after = str(left or 1)
        seat = replace(lane.seat, money_after=after if now and after != lane.seat.money else "")
        return replace(
            lane, seat=seat, leaves=Move((Picture("citizenry"),), Picture("cup")), cost=cost
        )

    def _onto(self, phase: Phase) -> Move:
        """Return that workers go onto the top tile of the phase's stack, and its name."""
        stack, tiles = stack_in(phase, self.tracking), self._ui.tiles
        kind = Category.DEVELOPMENT if phase is Phase.DEVELOP else Category.WORLD
        side = None if stack is None else tiles.of_tile(stack.top, kind)
        if side is None:
            return Move((Picture("worker"),), Picture("tile"))
        return Move((Picture("worker"),), side_picture(side), (tiles.name(side.key),))


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


def _faced(kind: DieType, phase: Phase) -> Picture:
    return Picture(f"die/{kind.value}/{working_face(kind, phase).value}")


def _chosen(step: Any, path: Path) -> Iterator[Any]:
    """Yield the pieces of the answers that are proposed after an answer."""
    for element in path:
        if isinstance(step, Choose):
            found = next(each for each in step.answers if each.key == element)
            yield from found.pieces
            step = opened(found.then)


def workers_in(phase: Phase | None, tracking: SeatTracking) -> Dice:
    """Return the workers that a player has left in a phase."""
    if phase is None or not tracking.columns:
        return ()
    return tracking.columns[PHASES.index(phase)]


def stack_in(phase: Phase | None, tracking: SeatTracking) -> Any:
    """Return the stack that is built in a phase; None in other phases."""
    stacks = {Phase.DEVELOP: tracking.developments, Phase.SETTLE: tracking.worlds}
    return stacks.get(phase)  # type: ignore[arg-type] # None is no phase
