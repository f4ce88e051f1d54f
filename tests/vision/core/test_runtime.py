"""Networks of integers are used where the processor is made for them, and only there."""

from pathlib import Path

import pytest

from vision.core.runtime import int8_pays

PI_5 = "processor\t: 0\nFeatures\t: fp asimd evtstrm aes crc32 atomics fphp asimdhp asimddp\n"
PI_4 = "processor\t: 0\nFeatures\t: fp asimd evtstrm crc32 cpuid\n"
LAPTOP = "processor : 0\nflags\t\t: fpu vme avx2 avx512f avx512_vnni\n"
OLD_LAPTOP = "processor : 0\nflags\t\t: fpu vme sse4_2 avx avx2\n"


@pytest.mark.parametrize(
    ("text", "pays"),
    [(PI_5, True), (PI_4, False), (LAPTOP, True), (OLD_LAPTOP, False), ("", False)],
)
def test_it_is_the_instructions_for_bytes_that_decide(
    tmp_path: Path, text: str, pays: bool
) -> None:
    """A Pi 5 has them, a Pi 4 has not."""
    info = tmp_path / "cpuinfo"
    info.write_text(text)
    assert int8_pays(info) is pays


def test_a_machine_without_the_list_takes_the_networks_as_they_are(tmp_path: Path) -> None:
    """Systems without ``/proc`` are no error."""
    assert int8_pays(tmp_path / "nothing") is False
