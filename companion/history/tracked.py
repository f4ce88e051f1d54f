"""Builds the record of a game tracked at the table by folding its events.

Only the effective events count, without undone ones; from them follow its begin and length.

The clock of a board may be set during the game or never, so no two of its times are subtracted:
the length comes from the play time that is stored with each step.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import groupby
from typing import NamedTuple

from companion.games.roll import GAME
from companion.games.roll.model.dice import DieType, Face, PlacedDie
from companion.games.roll.model.state import TILES_AT_SETUP, GameState, Step
from companion.games.roll.phases.assign import RollDice
from companion.games.roll.phases.manage import final_empire
from companion.games.roll.phases.reveal import (
    AddDie,
    CorrectDie,
    PhasesActivated,
    RecordMat,
    RemoveDie,
)
from companion.games.roll.phases.round import GameEnded, RoundFinished, RoundStarted
from companion.games.roll.rules.lookup import Rules
from companion.games.roll.rules.scoring import score
from companion.history.records import CameraRecord, PastGame, PastPlayer, Source, awards, shares_of
from companion.session.ports import GameHeader, StoredEvent
from companion.session.steps import Dated, Redone, Undone


def effective_events(stored: Iterable[StoredEvent]) -> tuple[StoredEvent, ...]:
    """Return the events of the game that were not undone, in their order.

    A new step after an undo clears the redo stack, as in the session.
    """
    done: list[tuple[StoredEvent, ...]] = []
    undone: list[tuple[StoredEvent, ...]] = []
    for _, group in groupby(stored, key=lambda each: each.step):
        step = tuple(group)
        match step[0].event:
            case Undone():
                if done:
                    undone.append(done.pop())
            case Redone():
                if undone:
                    done.append(undone.pop())
            case Dated():
                pass
            case _:
                done.append(step)
                undone.clear()
    return tuple(each for step in done for each in step)


class PlayTime(NamedTuple):
    """Begin, end and length of a game; see ``PastGame``."""

    started_at: str
    ended_at: str
    minutes: int | None


def play_time(stored: Sequence[StoredEvent]) -> PlayTime:
    """Return begin, end and length of the game with these events, including undone ones."""
    events = effective_events(stored)
    minutes = round(events[-1].played_ms / 60_000) if events else None
    given = [each.event.day for each in stored if isinstance(each.event, Dated)]
    if given:
        return PlayTime(given[-1], given[-1], minutes)
    known = [(moment, each) for each in events if (moment := _moment(each.recorded_at))]
    if not known:
        return PlayTime("", "", minutes)
    moment, first = known[0]
    began = moment - timedelta(milliseconds=first.played_ms)
    return PlayTime(began.isoformat(timespec="milliseconds"), known[-1][1].recorded_at, minutes)


def _moment(text: str) -> datetime | None:
    with suppress(ValueError):
        return datetime.fromisoformat(text)
    return None


def tracked_game(
    header: GameHeader, stored: Sequence[StoredEvent], rules: Rules | None = None
) -> PastGame | None:
    """Return the record of a game; None for another kind of game or one without players.

    *stored* includes undone events; an incomplete log gives a partial record. Without *rules* there
    are no points by round and no parts of the totals.
    """
    if header.game != GAME.key:
        return None
    fold = _Fold(rules)
    events = effective_events(stored)
    for each in events:
        fold.take(each.event)
    if not fold.state.empires:
        return None
    fold.end_of_round()
    return PastGame(
        game_id=header.game_id,
        **play_time(stored)._asdict(),
        source=Source.TRACKED,
        players=_players(fold.state, rules),
        rounds=fold.state.round.number,
        over=fold.state.step is Step.OVER,
        vp_by_round=tuple(fold.vp_by_round),
        points_by_round=tuple(fold.points_by_round),
        faces=tuple(
            (die, face, count)
            for die in DieType
            for face in Face
            if (count := sum(faces[die, face] for faces in fold.faces.values()))
        ),
        awards=awards(events, fold.state.seats, fold.faces),
        camera=fold.camera,
    )


@dataclass(slots=True)
class _Seen:
    """A die of a mat: as read by the camera (None: added by hand) and after corrections."""

    read: PlacedDie | None
    now: PlacedDie


@dataclass(slots=True)
class _Fold:
    """Accumulates the statistics of one game."""

    rules: Rules | None = None
    state: GameState = GAME.initial
    vp_by_round: list[tuple[int, ...]] = field(default_factory=list)
    points_by_round: list[tuple[int, ...]] = field(default_factory=list)
    faces: dict[int, Counter[tuple[DieType, Face]]] = field(default_factory=dict)
    camera: CameraRecord = field(default_factory=CameraRecord)
    _mats: dict[int, list[_Seen]] = field(default_factory=dict)
    _phantom: Counter[int] = field(default_factory=Counter)
    _rolled: dict[int, tuple[tuple[DieType, Face], ...]] = field(default_factory=dict)
    _revealed: bool = False

    def take(self, event: object) -> None:
        if isinstance(event, RoundStarted):
            self.end_of_round()
        if isinstance(event, RoundFinished):
            self.vp_by_round.append(tuple(empire.vp_chips for empire in self.state.empires))
            if self.rules is not None and self.state.tracking is not None:
                finals = [final_empire(self.rules, self.state, seat) for seat in self.state.seats]
                points = score(finals, self.state.options)
                self.points_by_round.append(tuple(player.total for player in points))
        self._watch(event)
        self.state = GAME.apply(self.state, event)
        if isinstance(event, GameEnded):
            self.end_of_round()

    def end_of_round(self) -> None:
        """Add the dice of the round's mats to the statistics and reset the mats.

        A round that was not revealed is ignored: its dice are secret (R-12.1).
        """
        mats = self._mats if self._revealed else {}
        rolls = self._rolled if self._revealed else {}
        for seat, mat in mats.items():
            self._seen_faces(seat, ((die.now.type, die.now.face) for die in mat))
            self.camera += _judged(mat, self._phantom[seat])
        for seat, rolled in rolls.items():
            if seat not in mats:
                self._seen_faces(seat, rolled)
        self._mats, self._rolled, self._phantom = {}, {}, Counter()
        self._revealed = False

    def _seen_faces(self, seat: int, faces: Iterable[tuple[DieType, Face]]) -> None:
        self.faces.setdefault(seat, Counter()).update(faces)

    def _watch(self, event: object) -> None:
        match event:
            case PhasesActivated():
                self._revealed = True
            case RecordMat(seat=seat, dice=dice):
                self._mats[seat] = [_Seen(die if die.mark else None, die) for die in dice]
                self._phantom[seat] = 0
            case CorrectDie(seat=seat, index=index, die=die):
                mat = self._mats.get(seat, [])
                if index < len(mat):
                    mat[index].now = die
            case AddDie(seat=seat, die=die):
                self._mats.setdefault(seat, []).append(_Seen(None, die))
            case RemoveDie(seat=seat, index=index):
                mat = self._mats.get(seat, [])
                if index < len(mat):
                    self._phantom[seat] += mat.pop(index).read is not None
            case RollDice(seat=seat, dice=rolled):
                self._rolled[seat] = tuple((each.type, each.face) for each in rolled)
            case _:
                pass


def _judged(mat: Sequence[_Seen], phantom: int) -> CameraRecord:
    """Compare the camera's reading of a mat with its final, corrected dice."""
    record = CameraRecord(read=phantom, phantom=phantom)
    was_read = phantom > 0 or any(die.read is not None for die in mat)
    for die in mat:
        if die.read is None:
            record = replace(record, missed=record.missed + was_read)
            continue
        wrong = (die.read.type, die.read.face) != (die.now.type, die.now.face)
        record += CameraRecord(
            read=1,
            doubtful=int(die.read.doubtful),
            doubtful_wrong=int(die.read.doubtful and wrong),
            sure_wrong=int(wrong and not die.read.doubtful),
            moved=int(not wrong and die.read.place != die.now.place),
        )
    return record


def _players(state: GameState, rules: Rules | None) -> tuple[PastPlayer, ...]:
    scores = {score.seat: score for score in state.tracking.scores} if state.tracking else {}
    found = []
    for empire in state.empires:
        player = PastPlayer(
            name=empire.name,
            vp_chips=empire.vp_chips,
            credits=empire.credits,
            tiles=empire.tiles,
            faction=empire.player.faction,
            home_world=empire.player.home_world,
            built=empire.holdings.tableau[TILES_AT_SETUP:] if empire.holdings else (),
            seat=empire.seat,
            colour=empire.player.colour,
        )
        result = scores.get(empire.seat)
        if result is not None:
            player = replace(player, total=result.total, tiebreak=result.tiebreak, rank=result.rank)
        if result is not None and rules is not None and empire.holdings is not None:
            sides = rules.sides(empire.holdings.tableau)
            player = replace(player, shares=shares_of(result.vp_chips, sides, result.bonuses))
        found.append(player)
    return tuple(found)
