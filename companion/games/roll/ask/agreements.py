"""What a table agrees on where the rules are silent or the editions differ; once for its box."""

from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final, get_args, get_type_hints

from companion.games import question as q
from companion.games.question import text
from companion.games.roll.model.options import DEFAULT_OPTIONS, TableOptions

HUNGARIAN: Final = replace(DEFAULT_OPTIONS, empty_bag="more_than_three", empty_cup="may_recall")
"""The readings of the Hungarian edition (D-12, D-15)."""


def _tile(key: str) -> q.Piece:
    return q.Piece(f"side/{key}")


_ASKED: Final = MappingProxyType(
    {
        "timing": text("Where the order may matter"),
        "empty_bag": text("Bag empty: who returns a tile?"),
        "empty_cup": text("Empty cup after recruiting"),
        "freed_workers": text(
            "%(one)s, %(other)s: workers to the cup",
            one=_tile("galactic_exchange"),
            other=_tile("galactic_federation"),
        ),
        "unprinted_moment": text(
            "%(one)s, %(two)s, %(three)s pay",
            one=_tile("space_tourism"),
            two=_tile("galactic_salon"),
            three=_tile("technology_unions"),
        ),
        "bankers_moment": text("%(tile)s: the chip is bought", tile=_tile("galactic_bankers")),
        "renaissance_limit": text("%(tile)s: beyond 10 VP", tile=_tile("galactic_renaissance")),
        "reconnaissance_scope": text(
            "%(tile)s may be used for", tile=_tile("improved_reconnaissance")
        ),
    }
)
"""Field of ``TableOptions`` -> its question; the words of its readings stand in ``_READINGS``."""
_READINGS: Final = MappingProxyType(
    {
        "at_once": text("all act at once"),
        "in_turn": text("act in turn"),
        "three_or_more": text("with 3 or more"),
        "more_than_three": text("with 4 or more"),
        "must_recall": text("recall a die"),
        "may_recall": text("no duty to recall"),
        "at_least_one": text("at least one"),
        "may_decline": text("any number"),
        "phase_start": text("when the phase begins"),
        "phase_end": text("when the phase ends"),
        "before_income": text("before the income"),
        "after_income": text("after the income"),
        "open_ended": text("the sequence goes on"),
        "ten": text("there is no more"),
        "scouted_only": text("what was scouted"),
        "every_draw": text("every draw"),
    }
)


def agreements(now: TableOptions = DEFAULT_OPTIONS) -> q.Form:
    """Return the question what the table agrees on; its answer is the options."""
    readings = {name: get_args(hint) for name, hint in get_type_hints(TableOptions).items()}

    def made(*chosen: Any) -> TableOptions:
        return TableOptions(**dict(zip(readings, chosen, strict=True)))

    parts = tuple(
        q.Choose(
            _ASKED[name],
            tuple(q.Answer(each, _READINGS[each], each) for each in values),
            getattr(now, name),
        )
        for name, values in readings.items()
    )
    return q.Form(text("What has this table agreed on?"), parts, made, lambda _made: None)
