"""Judging assignments: R-3.1 to R-3.6 and the FAQ, and every sequence of small hands."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.catalog import load_roll_catalog
from companion.games.roll.model.dice import FACE_PAIRS, DieType, Face, Phase, Place, PlacedDie
from companion.games.roll.model.effects import CountRange, DevelopmentKind
from companion.games.roll.rules.reassign import (
    DICTATE,
    DictateRule,
    Judgement,
    PowersAtHand,
    Verdict,
    WrongCode,
    judge,
    powers_at_hand,
)
from companion.games.roll.rules.reassign_search import Tool, Use

CATALOG = load_roll_catalog()
E, D, S, P, H = tuple(Phase)
HOME, MILITARY, CONSUMPTION, NOVELTY, RARE, GENES, ALIEN = tuple(DieType)
NONE = PowersAtHand()


def _selecting(phase: Phase, die: DieType = HOME, face: Face = Face.EXPLORE) -> PlacedDie:
    return PlacedDie(die, face, Place(phase, selecting=True))


def _below(face: str, column: Phase, die: DieType = HOME) -> PlacedDie:
    return PlacedDie(die, Face(face), Place(column))


def _on_dictate(face: str, die: DieType = HOME) -> PlacedDie:
    return PlacedDie(die, Face(face), Place(None))


def _powers(*keys: str) -> PowersAtHand:
    return powers_at_hand([CATALOG.sides[key] for key in keys])


def _verdict(dice: list[PlacedDie], *keys: str) -> Verdict:
    return judge(dice, _powers(*keys)).verdict


def _used(judgement: Judgement) -> list[str]:
    assert judgement.verdict is Verdict.LEGAL
    return [use.tool for use in judgement.uses]


def _faults(judgement: Judgement) -> list[tuple[WrongCode, tuple[int, ...]]]:
    assert judgement.verdict is Verdict.WRONG
    return [(wrong.code, wrong.dice) for wrong in judgement.wrong]


# --- sorting and selecting (R-3.1, R-3.2) --------------------------------------------------------


def test_sorted_dice_need_no_power() -> None:
    """R-3.1: each under its face, a wild one anywhere, several wilds anywhere."""
    dice = [
        _selecting(H),
        _below("develop", D),
        _below("wild", P, GENES),
        _below("wild", S, ALIEN),
    ]
    assert judge(dice, NONE) == Judgement(Verdict.LEGAL)


def test_a_phase_must_be_selected() -> None:
    """R-3.2: exactly one die is on the strip."""
    found = judge([_below("ship", H)], NONE)
    assert _faults(found) == [(WrongCode.NO_SELECTION, ())]
    found = judge([_selecting(E), _below("ship", H), _selecting(D)], NONE)
    assert _faults(found) == [(WrongCode.TWO_SELECTIONS, (0, 2))]
    assert found.wrong[0].message == "2 dice select a phase; only one is allowed."


def test_a_die_under_another_column_needs_a_power() -> None:
    """The smallest thing wrong is that die."""
    found = judge([_selecting(H), _below("develop", D), _below("develop", S)], NONE)
    assert _faults(found) == [(WrongCode.MISPLACED, (2,))]
    assert found.wrong[0].params == {"die": "home", "face": "develop", "column": "settle"}
    assert "home shows develop but is under settle" in found.wrong[0].message


# --- Dictate (R-3.4) -----------------------------------------------------------------------------


def test_everybody_may_dictate_once() -> None:
    """One die aside, one other moved."""
    dice = [_selecting(H), _below("develop", S), _on_dictate("explore")]
    found = judge(dice, NONE)
    assert _used(found) == [DICTATE]
    (use,) = found.uses
    assert (use.set_aside, use.moves[0].piece) == (2, 1)
    assert (use.moves[0].origin, use.moves[0].destination) == (D, S)


def test_dictate_moves_one_die_only() -> None:
    """Of two misplaced dice one stays unexplained."""
    dice = [_selecting(H), _below("develop", S), _below("explore", S), _on_dictate("explore")]
    assert _faults(judge(dice, NONE)) == [(WrongCode.MISPLACED, (1,))]


def test_a_second_dictate_needs_backup_planning() -> None:
    """R-3.4: once a round; Backup Planning lifts the limit, each time with another die aside."""
    dice = [
        _selecting(H),
        _below("develop", S),
        _below("explore", S),
        _on_dictate("explore"),
        _on_dictate("ship"),
    ]
    found = judge(dice, NONE)
    assert _faults(found) == [(WrongCode.TOO_MANY_DICTATED, (3, 4))]
    assert found.wrong[0].message == "2 dice are on Dictate; at most 1 are allowed."
    assert _used(judge(dice, _powers("backup_planning"))) == [DICTATE, DICTATE]


def test_a_dictate_must_move_somebody() -> None:
    """A die aside with every other one at home was not paid for anything."""
    dice = [_selecting(H), _below("develop", D), _on_dictate("explore")]
    assert _faults(judge(dice, NONE)) == [(WrongCode.DICTATE_MOVES_NOTHING, (2,))]
    found = judge([_selecting(H), _on_dictate("explore")], NONE)
    assert _faults(found) == [(WrongCode.ALL_DICTATED, (1,))]
    assert found.wrong[0].message.startswith("All workers are on Dictate;")


def test_the_die_on_dictate_stays_there() -> None:
    """FAQ: no power moves it; it is not counted as a worker of a column either."""
    dice = [_selecting(H), _below("explore", S), _on_dictate("develop")]
    found = judge(dice, _powers("galactic_influence"))
    assert found.verdict is Verdict.LEGAL
    assert all(move.piece != 2 for use in found.uses for move in use.moves)


# --- powers (R-3.3, R-3.5) -----------------------------------------------------------------------


def test_powers_and_dictate_together() -> None:
    """As few uses as possible are named."""
    dice = [
        _selecting(S),
        _below("explore", D),
        _below("ship", S, MILITARY),
        _below("explore", H),
        _on_dictate("settle"),
    ]
    found = judge(dice, _powers("diversification", "propaganda_campaign", "nanotechnology"))
    assert DICTATE in _used(found)
    assert len(found.uses) == 2


def test_the_powers_of_a_tableau() -> None:
    """Only Reassign powers and Dictate's modifiers, start tiles and worlds ignored."""
    found = _powers("space_piracy", "spice_world", "backup_planning", "galactic_mandate")
    assert found == PowersAtHand(
        (), DictateRule(None, CountRange(0, 3), "backup_planning", "galactic_mandate")
    )
    assert _powers("biological_adaptation") == NONE


def test_a_hopeless_mat_is_told_die_by_die() -> None:
    """Every misplaced die, when no subset can be explained."""
    dice = [_selecting(S), _below("explore", D), _below("ship", P)]
    assert _faults(judge(dice, NONE)) == [
        (WrongCode.MISPLACED, (1,)),
        (WrongCode.MISPLACED, (2,)),
    ]


def test_many_dice_and_many_powers_are_judged() -> None:
    """Ten workers with all 18 Reassign developments at once: decided, not given up."""
    reassign = [s.key for s in CATALOG.developments() if s.kind is DevelopmentKind.REASSIGN]
    assert len(reassign) == 18
    faces = ["explore", "develop", "settle", "produce", "ship"] * 2
    moved = [_below(face, H if face != "ship" else E) for face in faces]
    dice = [_selecting(S), *moved, _on_dictate("settle")]
    assert _verdict(dice, *reassign) is Verdict.LEGAL
    assert _verdict([_selecting(S), *moved]) is Verdict.WRONG


# --- every sequence of small hands ---------------------------------------------------------------

_REASSIGN = sorted(s.key for s in CATALOG.developments() if s.kind is DevelopmentKind.REASSIGN)


@dataclass(frozen=True)
class _Position:
    """Columns of the dice below the strip, None for those on Dictate; powers left; Dictates."""

    columns: tuple[Phase | None, ...]
    powers: frozenset[Tool]
    dictates: int


def _starts(hand: list[tuple[DieType, Face]], at_hand: PowersAtHand) -> list[_Position]:
    choices = [list(Phase) if face is Face.WILD else [Phase(face.value)] for _, face in hand]
    return [_Position(c, frozenset(at_hand.powers), 0) for c in product(*choices)]


def _after_moves(
    columns: tuple[Phase | None, ...], chosen: tuple[int, ...], goals: tuple[Phase, ...]
) -> tuple[Phase | None, ...] | None:
    if any(columns[n] is goal for n, goal in zip(chosen, goals, strict=True)):
        return None
    moved = dict(zip(chosen, goals, strict=True))
    return tuple(moved.get(n, column) for n, column in enumerate(columns))


def _by_powers(
    position: _Position, hand: list[tuple[DieType, Face]], selected: Phase
) -> Iterator[_Position]:
    for power in position.powers:
        to = power.destinations or (selected,)
        able = [
            n
            for n, column in enumerate(position.columns)
            if column is not None
            and hand[n][0] in power.dice
            and power.from_phase in (None, column)
        ]
        for size in range(power.least, power.most + 1):
            for chosen in combinations(able, size):
                if power.same_column and len({position.columns[n] for n in chosen}) > 1:
                    continue
                for goals in product(to, repeat=size):
                    if len(set(goals)) > 1 and not power.separate:
                        continue
                    columns = _after_moves(position.columns, chosen, goals)
                    if columns is not None:
                        yield _Position(columns, position.powers - {power}, position.dictates)


def _by_dictate(position: _Position, rule: DictateRule) -> Iterator[_Position]:
    if rule.uses is not None and position.dictates >= rule.uses:
        return
    below = [n for n, column in enumerate(position.columns) if column is not None]
    for aside in below:
        others = [n for n in below if n != aside]
        for size in range(rule.count.min, rule.count.max + 1):
            for chosen in combinations(others, size):
                for goals in product(Phase, repeat=size):
                    columns = _after_moves(position.columns, chosen, goals)
                    if columns is not None:
                        gone = tuple(None if n == aside else c for n, c in enumerate(columns))
                        yield _Position(gone, position.powers, position.dictates + 1)


def _reachable(
    hand: list[tuple[DieType, Face]], selected: Phase, at_hand: PowersAtHand
) -> dict[tuple[Phase | None, ...], int]:
    """Every arrangement that can be reached, with the fewest uses; no cleverness at all."""
    found: dict[tuple[Phase | None, ...], int] = {}
    seen = set(_starts(hand, at_hand))
    layer, uses = list(seen), 0
    while layer:
        for position in layer:
            found.setdefault(position.columns, uses)
        following = {
            after
            for position in layer
            for after in (
                *_by_powers(position, hand, selected),
                *_by_dictate(position, at_hand.dictate),
            )
        }
        layer = list(following - seen)
        seen |= following
        uses += 1
    return found


def _replayed(hand: list[tuple[DieType, Face]], uses: tuple[Use, ...]) -> list[Phase | None]:
    """Where the dice lie after the named uses; numbers are those of the mat, the first selects."""
    columns: list[Phase | None] = [
        None if face is Face.WILD else Phase(face.value) for _, face in hand
    ]
    aside = set()
    for use in uses:
        for move in use.moves:
            number = move.piece - 1
            assert number not in aside
            assert columns[number] in (None, move.origin)
            assert move.origin is not move.destination
            columns[number] = move.destination
        if use.set_aside is not None:
            assert use.set_aside not in [move.piece for move in use.moves]
            aside.add(use.set_aside - 1)
    return [None if n in aside else column for n, column in enumerate(columns)]


@settings(max_examples=50)
@given(
    st.lists(st.sampled_from(FACE_PAIRS), min_size=1, max_size=3),
    st.lists(st.sampled_from(_REASSIGN), min_size=1, max_size=3, unique=True),
    st.sampled_from(Phase),
)
def test_the_judge_finds_exactly_what_can_be_reached(
    hand: list[tuple[DieType, Face]], keys: list[str], selected: Phase
) -> None:
    """Against all sequences: same verdict, the fewest uses, and uses that lead there."""
    at_hand = _powers(*keys)
    reachable = _reachable(hand, selected, at_hand)
    for columns in product([*Phase, None], repeat=len(hand)):
        below = [
            PlacedDie(die, face, Place(column))
            for (die, face), column in zip(hand, columns, strict=True)
        ]
        found = judge([_selecting(selected), *below], at_hand)
        assert (found.verdict is Verdict.LEGAL) == (columns in reachable), columns
        if found.verdict is Verdict.LEGAL:
            assert len(found.uses) == reachable[columns], columns
            assert len({use.tool for use in found.uses} - {DICTATE}) == sum(
                use.tool != DICTATE for use in found.uses
            )
            for now, column, (_, face) in zip(
                _replayed(hand, found.uses), columns, hand, strict=True
            ):
                assert now is column or (now is None and face is Face.WILD)
        else:
            assert found.verdict is Verdict.WRONG
            assert found.wrong
