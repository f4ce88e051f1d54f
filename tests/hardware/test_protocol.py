"""The language of the button boxes."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.buttons.protocol import (
    MAX_LINE_BYTES,
    Acknowledge,
    AskGreeting,
    ButtonPress,
    Greeting,
    LineSplitter,
    Message,
    SetLight,
    crc8,
    decode,
    encode,
)
from hardware.errors import BoxTooNewError, ProtocolError

SEATS = st.integers(1, 5)
BYTE = st.integers(0, 255)
MESSAGES: st.SearchStrategy[Message] = st.one_of(
    st.builds(Greeting, SEATS, st.from_regex(r"[A-Za-z0-9._-]{1,24}", fullmatch=True)),
    st.builds(ButtonPress, SEATS, BYTE),
    st.just(AskGreeting()),
    st.builds(Acknowledge, BYTE),
    st.builds(SetLight, SEATS, st.booleans()),
)


def test_the_checksum_is_the_published_one() -> None:
    """CRC-8 with polynomial 0x07 has the check value 0xF4."""
    assert crc8(b"123456789") == 0xF4
    assert crc8(b"") == 0


@pytest.mark.parametrize(
    ("message", "line"),
    [
        (AskGreeting(), b"HELLO 1*81\n"),
        (Greeting(5, "box"), b"HELLO 1 5 box*C1\n"),
        (ButtonPress(3, 17), b"PRESS 3 17*84\n"),
        (Acknowledge(17), b"ACK 17*0A\n"),
        (SetLight(3, on=True), b"LIGHT 3 1*DE\n"),
    ],
)
def test_the_lines_are_what_a_firmware_must_send(message: Message, line: bytes) -> None:
    """Golden lines: another implementation can be checked against them."""
    assert encode(message) == line
    assert decode(line) == message
    assert decode(line.replace(b"\n", b"\r\n")) == message


@given(MESSAGES)
def test_every_message_comes_back(message: Message) -> None:
    """Encoding and decoding are inverse, and no line is too long."""
    assert decode(encode(message)) == message
    assert len(encode(message)) <= MAX_LINE_BYTES


@given(MESSAGES, st.integers(0, 40), st.integers(1, 255))
def test_no_flipped_byte_passes_as_another_message(message: Message, at: int, flip: int) -> None:
    """One wrong byte anywhere is noticed (a CRC-8 finds every error within eight bits)."""
    line = bytearray(encode(message)[:-1])
    line[at % len(line)] ^= flip
    try:
        assert decode(bytes(line)) == message  # only upper and lower white space could get here
    except ProtocolError:
        return


@given(st.binary(max_size=200))
def test_any_bytes_are_a_message_or_an_error(data: bytes) -> None:
    """Nothing else may come out."""
    with contextlib.suppress(ProtocolError):
        assert encode(decode(data)).rstrip() == data.rstrip(b"\r\n")


@given(st.lists(MESSAGES, max_size=6), st.lists(st.integers(1, 9), min_size=1, max_size=40))
def test_lines_are_found_however_the_bytes_arrive(
    messages: list[Message], sizes: list[int]
) -> None:
    """Cut into pieces of any size, the same messages come out."""
    data = b"".join(encode(message) for message in messages)
    splitter, found, at, step = LineSplitter(), [], 0, 0
    while at < len(data):
        size = sizes[step % len(sizes)]
        found += splitter.feed(data[at : at + size])
        at, step = at + size, step + 1
    assert [decode(line) for line in found] == messages


@given(st.lists(st.binary(max_size=300), max_size=10))
def test_noise_never_grows_the_buffer_nor_hides_the_next_message(noise: list[bytes]) -> None:
    """After any noise and a line end, a message gets through."""
    splitter = LineSplitter()
    for piece in noise:
        splitter.feed(piece)
        assert len(splitter._rest) <= MAX_LINE_BYTES + 1
    splitter.feed(b"\n")
    assert [decode(line) for line in splitter.feed(encode(ButtonPress(1, 2)))] == [
        ButtonPress(1, 2)
    ]


def test_a_later_version_is_refused_by_number() -> None:
    """Whatever a later greeting looks like behind its version."""
    body = b"HELLO 2 7 box with colours"
    with pytest.raises(BoxTooNewError, match="version 2"):
        decode(b"%s*%02X" % (body, crc8(body)))
