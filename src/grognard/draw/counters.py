"""Counters: a unit's picture, 100 by 100, with symbol, size, values and what has befallen it."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from .fonts import STYLES, text_width
from .palette import mix
from .svg import element, group, path
from .symbols import size_mark, symbol_svg


@dataclass(frozen=True)
class Colours:
    """The colours of one set of counters."""

    fill: str
    box: str
    ink: str
    text: str = ""

    @property
    def lettering(self) -> str:
        """The colour of what is written on the card itself."""
        return self.text or self.ink


COLOURS: dict[str, Colours] = {
    "fieldgrey": Colours("#6b7966", "#d9ddcf", "#171d14", "#ffffff"),
    "slate": Colours("#a7bdd2", "#e3ebf2", "#1b2127"),
    "charcoal": Colours("#4b4f54", "#c9cdd1", "#15171a", "#f1efe8"),
    "sand": Colours("#d3bf94", "#f1e8d0", "#33291a"),
    "ochre": Colours("#e99148", "#f6dfc4", "#33240c"),
    "rust": Colours("#7e3203", "#efd2c0", "#30140a", "#fff4ea"),
    "brick": Colours("#7c1215", "#f0cdc4", "#2b0d0a", "#fff4e6"),
    "rose": Colours("#efae9f", "#f8e4de", "#3a1715"),
    "olive": Colours("#87905a", "#dfe3c3", "#22260f"),
    "green": Colours("#6f9270", "#d6e4d3", "#13240f"),
    "teal": Colours("#5f9290", "#d0e4e2", "#0d2423"),
    "blue": Colours("#6f8fb3", "#d5e0ee", "#101f31"),
    "violet": Colours("#8a7ba6", "#ded7ea", "#1d1430"),
    "paper": Colours("#efe6cf", "#fbf6e8", "#2e2620"),
}


@dataclass(frozen=True)
class Counter:
    """What is printed on a counter. `colours` names one of `COLOURS`; `marks` are states (`disrupted`)."""

    id: str
    symbol: str = "infantry"
    size: str = ""
    colours: str = "fieldgrey"
    left: str = ""
    right: str = ""
    top: str = ""
    bottom: str = ""
    marks: tuple[str, ...] = ()


# Letter, badge colour, by state. Shapes and letters differ too, so colour is never the only sign.
BADGES = {
    "disrupted": ("D", "#c8641b"),
    "out-of-supply": ("S", "#8c2f1b"),
    "isolated": ("I", "#8c2f1b"),
    "fatigued": ("F", "#6b5a8e"),
    "fired": ("X", "#4a4a4a"),
    "entrenched": ("E", "#5b6b3a"),
    "surrounded": ("O", "#2f4f6f"),
}


def counter_svg(counter: Counter) -> str:
    """The counter as an SVG group with its upper left corner at 0, 0."""
    if counter.colours not in COLOURS:
        raise ValueError(f"there are no counter colours '{counter.colours}'; known are {', '.join(COLOURS)}")
    colours = COLOURS[counter.colours]
    body = _back(colours) if "face-down" in counter.marks else _front(counter, colours)
    faded = 0.72 if "moved" in counter.marks else None
    name = element("title", escape(counter.id))
    return group(name, group(_card(colours), body, opacity=faded), _states(counter), data_id=escape(counter.id))


def counter_document(counter: Counter) -> str:
    """The counter as a picture of its own."""
    size = 'viewBox="0 0 100 100" width="100" height="100"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{counter_svg(counter)}</svg>\n'


def _card(colours: Colours) -> str:
    """Cardboard: a dark edge below right, a light one above left."""
    return (
        f'<rect x="2" y="2" width="97" height="97" rx="8" fill="{mix(colours.fill, "#000000", 0.45)}"/>'
        f'<rect x="1" y="1" width="97" height="97" rx="8" fill="{mix(colours.fill, "#ffffff", 0.35)}"/>'
        f'<rect x="2" y="2" width="96" height="96" rx="7.5" fill="{colours.fill}"/>'
    )


def _front(counter: Counter, colours: Colours) -> str:
    out = [f'<g transform="translate(25 29)">{symbol_svg(counter.symbol, colours.ink, colours.box)}</g>']
    ink, size = colours.lettering, size_mark(counter.size)
    if size:
        out.append(_text(size, 50, 25.5, 13, "heavy", ink))
    if counter.top:
        badged = bool(_shown(counter))
        out.append(_text(counter.top, 39 if badged else 50, 13.5, 12, "sans", ink, 70 if badged else 90))
    if counter.left and counter.right:
        out.append(_text(counter.left, 43, 88, 28, "heavy", ink, 38, "end"))
        out.append(_text(counter.right, 57, 88, 28, "heavy", ink, 38, "start"))
        out.append(f'<path d="M47.5 78.5H52.5" stroke="{ink}" stroke-width="2.8" stroke-linecap="round"/>')
    elif counter.left or counter.right:
        out.append(_text(counter.left or counter.right, 50, 88, 29, "heavy", ink, 84))
    if counter.bottom:
        out.append(_text(counter.bottom, 50, 96, 9.5, "sans", ink, 92))
    if "reduced" in counter.marks:
        out.append('<path d="M2 62.5H98V66H2z" fill="#ffffff" fill-opacity=".9"/>')
    return "".join(out)


def _back(colours: Colours) -> str:
    """The other side: nothing to see."""
    tone = mix(colours.fill, colours.ink, 0.22)
    lines = "".join(f"M{12 + 11 * i} 88L{88} {12 + 11 * i}M12 {88 - 11 * i}L{88 - 11 * i} 12" for i in range(7))
    return f'<path d="{lines}" stroke="{tone}" stroke-width="2" fill="none"/>' + _text(
        "?", 50, 65, 44, "heavy", colours.box
    )


def _shown(counter: Counter) -> list[str]:
    """The marks that are shown as badges."""
    return [mark for mark in counter.marks if mark not in ("reduced", "face-down", "moved")]


def _states(counter: Counter) -> str:
    """Badges down the right edge; a chevron for a counter that has moved."""
    out = []
    for i, mark in enumerate(_shown(counter)):
        letter, tone = BADGES.get(mark, (mark[:1].upper(), "#5a5048"))
        y = 17 + 22 * i
        out.append(f'<circle cx="86" cy="{y}" r="10.5" fill="{tone}" stroke="#fff" stroke-width="1.8"/>')
        out.append(_text(letter, 86, y + 5, 14.5, "heavy", "#ffffff"))
    if "moved" in counter.marks:
        chevron, ends = "M8 40L17 47L8 54", {"stroke_linejoin": "round", "stroke_linecap": "round"}
        out.append(path(chevron, stroke="#fff", stroke_width=6, **ends))
        out.append(path(chevron, stroke="#222", stroke_width=3, **ends))
    return "".join(out)


def _text(
    content: str,
    x: float,
    y: float,
    size: float,
    face: str,
    ink: str,
    most: float = 94.0,
    end: str = "middle",
) -> str:
    """Text that shrinks to fit."""
    wide = text_width(content, face, size)
    fitted = size if wide <= most else size * most / wide
    place = f'x="{x}" y="{y}" font-size="{fitted:.1f}" text-anchor="{end}"'
    return f'<text {place} {STYLES[face]} fill="{ink}">{escape(content)}</text>'
