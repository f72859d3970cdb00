"""`parlour serve`: start a server from its settings."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import shutil
import signal
import socket
import tempfile
from contextlib import suppress
from typing import Any

import uvicorn
from prometheus_client.multiprocess import mark_process_dead
from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn
from uvicorn.supervisors import Multiprocess

from parlour.errors import ParlourError
from parlour.server import logging_setup, open_browser
from parlour.server.http import file_descriptors
from parlour.server.http.limits import FRAME, STUCK_SECONDS
from parlour.server.settings import USUAL_PORT, Settings
from parlour.server.storage.database import InUse, checked_url, opened, shown_url
from parlour.server.storage.sqlite import claim, tell_address

LOG = logging.getLogger("parlour.server")
OTHER_PORTS = 20  # tried when the default port is taken
OPENING = 5.0  # seconds that a browser may take to open
COMPILING = "You can play already. Compiling the rules in the background, once per machine"


def serve(settings: Settings, console: Console) -> None:
    """Serve until told to stop."""
    stop = _Stop()
    signal.signal(signal.SIGTERM, stop)
    url = checked_url(settings.database)
    if settings.workers > 1 and url.drivername == "sqlite":
        raise ParlourError(
            "--workers above 1 needs Postgres (--database postgresql://...): a SQLite file has one writer"
        )
    if settings.plugins:
        from parlour.server import plugins  # loads the rules, which takes a while

        plugins.load(settings.plugins)
    try:
        claim(url)
    except InUse as problem:
        if not settings.open or problem.address is None:
            raise
        console.print(f"Parlour is already running at {problem.address}", soft_wrap=True)
        if console.is_terminal:
            open_browser.open_page(problem.address).join(OPENING)
        return
    asyncio.run(_prepared(settings.database))
    listening = _bound(settings)
    is_chosen, settings = settings.port is not None, _with_port(settings, listening)
    if not is_chosen and settings.port != USUAL_PORT:
        console.print(f"Port {USUAL_PORT} is taken; using port {settings.port} instead.", style="dim")
    tell_address(settings.own_url())
    settings.hand_on()
    logging_setup.set_up(settings.log_format)
    file_descriptors.raise_limit()
    listening.listen(2048)  # clients that connect before the rules are loaded wait for their answer
    announce(settings, console)
    if settings.workers > 1:
        if not stop.is_requested:
            _serve_with_processes(settings, listening)
        return
    with suppress(KeyboardInterrupt):
        _OneProcess(_config(settings), console, settings, stop).run(sockets=[listening])


class _Stop:
    """Handles a stop signal: exits normally. uvicorn raises the signal again after it has stopped.

    Python ignores exceptions in finalizers and weakref callbacks, so the signal is remembered, too.
    """

    def __init__(self) -> None:
        self.is_requested = False

    def __call__(self, *_: object) -> None:
        self.is_requested = True
        raise SystemExit(0)


async def _prepared(url: str) -> None:
    """Migrate the database first, so that any problem is reported immediately and in one sentence."""
    database = opened(url)
    await database.start()
    await database.stop()


def _bound(settings: Settings) -> socket.socket:
    """The socket to listen on, bound before anything else so that a taken port is reported immediately."""
    if settings.port is not None:
        return _bound_to(settings.host, settings.port)
    last = USUAL_PORT + OTHER_PORTS
    for port in range(USUAL_PORT, last):
        with suppress(PortTaken):
            return _bound_to(settings.host, port)
    return _bound_to(settings.host, last)


class PortTaken(ParlourError):
    """Another program listens on this port."""


def _bound_to(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host, port))
    except (OSError, OverflowError, UnicodeError) as problem:  # the last for an impossible host name
        bound.close()
        reason = getattr(problem, "strerror", None) or problem
        sentence = f"cannot listen at {host}, port {port}: {reason}"
        if getattr(problem, "errno", None) == errno.EADDRINUSE:
            raise PortTaken(f"{sentence}; try --port 0") from None
        raise ParlourError(sentence) from None
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # where available, ends connections whose client acknowledges nothing
        bound.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * STUCK_SECONDS)
    bound.set_inheritable(True)
    return bound


def _with_port(settings: Settings, bound: socket.socket) -> Settings:
    return settings.model_copy(update={"port": bound.getsockname()[1]})


def _config(settings: Settings, **more: Any) -> uvicorn.Config:
    return uvicorn.Config(
        "parlour.server.app:from_environment",
        factory=True,
        http="parlour.server.http.connections:HttpConnection",  # h11, because httptools accepts headers of any size
        ws="parlour.server.http.connections:SocketConnection",
        ws_max_size=FRAME,
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
        **more,
    )


class _OneProcess(uvicorn.Server):
    """A single process that shows how far the rules are compiled, and opens the page."""

    def __init__(self, config: uvicorn.Config, console: Console, settings: Settings, stop: _Stop) -> None:
        super().__init__(config)
        self._stop = stop
        self._console = console
        self._settings = settings

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start listening, then announce the address."""
        if self._stop.is_requested:
            self.should_exit = True
            return
        await super().startup(sockets)
        if self.should_exit:
            return
        from parlour import compiling  # loaded by now; importing it earlier would delay the announcement

        if not self._console.is_terminal:
            if compiling.is_compiling():
                LOG.info("ready: every game can be played while its rules are compiled in the background")
            return
        if self._settings.open:
            open_browser.open_page(self._settings.own_url())
        if compiling.is_in_background():
            self._show_progress()
        else:
            self._console.print("Rules that are not compiled yet are compiled when they are first used.", style="dim")

    def _show_progress(self) -> None:
        app: Any = self.config.loaded_app
        while not hasattr(app, "state"):
            app = app.app
        readiness = app.state.context.readiness
        total = sum(one.total for one in readiness.of.values())
        from parlour import compiling

        logging.getLogger("parlour.server.bots.readiness").setLevel(logging.WARNING)  # the progress bar shows this
        progress = Progress(
            SpinnerColumn(),
            TextColumn(COMPILING if compiling.is_compiling() else "Loading the compiled rules"),
            BarColumn(bar_width=24),
            TextColumn("{task.fields[game]}", style="dim"),
            console=self._console,
            transient=True,
        )
        task = progress.add_task("", total=total, game="")
        progress.start()

        def show(_: str) -> None:
            unfinished = [one for one in readiness.of.values() if not one.ready.is_set()]
            done = sum(one.done for one in readiness.of.values())
            progress.update(task, completed=done, game=unfinished[0].title if unfinished else "")
            if not unfinished and progress.live.is_started:
                progress.stop()
                self._console.print("All games are ready.")

        readiness.tell(show)
        show("")  # all games may already be ready


def announce(settings: Settings, console: Console) -> None:
    """Print where the server can be reached, and where its tables are kept."""
    console.print(f"Parlour is at {settings.base_url()}", soft_wrap=True)
    for line in _whereabouts(settings):
        console.print(line, style="dim", soft_wrap=True)
    where = shown_url(checked_url(settings.database))
    console.print(f"Tables are kept in {where}. Ctrl+C stops.", style="dim", soft_wrap=True)


def _whereabouts(settings: Settings) -> list[str]:
    """Who can reach the server, and what to do if they cannot."""
    if settings.public_url is not None:
        return [f"Requests to that address must be forwarded to {settings.own_url()}"]
    if settings.is_only_here():
        return ["Only this computer can reach it; --host 0.0.0.0 lets others on your network in."]
    if not settings.is_everywhere():
        return []
    return [
        f"On this computer also at {settings.own_url()}",
        f"If others on your network cannot reach it, open port {settings.port} in this computer's firewall.",
    ]


class _Supervisor(Multiprocess):
    """Replaces workers that die, and stops counting their sockets."""

    def keep_subprocess_alive(self) -> None:
        """Replace dead workers, and drop their metrics."""
        before = {process.pid for process in self.processes}
        super().keep_subprocess_alive()
        for pid in before - {process.pid for process in self.processes}:
            LOG.warning("a worker died; starting another", extra={"worker": pid})
            mark_process_dead(pid)  # type: ignore[no-untyped-call]


def _serve_with_processes(settings: Settings, listening: socket.socket) -> None:
    folder = tempfile.mkdtemp(prefix="parlour-metrics-")
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
    try:
        config = _config(settings, workers=settings.workers)
        _Supervisor(config, sockets=[listening]).run()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
