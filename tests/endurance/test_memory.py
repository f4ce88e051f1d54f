"""The table process keeps its memory over five hundred rounds."""

import json
import subprocess
import sys

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.timeout(3600)]


def test_memory_stays_over_five_hundred_rounds() -> None:
    """Below the target from the first round to the last, and no growth once all is loaded."""
    done = subprocess.run(
        [sys.executable, "-m", "companion", "bench", "memory", "--runs", "20", "--json"],
        capture_output=True,
        text=True,
        check=True,
    )
    rows = {row["name"]: row for row in json.loads(done.stdout)["results"]}
    assert rows["memory after a round"]["runs"] == 500
    assert rows["peak memory"]["passed"], rows["peak memory"]
    assert rows["growth"]["passed"], rows["growth"]
