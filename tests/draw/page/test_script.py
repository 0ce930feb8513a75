"""The script of a page: modules joined."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from edgeasp.draw.page import html as scripts
from edgeasp.draw.page.html import MODULES, script


def test_modules_stand_after_what_they_import() -> None:
    text = script("checker.js")
    assert text.startswith('(() => {\n"use strict";\n')
    assert text.index("const EMPTY =") < text.index("const check =")
    assert re.search(r"^(import|export)\b", text, re.MULTILINE) is None


def test_a_module_is_there_once() -> None:
    text = script("checker.js", "game.js", "checker.js")
    last = (MODULES / "checker.js").read_text(encoding="utf-8").splitlines()[-1]
    assert text.count(f"{last}\n") == 1


@pytest.mark.parametrize("line", ['import game from "./game.js";', "export default 1;", "// </script>"])
def test_a_module_that_cannot_be_joined_is_refused(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x.js").write_text(f"{line}\n", encoding="utf-8")
    monkeypatch.setattr(scripts, "MODULES", tmp_path)
    with pytest.raises(ValueError, match=r"^x\.js: expected imports and exports of names, found '"):
        script("x.js")
