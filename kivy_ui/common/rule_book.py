"""The rules of one of the other games, for its help: topics with numbered, paraphrased rules."""

from __future__ import annotations

from dataclasses import dataclass

from companion.i18n import Translator


@dataclass(frozen=True, slots=True)
class RuleTopic:
    """A page of the help.

    Attributes:
        number: section number, such as ``4.5``; also the key of reasons.
        title: message to translate.
        rules: messages to translate, one per rule.
    """

    number: str
    title: str
    rules: tuple[str, ...]

    def heading(self, translate: Translator) -> str:
        """Return number and title."""
        return f"{self.number} {translate(self.title)}"

    def words(self, translate: Translator) -> str:
        """Return the rules as a bulleted list."""
        return "\n".join(f"\u2022 {translate(rule)}" for rule in self.rules)


RuleBook = tuple[RuleTopic, ...]
