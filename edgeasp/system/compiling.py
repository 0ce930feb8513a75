"""Programs in C, compiled by the system's compiler when they are first needed, and kept in the user's cache."""

from __future__ import annotations

import ctypes
import hashlib
import os
import shutil
import subprocess
import sysconfig
import tempfile
from pathlib import Path

from edgeasp.system import machine, writing
from edgeasp.system.errors import OptionError

_FLAGS = ("-O3", "-shared", "-fPIC")


def compiled(source: Path, name: str) -> Path:
    """The library made of a source file: one for each source, platform and C library.

    Args:
        source: the file.
        name: what errors call it.

    Raises:
        OptionError: there is no compiler, or it fails.
    """
    # A cache may lie in a home directory that machines of several kinds share.
    key = " ".join([*_FLAGS, sysconfig.get_platform(), str(sysconfig.get_config_var("SOABI"))])
    digest = hashlib.sha256(source.read_bytes() + key.encode()).hexdigest()[:12]
    cache = machine.cache_folder() / "edgeasp"
    library = cache / f"{source.stem}-{digest}.so"
    if library.is_file():
        return library
    compiler = shutil.which(os.environ.get("CC") or "cc")
    if compiler is None:
        raise OptionError(f"{name} is compiled when it is first needed: expected a C compiler (cc, or what CC names)")
    try:
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache) as folder:
            output = Path(folder) / library.name
            done = subprocess.run(
                [compiler, *_FLAGS, "-o", str(output), str(source)],
                capture_output=True,
                text=True,
                errors="replace",
                check=False,
            )
            if done.returncode:
                reason = " ".join(done.stderr.split())[:200]
                raise OptionError(f"{name} cannot be compiled with {compiler}: {reason}")
            with output.open("rb+") as written:
                writing.sync(written.fileno())
            writing.replace(output, library)
    except OSError as error:
        raise OptionError(f"{name} cannot be compiled: {error}") from None
    return library


def loaded(source: Path, name: str) -> ctypes.CDLL:
    """The functions of a source file; the arguments are those of `compiled`.

    Raises:
        OptionError: it cannot be compiled, or not be loaded.
    """
    path = compiled(source, name)
    try:
        return ctypes.CDLL(str(path))
    except OSError as error:
        raise OptionError(f"{name} cannot be loaded ({error}); remove {path} to compile it again") from None
