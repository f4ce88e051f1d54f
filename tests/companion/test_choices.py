"""The file that the touchscreen's choices are kept in."""

import json
import os
from pathlib import Path

import pytest

from companion.choices import ChoicesFile
from companion.preferences import OFFERED, Preferences


def test_choices_come_back(tmp_path: Path) -> None:
    """Also over an older file, and in a folder that is not there yet."""
    path = tmp_path / "new" / "choices.json"
    for language in ("pl", "hu"):
        ChoicesFile(path).remember(language=language)
        assert ChoicesFile(path).chosen == {"language": language}
    assert [each.name for each in path.parent.iterdir()] == ["choices.json"]


def test_only_what_was_chosen_is_stored(tmp_path: Path) -> None:
    """Everything else follows the settings file and the defaults, also later."""
    path = tmp_path / "choices.json"
    ChoicesFile(path).remember(motion=False)
    ChoicesFile(path).remember(hints=("off", "always"))
    assert json.loads(path.read_text()) == {"motion": False, "hints": ["off", "always"]}
    usual = Preferences(brightness_percent=50)
    looks = ChoicesFile(path).preferences(usual)
    assert looks == Preferences(brightness_percent=50, motion=False, hints=("off", "always"))


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"language": "xx"}', b'{"language": 3}']
)
def test_a_damaged_file_means_nothing_chosen(tmp_path: Path, content: bytes) -> None:
    """The table starts all the same."""
    path = tmp_path / "choices.json"
    path.write_bytes(content)
    assert ChoicesFile(path).chosen == {}


def test_a_pipe_in_its_place_is_not_waited_for(tmp_path: Path) -> None:
    """Nothing is chosen."""
    os.mkfifo(tmp_path / "choices.json")
    assert ChoicesFile(tmp_path / "choices.json").chosen == {}


def test_a_disk_that_refuses_keeps_the_old_choice(tmp_path: Path) -> None:
    """Nothing half-written, no crash."""
    path = tmp_path / "choices.json"
    ChoicesFile(path).remember(language="pl")
    (tmp_path / ".choices.json.new").mkdir()  # stands in the way of the new file
    ChoicesFile(path).remember(language="hu")
    assert ChoicesFile(path).chosen == {"language": "pl"}


def test_each_damaged_choice_is_forgotten_alone(tmp_path: Path) -> None:
    """One value that cannot be does not spoil the others."""
    path = tmp_path / "choices.json"
    path.write_text(
        '{"language": "pl", "text_size": 9, "brightness_percent": true, "motion": 1,'
        ' "live_chances": true, "sleep_after_min": "5", "profile": 3, "quarter_turns": 4,'
        ' "hints": ["off", "sometimes"], "volume_percent": "yes", "unknown": 1}',
        encoding="utf-8",
    )
    assert ChoicesFile(path).chosen == {"language": "pl", "live_chances": True}


def test_every_offered_value_can_be_stored(tmp_path: Path) -> None:
    """The screen and the file have one table of valid values."""
    path = tmp_path / "choices.json"
    for key, values in OFFERED.items():
        for value in values:
            ChoicesFile(path).remember(**{key: value})
            assert ChoicesFile(path).chosen[key] == value
        assert not values or getattr(Preferences(), key) in values


def test_the_profile_is_kept_by_name(tmp_path: Path) -> None:
    """Empty if none was chosen."""
    choices = ChoicesFile(tmp_path / "choices.json")
    assert choices.profile() == ""
    choices.remember(profile="Küche")
    assert ChoicesFile(tmp_path / "choices.json").profile() == "Küche"
