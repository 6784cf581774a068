"""Pictures of maps and counters, drawn from the same data the rules use."""

from __future__ import annotations

from .counters import colours_of, counter_document, counter_svg
from .export import for_typst, to_pdf, to_png, typeset
from .geometry import Frame, anchor, frame, outline
from .legend import legend_samples
from .picture import map_svg, place_labels, zone_names
from .vocabulary import vocabulary

__all__ = [
    "Frame",
    "anchor",
    "colours_of",
    "counter_document",
    "counter_svg",
    "for_typst",
    "frame",
    "legend_samples",
    "map_svg",
    "outline",
    "place_labels",
    "to_pdf",
    "to_png",
    "typeset",
    "vocabulary",
    "zone_names",
]
