"""The catalogues are complete and fresh, and the table can speak every language."""

import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.errors import CompanionError, Row
from companion.i18n import LANGUAGES, Translator, translator
from companion.i18n import catalogues as shelf
from companion.i18n.extract import FoundText, extract
from companion.i18n.glossary import rules
from companion.i18n.update import ROOT
from companion.scorefile import errors, score_entry_errors
from companion.session import errors as session_errors
from companion.session.errors import LogWriteError
from companion.session.ports import Problem
from tests.games.test_refusals import TABLES, rows
from tests.some import some

_OTHERS = [language.key for language in LANGUAGES[1:]]
_PLACEHOLDER = re.compile(r"%\((\w+)\)")


@pytest.fixture(scope="module")
def found() -> tuple[FoundText, ...]:
    """Every text of the checkout."""
    return extract(ROOT)


@pytest.mark.parametrize("language", _OTHERS)
def test_placeholders_are_the_same_in_every_language(
    found: tuple[FoundText, ...], language: str
) -> None:
    """A translation may order the values anew, but neither lose nor invent one."""
    translate = translator(language)
    for one in some(one for one in found if not one.plural):
        wanted = set(_PLACEHOLDER.findall(one.text))
        assert set(_PLACEHOLDER.findall(translate(one.text))) == wanted, one.text


@pytest.mark.parametrize("language", _OTHERS)
def test_every_translation_can_be_filled_in(found: tuple[FoundText, ...], language: str) -> None:
    """A per cent sign that is no placeholder would fail only when somebody sees the text."""
    translate = translator(language)
    for one in some(one for one in found if not one.plural):
        assert translate(one.text, **dict.fromkeys(_PLACEHOLDER.findall(one.text), 1))


def _subclasses(kind: type[CompanionError]) -> list[type[CompanionError]]:
    return [kind, *(deep for direct in kind.__subclasses__() for deep in _subclasses(direct))]


def test_every_error_class_is_in_the_catalogue(found: tuple[FoundText, ...]) -> None:
    """Whatever error is loaded here, its sentence and its hint were found by reading the code."""
    import companion.session.errors
    import hardware.errors
    import vision.core.errors

    del companion.session.errors, hardware.errors, vision.core.errors
    texts = {one.text for one in found}
    ours = ("companion", "vision", "hardware", "models")
    for kind in some(k for k in _subclasses(CompanionError) if k.__module__.startswith(ours)):
        assert kind.template in texts, kind
        assert not re.search(r"[A-Za-z]{3}", re.sub(r"%\(\w+\)s", "", kind.hint)) or (
            kind.hint in texts
        ), kind


def test_every_row_of_refusals_is_in_the_catalogue(found: tuple[FoundText, ...]) -> None:
    """Sentences and hints of all tables were found by reading the code."""
    texts = {one.text for one in found}
    for module in (errors, score_entry_errors, session_errors):
        for reason in some(each for each in vars(module).values() if isinstance(each, Row)):
            assert reason.template in texts, reason
            assert reason.hint in {*texts, "", None}, reason
    for table in TABLES.values():
        for row in some(rows(table).values()):
            assert row.template in texts, row
            assert row.hint in {*texts, ""}, row


# --- at run time ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "key"),
    [("pl", "pl"), ("pl_PL.UTF-8", "pl"), ("HU", "hu"), ("hu-HU", "hu"), ("de", "en"), ("", "en")],
)
def test_locale_names_lead_to_a_language(asked: str, key: str) -> None:
    """What the system calls a language is understood; an unknown one is English."""
    assert translator(asked).language == key


def test_a_text_without_translation_is_shown_in_english() -> None:
    """Better English than nothing."""
    assert translator("pl")("No such text %(n)s", n=1) == "No such text 1"


def test_errors_and_problems_are_translated_by_their_templates() -> None:
    """The template is the key; the values stay."""
    translate = translator("hu")
    error = LogWriteError(reason="disk full")
    assert translate.message(error) == "A játéknaplót nem sikerült írni: disk full."
    assert translate.hint(error).startswith("Szabadíts fel helyet")
    assert translate.message(Problem("blurred", "The image is blurred.")) == "A kép életlen."
    assert translate.hint(CompanionError()) == ""
    assert translate.message(error, reason="megtelt").endswith("megtelt.")


@pytest.mark.parametrize(
    ("language", "names", "said"),
    [
        ("en", (), ""),
        ("en", ("Ann",), "Ann"),
        ("pl", ("Ann", "Béla"), "Ann i Béla"),
        ("hu", ("Ann", "Béla", "Jan"), "Ann, Béla és Jan"),
    ],
)
def test_lists_are_spoken(language: str, names: tuple[str, ...], said: str) -> None:
    """Commas and one "and"."""
    assert translator(language).list_of(names) == said


# --- finding the texts ---------------------------------------------------------------------------

_CODE = '''
from x import N_, Problem
from tests.some import some
PLAIN = "not found"
NAMED = "Named %(x)s"
WORDS = {1: N_("Marked")}
class SomeError(Base):
    """Not found."""
    code = "not_found"
    template = "Sentence " "in two parts"
    hint: str = "Do %(this)s"
class Note:
    template = "Noted"
class Empty(Base):
    hint = "%(advice)s"
def f(self, n, other):
    self.desk.words.translate("Called", a=1)
    t.plural("%(count)s thing", "%(count)s things", n)
    Problem("code", NAMED, {})
    Problem("code", template="By name")
    chosen = "Either" if n else "Or"
    Problem("code", chosen)
    text("One" if n else "Another")
    text("%(count)s hit", "%(count)s hits", count=n)
    seat.text("not a question's")
    translate(other)
    log.warning("not found either")
'''

_BOOK = """
[rules]
"R-1.1" = "A rule"

[[topics]]
title = "A title"
pictures = [{ piece = "coin", text = "1" }]
rules = ["R-1.1"]
lines = ["A line"]
"""


def test_all_forms_are_found_and_nothing_else(tmp_path: Path) -> None:
    """Literals, marks, classes, problems by literal, name or choice, plurals, a book."""
    folder = tmp_path / "kivy_ui"
    folder.mkdir()
    (folder / "some.py").write_text(_CODE, encoding="utf-8")
    (folder / "notes.txt").write_text('_("no")', encoding="utf-8")
    (folder / "book.toml").write_text(_BOOK, encoding="utf-8")
    trained = tmp_path / "models" / "training"
    trained.mkdir(parents=True)
    (trained / "a.py").write_text('N_("left out")', encoding="utf-8")
    assert {(one.text, one.plural) for one in extract(tmp_path)} == {
        ("Named %(x)s", ""),
        ("A rule", ""),
        ("A title", ""),
        ("A line", ""),
        ("Marked", ""),
        ("Sentence in two parts", ""),
        ("Do %(this)s", ""),
        ("Noted", ""),
        ("Called", ""),
        ("%(count)s thing", "%(count)s things"),
        ("By name", ""),
        ("Either", ""),
        ("Or", ""),
        ("One", ""),
        ("Another", ""),
        ("%(count)s hit", "%(count)s hits"),
    }


# --- keeping them --------------------------------------------------------------------------------


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """An empty shelf of catalogues."""
    monkeypatch.setattr(shelf, "LOCALES", tmp_path)
    monkeypatch.setattr(shelf, "TEMPLATE", tmp_path / "companion.pot")
    return SimpleNamespace(path=tmp_path)


def _reasons(found: tuple[FoundText, ...]) -> str:
    return "\n".join(map(str, shelf.faults(found)))


def test_every_fault_is_named(elsewhere: SimpleNamespace) -> None:
    """Missing, untranslated, fuzzy, stale template, stale compiled file, broken placeholder."""
    found = (FoundText("a.py", "Hello %(name)s"),)
    assert "there is no catalogue for pl" in _reasons(found)
    shelf.write(found)
    assert "not translated: 'Hello %(name)s'" in _reasons(found)
    for language in ("pl", "hu"):
        po = shelf.po_path(language)
        text = po.read_text(encoding="utf-8")
        marked = 'msgid "Hello %(name)s"\nmsgstr ""'
        assert marked in text
        good = text.replace(marked, 'msgid "Hello %(name)s"\nmsgstr "%(name)s!"')
        po.write_text(good, encoding="utf-8")
    assert "stale: run the update" in _reasons(found)
    shelf.write(found)
    assert _reasons(found) == ""
    po = shelf.po_path("pl")
    good = po.read_text(encoding="utf-8")
    po.write_text(good.replace("#, python-format", "#, fuzzy, python-format"), encoding="utf-8")
    assert "marked as fuzzy" in _reasons(found)
    po.write_text(good.replace('"%(name)s!"', '"%(nome)s!"'), encoding="utf-8")
    assert "pl: 'Hello %(name)s'" in _reasons(found)
    po.write_text(good, encoding="utf-8")
    assert "texts were added" in _reasons((*found, FoundText("b.py", "New")))


def test_updating_keeps_translations_and_is_repeatable(elsewhere: SimpleNamespace) -> None:
    """What was translated stays, what is gone goes, and a second run changes no byte."""
    first = (FoundText("a.py", "One"), FoundText("a.py", "Two"))
    shelf.write(first)
    po = shelf.po_path("hu")
    text = po.read_text(encoding="utf-8").replace(
        'msgid "One"\nmsgstr ""', 'msgid "One"\nmsgstr "Egy"'
    )
    po.write_text(text, encoding="utf-8")
    second = (FoundText("c.py", "One"), FoundText("a.py", "Three"))
    shelf.write(second)
    kept = po.read_text(encoding="utf-8")
    assert 'msgstr "Egy"' in kept
    assert "Two" not in kept
    shelf.write(second)
    assert po.read_text(encoding="utf-8") == kept
    english = shelf.po_path("en").read_text(encoding="utf-8")
    assert 'msgid "Three"\nmsgstr "Three"' in english
    del elsewhere


def test_translators_are_shared() -> None:
    """Asking for a language twice reads its file once."""
    assert translator("pl") is translator("pl")
    assert isinstance(translator("pl"), Translator)


@pytest.mark.parametrize(
    ("language", "text", "path", "translation", "broken"),
    [
        ("pl", "The abandoned tiles go into the bag.", "games/roll/x.py", "Porzucone kafle.", True),
        ("pl", "Tiles", "kivy_ui/games/roll/x.py", "Płytki", True),
        ("pl", "Tiles", "kivy_ui/games/rule/x.py", "Płytki", False),
        ("pl", "%(tile)s is in the cup.", "games/roll/x.py", "%(tile)s: w kubku.", False),
        ("hu", "Round %(number)s", "kivy_ui/x.py", "%(number)s. forduló", True),
        ("hu", "Round %(number)s", "kivy_ui/x.py", "%(number)s. kör", False),
    ],
)
def test_a_glossary_allows_one_translation_of_a_term(
    language: str, text: str, path: str, translation: str, broken: bool
) -> None:
    """Terms where they hold, unwanted words, and nothing of what a placeholder is called."""
    found = [rule for rule in rules(language) if rule.is_broken(text, translation, (path,))]
    assert bool(found) is broken
