"""The machine that measures: described, not named."""

from __future__ import annotations

import os
import platform
from contextlib import suppress


def description() -> str:
    """Processor, number of cores, system: enough to tell whether two measurements can be compared."""
    return f"{_processor()}, {os.cpu_count() or 1} cores, {platform.system()}"


def cores() -> list[int]:
    """The processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


def _processor() -> str:
    with suppress(OSError), open("/proc/cpuinfo", encoding="utf-8", errors="replace") as lines:
        for line in lines:
            name, _, value = line.partition(":")
            if name.strip() == "model name" and value.strip():
                return " ".join(value.split())
    return platform.processor() or platform.machine()
