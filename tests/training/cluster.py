"""A cluster of two workers does what processes of this machine do."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path

import pytest
from distributed import LocalCluster

from companion.cli import main
from companion.simulation.executors import SchedulerError, add_worker_options, executor
from models.evaluation import sets
from models.training.players.make import gathered


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        yield cluster.scheduler_address


def _chosen(*options: str) -> Namespace:
    parser = ArgumentParser()
    add_worker_options(parser, workers=1)
    return parser.parse_args(options)


@pytest.mark.parametrize(
    "more",
    [
        ("--players", "3"),
        ("--policies", "easy,hard"),
        ("--game", "rule_the_galaxy", "--players", "2"),
    ],
)
def test_games_are_the_same_on_a_cluster(
    scheduler: str, more: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    def digest(*where: str) -> str:
        assert main.main(["simulate", "--games", "4", "--seed", "2", *more, *where]) == 0
        return next(line for line in capsys.readouterr().out.splitlines() if "digest" in line)

    assert digest("--scheduler", scheduler) == digest("--workers", "1")


def test_tables_are_drawn_alike_on_a_cluster(scheduler: str, tmp_path: Path) -> None:
    for name, *where in (("here", "--workers", "1"), ("there", "--scheduler", scheduler)):
        given = ["--seed", "3", "--count", "2", "--tiles"]
        assert sets.main([str(tmp_path / name), *given, *where]) == 0
    here = sorted((tmp_path / "here").glob("*.*"))
    assert len(here) == 3, "two pictures and their index"
    for file in here:
        assert file.read_bytes() == (tmp_path / "there" / file.name).read_bytes()


def test_self_play_runs_on_a_cluster(scheduler: str, tmp_path: Path) -> None:
    found = []
    for name, *where in (("here", "--workers", "1"), ("there", "--scheduler", scheduler)):
        with executor(_chosen(*where)) as pool:
            found.append(gathered(tmp_path / name, 2, 0, 4, pool))
    assert (found[0].rows == found[1].rows).all()


def test_a_scheduler_that_does_not_answer_is_an_error() -> None:
    with pytest.raises(SchedulerError), executor(_chosen("--scheduler", "tcp://127.0.0.1:1")):
        pass
