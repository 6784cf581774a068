"""SVG elements as text."""

from __future__ import annotations


def _value(value: object) -> str:
    """Numbers short, everything else as it is."""
    if isinstance(value, float):
        return f"{value:.2f}".rstrip("0").rstrip(".")
    return str(value)


def element(name: str, *content: str, **attributes: object) -> str:
    """One element; `stroke_width=2` becomes `stroke-width="2"`, and what is None is left out."""
    words = [f'{key.replace("_", "-")}="{_value(v)}"' for key, v in attributes.items() if v is not None]
    head = " ".join([name, *words])
    return f"<{head}>{''.join(content)}</{name}>" if content else f"<{head}/>"


def path(d: str, *, fill: str = "none", **attributes: object) -> str:
    """A path, not filled unless asked for."""
    return element("path", d=d, fill=fill, **attributes)


def group(*content: str, **attributes: object) -> str:
    """Elements that share attributes."""
    return element("g", *content, **attributes) if content else ""


def rectangle(box: tuple[float, float, float, float], **attributes: object) -> str:
    """A rectangle by its left, top, right and bottom."""
    left, top, right, bottom = box
    return element("rect", x=left, y=top, width=right - left, height=bottom - top, **attributes)
