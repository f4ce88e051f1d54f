"""What is read about the game, from ``book.toml``: rules, topics and symbols of the help, guide."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final

from companion.history.records import AwardKind
from companion.i18n import Translator
from companion.text_formats import from_toml
from kivy_ui.pages.page import Picture


@dataclass(frozen=True, slots=True)
class Entry:
    """Something to read, in English.

    Attributes:
        text: one or two sentences; empty for a topic, whose *rules* are told by their numbers, or
            whose *lines* are questions with their answers.
        why: the reason of a step of the guide.
        at: key of the phase or step of a game that a step of the guide is about.
    """

    title: str
    pictures: tuple[Picture, ...]
    text: str = ""
    why: str = ""
    at: str = ""
    rules: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()


def _picture(told: str | Mapping[str, Any]) -> Picture:
    """Return a picture: the name of a piece, or the fields of it; *over* it lie further pieces."""
    if isinstance(told, str):
        return Picture(told)
    return Picture(**{**told, "over": tuple(map(Picture, told.get("over", ())))})


def _entry(told: Mapping[str, Any]) -> Entry:
    pictures = tuple(map(_picture, told["pictures"]))
    return Entry(**{**told, "pictures": pictures, "rules": tuple(told.get("rules", ())),
                    "lines": tuple(told.get("lines", ()))})  # fmt: skip


BOOK: Final = from_toml((files(__package__) / "book.toml").read_text(encoding="utf-8"))
RULES: Final[Mapping[str, str]] = MappingProxyType(BOOK["rules"])
"""Rule number -> the rule in one or two sentences."""
WORDS: Final[Mapping[str, str]] = MappingProxyType(BOOK["words"])
"""Key of a kind of piece, of a colour, a place or a counter -> its word."""
TOPICS: Final = tuple(map(_entry, BOOK["topics"]))
QUESTIONS: Final = tuple(map(_entry, BOOK["questions"]))
SYMBOLS: Final = tuple(map(_entry, BOOK["symbols"]))
STEPS: Final = tuple(map(_entry, BOOK["guide"]))
"""Steps for a group that has never played."""

AWARDS: Final = {kind: _entry(BOOK["awards"][kind.value]) for kind in AwardKind}
PICTURES: Final[Mapping[str, str]] = MappingProxyType(BOOK["pictures"])
"""Key of a place, or of a piece without a kind -> its picture."""

_TITLES: Final = {rule: topic.title for topic in reversed(TOPICS) for rule in topic.rules}


def topic_title(translate: Translator, title: str) -> str:
    """Return a topic's title as a heading."""
    text = translate(title)
    return text[:1].upper() + text[1:]


def rule_title(translate: Translator, rule: str) -> str:
    """Return the title of a rule's topic, such as "Ship"; empty if it is not in the help."""
    return topic_title(translate, _TITLES[rule]) if rule in _TITLES else ""
