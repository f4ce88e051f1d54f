"""The menu, the settings and this device: what they offer, change and ask."""

import pytest

from companion.i18n import LANGUAGES
from companion.preferences import LINES, Preferences
from companion.session.service_ports import PowerControl, Reporter
from kivy_ui.common.page_source import Leave, Quit, Rescan, Speak, Visit
from kivy_ui.common.stacked_pages import Close
from kivy_ui.settings import Services
from kivy_ui.window.backups import BackupPages
from tests.some import there
from tests.ui import fake_table as fake
from tests.ui.at_source import AtWindow
from tests.ui.beside_scenes import ListedBackups
from tests.ui.test_devices import LOST, PARTS, Machine


def a_machine() -> Services:
    """A machine with everything that the pages show."""
    return Services(
        power=PowerControl(available=True),
        backups=ListedBackups(),
        devices=Machine(*PARTS, LOST),
        reporter=Reporter(),
    )


# --- menu ----------------------------------------------------------------------------------------


def test_the_menu_has_no_entry_that_does_nothing() -> None:
    """Without a game there is no log and nothing to correct; with one, help comes first."""
    assert AtWindow("menu").titles == [
        "Help", "Final score", "History", "New game", "Settings", "Phones",
        "This device",
    ]  # fmt: skip
    playing = AtWindow("menu", fake.playing())
    assert playing.titles[:3] == ["Help", "Correct or end the game", "Show the table"]
    assert "Dice of this round" in playing.titles
    assert {"Large text", "Log"} <= set(playing.titles)
    assert "First-game guide" not in playing.titles
    assert "Dice of this round" not in AtWindow("menu", fake.assigning()).titles


@pytest.mark.parametrize("behind", [None, "start", "table"])
def test_back_leads_to_what_lay_behind_the_menu(behind: str | None) -> None:
    """Also from the pages that the menu opens."""
    at = AtWindow("menu", fake.playing())
    at.visit(behind)
    at.visit("menu")
    at.touch(Visit("device"))
    at.touch(Visit("parts"))
    at.touch(Visit("device"))
    at.touch(Visit("menu"))
    at.touch(Leave())
    assert at.ui.visiting == behind


def test_from_another_screen_the_menu_leads_to_the_game() -> None:
    """And not to the screen behind it, where the back button leads."""
    at = AtWindow("start", fake.playing())
    at.visit("menu")
    assert at.titles[0] == "Back to the game"
    assert "New game" not in at.titles
    at.touch(Visit(None))
    assert at.ui.visiting is None


def test_the_language_is_one_touch_away() -> None:
    """The button shows the language and leads to the next one, through all of them."""
    at = AtWindow("menu")
    for _ in LANGUAGES:
        before = at.ui.language
        (chip,) = at.page.chips
        assert chip.text == before.upper()
        at.touch(chip.key)
        assert at.ui.language != before
    assert at.ui.language == "en"


def test_the_mats_are_read_again_from_the_menu() -> None:
    """Then the game is shown."""
    at = AtWindow("menu", fake.assigning())
    at.touch(Rescan())
    assert at.table.posted == [("rescan", None)]
    assert at.ui.visiting is None


# --- settings ------------------------------------------------------------------------------------


def test_a_changed_setting_is_applied_and_remembered_once() -> None:
    """Only what was chosen is remembered; the same choice again does nothing."""
    remembered: list[object] = []
    applied: list[Preferences] = []
    services = Services(remember=lambda **chosen: remembered.append(chosen))
    at = AtWindow("settings", services=services)
    at.ui.apply = applied.append
    at.tap("huge", "huge", "Animation")
    assert remembered == [{"text_size": 3}, {"motion": False}]
    assert applied == [Preferences(text_size=3), Preferences(text_size=3, motion=False)]
    at.touch(Speak("hu"))
    assert at.page.question == "Beállítások"
    assert remembered[-1] == {"language": "hu"}


def test_each_setting_offers_what_holds_now() -> None:
    """One choice of each holds, also a brightness of the settings file between two."""
    at = AtWindow("settings", preferences=Preferences(brightness_percent=50))
    choices = {row.title: row.choices for row in at.rows if row.choices}
    for name, each in choices.items():
        assert sum(choice.chosen for choice in each) == 1, name
    words = {name: [choice.label for choice in each] for name, each in choices.items()}
    assert words["Language"] == ["EN", "PL", "HU"]
    assert words["Brightness"] == ["as it is", "40 %", "50 %", "70 %", "100 %"]
    assert words["Sleep after"] == ["never", "2 min", "10 min", "30 min"]
    assert words["Sound"] == ["off", "quiet", "moderate", "loud"]
    assert len(at.rows) == len(LINES) + 1


# --- this device ---------------------------------------------------------------------------------


def test_switching_off_is_asked_first() -> None:
    """Stay does nothing; the answer switches off, once."""
    services = a_machine()
    at = AtWindow("device", services=services)
    at.tap("Switch off", "Stay")
    assert at.page.sheet is None
    at.tap("Switch off")
    at.main()
    assert services.power.asked == 1
    assert "wait until the green LED" in there(at.said)[0]


def test_a_machine_that_is_not_ours_is_only_closed() -> None:
    """Nothing else is offered."""
    at = AtWindow("device")
    at.tap("Switch off")
    assert at.reads("This machine cannot be switched off from here.")
    assert at.keys == [Quit(), Close()]
    at.touch(Quit())
    assert at.gone


def test_a_report_has_the_picture_only_by_its_own_button() -> None:
    """Where it is, is said; without a camera there is no picture to give."""
    services = a_machine()
    at = AtWindow("device", services=services)
    at.tap("Report a bug")
    assert at.key("With image") is None
    at.main()
    assert at.said == ("Saved: report-1.zip", "")
    at.table.scan = fake.a_scan()
    at.tap("Report a bug")
    at.main()
    at.tap("Report a bug", "With image")
    written = services.reporter.written
    assert [sorted(pictures) for pictures in written] == [[], [], ["camera.ppm"]]
    assert written[2]["camera.ppm"].startswith(b"P6\n320 180\n255\n")
    assert at.page.sheet is None


def test_a_backup_is_made_and_restored_after_the_question() -> None:
    """Cancel does nothing."""
    services = a_machine()
    at = AtWindow("backups", services=services)
    backups, source = services.backups, at.source
    assert isinstance(backups, ListedBackups)
    assert isinstance(source, BackupPages)
    at.main()
    source._made.wait()
    assert backups.made == 1
    assert at.reads("The backup is made.")
    at.tap("21 Nov", "Cancel")
    assert backups.restored == []
    at.tap("21 Nov")
    at.main()
    assert backups.restored == [backups.listed()[1].name]


def test_without_a_backup_the_page_says_so() -> None:
    assert AtWindow("backups").reads("There is no backup yet.")
