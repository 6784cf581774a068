"""Labels as SVG text: haloed names, curved river names, hex numbers."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from .curves import number
from .fonts import STYLES
from .labels import Label
from .palette import Palette, mix


def text(content: str, x: float, y: float, size: float, *, anchor: str = "middle", extra: str = "") -> str:
    """One line of text."""
    end = f' text-anchor="{anchor}"' if anchor else ""
    place = f'x="{number(x)}" y="{number(y)}" font-size="{number(size)}"'
    return f"<text {place}{end}{extra}>{escape(content)}</text>"


def tone_of(kind: str, pal: Palette) -> str:
    """The ink of a kind of label."""
    if kind in ("river", "lake", "sea"):
        return pal.water_ink
    if kind in ("region", "country", "heights"):
        return mix(pal.soft_ink, pal.ink, 0.2)
    return pal.ink


def labels_svg(labels: Iterable[Label], pal: Palette) -> str:
    """All labels, grouped by how they are set."""
    groups: dict[tuple[str, str], list[str]] = {}
    for label in labels:
        groups.setdefault((label.kind, label.face), []).append(_label(label))
    out = []
    for (kind, face), parts in groups.items():
        halo = {"river": 2.6, "lake": 2.2, "title": 6.0}.get(kind, 3.2)
        out.append(
            f'<g {STYLES[face]} fill="{tone_of(kind, pal)}" stroke="{pal.halo}" stroke-width="{halo}"'
            ' stroke-opacity=".82" stroke-linejoin="round" paint-order="stroke" text-anchor="middle">'
            f"{''.join(parts)}</g>"
        )
    return "".join(out)


def _label(label: Label) -> str:
    spacing = f' letter-spacing="{number(label.spacing)}"' if label.spacing and not label.glyphs else ""
    if not label.glyphs:
        # Letter spacing also follows the last letter: half of it is taken back to stay centred.
        shift = label.spacing / 2
        return "".join(text(t, x + shift, y, label.size, anchor="", extra=spacing) for t, x, y in label.lines)
    xs = " ".join(number(x) for _, x, _, _ in label.glyphs)
    ys = " ".join(number(y) for _, _, y, _ in label.glyphs)
    turns = " ".join(number(a) for _, _, _, a in label.glyphs)
    letters = escape("".join(g for g, _, _, _ in label.glyphs))
    place = f'x="{xs}" y="{ys}" rotate="{turns}" font-size="{number(label.size)}"'
    return f'<text {place} text-anchor="start">{letters}</text>'


def numbers_svg(numbers: Iterable[tuple[str, float, float]], size: float, pal: Palette) -> str:
    """The printed numbers, small and quiet."""
    parts = [text(name, x, y, size, anchor="") for name, x, y in numbers]
    return (
        f'<g {STYLES["sans"]} fill="{pal.soft_ink}" stroke="{pal.halo}" stroke-width="2" stroke-opacity=".6"'
        f' stroke-linejoin="round" paint-order="stroke" text-anchor="middle">{"".join(parts)}</g>'
    )
