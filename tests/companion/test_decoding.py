"""What an annotation says is what a file may hold; errors name the place."""

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

import pytest

from companion.decoding import DecodeError, UpTo, decode
from companion.setting_values import setting, whole


@dataclass(frozen=True, slots=True)
class Form:
    """One field of each kind that has a form of its own."""

    word: Literal["one", "two"] = "one"
    counts: Annotated[dict[str, int], UpTo({"home": 3})] = field(default_factory=dict)
    texts: dict[str, tuple[str, ...]] = field(default_factory=dict)
    width: int = setting(5, whole(1, 9))


@pytest.mark.parametrize(
    ("raw", "form"),
    [
        ({}, Form()),
        ({"word": "two", "width": 9}, Form("two", width=9)),
        (
            {"counts": {"home": 3}, "texts": {"a b": ["c"]}},
            Form("one", {"home": 3}, {"a b": ("c",)}),
        ),
    ],
)
def test_what_fits_is_taken(raw: object, form: Form) -> None:
    assert decode(Form, raw, "") == form


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        ({"word": "three"}, 'word: expected one of one, two, found "three"'),
        ({"word": 1}, "word: expected one of one, two, found 1"),
        ({"counts": {"home": 4}}, "counts.home: expected an integer from 0 to 3, found 4"),
        ({"counts": {"hoem": 1}}, "counts.hoem: unknown key; known are home"),
        ({"texts": {"a": ["c", 1]}}, "texts.a[1]: expected a text, found 1"),
        ({"width": 10}, "width: expected an integer from 1 to 9, found 10"),
        ({"width": True}, "width: expected an integer from 1 to 9, found true"),
    ],
)
def test_what_does_not_fit_is_named(raw: Any, told: str) -> None:
    with pytest.raises(DecodeError) as caught:
        decode(Form, raw, "")
    assert str(caught.value) == told
