"""One function for each type of message."""

from dataclasses import dataclass

import pytest

from companion.games.cases import Appliers, Cases, Deciders


def test_the_last_argument_selects_the_function() -> None:
    doubled = Cases[str]()

    @doubled.case
    def _number(prefix: str, value: int) -> str:
        return f"{prefix}{value * 2}"

    @doubled.case
    def _text(prefix: str, value: str | bytes) -> str:
        return f"{prefix}{value!r}{value!r}"

    assert doubled("n=", 2) == "n=4"
    assert doubled("t=", "a") == "t='a''a'"
    assert doubled("t=", b"a") == "t=b'a'b'a'"
    assert doubled.types == (int, str, bytes)


def test_a_type_without_a_function_is_refused() -> None:
    with pytest.raises(KeyError):
        Cases[str]()(1)


def test_a_type_has_one_function() -> None:
    cases = Cases[int]()
    cases.case(_same)
    with pytest.raises(TypeError, match="int has _same already"):
        cases.case(_same)


def _same(value: int) -> int:
    return value


def test_events_without_a_decision_follow_until_a_player_must_act() -> None:
    decide = Deciders(lambda state, event: state + len(event))

    @decide.case
    def _double(_scale: str, state: int, command: int) -> tuple[str, ...]:
        return ("x" * state,) * command

    assert decide("", 2, 2) == ("xx", "xx")

    @decide.automatic
    def _even_out(state: int) -> tuple[str, ...]:
        return ("y", "y") if state < 9 and state % 2 else ()

    assert decide("", 3, 1) == ("xxx",)
    assert decide("", 1, 2) == ("x", "x", "y", "y", "y", "y", "y", "y")
    assert decide("", 1, 0) == ()


@dataclass(frozen=True)
class _Table:
    number: int = 0
    open: bool = False


def test_an_event_sets_the_fields_with_its_names_and_others() -> None:
    """Who did it is no field of the state."""
    apply = Appliers[_Table]()

    @apply.sets(open=True)
    @dataclass(frozen=True)
    class Opened:
        seat: int
        number: int

    assert apply(_Table(), Opened(3, 7)) == _Table(7, open=True)
    with pytest.raises(TypeError, match="Opened"):
        apply.sets()(Opened)
