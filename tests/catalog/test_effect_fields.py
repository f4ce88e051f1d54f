"""What a tile's file says, the rules read: no field of an effect passes the loader in vain."""

import sys
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

import companion.games.roll
from companion.catalog import load_roll_catalog
from companion.catalog.effect_checks import MOMENTS
from companion.games.roll.model import effects
from companion.games.roll.rules.lookup import Rules
from companion.simulation.playing import game_rng, play

PARTS = [
    kind
    for kind in vars(effects).values()
    if is_dataclass(kind)
    and isinstance(kind, type)
    and kind not in (effects.EffectBase, effects.Income)
]
RULES_OF_ROLL = str(Path(companion.games.roll.__file__).parent)

# The loader accepts one value, so that nothing depends on it; a discount's category says its step.
SINGLE = {f"{kind.__name__}.trigger" for kind, moments in MOMENTS.items() if len(moments) == 1}
SINGLE |= {
    f"{kind.__name__}.steps"
    for kind, moments in MOMENTS.items()
    if all(len(steps) == 1 for steps in moments.values())
}
SINGLE.add("CostModifier.steps")


def test_the_rules_read_every_field_of_an_effect(monkeypatch: pytest.MonkeyPatch) -> None:
    """In some games with the whole box, or the loader accepts a single value of it."""
    read: set[str] = set()
    for kind in PARTS:

        def noting(self: object, name: str) -> object:
            if sys._getframe(1).f_code.co_filename.startswith(RULES_OF_ROLL):
                read.add(f"{type(self).__name__}.{name}")
            return object.__getattribute__(self, name)

        monkeypatch.setattr(kind, "__getattribute__", noting)
    rules = Rules(load_roll_catalog())
    for number in range(25):
        play(rules, 5, game_rng(3, 5, number), checked=False)
    every = {f"{kind.__name__}.{each.name}" for kind in PARTS for each in fields(kind)}
    assert every - read - SINGLE == set()


def test_every_kind_of_effect_has_its_moments() -> None:
    """A new kind is refused until somebody says when it works."""
    assert {kind for kind in PARTS if issubclass(kind, effects.EffectBase)} == set(MOMENTS)
