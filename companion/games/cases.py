"""One function for each type of command or event, found by the annotation of its last parameter.

A command to which ``decide`` adds nothing is itself the event: both tables have a case for it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from functools import partial
from typing import Any, Generic, TypeVar, get_args, get_type_hints

from companion.games.question import Gain, Judge, Steps

R = TypeVar("R")
E = TypeVar("E")
F = TypeVar("F", bound=Callable[..., Any])


class Cases(Generic[R]):
    """Calls the function that was added for the type of the last argument.

    The functions stand beside the types that they handle; importing their modules adds them, so
    nobody keeps a list of types.
    """

    def __init__(self) -> None:
        self._by_type: dict[type, Callable[..., R]] = {}

    def case(self, function: F) -> F:
        """Add *function* for the type of its last parameter, or for each type of a union.

        Raises:
            TypeError: there is a function for the type already.
        """
        hints = get_type_hints(function)
        hints.pop("return", None)
        message = list(hints.values())[-1]
        for each in get_args(message) or (message,):
            if each in self._by_type:
                text = f"{each.__name__} has {self._by_type[each].__name__} already"
                raise TypeError(text)
            self._by_type[each] = function
        return function

    @property
    def types(self) -> tuple[type, ...]:
        """The types that have a function, in the order of their functions."""
        return tuple(self._by_type)

    def __call__(self, *arguments: Any) -> R:
        """Call the function for the last argument.

        Raises:
            KeyError: there is no function for its type.
        """
        return self._by_type[type(arguments[-1])](*arguments)


class Appliers(Cases[R]):
    """Returns the state after an event, the last argument."""

    def sets(
        self, renamed: Mapping[str, str] | None = None, /, **also: Any
    ) -> Callable[[type[E]], type[E]]:
        """Add an event whose fields, but ``seat``, become those of the state with their names.

        Fields of the event may be *renamed*; *also* are further fields of the state and their
        values.
        """
        return self._setter(renamed or {}, lambda state, _event, new: replace(state, **also, **new))

    def sets_of_player(
        self, renamed: Mapping[str, str] | None = None, /
    ) -> Callable[[type[E]], type[E]]:
        """Add an event whose fields become those of the player at its ``seat``, as in ``sets``."""
        return self._setter(
            renamed or {}, lambda state, event, new: state.with_player(event.seat, **new)
        )

    def _setter(
        self, renamed: Mapping[str, str], after: Callable[[Any, Any, dict[str, Any]], R]
    ) -> Callable[[type[E]], type[E]]:
        def add(event_type: type[E]) -> type[E]:
            names = {each.name: each.name for each in fields(event_type)}  # type: ignore[arg-type] # a dataclass
            names.pop("seat", None)
            names |= renamed

            def applied(state: Any, event: Any) -> R:
                new = {target: getattr(event, name) for name, target in names.items()}
                return after(state, event, new)

            applied.__annotations__["event"] = event_type
            self.case(applied)
            return event_type

        return add


class Deciders(Cases[Any]):
    """Returns the events of a command, with those that follow without a decision.

    A function that only checks returns None: the command is the event.

    Args:
        apply: ``(state, event) -> state``.
    """

    def __init__(self, apply: Callable[[Any, Any], Any]) -> None:
        super().__init__()
        self._apply = apply
        self._automatic: Callable[[Any], tuple[Any, ...]] = lambda _state: ()

    def automatic(self, function: F) -> F:
        """Use *function*: ``state -> events`` that follow now; empty where a player must act."""
        self._automatic = function
        return function

    def check(self, *arguments: Any) -> tuple[Any, ...]:
        """Return the events of a command without those that follow; refuses as a call."""
        events: tuple[Any, ...] | None = super().__call__(*arguments)
        return arguments[-1:] if events is None else events

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
                    state = self._apply(state, event)
                following = self._automatic(state)
        return tuple(events)
