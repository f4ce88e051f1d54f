"""The file that the touchscreen's choices are kept in."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.choices import ScreenChoices, read_choices, write_choices


def test_choices_come_back(tmp_path: Path) -> None:
    """Also over an older file, and in a folder that is not there yet."""
    path = tmp_path / "new" / "choices.json"
    for language in ("pl", "hu"):
        assert write_choices(path, ScreenChoices(language))
        assert read_choices(path) == ScreenChoices(language)
    assert [each.name for each in path.parent.iterdir()] == ["choices.json"]


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"language": "xx"}', b'{"language": 3}']
)
def test_a_damaged_file_means_nothing_chosen(tmp_path: Path, content: bytes) -> None:
    """The table starts all the same."""
    path = tmp_path / "choices.json"
    path.write_bytes(content)
    assert read_choices(path) == ScreenChoices()


def test_a_disk_that_refuses_keeps_the_old_choice(tmp_path: Path) -> None:
    """Nothing half-written, no crash."""
    path = tmp_path / "choices.json"
    write_choices(path, ScreenChoices("pl"))
    (tmp_path / ".choices.json.new").mkdir()  # stands in the way of the new file
    assert not write_choices(path, ScreenChoices("hu"))
    assert read_choices(path) == ScreenChoices("pl")
    assert read_choices(tmp_path / "missing.json") == ScreenChoices()


def test_each_damaged_choice_is_forgotten_alone(tmp_path: Path) -> None:
    """One value that cannot be does not spoil the others."""
    path = tmp_path / "choices.json"
    whole = ScreenChoices(
        "pl", 2, 60, sound=False, left_handed=True, sleep_after_min=5, profile="Küche",
        volume_percent=25, rest_after_min=1, quarter_turns=3, turn_limit_min=2,
        evening_limit_min=90, hints=("off", "always"), live_chances=True,
    )  # fmt: skip
    assert write_choices(path, whole)
    assert read_choices(path) == whole
    path.write_text(
        '{"language": "pl", "text_size": 9, "brightness_percent": true, "sound": 1,'
        ' "left_handed": true, "sleep_after_min": "5", "profile": 3, "quarter_turns": 4,'
        ' "hints": ["off", "sometimes"], "live_chances": "yes"}',
        encoding="utf-8",
    )
    assert read_choices(path) == ScreenChoices("pl", left_handed=True)
