"""Which of some assumptions can hold together in a solution: tests over one ground program, within limits."""

from __future__ import annotations

from collections.abc import Sequence

from edgeasp.encoding.atoms import Assumption
from edgeasp.puzzle.model import Solution
from edgeasp.search.explain.subsets import Clash, Parts, Stands, Verdict
from edgeasp.search.session import Session
from edgeasp.system.limits import Limit, LimitReached, Stopped


class Budget:
    """A limit on the conflicts of several sessions together.

    Attributes:
        limit: the most conflicts; None for any number.
    """

    def __init__(self, limit: int | None = None) -> None:
        self.limit = limit
        self._sessions: list[Session] = []

    def add(self, session: Session) -> Session:
        """Count a session, which is given back."""
        if session not in self._sessions:
            self._sessions.append(session)
        return session

    @property
    def used(self) -> int:
        """Conflicts so far."""
        return sum(each.statistics.conflicts or 0 for each in self._sessions if each.statistics)

    @property
    def left(self) -> int | None:
        """Conflicts that are left; None for any number."""
        return None if self.limit is None else max(0, self.limit - self.used)


class AssumptionTest:
    """Answers whether some assumptions can hold together; each solution that shows it was checked.

    Attributes:
        session: whose ground program is searched.
        assumptions: different ones, by their numbers.
        solution: the last solution that was found; None if there was none.
    """

    def __init__(self, session: Session, assumptions: Sequence[Assumption], budget: Budget) -> None:
        self.session = budget.add(session)
        self.assumptions = tuple(assumptions)
        self.solution: Solution | None = None
        self._budget = budget
        self._part = {assumption: part for part, assumption in enumerate(assumptions)}

    def __call__(self, parts: Parts, conflicts: int | None = None) -> Verdict:
        """Whether the assumptions of these numbers can hold together; None if `conflicts` are not enough to decide.

        Raises:
            LimitReached: a limit on all searches is reached.
        """
        self.session.deadline.check()
        left = self._budget.left
        most = min((each for each in (conflicts, left) if each is not None), default=None)
        for found in self.session.solve(conflicts=most, assumptions=[self.assumptions[part] for part in sorted(parts)]):
            self.solution = found.solution
            return Stands(parts | self.holding(found.solution))
        result = self.session.result()
        if result.exhausted:
            return Clash(frozenset(self._part[each] for each in self.session.core))
        stopped = self.session.stopped
        assert stopped is not None
        if stopped.kind is not Limit.CONFLICTS:
            raise LimitReached(stopped)
        if most != left:
            return None
        raise LimitReached(Stopped(Limit.CONFLICTS, self._budget.limit))

    def holding(self, solution: Solution) -> Parts:
        """Assumptions that hold in a solution besides those that were asked about, as far as that is easily seen."""
        return frozenset()
