"""Executor for the workers of a Dask cluster. Needs the extra `cluster`."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from edgeasp.encoding.render import templates_folder as rules_folder
from edgeasp.parallel.processes import (
    Call,
    CallContext,
    EndedCall,
    Mailbox,
    OnReport,
    OnTick,
    RunningCall,
    find_function,
    ignore_report,
)
from edgeasp.system.errors import OptionError, missing_package, os_reason
from edgeasp.system.limits import Limit, LimitReached, Stopped

TIMEOUT = 10.0
"""Seconds to wait for the answer of a scheduler."""

# Number of calls queued in the cluster in addition to one per worker, so that no worker waits for this process.
_AHEAD = 1

# Seconds between two counts of the workers, each of which is a round trip to the scheduler.
_PAUSE = 1.0

# Seconds by which a call stops before its time limit, or half of the limit, so that its reports arrive in time.
_EARLY = 1.0

# Time limit, in seconds, up to which a call cannot reach a worker and return in time.
_TOO_LATE = 0.1


def require_dask() -> None:
    """Raise OptionError if Dask is not installed."""
    if find_spec("distributed") is None:
        raise missing_package("a cluster needs Dask", "distributed", "cluster")


def is_exposed(address: str) -> bool:
    """Whether a scheduler accepts unencrypted connections from other machines.

    Anybody who can reach such a scheduler can run programs on its workers, and in this process as well, because it
    unpickles the replies of workers.
    """
    protocol, _, place = address.rpartition("://")
    host = place.rpartition(":")[0].strip("[]")
    if protocol not in ("", "tcp"):
        return protocol not in ("tls", "inproc")
    try:
        return not ip_address(host).is_loopback
    except ValueError:
        return host != "localhost"


def configured_security() -> Any:
    """Load the TLS certificates that Dask's configuration names.

    Returns:
        Dask's `Security`, or None if the configuration names no certificates.

    Raises:
        OptionError: the certificates cannot be used.
    """
    try:
        security = import_module("distributed").Security()
        context = security.get_connection_args("client")["ssl_context"]
    except (OSError, ValueError, TypeError, KeyError) as error:
        what = os_reason(error) if isinstance(error, OSError) else str(error)
        raise OptionError(
            f"the certificates that Dask's configuration names, distributed.comm.tls, cannot be used: {what}"
        ) from None
    return None if context is None else security


class DaskExecutor:
    """Executor that uses a running Dask cluster.

    Workers may join and leave. If a worker dies, Dask repeats its call. The reports of a call arrive when the call
    ends, since sending them earlier would cost more time than they save.
    """

    def __init__(self, address: str) -> None:
        """Use the scheduler at an address such as `tcp://host:8786`.

        Raises:
            OptionError: Dask is missing.
        """
        require_dask()
        self._address = address

    def run(
        self, works: Iterable[Call | None], on_tick: OnTick, on_report: OnReport = ignore_report
    ) -> Generator[EndedCall, None, None]:
        """Execute calls as in `Executor.run`, ignoring `Work.memory`.

        Raises:
            OptionError: no scheduler answers at the address.
            LimitReached: the connection to the scheduler is lost.
        """
        with self._connect() as client:
            yield from self._run_calls(client, works, on_tick, on_report)

    def workers(self) -> int:
        """Return the current number of workers.

        Raises:
            OptionError: no scheduler answers at the address.
        """
        with self._connect() as client:
            return len(_worker_addresses(client))

    @contextmanager
    def _connect(self) -> Iterator[Any]:
        distributed = import_module("distributed")
        _silence_logging()
        if self._address.startswith("tls://") and configured_security() is None:
            raise OptionError(
                f"{self._address}: expected certificates in Dask's configuration, found none: set distributed.comm.tls "
                "there, or DASK_DISTRIBUTED__COMM__TLS__CA_FILE, ...__CLIENT__CERT and ...__CLIENT__KEY"
            )
        try:
            client = distributed.Client(self._address, timeout=TIMEOUT, set_as_default=False)
        except (OSError, ValueError) as error:
            reason = (str(error).splitlines() or [type(error).__name__])[0][:200]
            raise OptionError(f"no Dask scheduler answers at {self._address}: {reason}") from None
        try:
            yield client
        finally:
            with suppress(Exception):
                client.close(timeout=TIMEOUT)

    def _run_calls(
        self, client: Any, works: Iterable[Call | None], on_tick: OnTick, on_report: OnReport
    ) -> Generator[EndedCall, None, None]:
        waiting = iter(works)
        ended = Mailbox[Any]()
        busy: dict[Any, RunningCall] = {}
        late: list[RunningCall] = []
        known: set[str] = set()
        self._evaluate_remotely(client.run_on_scheduler, "the scheduler", f"bool(__import__({__name__!r}))")
        with self._translate_lost_connection():
            slots, counted = self._check_workers(client, known) + _AHEAD, time.monotonic()
        try:
            while True:
                while len(busy) + len(late) < slots and (work := next(waiting, None)) is not None:
                    running = RunningCall(work, time.monotonic())
                    if work.seconds is not None and work.seconds <= _TOO_LATE:
                        # Its reports would arrive too late, so it is not sent to a worker.
                        late.append(running)
                        continue
                    future = client.submit(_execute_call, work, pure=False)
                    busy[future] = running
                    future.add_done_callback(ended.put)
                if not busy and not late:
                    return
                future = ended.receive()
                if future is None:
                    on_tick([*busy.values(), *late])
                    while late and time.monotonic() > late[0].since + _TOO_LATE:
                        yield EndedCall(late.pop(0).call, killed="timeout")
                    with self._translate_lost_connection():
                        if client.status != "running":
                            raise _ConnectionLostError
                        if time.monotonic() > counted + _PAUSE:
                            slots, counted = self._check_workers(client, known) + _AHEAD, time.monotonic()
                    continue
                done = busy.pop(future)
                with self._translate_lost_connection():
                    outcome = _receive_reply(client, future, done)
                if outcome is None:
                    # The worker died with the result, and the scheduler repeats the call.
                    busy[future] = done
                    future.add_done_callback(ended.put)
                    continue
                reports, result = outcome
                for value in reports:
                    on_report(done.call, value)
                yield result
        finally:
            with suppress(Exception):
                client.cancel(list(busy))

    def _check_workers(self, client: Any, known: set[str]) -> int:
        # Another version of edgeasp on a worker would find other boards, so each new worker is asked for its digest.
        workers = _worker_addresses(client)
        for address in workers - known:
            where, run = f"its worker {address}", partial(client.run, workers=[address])
            answer = self._evaluate_remotely(
                run, where, f"__import__({__name__!r}, fromlist=['source_digest']).source_digest()"
            )
            if answer is not None and answer != {address: source_digest()}:
                raise OptionError(f"{self._address}: {where} has another edgeasp than this machine: install the same")
        known |= workers
        return len(workers)

    def _evaluate_remotely(self, run: Callable[..., Any], where: str, expression: str) -> Any:
        """Evaluate an expression on a scheduler or worker.

        The expression should import edgeasp, and be evaluated before any other call: a worker without edgeasp would die
        at each call, and a scheduler without edgeasp would fail with an unclear error.

        Returns:
            the value, or None if the connection is lost.

        Raises:
            OptionError: the scheduler or worker cannot import edgeasp.
        """
        try:
            # Sent as text, because unpickling a function of edgeasp would need edgeasp.
            return run(eval, expression)
        except ImportError as error:
            raise OptionError(f"{self._address}: {where} cannot import edgeasp, install it there: {error}") from None
        except AttributeError:
            return "one without this function"
        except (OSError, ValueError, CancelledError, asyncio.CancelledError):
            return None

    @contextmanager
    def _translate_lost_connection(self) -> Iterator[None]:
        try:
            yield
        except (_ConnectionLostError, OSError, asyncio.CancelledError, CancelledError):
            raise LimitReached(Stopped(Limit.SCHEDULER)) from None


class _ConnectionLostError(Exception):
    """Error for a lost connection to the cluster."""


def _silence_logging() -> None:
    # Importing Dask sets the level of each of its loggers, so the level of their parent has no effect.
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL)


def _worker_addresses(client: Any) -> set[str]:
    return set(client.scheduler_info(n_workers=-1)["workers"])


@cache
def source_digest() -> str:
    """Compute a digest of edgeasp's source files and rules."""
    from hashlib import sha256  # it loads OpenSSL

    package, of_all = Path(__file__).parents[2], sha256()
    for folder, suffixes in ((package, {".py", ".c"}), (rules_folder(), {".lp"})):
        for path in sorted(path for path in folder.rglob("*") if path.suffix in suffixes):
            of_all.update(b"%s %d\n" % (path.relative_to(folder).as_posix().encode(), path.stat().st_size))
            of_all.update(path.read_bytes())
    return of_all.hexdigest()[:32]


def _receive_reply(client: Any, future: Any, running: RunningCall) -> tuple[list[Any], EndedCall] | None:
    """Receive the reports and the result of a call.

    Returns:
        reports and result, or None if the call is being repeated.

    Raises:
        _ConnectionLostError: the connection to the cluster is lost.
    """
    wall = time.monotonic() - running.since
    if future.status in {"pending", "lost"} and client.status == "running":
        return None
    if future.status == "finished":
        try:
            reply: _WorkerReply = future.result(timeout=TIMEOUT)
        except TimeoutError:
            if client.status != "running":
                raise
            return None
        except (OSError, CancelledError):
            raise
        except Exception as reason:
            failure = f"what it sent cannot be unpickled: {type(reason).__name__}: {reason}"
            return [], EndedCall(running.call, failure=failure, status=1, wall=wall)
        end = EndedCall(running.call, reply.value, reply.failure, reply.killed, wall=reply.wall, cpu=reply.cpu)
        return reply.reports, end
    if future.status == "error":
        error = future.exception(timeout=TIMEOUT)
        # Dask abandons a call after several workers have died running it.
        status = -9 if type(error).__name__ == "KilledWorker" else 1
        message = (str(error).splitlines() or [""])[0][:400]
        return [], EndedCall(running.call, failure=f"{type(error).__name__}: {message}", status=status, wall=wall)
    raise _ConnectionLostError


@dataclass(frozen=True, slots=True)
class _WorkerReply:
    """Reply of a worker to a call.

    Attributes:
        value: return value of the call.
        failure: error as text, empty if there was none.
        killed: `timeout` if the call reached its time limit, else empty.
        reports: values that the call reported.
        cpu: processor time in seconds.
        wall: wall time in seconds.
    """

    value: Any
    failure: str
    killed: str
    reports: list[Any]
    cpu: float
    wall: float


class _CallAbandoned(Exception):  # noqa: N818  # nothing is wrong
    """Exception that ends a call whose result is not needed."""


# Lock for workers with several threads: one call at a time, since modules keep values between calls.
_one_at_a_time = threading.Lock()

# Values that modules keep in this process from call to call, keyed by type.
_kept_values: dict[type, Any] = {}

# Dask's key of the current call, and the time at which it must stop, by this machine's monotonic clock.
_current_call: tuple[Any, float | None] = (None, None)


def _execute_call(work: Call) -> _WorkerReply:
    global _current_call  # noqa: PLW0603  # guarded by the lock
    from distributed import get_worker

    with _one_at_a_time:
        stop = None if work.seconds is None else time.monotonic() + work.seconds - min(_EARLY, work.seconds / 2)
        _current_call = get_worker().get_current_task(), stop
        begun, before, reports = time.monotonic(), time.process_time(), list[Any]()
        value, failure, killed = None, "", ""
        try:
            value = find_function(work.function)(
                work.argument, CallContext(begun, None, _check_current_call, reports.append, kept=_kept_values)
            )
        except _CallAbandoned:
            killed = "timeout" if stop is not None and time.monotonic() > stop else ""
            failure = "" if killed else "it was abandoned"
        return _WorkerReply(value, failure, killed, reports, time.process_time() - before, time.monotonic() - begun)


def _check_current_call() -> None:
    """Raise _CallAbandoned if the current call must end.

    A call must end if it was cancelled, its client has disconnected, or its time is up. Other modules may keep this
    function between calls, so it reads the current call from a global variable.
    """
    from distributed import get_worker

    key, stop = _current_call
    task = get_worker().state.tasks.get(key)
    if (
        (stop is not None and time.monotonic() > stop)
        or task is None
        or task.state not in ("executing", "long-running")
    ):
        raise _CallAbandoned
