"""Colours: a light and a dark palette, and what the map's own legend asks for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from .vocabulary import terrain_words


def _channels(colour: str) -> tuple[int, int, int]:
    text = colour.lstrip("#")
    if len(text) == 3:
        text = "".join(c + c for c in text)
    return int(text[0:2], 16), int(text[2:4], 16), int(text[4:6], 16)


def mix(a: str, b: str, share: float) -> str:
    """Colour a with a share of colour b in it."""
    parts = zip(_channels(a), _channels(b), strict=True)
    return "#" + "".join(f"{round(x + (y - x) * share):02x}" for x, y in parts)


@dataclass(frozen=True)
class Palette:
    """Every colour of the picture by what it is for."""

    name: str
    paper: str
    ink: str
    soft_ink: str
    halo: str
    land: str
    forest: str
    hill: str
    city: str
    suburb: str
    marsh: str
    rough: str
    block: str
    block_dark: str
    water: str
    water_line: str
    water_ink: str
    road: str
    road_edge: str
    autobahn: str
    autobahn_edge: str
    rail: str
    grid: str
    shade: str
    light: str
    boundary: str
    lines: tuple[str, ...]

    @property
    def quiet(self) -> float:
        """How strong texture may be: less on dark ground, where light marks glare."""
        return 1.0 if self.name == "light" else 0.32

    @property
    def roof(self) -> str:
        """The colour of a town's houses."""
        return self.block_dark if self.name == "light" else mix(self.block, self.light, 0.35)

    def floor(self, share: float) -> str:
        """The paper of frames and blanks: in the shade by day, a little lighter than the paper by night."""
        return mix(self.paper, self.shade, share) if self.name == "light" else mix(self.paper, self.light, share * 0.4)

    def against(self, colour: str, share: float) -> str:
        """A colour pushed into the shade (towards the darkest colour of the palette)."""
        return mix(colour, self.shade, share)


LIGHT = Palette(
    name="light",
    paper="#f4ecd8",
    ink="#2e2620",
    soft_ink="#6d5f4e",
    halo="#fbf6e6",
    land="#f0e7ca",
    forest="#b4c795",
    hill="#dcbd8f",
    city="#d9cbb9",
    suburb="#e3d8c0",
    marsh="#d3dbc0",
    rough="#cfd3a4",
    block="#a9847a",
    block_dark="#8a6259",
    water="#a9cbd9",
    water_line="#4f87a8",
    water_ink="#2c6288",
    road="#e9c98a",
    road_edge="#8a5a34",
    autobahn="#e79a4d",
    autobahn_edge="#7d4218",
    rail="#3f3a36",
    grid="#7d6c4f",
    shade="#3a2c1c",
    light="#fffaf0",
    boundary="#7c1f2b",
    lines=("#96281b", "#4c3a7a", "#26343c", "#7a5a12", "#1f5a44"),
)

DARK = replace(
    LIGHT,
    name="dark",
    paper="#1d1c1a",
    ink="#ece3cf",
    soft_ink="#a99d88",
    halo="#24221f",
    land="#3a372f",
    forest="#3d4d36",
    hill="#5c4a35",
    city="#4d4640",
    suburb="#443f37",
    marsh="#3b4339",
    rough="#464a34",
    block="#8c6c63",
    block_dark="#4f3a35",
    water="#2b4a5b",
    water_line="#5d97b8",
    water_ink="#8fc0dc",
    road="#a5854f",
    road_edge="#2a1d12",
    autobahn="#c77f3c",
    autobahn_edge="#26140a",
    rail="#0f0e0d",
    grid="#a8977a",
    shade="#0b0a08",
    light="#d8cdb4",
    boundary="#d8606c",
    lines=("#e0705f", "#a996e0", "#c3d0d6", "#d6b25a", "#7cc4a4"),
)

PALETTES = {"light": LIGHT, "dark": DARK}


def kind_of(terrain: str) -> str:
    """The family of a terrain: land, forest, hill, rough, city, suburb, marsh or water."""
    return terrain_words().get(terrain, "land")


def level_tone(height: int, pal: Palette) -> str:
    """The tint of ground so many levels above the lowest."""
    return mix(pal.land, pal.hill, min(0.95, 0.38 * height))


def legend_table(info: dict[str, Any], *names: str) -> dict[str, dict[str, Any]]:
    """A table of the map's legend under any of its usual names; bare texts become labels."""
    legend = info.get("legend", {})
    for name in names:
        if name in legend:
            table = legend[name]
            return {k: dict(v) if isinstance(v, dict) else {"label": str(v)} for k, v in table.items()}
    return {}


def palette_for(info: dict[str, Any], name: str) -> Palette:
    """The palette by name, with the fills and colours of the map's legend worked in, softened."""
    base = PALETTES[name]
    changes: dict[str, str] = {}
    for terrain, entry in legend_table(info, "terrain").items():
        field = kind_of(terrain)
        if "fill" in entry and field not in changes:
            changes[field] = _softened(base, str(entry["fill"]), getattr(base, field))
    return replace(base, **changes)  # type: ignore[arg-type]


def _softened(base: Palette, wanted: str, own: str) -> str:
    """The data's colour brought near the palette's own, so that no map is garish and dark stays dark."""
    return mix(own, wanted, 0.35 if base.name == "light" else 0.06)
