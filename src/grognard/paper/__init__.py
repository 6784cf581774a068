"""Games on paper: map, counters and booklet as a PDF, at true size.

| module | duty |
|---|---|
| `sizes`, `order` | papers, counter sizes, margins; what can be chosen |
| `drawing` | marks in millimetres: crop marks, rulers, captions |
| `counter_sheets` | which counters there are, and where each lies on a sheet, front and back |
| `map_sheets` | the map on one sheet or on tiles that overlap |
| `booklet` | charts, turn track, order of battle, aims and rules in our words, set by Typst |
| `typesetting` | pages become PDF; sheets that share a drawing share it in the file |
| `printing` | all of it as one file |
"""
