"""What hatchling calls for a wheel: where a platform is named, the programs in C are in it, compiled for that platform.

The variable `EDGEASP_WHEEL_PLATFORM` names one; without it the wheel is for any, and compiles them where it is used.
The file imports nothing of edgeasp, which is not installed where a wheel is built.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

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

FLAGS = ("-O3", "-shared", "-fPIC", "-s")
"""As where they are compiled when they are needed; without the names of what nobody calls."""


class EnginesHook(BuildHookInterface[Any]):
    """Puts the libraries beside their sources, where `edgeasp.system.compiling` looks for them first."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile for the platform that is named, if any."""
        platform = os.environ.get(PLATFORM)
        if version == "editable" or not platform:
            return
        if platform not in TARGETS:
            raise ValueError(f"{PLATFORM}: expected one of {', '.join(TARGETS)}, found {platform!r}")
        self._folder = tempfile.TemporaryDirectory()
        folder, root = Path(self._folder.name), Path(self.root)
        for source in sorted(root.glob("edgeasp/**/*.c")):
            name = source.name + (".dll" if platform.startswith("win") else ".so")
            zig = [sys.executable, "-m", "ziglang", "cc", "-target", TARGETS[platform]]
            # On macOS a library holds the name by which it was made.
            subprocess.run([*zig, *FLAGS, "-o", name, source], cwd=folder, check=True)
            digest = hashlib.sha256((folder / name).read_bytes()).hexdigest()[:12]
            target = source.relative_to(root).with_name(f"{source.name}-{digest}{Path(name).suffix}")
            build_data["force_include"][str(folder / name)] = str(target)
        build_data["tag"] = f"py3-none-{platform}"
        build_data["pure_python"] = False

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was compiled, which is in the wheel now."""
        if hasattr(self, "_folder"):
            self._folder.cleanup()
