"""Terminology checks of the catalogues against ``glossary/<language>.toml``."""

import re
from dataclasses import dataclass
from pathlib import Path

from companion.text_formats import from_toml

_NOT_WORDS = re.compile(r"%\(\w+\)|\{.*\}|[\"“„]\w+[\"”]")
"""Parts that are not translated: placeholders, JSON and quoted keys."""

GLOSSARIES = Path(__file__).with_name("glossary")


@dataclass(frozen=True, slots=True)
class Rule:
    """One entry of a glossary.

    Attributes:
        english: the rule applies to English texts that match; matches every text for words to
            avoid.
        pattern: pattern of the required or forbidden translation.
        wanted: True if the translation must match, False if it must not.
        where: pattern of the files to which the rule applies.
        advice: message with the correct term.
    """

    english: re.Pattern[str]
    pattern: re.Pattern[str]
    wanted: bool
    where: re.Pattern[str]
    advice: str

    def is_broken(self, text: str, translation: str, paths: tuple[str, ...]) -> bool:
        """Return whether *translation* of the English *text*, used in *paths*, breaks the rule."""
        if not any(self.where.search(path) for path in paths):
            return False
        if self.english.search(_NOT_WORDS.sub("", text)) is None:
            return False
        found = self.pattern.search(_NOT_WORDS.sub("", translation)) is not None
        return found is not self.wanted


def rules(language: str) -> tuple[Rule, ...]:
    """Return the rules of a language; empty if it has no glossary."""
    path = GLOSSARIES / f"{language}.toml"
    if not path.exists():
        return ()
    content = from_toml(path.read_text(encoding="utf-8"))
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
