"""The build hook of hatchling: compiles the programs in C for a wheel or an editable install.

A wheel holds libraries for the machine on which it is built, if that has a compiler. The variable
`EDGEASP_WHEEL_PLATFORM` names another platform, for which zig compiles, or `any` for a wheel without libraries.
The file imports nothing of edgeasp, which is not installed where a wheel is built.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.tools.compile_c import MISSING, SUFFIX, compile_in_place, compile_to, compiler, sources

PLATFORM = "EDGEASP_WHEEL_PLATFORM"
TARGETS = {
    "manylinux2014_x86_64": "x86_64-linux-gnu.2.17",
    "manylinux2014_aarch64": "aarch64-linux-gnu.2.17",
    "musllinux_1_2_x86_64": "x86_64-linux-musl",
    "musllinux_1_2_aarch64": "aarch64-linux-musl",
    "macosx_11_0_x86_64": "x86_64-macos.11.0",
    "macosx_11_0_arm64": "aarch64-macos.11.0",
    "win_amd64": "x86_64-windows-gnu",
    "win_arm64": "aarch64-windows-gnu",
}
"""The platforms, each as the tag of a wheel, with what zig calls it."""


class EnginesHook(BuildHookInterface[Any]):
    """Puts the libraries beside their sources, where `edgeasp.system.libraries` looks for them."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile for the platform that is named, or for this machine."""
        platform = os.environ.get(PLATFORM)
        if platform not in (None, "any", *TARGETS):
            raise ValueError(f"{PLATFORM}: expected any or one of {', '.join(TARGETS)}, found {platform!r}")
        if platform == "any":
            return
        if version == "editable":
            self._warn(compile_in_place(Path(self.root)))
        elif platform:
            zig = [sys.executable, "-m", "ziglang", "cc", "-target", TARGETS[platform], "-s"]  # without local names
            self._include(zig, platform, ".dll" if platform.startswith("win") else ".so", build_data)
        elif command := compiler():
            try:
                self._include(command, _this_platform(), SUFFIX, build_data)
            except (OSError, subprocess.CalledProcessError) as error:
                build_data["force_include"].clear()
                self._warn(f"the programs in C cannot be compiled: {error}")
        else:
            self._warn(MISSING)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was compiled, which is in the wheel now."""
        if hasattr(self, "_folder"):
            self._folder.cleanup()

    def _include(self, command: list[str], platform: str, suffix: str, build_data: dict[str, Any]) -> None:
        self._folder = tempfile.TemporaryDirectory()
        root = Path(self.root)
        for built, library in compile_to(Path(self._folder.name), sources(root), command, suffix):
            build_data["force_include"][str(built)] = str(library.relative_to(root))
        build_data["tag"] = f"py3-none-{platform}"
        build_data["pure_python"] = False

    def _warn(self, reason: str | None) -> None:
        if reason:
            self.app.display_warning(reason)


def _this_platform() -> str:
    """The tag of this machine: a promise about other machines needs zig."""
    from packaging.tags import platform_tags

    return next(tag for tag in platform_tags() if not tag.startswith(("manylinux", "musllinux")))
