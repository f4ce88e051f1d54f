"""The rules of one of the other games, for its help: topics with numbered, paraphrased rules."""

from __future__ import annotations

from dataclasses import dataclass

from companion.i18n import Translator
from kivy_ui.pages.page import Picture


@dataclass(frozen=True, slots=True)
class RuleTopic:
    """A page of the help.

    Attributes:
        number: section number, such as ``4.5``; also the key of reasons.
        title: message to translate.
        piece: picture of what it is about.
        rules: messages to translate, one per rule.
    """

    number: str
    title: str
    piece: str
    rules: tuple[str, ...]

    def heading(self, translate: Translator) -> str:
        """Return number and title."""
        return f"{self.number} {translate(self.title)}"


RuleBook = tuple[RuleTopic, ...]


def topic(number: str, title: str, piece: str, *rules: str) -> RuleTopic:
    """Return a page of the help."""
    return RuleTopic(number, title, piece, rules)


@dataclass(frozen=True, slots=True)
class HelpTopic:
    """Something to read in the help.

    Attributes:
        numbers: of the rules by which it is found.
        found: further words by which it is found, such as its names in other languages.
    """

    key: str
    title: str
    text: tuple[str, ...]
    pictures: tuple[Picture, ...] = ()
    numbers: tuple[str, ...] = ()
    found: str = ""


@dataclass(frozen=True, slots=True)
class Shelf:
    """Topics of one kind; *picture* stands for them."""

    name: str
    picture: Picture
    topics: tuple[HelpTopic, ...]


def rule_shelf(translate: Translator, book: RuleBook) -> Shelf:
    """Return the rules of a game as topics of the help."""
    topics = tuple(
        HelpTopic(
            each.number,
            each.heading(translate),
            tuple(f"\u2022 {translate(rule)}" for rule in each.rules),
            (Picture(each.piece),),
            numbers=(each.number,),
        )
        for each in book
    )
    return Shelf(translate("Rules"), Picture("symbol/book"), topics)
