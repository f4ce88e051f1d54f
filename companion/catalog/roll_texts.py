"""Descriptions of the tiles in English, Polish and Hungarian, in our own wording."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from companion.catalog.roll_loader import (
    FOLDER,
    LANGUAGES,
    load_tile_sets,
    read_catalog,
    sets_in_use,
)
from companion.decoding import DecodeError, join, only_keys, texts_for
from companion.games.roll.model.dice import DieType
from companion.games.roll.model.effects import DiePlace, TakeDice
from companion.games.roll.model.tiles import Side, World

_PHRASES: Final = ("remove_die", "credits", "start_credits", "gain", "nothing", "six_plus")


@dataclass(frozen=True, slots=True)
class TileTexts:
    """Descriptions of all tiles in one language: power, and bonus of a 6+ development, by key."""

    language: str
    powers: Mapping[str, str]
    bonuses: Mapping[str, str]
    _phrases: Mapping[str, str]
    _dice: Mapping[str, tuple[str, str]]
    _places: Mapping[str, str]

    def name(self, side: Side) -> str:
        """Return the name of *side*: the printed Polish name if known, else the English one.

        The Hungarian rulebook uses the English names.
        """
        return side.name_pl if self.language == "pl" and side.name_pl else side.name_en

    def of(self, side: Side) -> str:
        """Return one to three sentences: power and bonus, or the instant effect of a world."""
        if isinstance(side, World):
            return self._world(side)
        power, bonus = self.powers[side.key], self.bonuses.get(side.key)
        return self._phrases["six_plus"].format(power=power, bonus=bonus) if bonus else power

    def _world(self, world: World) -> str:
        """Describe the instant effect in its order: removed die, credits, dice (R-7.4)."""
        parts = []
        if world.remove_die:
            parts.append(self._phrases["remove_die"])  # no world removes more than one die
        if world.credits:
            parts.append(self._phrases["credits"].format(count=world.credits))
        parts += [self._gain(gain) for gain in world.on_settle]
        if not world.on_settle:
            parts.append(self._phrases["nothing"])
        if world.start_credits is not None:
            parts.append(self._phrases["start_credits"].format(count=world.start_credits))
        text = "; ".join(parts)
        return f"{text[0].upper()}{text[1:]}."

    def _gain(self, gain: TakeDice) -> str:
        one, many = self._dice[gain.die.value]
        return self._phrases["gain"].format(
            count=gain.count,
            die=one if gain.count == 1 else many,
            place=self._places[gain.where.value],
        )


def load_tile_texts(language: str, folder: Path = FOLDER) -> TileTexts:
    """Return the descriptions in *language*; additional sets fall back to the first one.

    Raises:
        CatalogError: the file is missing, or it does not have exactly one text for every tile.
    """
    return _load(language, folder, sets_in_use())


@cache
def _load(language: str, folder: Path, sets: tuple[Path, ...]) -> TileTexts:
    name = f"texts/{language}.toml"
    texts = read_catalog(folder / name, lambda table: _texts(language, table), name=name)
    for words in load_tile_sets(sets).words:
        said = words.get(language) or words[LANGUAGES[0]]
        texts = replace(
            texts,
            powers=MappingProxyType({**texts.powers, **said.power}),
            bonuses=MappingProxyType({**texts.bonuses, **said.bonus}),
        )
    return texts


def _texts(language: str, table: dict[str, Any]) -> TileTexts:
    only_keys(table, ("phrase", "die", "place", "power", "bonus"), "")
    developments = tuple(load_tile_sets(()).catalog.developments())
    six_plus = tuple(side.key for side in developments if side.six_plus)
    dice = only_keys(table["die"], (die.value for die in DieType), "die")
    return TileTexts(
        language=language,
        powers=texts_for(table["power"], (side.key for side in developments), "power"),
        bonuses=texts_for(table["bonus"], six_plus, "bonus"),
        _phrases=texts_for(table["phrase"], _PHRASES, "phrase"),
        _dice=MappingProxyType({key: _forms(raw, join("die", key)) for key, raw in dice.items()}),
        _places=texts_for(table["place"], (place.value for place in DiePlace), "place"),
    )


def _forms(raw: object, place: str) -> tuple[str, str]:
    """Return the noun forms for one die and for two dice; no tile gives more."""
    if not (isinstance(raw, list) and len(raw) == 2 and all(isinstance(x, str) for x in raw)):
        raise DecodeError(place, "expected a list of two texts")
    return raw[0], raw[1]
