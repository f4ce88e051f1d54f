"""One term, one translation: checks the catalogues against ``glossary/<language>.toml``."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

_NOT_WORDS = re.compile(r"%\(\w+\)|\{.*\}|[\"“„]\w+[\"”]")
"""Placeholders, JSON and quoted keys: nothing of them is translated."""

GLOSSARIES = Path(__file__).with_name("glossary")


@dataclass(frozen=True, slots=True)
class Rule:
    """A line of a glossary.

    Attributes:
        english: what the English text holds; None for a word that is wrong everywhere.
        wanted: what the translation holds then; None likewise.
        unwanted: what no translation holds; None for a term.
        where: of the files that the rule is for.
        advice: what to write.
    """

    english: re.Pattern[str] | None
    wanted: re.Pattern[str] | None
    unwanted: re.Pattern[str] | None
    where: re.Pattern[str]
    advice: str

    def is_broken(self, text: str, translation: str, paths: tuple[str, ...]) -> bool:
        """Whether *translation* of the English *text*, used in *paths*, breaks the rule."""
        if not any(self.where.search(path) for path in paths):
            return False
        text, translation = _NOT_WORDS.sub("", text), _NOT_WORDS.sub("", translation)
        if self.unwanted is not None:
            return self.unwanted.search(translation) is not None
        if self.english is None or self.wanted is None or self.english.search(text) is None:
            return False
        return self.wanted.search(translation) is None


def rules(language: str) -> tuple[Rule, ...]:
    """Return the rules of a language; empty where it has no glossary."""
    path = GLOSSARIES / f"{language}.toml"
    if not path.exists():
        return ()
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    terms = (
        Rule(
            re.compile(rf"\b({term['english']})\b"),
            re.compile(term["use"]),
            None,
            re.compile(term.get("where", "")),
            f"“{term['english']}” is {term['use']}",
        )
        for term in content.get("term", ())
    )
    avoided = (
        Rule(
            None,
            None,
            re.compile(word["word"]),
            re.compile(word.get("where", "")),
            f"not {word['word']} but {word['use']}",
        )
        for word in content.get("avoid", ())
    )
    return (*terms, *avoided)
