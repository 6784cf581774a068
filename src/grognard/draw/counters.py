"""Counters: the picture of a unit's face, 100 by 100, with symbol, size, values and the flags it carries."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html import escape

from grognard.engine.about import Flag
from grognard.engine.face import Face

from .fonts import STYLES, text_width
from .svg import element, group, path
from .vocabulary import Colours, symbol_svg, symbol_words, vocabulary

BADGE_ROOM = 25.0
"""The distance from one badge to the next."""


def colours_of(word: str) -> Colours:
    """The colours of a set; what is not known looks like paper."""
    sets = vocabulary().colours
    return sets.get(word, sets["paper"])


def counter_svg(face: Face, flags: Sequence[Flag] = (), up: Collection[str] = (), *, back: bool = False) -> str:
    """The counter as an SVG group with its upper left corner at 0, 0.

    `flags` are those of the game, `up` the names of those that this counter has; `back` shows its back to those who
    may not know it.
    """
    looks, colours = vocabulary().flags, colours_of(face.colours)
    shown = [flag.name for flag in flags if flag.shown and flag.name in up]
    flipped = any(name in looks.flipped for name in shown)
    body = _back(colours) if back else _front(face, colours, flipped=flipped)
    marks = "" if back else _done(shown) + _covered(shown)
    tilt = "rotate(14 50 50) translate(3.5 3.5) scale(.93)" if any(name in looks.tilted for name in shown) else None
    return group(group(_card(colours), body, marks, transform=tilt), "" if back else _badges(flags, shown))


def counter_document(face: Face, flags: Sequence[Flag] = (), up: Collection[str] = (), *, back: bool = False) -> str:
    """The counter as a picture of its own."""
    size = 'viewBox="0 0 100 100" width="100" height="100"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{counter_svg(face, flags, up, back=back)}</svg>\n'


def printed_counter(face: Face, flags: Sequence[Flag] = (), up: Collection[str] = ()) -> str:
    """A counter for paper, 100 by 100: square, without shadow and tilt."""
    looks, colours = vocabulary().flags, colours_of(face.colours)
    shown = [flag.name for flag in flags if flag.shown and flag.name in up]
    flipped = any(name in looks.flipped for name in shown)
    weaker = _stripe(colours) if any(name in looks.tilted for name in shown) else ""
    front = _front(face, colours, flipped=flipped)
    return group(_square(colours), _band(colours), weaker, front, _badges(flags, shown))


def printed_back(face: Face, *, covered: bool) -> str:
    """The back of a counter for paper: nothing to see where it may lie face down, else its name alone."""
    colours = colours_of(face.colours)
    name = _text(face.short, 50, 56, 20, colours.text, 88)
    return group(_square(colours), _back(colours) if covered else name)


def _square(colours: Colours) -> str:
    return f'<rect width="100" height="100" fill="{colours.fill}"/>'


def _stripe(colours: Colours) -> str:
    """Across a side that is worse than the other, so that paper need not be turned."""
    return path("M-2 -2H22L-2 22z", fill=colours.ink, opacity=0.55)


def _card(colours: Colours) -> str:
    """Cardboard with its shadow and the band that tells sides apart without colour."""
    parts = [
        '<rect x="3" y="4" width="97" height="96" rx="9" fill="#000" opacity=".38"/>',
        f'<rect x="1" y="1" width="97" height="97" rx="9" fill="{colours.fill}"/>',
        f'<rect x="1" y="1" width="97" height="97" rx="9" fill="none" stroke="{colours.ink}" stroke-opacity=".55"'
        ' stroke-width="1.6"/>',
    ]
    return "".join([*parts, _band(colours)])


def _band(colours: Colours) -> str:
    """A line by which sides are told apart without colour."""
    if colours.band == "none":
        return ""
    wide, dashes = (5 if colours.band == "double" else 2.6), ("8 5" if colours.band == "dashed" else None)
    return path("M5 71.5H94", stroke=colours.ink, stroke_width=wide, stroke_dasharray=dashes, opacity=0.55)


def _front(face: Face, colours: Colours, *, flipped: bool) -> str:
    out = [f"<g {STYLES['heavy']}>{symbol_svg(face.symbol, colours)}</g>"]
    known = symbol_words().get(face.symbol)
    if known is not None and known.worded:
        out.append(_across(face.short.split(" "), colours))
    else:
        out.append(_text(face.short, 7, 20, 17, colours.text, 50, "start"))
    out.append(_text(vocabulary().sizes.get(face.size, ""), 93, 19, 14.5, colours.text, 34, "end"))
    if face.corner:
        out.append(element("circle", cx=85.5, cy=47, r=10.5, fill=colours.box, stroke=colours.ink, stroke_width=2))
        out.append(_text(face.corner, 85.5, 52, 14.5, colours.ink, 18))
    if flipped:
        out.append(
            f'<rect x="5" y="73" width="89" height="22" rx="3" fill="{colours.box}" stroke="{colours.ink}"'
            ' stroke-width="1.6"/>'
        )
    values = face.reverse if flipped and face.reverse else face.values
    out.append(_text("-".join(values), 50, 93, 26, colours.ink if flipped else colours.text, 84))
    return "".join(out)


def _across(words: list[str], colours: Colours) -> str:
    """A chit's words, one below the other, as large as the longest allows."""
    size = min(30.0 if len(words) > 1 else 48.0, 104 / max(1, *(len(word) for word in words)))
    lines = [
        _text(word, 50, 52 + size * (0.35 + i - (len(words) - 1) / 2), size, colours.ink, 70)
        for i, word in enumerate(words)
    ]
    return "".join(lines)


def _back(colours: Colours) -> str:
    """The other side: nothing to see."""
    lines = "M12 88L88 12M12 60L60 12M40 88L88 40M12 12L88 88M12 40L60 88M40 12L88 60"
    return path(lines, stroke=colours.ink, stroke_width=2.5, opacity=0.35) + _text("?", 50, 66, 46, colours.text)


def _done(shown: list[str]) -> str:
    """A dark corner with a chevron: this one has acted."""
    if not any(name in vocabulary().flags.done for name in shown):
        return ""
    ends = {"stroke_linejoin": "round", "stroke_linecap": "round"}
    corner = '<path d="M99 1H66L99 34z" fill="#14110d" opacity=".72"/>'
    return corner + path("M83 9l6 6-6 6", stroke="#fff", stroke_width=3.6, **ends)


def _covered(shown: list[str]) -> str:
    """A dark corner with a question mark: others may not know this one."""
    if not any(name in vocabulary().flags.covered for name in shown):
        return ""
    corner = '<path d="M1 59V92a7 7 0 0 0 7 7H41z" fill="#14110d" opacity=".78"/>'
    return corner + _text("?", 13, 93, 20, "#ffffff")


def _badges(flags: Sequence[Flag], shown: list[str]) -> str:
    """Flags without a look of their own, as letters down the left edge."""
    looks = vocabulary().flags
    plain = [*looks.done, *looks.flipped, *looks.covered]
    out: list[str] = []
    for number, flag in enumerate(flags):
        if flag.name not in shown or flag.name in plain:
            continue
        y, tone = 50 + BADGE_ROOM * len(out), looks.tones[number % len(looks.tones)]
        disc = element("circle", cx=14, cy=y, r=13, fill=tone, stroke="#fff", stroke_width=2.6)
        out.append(disc + _text(flag.name[:1].upper(), 14, y + 6.5, 19, "#ffffff"))
    return "".join(out)


def _text(content: str, x: float, y: float, size: float, ink: str, most: float = 94.0, end: str = "middle") -> str:
    """Text that shrinks to fit."""
    if not content:
        return ""
    wide = text_width(content, "heavy", size)
    fitted = size if wide <= most else size * most / wide
    place = f'x="{x:g}" y="{y:g}" font-size="{fitted:.1f}" text-anchor="{end}"'
    return f'<text {place} {STYLES["heavy"]} fill="{ink}">{escape(content)}</text>'
