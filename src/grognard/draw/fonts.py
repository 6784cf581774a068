"""The lettering: Alegreya and Fira Sans Condensed, and how wide text is in them.

Both are under the SIL Open Font License (`fonts/OFL.txt`). The SVG names them first and common system faces
after them, so a browser without them still shows a good serif. PNG and PDF are always set in the bundled
files, which makes them the same on every machine.
"""

from __future__ import annotations

import struct
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "fonts"
SERIF = "Alegreya,'Palatino Linotype',Palatino,'Book Antiqua',Georgia,'DejaVu Serif',serif"
SANS = "'Fira Sans Condensed','Roboto Condensed','Arial Narrow','Segoe UI','DejaVu Sans Condensed',sans-serif"

FACES = {
    "serif": "Alegreya_500Medium.ttf",
    "bold": "Alegreya_700Bold.ttf",
    "italic": "Alegreya_500Medium_Italic.ttf",
    "sans": "FiraSansCondensed_500Medium.ttf",
    "heavy": "FiraSansCondensed_700Bold.ttf",
}
STYLES = {
    "serif": f'font-family="{SERIF}" font-weight="500"',
    "bold": f'font-family="{SERIF}" font-weight="700"',
    "italic": f'font-family="{SERIF}" font-weight="500" font-style="italic"',
    "sans": f'font-family="{SANS}" font-weight="500"',
    "heavy": f'font-family="{SANS}" font-weight="700"',
}
CAP = 0.64
"""The height of a capital letter, as a share of the size."""
DROP = 0.24
"""How far a `g` reaches below the line."""


def files() -> list[str]:
    """The font files for programs that need them named."""
    return [str(FOLDER / name) for name in FACES.values()]


@cache
def _tables(face: str) -> dict[str, tuple[int, bytes]]:
    data = (FOLDER / FACES[face]).read_bytes()
    found = {}
    for i in range(struct.unpack(">H", data[4:6])[0]):
        tag, _, start, size = struct.unpack(">4sIII", data[12 + 16 * i : 28 + 16 * i])
        found[tag.decode()] = (start, data[start : start + size])
    return found


@cache
def _advances(face: str) -> dict[int, float]:
    """The width of every character, as a share of the size (TrueType `cmap` format 4 and `hmtx`)."""
    tables = {tag: body for tag, (_, body) in _tables(face).items()}
    em = struct.unpack(">H", tables["head"][18:20])[0]
    count = struct.unpack(">H", tables["hhea"][34:36])[0]
    widths = [struct.unpack(">H", tables["hmtx"][4 * i : 4 * i + 2])[0] / em for i in range(count)]
    cmap = tables["cmap"]
    start = struct.unpack(">I", cmap[8:12])[0]
    return {code: widths[min(glyph, count - 1)] for code, glyph in _format4(cmap[start:]).items()}


def _format4(table: bytes) -> dict[int, int]:
    """Character codes to glyph numbers."""
    segments = struct.unpack(">H", table[6:8])[0] // 2
    words = struct.unpack(f">{len(table[14:]) // 2}H", table[14 : 14 + len(table[14:]) // 2 * 2])
    last, first = words[:segments], words[segments + 1 : 2 * segments + 1]
    delta, ranges = words[2 * segments + 1 : 3 * segments + 1], words[3 * segments + 1 : 4 * segments + 1]
    found = {}
    for i in range(segments):
        for code in range(first[i], min(last[i], 0xFFFE) + 1):
            glyph = code
            if ranges[i]:
                glyph = words[3 * segments + 1 + i + ranges[i] // 2 + code - first[i]]
                if glyph == 0:
                    continue
            found[code] = (glyph + delta[i]) & 0xFFFF
    return found


def text_width(text: str, face: str, size: float, spacing: float = 0.0) -> float:
    """How long a text is when set."""
    advances = _advances(face)
    return sum(advances.get(ord(c), 0.6) for c in text) * size + spacing * max(0, len(text) - 1)
