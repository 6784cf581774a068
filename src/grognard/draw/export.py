"""The same picture as PNG and PDF.

resvg paints pixels; Typst sets the SVG on a page of its size, with curves as curves and text as text.
"""

from __future__ import annotations

import re

from .fonts import FOLDER, files

POINT = 0.5
"""PDF points for a picture unit: a 100-unit hex is 50 pt, about 18 mm, on paper."""


def _size(svg: str) -> tuple[float, float]:
    match = re.search(r'viewBox="([-\d.]+) ([-\d.]+) ([\d.]+) ([\d.]+)"', svg)
    if match is None:
        raise ValueError("the SVG has no viewBox")
    return float(match[3]), float(match[4])


def to_png(svg: str, width: int) -> bytes:
    """The picture as PNG, `width` pixels wide."""
    import resvg_py

    wide, high = _size(svg)
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            height=max(1, round(width * high / wide)),
            skip_system_fonts=True,
            font_files=files(),
            serif_family="Alegreya",
            sans_serif_family="Fira Sans Condensed",
        )
    )


def to_pdf(svg: str) -> bytes:
    """The picture as a PDF of one page, without margins."""
    wide, high = _size(svg)
    page = (
        f"#set page(width: {wide * POINT:.2f}pt, height: {high * POINT:.2f}pt, margin: 0pt)\n"
        '#image(bytes(sys.inputs.at("svg")), format: "svg", width: 100%, height: 100%)\n'
    )
    return typeset(page, {"svg": for_typst(svg)})


def for_typst(svg: str) -> str:
    """A picture with the names by which Typst knows the fonts: it files a condensed face under the family's name."""
    return svg.replace("'Fira Sans Condensed'", "'Fira Sans'")


def typeset(source: str, inputs: dict[str, str]) -> bytes:
    """What Typst makes of a text in our fonts, as PDF; the text reads its inputs as `sys.inputs`."""
    import typst

    fonts = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(FOLDER)])
    compiled = typst.compile(
        f"#set document(date: none)\n{source}".encode(),
        format="pdf",
        font_paths=fonts,
        ignore_system_fonts=True,
        sys_inputs=inputs,
    )
    return bytes(compiled)
