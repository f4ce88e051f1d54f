"""Where long work runs: in processes of this machine, or on a cluster of dask.distributed."""

import argparse
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Final

from companion.errors import CompanionError

_ANSWER_S: Final = "10s"


class SchedulerError(CompanionError, OSError):
    """The cluster cannot be used."""

    code = "scheduler_unusable"
    template = "The scheduler %(address)s cannot be used: %(reason)s."
    hint = "Start one with dask scheduler, or omit --scheduler to use this machine."


def add_worker_options(parser: argparse.ArgumentParser, workers: int) -> None:
    """Add ``--workers``, with this default, and ``--scheduler``."""
    parser.add_argument(
        "--workers",
        type=positive,
        default=workers,
        help=f"processes that share the work (default: {workers})",
    )
    parser.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="share the work on the cluster of this scheduler instead, such as tcp://big:8786",
    )


def positive(text: str) -> int:
    """Return a number of at least 1, for argparse."""
    number = int(text)
    if number < 1:
        raise ValueError
    return number


positive.__name__ = "number"  # argparse uses the name in its error message


@contextmanager
def executor(chosen: argparse.Namespace, start: str = "spawn") -> Iterator[Executor]:
    """Return what runs the work that *chosen* names with the options of ``add_worker_options``.

    The workers of a cluster need this checkout and, for programs that write files, this folder.

    Args:
        chosen: options that were read.
        start: how processes of this machine start (``multiprocessing``).

    Raises:
        SchedulerError: the scheduler does not answer, or distributed is not installed.
    """
    if chosen.scheduler is None:
        with ProcessPoolExecutor(chosen.workers, get_context(start)) as pool:
            yield pool
        return
    try:
        from distributed import Client  # of the extra "train" only

        client = Client(chosen.scheduler, timeout=_ANSWER_S)
    except (ImportError, OSError, ValueError) as error:
        raise SchedulerError(address=chosen.scheduler, reason=error) from error
    with client:
        yield client.get_executor()
