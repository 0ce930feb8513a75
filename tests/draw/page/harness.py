"""Pages that hold modules and nothing else, with the names that a test calls as `edgeasp.NAME`."""

from __future__ import annotations

import json
from collections.abc import Sequence

from edgeasp.draw.page.html import engine as load_engine
from edgeasp.draw.page.html import policy_hash, scan, script


def with_modules(*modules: str, names: Sequence[str], engine: bool = False) -> str:
    """A page with modules, under the policy that pages have, and perhaps with the engine as `edgeasp.packed`."""
    packed = "null"
    if engine:
        packed = json.dumps({"script": load_engine().script, "binary": load_engine().binary, "scan": scan()})
    text = script(*modules)
    assert text.endswith("})();\n")
    text = text.removesuffix("})();\n") + f"globalThis.edgeasp = {{ {', '.join(names)}, packed: {packed} }};\n}})();\n"
    policy = f"default-src 'none'; script-src {policy_hash(text)} 'wasm-unsafe-eval'; worker-src blob:"
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}"></head><body>'
        f"<p>modules</p><script>{text}</script></body></html>"
    )
