"""Mutants are drawn where the program runs, each with tests that exist."""

import pytest

from tests.mutants import PACKAGES, Nearest, sample
from tests.programs import ROOT
from tests.some import some


@pytest.mark.parametrize("package", PACKAGES)
def test_every_package_has_modules_and_tests(package: str) -> None:
    """A folder that moved would silently test nothing."""
    for near in some(PACKAGES[package]):
        assert all(any(ROOT.glob(pattern)) for pattern in near.modules)
        assert all(any(ROOT.glob(pattern)) for pattern in near.tests)


def test_the_same_seed_draws_the_same_mutants_and_none_without_effect() -> None:
    """No annotation, decorator or bare ``*``."""
    path = ROOT / "companion" / "session" / "service_ports.py"
    near = (Nearest(("companion/session/service_ports.py",), ("tests/session",)),)
    drawn = sample(near, 200, seed=1)
    assert drawn == sample(near, 200, seed=1)
    lines = path.read_text("utf-8").splitlines()
    sites = [lines[spec.start_pos[0] - 1] for spec, _ in drawn]
    assert sites
    assert not [line for line in sites if line.startswith("@dataclass") or line.strip() == "*,"]
    assert not [spec for spec, _ in drawn if "BitOr_" in spec.operator_name]
