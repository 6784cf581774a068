"""Makes /compiled.zip of /library.zip: the same modules, compiled, without those that a page's worker cannot use.

Runs in Pyodide (compile.mjs), not in the project's own Python.
"""

from __future__ import annotations

import importlib.util
import marshal
import re
import zipfile

LEFT_OUT = re.compile(
    r"(_pyrepl|unittest|multiprocessing|wsgiref|xmlrpc|ctypes|curses|dbm|xml|http|pydoc_data|ensurepip|venv|idlelib"
    r"|sqlite3|tkinter|turtledemo|lib2to3|test|concurrent/interpreters)/"
    r"|(pdb|doctest|pydoc|imaplib|smtplib|poplib|ftplib|turtle|_pyio|tarfile|mailbox|webbrowser|cProfile|profile|pstats"
    r"|trace|pickletools|plistlib|netrc|_aix_support|_osx_support|antigravity|this|tabnanny|pyclbr|modulefinder|cmd"
    r"|getpass|zipapp|wave|rlcompleter|compileall|socketserver|bdb|pty|tty|optparse|mimetypes|nturl2path)\.py$"
    r"|encodings/(?!__init__|aliases|ascii|charmap|cp437|idna|latin_1|punycode|raw_unicode_escape|unicode_escape"
    r"|undefined|utf_)"
)
"""Modules by their paths: for tests, windows, terminals, networks and processes; and encodings of old systems."""
DATE = (1980, 1, 1, 0, 0, 0)
HEAD = importlib.util.MAGIC_NUMBER + b"\x01\0\0\0" + b"\0" * 8
"""Of a compiled module that is not compared with its source."""

with zipfile.ZipFile("/library.zip") as library, zipfile.ZipFile("/compiled.zip", "w") as compiled:
    for name in sorted(library.namelist()):
        if name.endswith("/") or LEFT_OUT.match(name):
            continue
        body = library.read(name)
        if name.endswith(".py"):
            # Two: without docstrings and assertions.
            code = compile(body, f"/lib/python314.zip/{name}", "exec", dont_inherit=True, optimize=2)
            name, body = name + "c", HEAD + marshal.dumps(code)
        info = zipfile.ZipInfo(name, DATE)
        info.compress_type = zipfile.ZIP_DEFLATED
        compiled.writestr(info, body, compresslevel=9)
