"""Mutants are drawn where the program runs, each with tests that exist."""

from __future__ import annotations

import pytest

from tests.mutants import PACKAGES, Nearest, sample
from tests.programs import ROOT
from tests.some import some


@pytest.mark.parametrize("package", PACKAGES)
def test_every_package_has_modules_and_tests(package: str) -> None:
    """A folder that moved would silently test nothing."""
    for near in some(PACKAGES[package]):
        assert all(any(ROOT.glob(pattern)) for pattern in near.modules)
        assert all((ROOT / folder).is_dir() for folder in near.tests)


def test_the_same_seed_draws_the_same_mutants_and_none_in_decorators() -> None:
    """``frozen=True`` is there for the type checker."""
    near = (Nearest(("companion/session/ports.py",), ("tests/session",)),)
    drawn = sample(near, 1000, seed=1)
    assert drawn == sample(near, 1000, seed=1)
    source = (ROOT / "companion/session/ports.py").read_text("utf-8").splitlines()
    lines = [source[spec.start_pos[0] - 1] for spec, _ in drawn]
    assert lines
    assert not [line for line in lines if line.startswith("@dataclass")]
