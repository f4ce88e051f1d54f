"""Commands and events of a game: values with what they check and what they change.

A command to which its decision adds nothing is itself the event: it is both.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from typing import Any, Generic, TypeVar, dataclass_transform

from companion.games.question import Gain, Judge, Steps

S = TypeVar("S")
E = TypeVar("E", bound="Event[Any]")
M = TypeVar("M", bound="Message")
F = TypeVar("F", bound=Callable[..., Any])


@dataclass_transform(frozen_default=True)
class Message:
    """A value: each subclass is a frozen dataclass."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        dataclass(frozen=True)(cls)


class Command(Message):
    """What a person taps, or a camera reads. It is not stored; what was rolled is part of it."""

    def decide(self, *_context: Any, **_: Any) -> tuple[Any, ...] | None:
        """Return the events in a state, the last argument; None: the command is the event.

        Pure: no clock, no randomness, no side effects.

        Raises:
            RefusedError: the rules refuse it.
        """


class OfPlayer(Message):
    """It is about the player at *seat*."""

    seat: int


class Move(OfPlayer, Command):
    """A command of one player."""


class Event(Message, Generic[S]):
    """A past fact, stored in the log."""

    def apply(self, state: S, /) -> S:
        """Return the state after it, unchanged if it only informs.

        Total and deterministic: a fact is never refused.
        """
        return state


def apply(state: S, event: Event[S]) -> S:
    """Return the state after an event."""
    return event.apply(state)


def kinds(base: type[M]) -> Iterator[type[M]]:
    """Yield the classes of messages below a game's class; those of modules that are imported."""
    for each in base.__subclasses__():
        yield from kinds(each) if each.__subclasses__() else (each,)


def sets(renamed: Mapping[str, str] | None = None, /, **also: Any) -> Callable[[type[E]], type[E]]:
    """Let the fields of an event, but ``seat``, become those of the state with their names.

    Fields of the event may be *renamed*; *also* are further fields of the state and their values.
    """
    return _setter(renamed or {}, lambda state, _event, new: replace(state, **also, **new))


def sets_of_player(renamed: Mapping[str, str] | None = None, /) -> Callable[[type[E]], type[E]]:
    """Let the fields of an event become those of the player at its ``seat``, as in ``sets``."""
    return _setter(renamed or {}, lambda state, event, new: state.with_player(event.seat, **new))


def _setter(
    renamed: Mapping[str, str], after: Callable[[Any, Any, dict[str, Any]], Any]
) -> Callable[[type[E]], type[E]]:
    def add(event_type: type[E]) -> type[E]:
        names = {each.name: each.name for each in fields(event_type)}
        names.pop("seat", None)
        names |= renamed

        def applied(event: Any, state: Any) -> Any:
            new = {target: getattr(event, name) for name, target in names.items()}
            return after(state, event, new)

        event_type.apply = applied  # type: ignore[method-assign] # in place of the usual one
        return event_type

    return add


class Decider:
    """Returns the events of a command, with those that follow without a decision."""

    def __init__(self) -> None:
        self._automatic: Callable[[Any], tuple[Any, ...]] = lambda _state: ()

    def automatic(self, function: F) -> F:
        """Use *function*: ``state -> events`` that follow now; empty where a player must act."""
        self._automatic = function
        return function

    def check(self, *arguments: Any) -> tuple[Any, ...]:
        """Return the events of a command without those that follow; refuses as a call."""
        *context, command = arguments
        events: tuple[Any, ...] | None = command.decide(*context)
        return (command,) if events is None else events

    def judge(
        self, *context: Any, gains: Callable[[Sequence[Any]], tuple[Gain, ...]] | None = None
    ) -> Judge:
        """Return the judge of the commands in a *context*: the arguments before them."""
        return Judge(partial(self, *context), gains, partial(self.check, *context))

    def __call__(self, *arguments: Any) -> tuple[Any, ...]:
        """Return the events of the last argument, a command or ``Steps``, in the state before it.

        Raises:
            RefusedError: the rules refuse it; the state is unchanged.
        """
        *context, state, command = arguments
        events: list[Any] = []
        for each in command.commands if isinstance(command, Steps) else (command,):
            following = self.check(*context, state, each)
            while following:
                events += following
                for event in following:
                    state = event.apply(state)
                following = self._automatic(state)
        return tuple(events)
