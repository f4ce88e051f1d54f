"""The words for the tiles: complete in three languages and in step with the data."""

import re
import shutil
from pathlib import Path

import pytest

from companion.catalog import CatalogError, load_roll_catalog
from companion.catalog.roll_loader import FOLDER, LANGUAGES
from companion.catalog.roll_texts import load_tile_texts
from companion.games.roll.model.effects import (
    DictateModifier,
    GainCredits,
    GainVpChips,
    PayForVpChip,
    RearrangeConstructionZone,
    Reassign,
    ScoutPlacement,
    StockValue,
)
from companion.games.roll.model.tiles import Development
from tests.some import some

CATALOG = load_roll_catalog()

MAY = {"en": r"\bmay\b", "pl": r"\bmożesz\b", "hu": r"h[ae]tsz\b|h[ae]t(od|ed)\b"}
OPTIONAL = (
    Reassign, DictateModifier, PayForVpChip, RearrangeConstructionZone, ScoutPlacement,
)  # fmt: skip
REASSIGN = {"en": "Reassign: ", "pl": "Przesunięcie: ", "hu": "Átrendezés: "}
CREDITS = {"en": "${}", "pl": "{}$", "hu": "{}$"}
VP = {"en": "{} VP", "pl": "{} PZ", "hu": "{} GyP"}


def _developments() -> list[Development]:
    return list(CATALOG.developments())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_side_has_a_text(language: str) -> None:
    """Developments, worlds and start tiles; a sentence, with nothing left to fill in."""
    texts = load_tile_texts(language)
    for side in some(CATALOG.sides.values()):
        text = texts.of(side)
        assert text.endswith(".")
        assert not re.search(r"[{}]|  ", text)


@pytest.mark.parametrize("language", ["pl", "hu"])
def test_translations_are_translated(language: str) -> None:
    """No text was left in English."""
    english, texts = load_tile_texts("en"), load_tile_texts(language)
    for side in some(CATALOG.sides.values()):
        assert texts.of(side) != english.of(side)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("side", _developments(), ids=lambda side: side.key)
def test_a_text_says_what_the_data_says(language: str, side: Development) -> None:
    """Amounts, permission and the word Reassign are in the text exactly where the data has them."""
    power = load_tile_texts(language).powers[side.key]
    permitted = re.search(MAY[language], power, re.IGNORECASE) is not None
    assert permitted == any(isinstance(effect, OPTIONAL) for effect in side.effect)
    for effect in side.effect:
        match effect:
            case GainCredits(amount=amount):
                assert CREDITS[language].format(amount) in power
            case GainVpChips(amount=amount):
                assert VP[language].format(amount) in power
            case StockValue(credits=credits):
                assert CREDITS[language].format(credits) in power
            case _:
                pass
    assert power.startswith(REASSIGN[language]) == any(
        isinstance(effect, Reassign) for effect in side.effect
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_six_plus_development_says_its_bonus(language: str) -> None:
    """Power first, then what it scores."""
    texts = load_tile_texts(language)
    side = CATALOG.sides["mining_league"]
    assert texts.of(side).startswith(texts.powers["mining_league"])
    assert texts.of(side).endswith(texts.bonuses["mining_league"])


def test_a_world_says_its_instant_effect_in_its_order() -> None:
    """Removed die, credits, dice (R-7.4), each die with its place."""
    texts = load_tile_texts("en")
    said = {key: texts.of(CATALOG.sides[key]) for key in CATALOG.sides}
    assert said["doomed_world"] == "No die; you start with $8."
    assert said["galactic_trendsetters"] == "+$2; 2 Consumption dice to your Citizenry."
    assert said["former_penal_colony"] == (
        "Give up one die of your choice; 1 Military die to your cup."
    )
    assert said["earths_lost_colony"] == "1 Novelty die as a good on this world."


def test_names_are_polish_where_the_polish_rulebook_has_them() -> None:
    """Else English, as printed."""
    federation, docks = CATALOG.sides["galactic_federation"], CATALOG.sides["space_docks"]
    assert load_tile_texts("pl").name(federation) == "Federacja Galaktyczna"
    assert load_tile_texts("pl").name(docks) == "Space Docks"
    for language in ("en", "hu"):
        assert load_tile_texts(language).name(federation) == "Galactic Federation"


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("space_docks = ", "space_dock = ", "power.space_dock"),
        ("space_docks = ", "# ", "power.space_docks"),
        ('salon = "1 VP in every Ship phase."', 'salon = " "', "power.galactic_salon"),
        ('cup = "to your cup"', "cup = 1", "place.cup"),
        ('["Home die", "Home dice"]', '["Home die"]', "die.home"),
        ("\n[bonus]\n", "\n[extra]\n", "extra"),
    ],
)
def test_a_spoilt_text_file_is_refused_with_its_place(
    tmp_path: Path, old: str, new: str, place: str
) -> None:
    """Unknown, missing and empty texts: CatalogError names file and key."""
    folder = tmp_path / "roll"
    shutil.copytree(FOLDER, folder)
    path = folder / "texts" / "en.toml"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(CatalogError) as caught:
        load_tile_texts("en", folder)
    assert caught.value.params["file"] == "texts/en.toml"
    assert caught.value.params["place"] == place


def test_an_unknown_language_is_an_error_of_the_catalogue() -> None:
    """It names the file that is not there."""
    with pytest.raises(CatalogError, match=r"xx\.toml"):
        load_tile_texts("xx")
