"""The table in Firefox, by Marionette, which every Firefox speaks: help, what is kept, no policy violated."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from edgeasp.draw.page.html import TableEntry, table_page
from tests.support import boards
from tests.support.waiting import PATIENCE

FIREFOX = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(FIREFOX is None, reason="no Firefox: neither firefox-esr nor firefox is on the path"),
]


class Marionette:
    """A connection to a Firefox: commands go as JSON with their lengths."""

    def __init__(self, port: int) -> None:
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
                break
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.2)
        self.number = 0
        self.read()
        self.ask("WebDriver:NewSession", {})

    def read(self) -> Any:
        length = b""
        while (digit := self.socket.recv(1)) != b":":
            length += digit
        content = b""
        while len(content) < int(length):
            content += self.socket.recv(int(length) - len(content))
        return json.loads(content)

    def ask(self, name: str, parameters: dict[str, Any]) -> Any:
        self.number += 1
        message = json.dumps([0, self.number, name, parameters]).encode()
        self.socket.sendall(str(len(message)).encode() + b":" + message)
        _, _, error, result = self.read()
        assert error is None, error
        return result

    def run(self, script: str) -> Any:
        """What a script returns; it may wait."""
        done = "arguments[arguments.length - 1]"
        wrapped = f"const done = {done}; (async () => {{ {script} }})().then(done, (e) => done(String(e)));"
        return self.ask("WebDriver:ExecuteAsyncScript", {"script": wrapped, "args": [], "sandbox": None})["value"]


@pytest.fixture
def firefox(tmp_path: Path) -> Iterator[Marionette]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    profile = tmp_path / "profile"
    profile.mkdir()
    settings = [f'user_pref("marionette.port", {port});', 'user_pref("app.update.enabled", false);']
    (profile / "user.js").write_text("\n".join(settings), encoding="utf-8")
    command = [str(FIREFOX), "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            yield Marionette(port)
        finally:
            process.terminate()


WAIT = """
const until = async (test) => {
  for (let turn = 0; turn < PATIENCE * 20; turn += 1) {
    const found = test();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return "never";
};
const answer = () => until(() => document.getElementById("busy").hidden && document.getElementById("answer").innerText);
""".replace("PATIENCE", str(PATIENCE))


def test_in_firefox_a_puzzle_is_solved_by_hints_and_kept(firefox: Marionette, tmp_path: Path) -> None:
    path = tmp_path / "table.html"
    path.write_text(table_page([TableEntry("fox", boards.FRAME_3X3)]), encoding="utf-8")
    firefox.ask("WebDriver:Navigate", {"url": path.as_uri()})
    firefox.run(
        "window.violated = []; addEventListener('securitypolicyviolation', (e) => violated.push(e.violatedDirective));"
    )
    assert (
        firefox.run(f"{WAIT} document.getElementById('works').click(); return answer();")
        == "Yes: this board can be completed."
    )
    for number in range(1, 10):
        firefox.run(
            WAIT
            + """document.getElementById("nextask").click();
            await answer();
            const press = (words) => [...document.querySelectorAll("#answer button")]
              .find((button) => button.innerText.startsWith(words)).click();
            press("Which tile?");
            press("Place");"""
        )
        score = f"return until(() => document.getElementById('score').innerText === '{number} of 9');"
        assert firefox.run(WAIT + score) is True
    assert firefox.run("return document.getElementById('verdict').innerText;").endswith("solved")
    assert firefox.run("return window.violated;") == []
    firefox.run("await new Promise((resolve) => setTimeout(resolve, 400));")
    firefox.ask("WebDriver:Refresh", {})
    assert firefox.run("return document.getElementById('verdict').innerText;").endswith("solved")
