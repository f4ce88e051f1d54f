"""The gettext catalogues on disk: a template (.pot), and a .po and a .mo file for each language.

A developer tool that needs Babel; at run time only the .mo files are read.
"""

from collections import defaultdict
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from companion.i18n import glossary
from companion.i18n.extract import FoundText
from companion.i18n.translator import DOMAIN, LANGUAGES, LOCALES

TEMPLATE: Final = LOCALES / f"{DOMAIN}.pot"
SOURCE_LANGUAGE: Final = LANGUAGES[0].key

# A fixed date, so that the files change only when a text does.
_DATE: Final = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class CatalogueFault:
    path: Path
    text: str

    def __str__(self) -> str:
        return f"{self.path.name}: {self.text}"


def po_path(language: str) -> Path:
    """Return the .po file, which translators edit."""
    return LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def mo_path(language: str) -> Path:
    """Return the compiled .mo file, which is read at run time."""
    return po_path(language).with_suffix(".mo")


def template(found: tuple[FoundText, ...]) -> Catalog:
    """Return the template catalogue of all *found* texts, without translations."""
    places: dict[tuple[str, str], list[str]] = defaultdict(list)
    for one in found:
        places[one.text, one.plural].append(one.path)
    plurals = {text for text, plural in places if plural}
    catalogue = _empty(None)
    for (text, plural), paths in sorted(places.items()):
        if not plural and text in plurals:
            continue  # the plural entry covers both
        where = [(path, 0) for path in sorted(set(paths))]
        catalogue.add((text, plural) if plural else text, locations=where)
    return catalogue


def updated(language: str, source: Catalog) -> Catalog:
    """Return the catalogue of *language* with the texts of *source*; translations are kept."""
    catalogue = _read(po_path(language), language) if po_path(language).exists() else None
    if catalogue is None:
        catalogue = _empty(language)
    catalogue.update(source, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    if language == SOURCE_LANGUAGE:
        for message in _messages(catalogue):
            message.string = message.id
    catalogue.revision_date = _DATE
    catalogue.creation_date = _DATE
    return catalogue


def write(found: tuple[FoundText, ...]) -> None:
    """Write the template, the catalogues and the compiled files."""
    source = template(found)
    LOCALES.mkdir(parents=True, exist_ok=True)
    TEMPLATE.write_bytes(_po_bytes(source))
    for language in LANGUAGES:
        # A new template for each language, because Babel shares the message objects.
        catalogue = updated(language.key, template(found))
        po_path(language.key).parent.mkdir(parents=True, exist_ok=True)
        po_path(language.key).write_bytes(_po_bytes(catalogue))
        mo_path(language.key).write_bytes(_mo_bytes(catalogue))


def faults(found: tuple[FoundText, ...]) -> tuple[CatalogueFault, ...]:
    """Return all problems: stale, incomplete or inconsistent catalogues."""
    source = template(found)
    wrong: list[CatalogueFault] = []
    if not TEMPLATE.exists() or TEMPLATE.read_bytes() != _po_bytes(source):
        wrong.append(CatalogueFault(TEMPLATE, "stale: texts were added, changed or removed"))
    for language in LANGUAGES:
        wrong.extend(_language_faults(language.key, source))
    return tuple(wrong)


def _language_faults(language: str, source: Catalog) -> list[CatalogueFault]:
    path = po_path(language)
    if not path.exists():
        return [CatalogueFault(path, f"there is no catalogue for {language}")]
    catalogue, rules = _read(path, language), glossary.rules(language)
    wrong = []
    for message in _messages(source):
        mine = catalogue.get(message.id)
        shown = message.id[0] if isinstance(message.id, tuple) else message.id
        if mine is None or not _is_translated(mine):
            wrong.append(CatalogueFault(path, f"{language}: not translated: {shown!r}"))
        elif mine.fuzzy:
            wrong.append(CatalogueFault(path, f"{language}: marked as fuzzy: {shown!r}"))
        else:
            reasons = [str(error) for error in mine.check(catalogue)]
            reasons += [rule.advice for rule in rules if _breaks(rule, message, mine)]
            wrong.extend(
                CatalogueFault(path, f"{language}: {shown!r}: {reason}") for reason in reasons
            )
    compiled = mo_path(language)
    if not compiled.exists() or compiled.read_bytes() != _mo_bytes(catalogue):
        wrong.append(CatalogueFault(compiled, f"{language}: stale: run the update"))
    return wrong


def _breaks(rule: glossary.Rule, english: Message, mine: Message) -> bool:
    text = english.id if isinstance(english.id, str) else english.id[0]
    forms = mine.string if isinstance(mine.string, (tuple, list)) else (mine.string,)
    paths = tuple(path for path, _ in english.locations)
    return any(rule.is_broken(text, form or "", paths) for form in forms)


def _is_translated(message: Message) -> bool:
    string = message.string
    return all(string) and bool(string) if isinstance(string, (tuple, list)) else bool(string)


def _messages(catalogue: Catalog) -> list[Message]:
    return [message for message in catalogue if message.id]


def _empty(language: str | None) -> Catalog:
    return Catalog(
        locale=language,
        domain=DOMAIN,
        project="companion",
        version="1",
        header_comment="# Texts of the companion.",
        creation_date=_DATE,
        revision_date=_DATE,
        fuzzy=False,
    )


def _read(path: Path, language: str) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def _po_bytes(catalogue: Catalog) -> bytes:
    buffer = BytesIO()
    write_po(buffer, catalogue, width=100, include_lineno=False, sort_output=True)
    return buffer.getvalue()


def _mo_bytes(catalogue: Catalog) -> bytes:
    buffer = BytesIO()
    write_mo(buffer, catalogue)
    return buffer.getvalue()
