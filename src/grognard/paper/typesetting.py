"""Pages become PDF. A drawing that several pages show is in the file once; thirty tiles would be thirty maps."""

from __future__ import annotations

import io
from collections.abc import Sequence

from pypdf import PageObject, PdfReader, PdfWriter
from pypdf.generic import (
    ArrayObject,
    DecodedStreamObject,
    DictionaryObject,
    FloatObject,
    IndirectObject,
    NameObject,
    PdfObject,
)

from grognard.draw import for_typst, typeset

from .map_sheets import Tile
from .sizes import INCH, Paper

POINTS = 72 / INCH
"""PDF points in a millimetre."""


def pages_pdf(pages: Sequence[tuple[Paper, str]]) -> bytes:
    """Pages drawn in millimetres, each on its paper."""
    source, inputs = [], {}
    for number, (paper, svg) in enumerate(pages):
        inputs[f"page{number}"] = for_typst(svg)
        image = f'image(bytes(sys.inputs.at("page{number}")), format: "svg", width: 100%, height: 100%)'
        source.append(f"#page(width: {paper.width:.3f}mm, height: {paper.height:.3f}mm, margin: 0pt, {image})\n")
    return typeset("".join(source), inputs)


def tiles_pdf(tiles: Sequence[Tile], svg: str, width: float, height: float) -> bytes:
    """The tiles of a map; the map itself, in millimetres as large as given, is drawn once."""
    writer = PdfWriter(clone_from=io.BytesIO(pages_pdf([(tile.paper, tile.marks) for tile in tiles])))
    drawing = io.BytesIO(pages_pdf([(Paper(width, height), svg)]))
    shared = _form(PdfReader(drawing).pages[0], writer)
    for page, tile in zip(writer.pages, tiles, strict=True):
        at = tile.window
        window = (at.left, tile.paper.height - at.top - at.height, at.width, at.height)
        corner = (at.left - at.x, tile.paper.height - at.top + at.y - height)
        _show(page, writer, "Map", shared, window, corner)
    return _written(writer)


def folded(booklet: bytes, paper: Paper) -> bytes:
    """The pages of a booklet two by two on sheets to be printed on both sides, folded and stapled in the middle."""
    reader = PdfReader(io.BytesIO(booklet))
    lying = paper.lying
    writer = PdfWriter()
    forms = [_form(page, writer) for page in reader.pages]
    half, whole = lying.width / 2, (0.0, 0.0, lying.width, lying.height)
    for left, right in saddle(len(forms)):
        sheet = writer.add_blank_page(lying.width * POINTS, lying.height * POINTS)
        for name, number, x in (("Left", left, 0.0), ("Right", right, half)):
            if number < len(forms):
                _show(sheet, writer, name, forms[number], whole, (x, 0.0))
    return _written(writer)


def saddle(pages: int) -> list[tuple[int, int]]:
    """Which two pages stand side by side, sheet by sheet, front and back; numbers past the last page are blank."""
    whole = -(-pages // 4) * 4
    pairs = []
    for sheet in range(whole // 4):
        pairs.append((whole - 1 - 2 * sheet, 2 * sheet))
        pairs.append((2 * sheet + 1, whole - 2 - 2 * sheet))
    return pairs


def joined(title: str, parts: Sequence[tuple[str, bytes]]) -> bytes:
    """Several files as one, each with an entry in the outline."""
    writer = PdfWriter()
    for name, part in parts:
        begins = len(writer.pages)
        writer.append(io.BytesIO(part), import_outline=False)
        writer.add_outline_item(title=name, page_number=begins)
    writer.add_metadata({"/Title": title, "/Creator": "Grognard"})
    return _written(writer)


def _written(writer: PdfWriter) -> bytes:
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def _form(page: PageObject, writer: PdfWriter) -> IndirectObject:
    """A page as a drawing that other pages can show."""
    content = page.get_contents()
    form = DecodedStreamObject()
    form.set_data(content.get_data() if content is not None else b"")
    box = ArrayObject([FloatObject(value) for value in (0, 0, page.mediabox.width, page.mediabox.height)])
    resources = page["/Resources"].get_object()
    assert resources is not None
    _note(form, Type=NameObject("/XObject"), Subtype=NameObject("/Form"), BBox=box, Resources=resources.clone(writer))
    return writer._add_object(form.flate_encode())  # pypdf has no other name for it


def _show(
    page: PageObject,
    writer: PdfWriter,
    name: str,
    form: IndirectObject,
    window: tuple[float, float, float, float],
    corner: tuple[float, float],
) -> None:
    """Show a drawing on a page, below what is there, as far as a window shows it; its lower left corner is given."""
    resources = page.setdefault(NameObject("/Resources"), DictionaryObject()).get_object()
    drawings = resources.setdefault(NameObject("/XObject"), DictionaryObject()).get_object()
    _note(drawings, **{name: form})
    box = " ".join(f"{value * POINTS:.4f}" for value in window)
    x, y = (value * POINTS for value in corner)
    content = page.get_contents()
    after = content.get_data() if content is not None else b""
    stream = DecodedStreamObject()
    stream.set_data(f"q {box} re W n 1 0 0 1 {x:.4f} {y:.4f} cm /{name} Do Q\n".encode() + after)
    _note(page, Contents=writer._add_object(stream.flate_encode()))


def _note(where: DictionaryObject, **entries: PdfObject) -> None:
    where.update({NameObject(f"/{name}"): value for name, value in entries.items()})
