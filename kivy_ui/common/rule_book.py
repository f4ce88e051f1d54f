"""The rules of one of the other games, for its help: topics of paraphrased rules, as data."""

from collections.abc import Iterable
from dataclasses import dataclass
from importlib.resources import files
from itertools import chain
from typing import Any

from companion.i18n import Translator
from companion.text_formats import from_toml
from kivy_ui.pages.page import Picture

_OTHERS = "others"


@dataclass(frozen=True, slots=True)
class RuleTopic:
    """A page of the help.

    Attributes:
        number: section number, such as ``4.5``; also the key of reasons.
        title: message to translate.
        picture: key of what it is about.
        lines: messages to translate, one per rule.
        steps: of the game whose page leads here; ``others`` for those that no topic names.
    """

    number: str
    title: str
    picture: str
    lines: tuple[str, ...]
    steps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RuleBook:
    """The topics of a game; none for a game whose help is its own."""

    topics: tuple[RuleTopic, ...] = ()

    def of_step(self, view: Any) -> str:
        """Return the number of the topic for the current step; empty for none."""
        if not self.topics:
            return ""
        step = getattr(view, "state", view).step
        name = "" if step is None else step.value
        fits = (each for key in (name, _OTHERS) for each in self.topics if key in each.steps)
        return next((each.number for each in fits), "")


def rule_book(package: str, table: str = "topics") -> RuleBook:
    """Return the topics of a table of a package's ``book.toml``."""
    book = from_toml((files(package) / "book.toml").read_text(encoding="utf-8"))
    return RuleBook(tuple(_topic(**each) for each in book[table]))


def _topic(*, lines: list[str], steps: list[str] | None = None, **texts: str) -> RuleTopic:
    return RuleTopic(**texts, lines=tuple(lines), steps=tuple(steps or ()))


@dataclass(frozen=True, slots=True)
class HelpTopic:
    """Something to read in the help.

    Attributes:
        numbers: of the rules by which it is found.
        above: over its title; empty for what all topics have.
        found: further words by which it is found, such as its names in other languages.
        screen: that is opened instead, if it is more than a text.
    """

    key: str
    title: str
    text: tuple[str, ...]
    pictures: tuple[Picture, ...] = ()
    numbers: tuple[str, ...] = ()
    found: str = ""
    above: str = ""
    screen: str = ""


@dataclass(frozen=True, slots=True)
class Shelf:
    """Topics of one kind; *picture* stands for them."""

    name: str
    picture: Picture
    topics: tuple[HelpTopic, ...]


def topic_of(shelves: Iterable[Shelf], rule: str) -> HelpTopic | None:
    """Return what explains a rule, or the first one of its section; None if nothing does.

    Args:
        rule: number of a rule or section, or several, separated by commas.
    """
    first = rule.partition(",")[0]
    topics = [topic for shelf in shelves for topic in shelf.topics]
    told = (each for each in topics if first in each.numbers)
    section = (each for each in topics if any(n.startswith(f"{first}.") for n in each.numbers))
    return next(chain(told, section), None)


def rule_shelf(translate: Translator, book: RuleBook) -> Shelf:
    """Return the rules of a game as topics of the help."""
    topics = tuple(
        HelpTopic(
            each.number,
            translate(each.title),
            tuple(f"\u2022 {translate(line)}" for line in each.lines),
            (Picture(each.picture),),
            numbers=(each.number,),
            above=translate("Rule %(rule)s", rule=each.number),
        )
        for each in book.topics
    )
    return Shelf(translate("Rules"), Picture("symbol/book"), topics)
