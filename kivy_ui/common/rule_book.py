"""The rules of one of the other games, for its help: topics with numbered rules in our words."""

from __future__ import annotations

from dataclasses import dataclass

from companion.i18n import Translator


@dataclass(frozen=True, slots=True)
class RuleTopic:
    """What stands on one page of the help.

    Attributes:
        number: of the section, such as ``4.5``; the keys of reasons are the same.
        title: message.
        rules: messages, each a rule.
    """

    number: str
    title: str
    rules: tuple[str, ...]

    def heading(self, translate: Translator) -> str:
        """Return number and title."""
        return f"{self.number} {translate(self.title)}"

    def words(self, translate: Translator) -> str:
        """Return the rules as a list to read."""
        return "\n".join(f"\u2022 {translate(rule)}" for rule in self.rules)


RuleBook = tuple[RuleTopic, ...]
