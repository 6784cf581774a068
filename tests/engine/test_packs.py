"""Data packs: what is read, and that every mistake is named with its file and line."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.engine.toy import FILES, Toy, write_pack

from grognard.engine import Pack, PackError
from grognard.engine.board import load_board
from grognard.engine.ledger import load_ledger

ZONES = {
    "map/map.toml": 'title = "Three quarters"\nkind = "zone"\n',
    "map/zones.csv": "id,name,terrain,x,y,tags\nA,Altstadt,city,0,0,old\nB,Brücke,city,1,0,\nC,Citadel,fort,2,0.5,\n",
    "map/adjacency.csv": "a,b,features,behind\nA,B,river bridge,A\nB,C,,\n",
}
OUTLINES = """{"type": "FeatureCollection", "features": [
{"type": "Feature", "properties": {"id": "A"},
 "geometry": {"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 0]]]}},
{"type": "Feature", "properties": {"id": "B"},
 "geometry": {"type": "MultiPolygon", "coordinates": [[[[0, 0], [1, 0], [1, 1], [0, 0]]]]}},
{"type": "Feature", "properties": {"id": "C"},
 "geometry": {"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 0]]]}}
]}"""


def complaint(folder: Path, files: dict[str, str]) -> str:
    """What the whole game says about a broken pack."""
    with pytest.raises(PackError) as raised:
        Toy(Pack(write_pack(folder, files)))
    assert "\n" not in str(raised.value)
    return str(raised.value)


def changed(name: str, old: str, new: str) -> dict[str, str]:
    """The toy's files with one place changed."""
    assert FILES[name].count(old) == 1, f"{old!r} must be found once"
    return FILES | {name: FILES[name].replace(old, new)}


def added(name: str, line: str) -> dict[str, str]:
    """The toy's files with a line added at the end of one."""
    return FILES | {name: FILES[name] + line + "\n"}


@pytest.mark.parametrize("name", ["map/map.toml", "map/hexes.csv", "units.csv", "rules.csv"])
def test_a_missing_file_is_named(tmp_path: Path, name: str) -> None:
    files = {file: text for file, text in FILES.items() if file != name}
    assert complaint(tmp_path, files) == f"{name}: the pack has no such file"


@pytest.mark.parametrize("name", ["map/sides.csv", "map/paths.csv"])
def test_a_map_without_sides_or_paths_is_whole(tmp_path: Path, name: str) -> None:
    files = {file: text for file, text in FILES.items() if file != name}
    assert Toy(Pack(write_pack(tmp_path, files))).board.size == 20


def test_a_folder_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="no such folder"):
        Pack(tmp_path / "nowhere")


@pytest.mark.parametrize(
    ("name", "column"),
    [
        ("map/hexes.csv", "terrain"),
        ("map/sides.csv", "dir"),
        ("map/paths.csv", "hexes"),
        ("units.csv", "strength"),
        ("rules.csv", "statement"),
    ],
)
def test_a_missing_column_is_named(tmp_path: Path, name: str, column: str) -> None:
    header, rest = FILES[name].split("\n", 1)
    renamed = header.replace(column, "other", 1)
    assert complaint(tmp_path, FILES | {name: f"{renamed}\n{rest}"}) == f"{name}:1: lacks the column '{column}'"


BROKEN = {
    "a column twice": (
        changed("units.csv", "setup,source", "setup,source,source"),
        "units.csv:1",
        "has the column 'source' twice",
    ),
    "a bad number": (
        changed("units.csv", "R-2,2. Red,red,2", "R-2,2. Red,red,two"),
        "units.csv:3",
        "'two', which is not a whole number",
    ),
    "a level that is no number": (
        changed("map/hexes.csv", "0201,clear,0", "0201,clear,high"),
        "map/hexes.csv:3",
        "'high'",
    ),
    "a hex number of three digits": (
        changed("map/hexes.csv", "0201,clear", "201,clear"),
        "map/hexes.csv:3",
        "'201' is not a hex number",
    ),
    "a hex outside": (
        added("map/hexes.csv", "0601,clear,0,,,x"),
        "map/hexes.csv:22",
        "hex 0601 lies outside",
    ),
    "a hex twice": (added("map/hexes.csv", "0101,clear,0,,,x"), "map/hexes.csv:22", "0101 is listed twice"),
    "a hex without terrain": (
        changed("map/hexes.csv", "0201,clear", "0201,"),
        "map/hexes.csv:3",
        "column 'terrain' is empty",
    ),
    "a side of an unknown hex": (
        added("map/sides.csv", "0901,E,river,x"),
        "map/sides.csv:4",
        "'0901' is not a place of this map",
    ),
    "a side in no direction": (
        added("map/sides.csv", "0101,N,river,x"),
        "map/sides.csv:4",
        "known are NE, E, SE",
    ),
    "a side without a neighbour": (
        added("map/sides.csv", "0501,E,river,x"),
        "map/sides.csv:4",
        "there is no hex E of 0501",
    ),
    "a side twice, from the other hex": (
        added("map/sides.csv", "0401,W,river,x"),
        "map/sides.csv:4",
        "the side between 0401 and 0301 is listed twice",
    ),
    "a path through an unknown hex": (
        added("map/paths.csv", "road,,0101-0909,x"),
        "map/paths.csv:3",
        "'0909' is not a place",
    ),
    "a path that jumps": (
        added("map/paths.csv", "road,,0101-0301,x"),
        "map/paths.csv:3",
        "0101 and 0301 are not adjacent",
    ),
    "a path that stays": (added("map/paths.csv", "road,,0101-0101,x"), "map/paths.csv:3", "are not adjacent"),
    "a path without hexes": (
        added("map/paths.csv", "road,,,x"),
        "map/paths.csv:3",
        "column 'hexes' is empty",
    ),
    "a unit twice": (added("units.csv", "R-1,R,red,1,,x"), "units.csv:10", "the id 'R-1' is used twice"),
    "an id with a space": (added("units.csv", "R 9,R,red,1,,x"), "units.csv:10", "the id 'R 9' may not"),
    "an id like a handle": (added("units.csv", "?9,R,red,1,,x"), "units.csv:10", "the id '?9' may not"),
    "an empty id": (added("units.csv", ",R,red,1,,x"), "units.csv:10", "the id '' may not be empty"),
    "an unknown side": (
        added("units.csv", "G-1,G,green,1,,x"),
        "units.csv:10",
        "'green'; known are red, blue",
    ),
    "an unknown set-up hex": (added("units.csv", "R-9,R,red,1,0901,x"), "units.csv:10", "setup names '0901'"),
    "a rule twice": (added("rules.csv", "1,Again,info,Text,"), "rules.csv:5", "the rule 1 is listed twice"),
    "a rule of an unknown kind": (
        added("rules.csv", "9,Odd,guess,Text,"),
        "rules.csv:5",
        "'guess'; known are",
    ),
    "a rule without a statement": (added("rules.csv", "9,Odd,info,,"), "rules.csv:5", "'statement' is empty"),
    "too few cells": (added("rules.csv", "9,Odd"), "rules.csv:5", "has 2 cells where the header has 5"),
    "too many cells": (added("rules.csv", "9,Odd,info,a,b,c"), "rules.csv:5", "has 6 cells"),
    "an open quotation mark": (added("rules.csv", '9,Odd,info,"a,b'), "rules.csv:5", "is not valid CSV"),
    "a cell without end": (
        added("rules.csv", "9,Odd,info," + "x" * (csv.field_size_limit() + 1) + ","),
        "rules.csv:5",
        "is not valid CSV",
    ),
    "an empty file": (FILES | {"units.csv": ""}, "units.csv:1", "has no header row"),
    "a map without hexes": (
        FILES | {"map/hexes.csv": FILES["map/hexes.csv"].split("\n")[0]},
        "map/hexes.csv",
        "lists no hex",
    ),
    "bad TOML": (
        changed("map/map.toml", 'kind = "hex"', "kind = hex"),
        "map/map.toml:2",
        "is not valid TOML",
    ),
    "TOML without end": (
        changed("map/map.toml", 'kind = "hex"', "kind = " + "[" * 5000),
        "map/map.toml",
        "is not valid TOML",
    ),
    "an unknown kind of map": (
        changed("map/map.toml", '"hex"', '"square"'),
        "map/map.toml",
        "kind is 'square'",
    ),
    "an unknown layout": (
        changed("map/map.toml", '"pointy"', '"round"'),
        "map/map.toml",
        "layout is 'round'",
    ),
    "an unknown shift": (changed("map/map.toml", '"odd"', '"left"'), "map/map.toml", "shifted is 'left'"),
    "a column that is a word": (
        changed("map/map.toml", "first_column = 1", 'first_column = "1"'),
        "map/map.toml",
        "first_column must be a whole number",
    ),
    "a map too wide for its numbers": (
        changed("map/map.toml", "last_column = 5", "last_column = 1000000000"),
        "map/map.toml",
        "last_column must be a whole number from 0 to 99",
    ),
    "a map inside out": (
        changed("map/map.toml", "last_row = 4", "last_row = 0"),
        "map/map.toml",
        "the last column or row comes before the first",
    ),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_mistake_is_named_with_file_and_line(tmp_path: Path, what: str) -> None:
    files, where, problem = BROKEN[what]
    message = complaint(tmp_path, files)
    assert message.startswith(f"{where}: ")
    assert problem in message


@pytest.mark.parametrize("name", ["map/map.toml", "map/hexes.csv", "units.csv"])
def test_a_file_that_is_not_utf8_is_named(tmp_path: Path, name: str) -> None:
    write_pack(tmp_path)
    (tmp_path / name).write_bytes(b"id,name\n\xff\xfe\n")
    with pytest.raises(PackError, match=r"is not UTF-8 text \(byte 8\)") as raised:
        Toy(Pack(tmp_path))
    assert str(raised.value).startswith(f"{name}: ")


def test_lines_are_counted_where_a_row_begins(tmp_path: Path) -> None:
    """A quoted cell may run over lines; blank lines are passed over."""
    text = 'rule,title,kind,statement,check\n\n1,Long,info,"over\ntwo lines",\n2,Bad,odd,Text,\n'
    pack = Pack(write_pack(tmp_path, {"rules.csv": text}))
    assert [row.line for row in pack.rows("rules.csv", ())] == [3, 5]
    with pytest.raises(PackError, match=r"^rules\.csv:5: "):
        load_ledger(pack)


def test_what_spreadsheets_write_is_read(tmp_path: Path) -> None:
    """A mark at the start, carriage returns, spaces around cells and headings."""
    (tmp_path / "list.csv").write_bytes("\ufeffhex, name \r\n 0101 , Mühle \r\n".encode())
    (row,) = Pack(tmp_path).rows("list.csv", ("hex", "name"))
    assert row.cells == {"hex": "0101", "name": "Mühle"}


def test_overlays_replace_file_by_file(tmp_path: Path) -> None:
    home = write_pack(tmp_path / "home")
    over = write_pack(tmp_path / "over", {"units.csv": FILES["units.csv"].replace("4. Red", "Old Guard")})
    game = Toy(Pack(home, over))
    assert game.roster[game.names.piece("R-4")].name == "Old Guard"
    assert game.board.title == "Two woods"
    assert game.pack.path("units.csv") == over / "units.csv"
    assert game.pack.path("rules.csv") == home / "rules.csv"
    assert game.pack.files() == sorted(FILES)


def test_the_hash_is_that_of_the_content(tmp_path: Path) -> None:
    home = write_pack(tmp_path / "home")
    same = write_pack(tmp_path / "same")
    first = Pack(home).hash()
    assert Pack(same).hash() == first
    over = write_pack(tmp_path / "over", {"rules.csv": FILES["rules.csv"]})
    assert Pack(home, over).hash() == first
    (over / "rules.csv").write_text(FILES["rules.csv"] + "\n", encoding="utf-8")
    changed_hash = Pack(home, over).hash()
    assert changed_hash != first
    (over / "rules.csv").rename(over / "more.csv")
    assert Pack(home, over).hash() not in (first, changed_hash)


def test_cells(tmp_path: Path) -> None:
    pack = Pack(write_pack(tmp_path, {"x.csv": "a,b,c,d,e\n7,,one two,2.5,nan\n"}))
    (row,) = pack.rows("x.csv", ("a",))
    assert (row.integer("a"), row.integer("b", 3), row.get("b", "z"), row.get("none")) == (7, 3, "z", "")
    assert (row.words("c"), row.number("d")) == (["one", "two"], 2.5)
    for problem in (
        lambda: row.integer("b"),
        lambda: row.integer("none"),
        lambda: row.text("b"),
        lambda: row.number("e"),
        lambda: row.number("b"),
        lambda: row.one_of("a", ("1", "2")),
    ):
        with pytest.raises(PackError, match=r"^x\.csv:2: column"):
            problem()


# -- zones ---------------------------------------------------------------------------------------


def test_a_zone_map(tmp_path: Path) -> None:
    board = load_board(Pack(write_pack(tmp_path, ZONES | {"map/zones.geojson": OUTLINES})))
    a, b, c = (board.place(name) for name in "ABC")
    assert (board.title, board.kind, board.label[b]) == ("Three quarters", "zone", "Brücke")
    assert (board.distance(a, c), board.distance(a, b)) == (2, 1)
    assert board.side(b, a).features == {"river", "bridge"}
    assert board.side(a, b).extra["behind"] == "A"
    assert board.centre(c) == (2, 0.5)
    assert board.outlines[b] == [[(0, 0), (1, 0), (1, 1), (0, 0)]]


BROKEN_ZONES = {
    "a neighbour of itself": ("map/adjacency.csv", "B,C,,", "B,B,,", ":3", "'B' cannot be its own neighbour"),
    "an unknown zone": ("map/adjacency.csv", "B,C,,", "B,D,,", ":3", "'D' is not a place of this map"),
    "a pair twice": ("map/adjacency.csv", "B,C,,", "B,A,,", ":3", "is listed twice"),
    "behind a stranger": ("map/adjacency.csv", "bridge,A", "bridge,C", ":2", "'behind' names C"),
    "behind nobody": ("map/adjacency.csv", "bridge,A", "bridge,Q", ":2", "'Q' is not a place"),
    "a zone twice": ("map/zones.csv", "B,Brücke", "A,Brücke", ":3", "A is listed twice"),
    "an id with a space": ("map/zones.csv", "B,Brücke", "B 1,Brücke", ":3", "may not hold spaces"),
    "a middle that is no number": (
        "map/zones.csv",
        "city,1,0",
        "city,east,0",
        ":3",
        "'east', which is not a number",
    ),
    "no middle": ("map/zones.csv", "city,1,0", "city,,0", ":3", "column 'x' holds ''"),
    "outlines that are not JSON": ("map/zones.geojson", '{"type": "FeatureC', "{", "", "is not a GeoJSON"),
    "an outline of a stranger": ("map/zones.geojson", '"id": "C"', '"id": "Q"', "", "outlines 'Q'"),
    "an outline without a shape": (
        "map/zones.geojson",
        '"Multi',
        '"Poly": [], "x": "',
        "",
        "is not a GeoJSON",
    ),
    "an outline without an id": ("map/zones.geojson", '{"id": "C"}', "null", "", "is not a GeoJSON"),
    "an outline missing": (
        "map/zones.geojson",
        '"id": "C"',
        '"id": "A"',
        "",
        "has no outline of the zone 'C'",
    ),
    "an outline of words": ("map/zones.geojson", "[[[[0, 0]", '[[[["a", 0]', "", "is not a GeoJSON"),
}


@pytest.mark.parametrize("what", BROKEN_ZONES)
def test_a_mistake_in_a_zone_map_is_named(tmp_path: Path, what: str) -> None:
    name, old, new, line, problem = BROKEN_ZONES[what]
    files = ZONES | {"map/zones.geojson": OUTLINES}
    assert files[name].count(old) == 1
    pack = Pack(write_pack(tmp_path, files | {name: files[name].replace(old, new)}))
    with pytest.raises(PackError) as raised:
        load_board(pack)
    assert str(raised.value).startswith(f"{name}{line}: ")
    assert problem in str(raised.value)


def test_a_zone_may_not_be_called_like_a_box(tmp_path: Path) -> None:
    files = FILES | {name: text.replace("\nA,", "\ndead,").replace(",A\n", ",dead\n") for name, text in ZONES.items()}
    with pytest.raises(PackError, match=r"map/zones\.csv: 'dead' is the name of a box"):
        Toy(Pack(write_pack(tmp_path, files | {"units.csv": FILES["units.csv"].split("\n")[0]})))


# -- anything at all -----------------------------------------------------------------------------


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(name=st.sampled_from(sorted(FILES)), data=st.data())
def test_a_mangled_pack_loads_or_is_refused_with_a_sentence(tmp_path: Path, name: str, data: st.DataObject) -> None:
    text = FILES[name]
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 30)))
    put = data.draw(st.text(max_size=12))
    write_pack(tmp_path, FILES | {name: text[:start] + put + text[end:]})
    where = name
    try:
        Toy(Pack(tmp_path))
    except PackError as problem:
        where = problem.file
    assert where in FILES
