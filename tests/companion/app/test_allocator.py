"""Threads share one arena, as glibc itself counts them."""

import pytest

from tests.programs import printed_by

_COUNT = """
import ctypes, sys, threading
from companion.app.allocator import use_single_malloc_arena
if sys.argv[1] == "shared":
    use_single_malloc_arena()
libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
together = threading.Barrier(4)
def work():
    assert libc.malloc(100_000)
    together.wait()
threads = [threading.Thread(target=work) for _ in range(4)]
for thread in threads: thread.start()
for thread in threads: thread.join()
stdout = ctypes.c_void_p.in_dll(libc, "stdout")
libc.malloc_info(0, stdout)
libc.fflush(stdout)
"""


def test_threads_share_one_arena(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without it each of them has its own."""
    monkeypatch.delenv("MALLOC_ARENA_MAX", raising=False)
    assert printed_by(_COUNT, "shared").count("<heap nr=") == 1
    assert printed_by(_COUNT, "plain").count("<heap nr=") > 1
