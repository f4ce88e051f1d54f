"""Commands with what they check, events with what they change."""

from dataclasses import FrozenInstanceError, dataclass
from typing import Any

import pytest

from companion.games.messages import Command, Decider, Event, Message, kinds, sets


class _Double(Command):
    times: int

    def decide(self, scale: int, state: int) -> tuple[Event[Any], ...]:
        return (_Added(state * scale),) * self.times


class _Added(Command, Event[int]):
    number: int

    def apply(self, state: int) -> int:
        return state + self.number


def test_events_without_a_decision_follow_until_a_player_must_act() -> None:
    decide = Decider()
    assert decide(2, 1, _Double(2)) == (_Added(2), _Added(2))

    @decide.automatic
    def _even_out(state: int) -> tuple[Event[Any], ...]:
        return (_Added(1), _Added(2)) if state < 9 and state % 2 else ()

    assert decide(1, 4, _Double(1)) == (_Added(4),)
    assert decide(1, 1, _Double(2)) == (_Added(1), _Added(1), _Added(1), _Added(2))
    assert decide(1, 1, _Double(0)) == ()


def test_a_command_to_which_nothing_is_added_is_the_event() -> None:
    assert Decider()(1, 5, _Added(3)) == (_Added(3),)


def test_messages_are_values() -> None:
    assert _Added(3) == _Added(3) != _Added(4)
    with pytest.raises(FrozenInstanceError):
        _Added(3).number = 4  # type: ignore[misc] # it is frozen


def test_the_kinds_of_messages_are_those_that_nothing_refines() -> None:
    class Base(Message): ...

    class Between(Base): ...

    class Small(Between): ...

    class Large(Base): ...

    assert tuple(kinds(Base)) == (Small, Large)


@dataclass(frozen=True)
class _Table:
    number: int = 0
    open: bool = False


def test_an_event_sets_the_fields_with_its_names_and_others() -> None:
    """Who did it is no field of the state."""

    @sets(open=True)
    class Opened(Event[_Table]):
        seat: int
        number: int

    assert Opened(3, 7).apply(_Table()) == _Table(7, open=True)


def test_an_event_that_only_informs_changes_nothing() -> None:
    class Said(Event[_Table]): ...

    assert Said().apply(_Table(3)) == _Table(3)
