"""Names are recognised letter by letter, also where an end is covered or letters stand beside."""

import numpy as np
import pytest

from companion.catalog import load_roll_catalog
from vision.core.arrays import F32
from vision.tiles.naming import SURE, Seen, name_evidence, named, text_evidence
from vision.tiles.vocabulary import Vocabulary, letters_of, names_of

CHARACTERS = ("", *"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,'-", " ")
NAMES = names_of(load_roll_catalog())
VOCABULARY = Vocabulary(NAMES, CHARACTERS)


def steps_of(text: str) -> F32:
    """What a recogniser that is sure of *text* gives."""
    rows = [""]
    for character in text:
        rows += [character, ""]
    steps = np.full((len(rows), len(CHARACTERS)), 1e-6, np.float32)
    for row, character in zip(steps, rows, strict=True):
        row[CHARACTERS.index(character)] = 1.0
    return steps


def read(text: str) -> tuple[str | None, str]:
    """Return the tile and the status of a square on which *text* is read."""
    evidence = name_evidence([text_evidence(VOCABULARY, steps_of(text), text, 1.0)], len(NAMES))
    square = Seen(np.array([(0, 0), (9, 0), (9, 9), (0, 9.0)]), evidence, text)
    reading = named(NAMES, [square])[0]
    return reading.tile, reading.status.value


def test_every_printed_face_has_a_name() -> None:
    """55 tiles with two sides, nine factions with two halves, nine home worlds."""
    assert len(NAMES) == 137
    assert sum(name.half is not None for name in NAMES) == 18


@pytest.mark.parametrize("name", NAMES, ids=lambda name: name.key)
def test_each_name_is_read_as_itself(name: object) -> None:
    """Letter for letter, in capitals too, nothing is asked."""
    tile, text = name.tile, name.spellings[0]  # type: ignore[attr-defined]
    assert read(text) == (tile, "ok")
    assert read(text.upper()) == (tile, "ok")


@pytest.mark.parametrize(
    ("text", "tile"),
    [
        ("Galactic Federatlon", "galactic_federation"),
        ("GALACTIC FEDER", "galactic_federation"),
        ("lactic Renaissance", "galactic_renaissance"),
        ("Space Marines Alien", "space_marines"),
        ("Umierajaca planeta", "doomed_world"),
    ],
)
def test_a_damaged_name_is_still_the_nearest(text: str, tile: str) -> None:
    """A wrong letter, a covered end, another tile's letters, a name without its accents."""
    assert read(text)[0] == tile


@pytest.mark.parametrize(
    "text", ["", "5", "World", "round four trade", "SHRPNANL", "Alien", "stu sante"]
)
def test_what_is_no_name_is_never_sure(text: str) -> None:
    """A word that many tiles share, other print, or nothing: a person is asked."""
    assert read(text)[1] == "check"


def test_letters_that_small_print_confuses_count_as_one() -> None:
    """O and 0, I and l; accents, spaces and signs do not count."""
    assert letters_of("Deep Space Symbionts, Ltd.") == letters_of("deepspacesymbiontsltd")
    assert letters_of("l0ł") == letters_of("IOL")
    assert letters_of("Rodzimą") == letters_of("RODZlMA")


def test_text_read_on_a_named_tile_is_a_name_from_then_on() -> None:
    """So are copies in other languages known."""
    index = next(n for n, name in enumerate(NAMES) if name.key == "gem_world")
    more = Vocabulary(NAMES, CHARACTERS, [(index, "Drágakő világ")])
    scores = more.scores(steps_of("Dragako vilag"))
    assert int(scores.argmax()) == index
    evidence = text_evidence(more, steps_of("Dragako vilag"), "Dragako vilag", 1.0)
    assert evidence.max() > -np.log(1 - SURE)


def test_a_blurred_text_is_no_name_for_having_a_few_of_its_letters() -> None:
    """Letters of which the recogniser is not sure fit any text."""
    text = "aie dt uradoct veslolk sak"
    steps = steps_of(text)
    steps[1::2] = np.where(steps[1::2] > 0.5, 0.6, 0.4 / len(CHARACTERS))
    clear, blurred = (text_evidence(VOCABULARY, steps, text, clear) for clear in (1.0, 0.6))
    assert blurred.max() < clear.max() - 5


def test_what_is_missing_of_a_name_is_told() -> None:
    """In shares of what was read, so that the whole line's place is known."""
    index = next(n for n, name in enumerate(NAMES) if name.key == "galactic_federation")
    assert VOCABULARY.missing(index, "GALACTIC FEDERATION") == (0.0, 0.0, 0.0)
    assert VOCABULARY.missing(index, "Galactic Feder") == (0.0, 5 / 13, 0.0)
    assert VOCABULARY.missing(index, "lactic Federation") == (2 / 16, 0.0, 0.0)


def test_of_a_name_parted_by_a_die_the_middle_is_missing() -> None:
    """The ends alone may be those of two names: New Galactic Order and New Economy."""
    index = next(n for n, name in enumerate(NAMES) if name.key == "new_economy")
    before, after, between = VOCABULARY.missing(index, "New omy")
    assert (before, after) == (0.0, 0.0)
    assert between == pytest.approx(0.4)


def test_a_name_knows_the_longer_ones_that_end_with_it() -> None:
    """What covers their beginning leaves this one."""
    places = {name.key: number for number, name in enumerate(NAMES)}
    ((other, before, after),) = VOCABULARY.longer(places["diversification"])
    assert (other, after) == (places["system_diversification"], 0.0)
    assert before == pytest.approx(6 / 15)
    assert list(VOCABULARY.longer(places["system_diversification"])) == []
