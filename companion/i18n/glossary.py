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
        english: what the English text holds where the rule applies; matches every text for a word
            that is wrong everywhere.
        pattern: what the translation must hold then, or must not.
        wanted: whether it must.
        where: of the files that the rule is for.
        advice: what to write.
    """

    english: re.Pattern[str]
    pattern: re.Pattern[str]
    wanted: bool
    where: re.Pattern[str]
    advice: str

    def is_broken(self, text: str, translation: str, paths: tuple[str, ...]) -> bool:
        """Whether *translation* of the English *text*, used in *paths*, breaks the rule."""
        if not any(self.where.search(path) for path in paths):
            return False
        if self.english.search(_NOT_WORDS.sub("", text)) is None:
            return False
        found = self.pattern.search(_NOT_WORDS.sub("", translation)) is not None
        return found is not self.wanted


def rules(language: str) -> tuple[Rule, ...]:
    """Return the rules of a language; empty where it has no glossary."""
    path = GLOSSARIES / f"{language}.toml"
    if not path.exists():
        return ()
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    terms = (
        Rule(
            english=re.compile(rf"\b({term['english']})\b"),
            pattern=re.compile(term["use"]),
            wanted=True,
            where=re.compile(term.get("where", "")),
            advice=f"“{term['english']}” is {term['use']}",
        )
        for term in content.get("term", ())
    )
    avoided = (
        Rule(
            english=re.compile(""),
            pattern=re.compile(word["word"]),
            wanted=False,
            where=re.compile(word.get("where", "")),
            advice=f"not {word['word']} but {word['use']}",
        )
        for word in content.get("avoid", ())
    )
    return (*terms, *avoided)
