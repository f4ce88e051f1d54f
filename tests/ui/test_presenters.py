"""Presenters: what is shown and what a tap sends, without a window."""

from dataclasses import replace

import pytest

from companion.games.roll.model import errors
from companion.games.roll.model.state import EndReason
from companion.games.roll.rules.needs import Need
from companion.i18n import LANGUAGES, translator
from companion.session.ports import Problem
from kivy_ui.games.roll.texts.book import BOOK
from kivy_ui.games.roll.texts.words import Words
from kivy_ui.window.presenters import Presenters
from tests.ui import fake_table as fake
from tests.ui.contexts import a_context

# --- the frame -----------------------------------------------------------------------------------


def test_pool_says_what_was_taken_beyond_it() -> None:
    """R-9.4: VP beyond the pool are named apart."""
    ui, _ = a_context(replace(fake.managing(), vp_pool=0, vp_beyond_pool=3))
    note = Presenters(ui).rounds.page().note
    assert note is not None
    assert note.lines == ("Last round: somebody has 12 tiles", "VP pool: 0, from the reserve: 3")


def test_a_visit_to_the_table_ends_when_the_round_goes_on() -> None:
    """Looking at the table does not hide the next step; composing a new game goes on."""
    ui, table = a_context(fake.playing())
    presenters = Presenters(ui)
    ui.visit("table")
    ui.take(fake.an_update(fake.playing()))
    assert presenters.screen == "table"
    ui.take(fake.an_update(fake.managing()))
    assert presenters.screen == "phases"
    ui.visit("start")
    ui.take(fake.an_update(fake.assigning()))
    assert presenters.screen == "start"
    del table


# --- errors in words -----------------------------------------------------------------------------


def test_errors_say_keys_as_words_of_the_game() -> None:
    """A refused command never shows a key such as ``doubtful_die`` or ``assign``."""
    ui, _ = a_context(fake.assigning(), language="pl")
    said = ui.error_text.message(errors.WRONG_STEP(step="assign"))
    assert said == "Teraz to niemożliwe: trwa etap „przydział kości”."
    missing = errors.REVEAL_INCOMPLETE(missing="doubtful_die, scan_mat")
    assert "_" not in ui.error_text.message(missing)
    assert ui.error_text.hint(missing)


def test_problems_call_mats_by_their_players() -> None:
    """``strip-2`` becomes the seat's number and name; the tray stays as it is."""
    ui, _ = a_context(fake.assigning())
    template = "The mat %(mat)s is in the image twice."
    assert (
        ui.error_text.message(Problem("mat_duplicate", template, {"mat": "strip-2"}))
        == "The mat 2 (Béla) is in the image twice."
    )
    assert "tray" in ui.error_text.message(Problem("mat_duplicate", template, {"mat": "tray"}))


# --- words ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", [language.key for language in LANGUAGES])
def test_every_need_has_words(language: str) -> None:
    """What is missing or unusual at Reveal is a sentence, in every language."""
    words = Words(translator(language))
    said = [words.need(Need(code, 1), "Ann") for code in BOOK["needs"]]
    assert len(set(said)) == len(BOOK["needs"])
    rules = (EndReason.VP_POOL, EndReason.TILES)
    ends = {words.last_round((reason,)) for reason in rules}
    assert len({words.of(reason) for reason in EndReason}) == len(EndReason)
    assert len(ends | {words.last_round(rules), words.last_round(())}) == 4


def test_polish_numbers_have_three_forms() -> None:
    """1 dobro, 2 dobra, 5 dóbr, 12 dóbr, 22 dobra."""
    translate = translator("pl")
    said = [
        translate.plural("%(count)s good", "%(count)s goods", count) for count in (1, 2, 5, 12, 22)
    ]
    assert said == ["1 dobro", "2 dobra", "5 dóbr", "12 dóbr", "22 dobra"]
