"""PNG and PDF come out the right size, with something on them, text included."""

from __future__ import annotations

import contextlib
import re
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

import grognard
from grognard.draw import counter_document, map_svg, to_pdf, to_png
from grognard.draw.fonts import FACES, files, text_width
from grognard.engine.board import load_board
from grognard.engine.face import Face
from grognard.engine.pack import Pack

DATA = Path(grognard.__file__).parent / "games" / "marshals" / "data"
BLANK = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100">{}</svg>'


def size(png: bytes) -> tuple[int, int]:
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def pixels(png: bytes) -> bytes:
    """The packed rows of a PNG, unfiltered enough to tell blank from painted."""
    data, at = b"", 8
    while at < len(png):
        (long,) = struct.unpack(">I", png[at : at + 4])
        if png[at + 4 : at + 8] == b"IDAT":
            data += png[at + 8 : at + 8 + long]
        at += 12 + long
    return zlib.decompress(data)


def test_png_has_the_width_asked_for_and_is_not_blank() -> None:
    png = to_png(map_svg(load_board(Pack(DATA))), 500)
    width, height = size(png)
    assert width == 500
    assert 350 < height < 450
    assert len(set(pixels(png))) > 200


def test_text_is_painted_with_the_bundled_fonts() -> None:
    for face in ("Alegreya", "Fira Sans Condensed"):
        text = f'<text x="10" y="60" font-size="50" font-family="{face}">Ag</text>'
        assert len(set(pixels(to_png(BLANK.format(text), 200)))) > 5
    assert len(set(pixels(to_png(BLANK.format(""), 200)))) <= 2


def test_pdf_is_a_pdf_with_fonts() -> None:
    pdf = to_pdf(counter_document(Face(symbol="tank", size="corps", short="9 Gd", values=("6", "8"))))
    assert pdf.startswith(b"%PDF")
    assert b"FiraSansCondensed" in pdf + b"".join(streams(pdf))


def streams(pdf: bytes) -> Iterator[bytes]:
    """The packed parts of a PDF, unpacked."""
    for match in re.finditer(rb"stream\r?\n", pdf):
        with contextlib.suppress(zlib.error):
            yield zlib.decompressobj().decompress(pdf[match.end() :])


def test_pictures_without_a_viewbox_are_refused() -> None:
    with pytest.raises(ValueError, match="viewBox"):
        to_png("<svg xmlns='http://www.w3.org/2000/svg'/>", 100)


def test_text_widths_come_from_the_fonts() -> None:
    assert all(Path(f).is_file() for f in files())
    for face in FACES:
        assert text_width("W", face, 10) > text_width("i", face, 10) > 0
        assert text_width("ab", face, 10, 3) == pytest.approx(text_width("a", face, 10) + text_width("b", face, 10) + 3)
    assert text_width("m", "serif", 100) == pytest.approx(85, abs=12)
