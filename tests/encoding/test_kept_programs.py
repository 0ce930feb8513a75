"""Programs are kept in the user's cache, as to render them takes longer than to solve a small board."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from edgeasp.encoding import render
from edgeasp.encoding.render import EncodingRequest, EncodingSpec

ENCODING = EncodingRequest().resolve(framed=True, signed=False)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of our own, and nothing that was rendered or read before."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    forget()
    return tmp_path / "cache" / "edgeasp" / "programs"


def forget() -> None:
    for cached in (render._program, render._sources):
        cached.cache_clear()


def again(encoding: EncodingSpec = ENCODING, placements: bool = False) -> render.Program:
    """What a new process would have."""
    forget()
    return render.render(encoding, placements=placements)


def test_what_was_kept_is_what_was_rendered(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = [again(), again(placements=True), again(EncodingRequest().resolve(framed=False, signed=True))]
    assert len({program.text for program in wanted}) == len(list(cache.iterdir())) == 3
    monkeypatch.setattr(render, "_render", None)  # nothing is rendered any more
    found = [again(), again(placements=True), again(EncodingRequest().resolve(framed=False, signed=True))]
    assert found == wanted


def test_without_some_of_its_rules_it_is_another_program(cache: Path) -> None:
    assert render.render(ENCODING, ["diamond"]) != render.render(ENCODING)
    assert len(list(cache.iterdir())) == 2


@pytest.mark.parametrize("damage", [b"", b"% no digest\n", b"\xff\xfe", None])
def test_what_is_damaged_is_rendered_again(cache: Path, damage: bytes | None) -> None:
    wanted = again()
    [path] = cache.iterdir()
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b"!=", b"==") if damage is None else damage)
    assert path.read_bytes() != whole
    assert again() == wanted
    assert path.read_bytes() == whole


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="files have no modes here")
@pytest.mark.parametrize("above", [0, 1, 2])
def test_what_others_can_change_is_rendered_again(cache: Path, above: int) -> None:
    """The file, and the folders in which it lies."""
    wanted = again()
    [path] = cache.iterdir()
    text = "a :- not a.\n"
    path.write_text(f"% {render._digest(text.encode())}\n{text}", encoding="utf-8")
    assert again().text == text, "so far it is believed"
    loose = [path, *path.parents][above]
    loose.chmod(0o777)
    assert again() == wanted
    assert not loose.stat().st_mode & 0o022


def test_without_a_home_programs_are_rendered(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = again()
    monkeypatch.setattr(render, "cache_folder", lambda: None)
    assert again() == wanted


def test_other_templates_make_other_programs(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = again()
    [old] = cache.iterdir()
    templates = tmp_path / "asp"
    shutil.copytree(render.folder(), templates)
    template = templates / "board.lp"
    template.write_text(template.read_text(encoding="utf-8") + "% A word more.\n", encoding="utf-8")
    monkeypatch.setattr(render, "folder", lambda: templates)
    assert "A word more." in again().text
    assert "A word more." not in before.text
    [new] = cache.iterdir()
    assert new.name != old.name


def test_a_cache_that_cannot_be_written_does_no_harm(cache: Path) -> None:
    wanted = again()
    shutil.rmtree(cache)
    cache.write_text("a file in its place", encoding="utf-8")
    assert again() == wanted
    assert cache.read_text(encoding="utf-8") == "a file in its place"


def test_a_second_run_needs_no_jinja2(tmp_path: Path) -> None:
    code = (
        "import json, sys, edgeasp\n"
        "next(edgeasp.solve(edgeasp.load('instances/planted-4x4.puz')))\n"
        "print(json.dumps('jinja2' in sys.modules))"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=Path(__file__).parents[2],
            env=os.environ | {"XDG_CACHE_HOME": str(tmp_path)},
            capture_output=True,
            check=True,
        )
        for _ in range(2)
    ]
    assert [json.loads(run.stdout) for run in runs] == [True, False]
