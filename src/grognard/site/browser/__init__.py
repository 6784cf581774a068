"""What runs in the workers of a page, in Python compiled to WebAssembly.

Only texts go between Python and the page, so all of this can be run and tested without a browser.
"""

from __future__ import annotations
