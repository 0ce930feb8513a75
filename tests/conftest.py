"""How hypothesis runs: no deadlines, because a busy machine is no failure, and as many examples as a minute allows."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("edgeasp", deadline=None, max_examples=60)
settings.load_profile("edgeasp")
