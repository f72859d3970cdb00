"""`python -m bench.strangers`: how long a visitor waits for a bot while strangers keep the bots busy.

The server has its default limits and all cores. The strangers do what the limits allow: five of them each play a move
against level 5, take it back and play again; or they watch tables full of level-5 bots. Meanwhile a visitor repeatedly
plays one move against level 1 and one against level 5, from the strangers' address or from another.
"""

from __future__ import annotations

import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial

import typer

from bench.measure import Bound, Figures, medians
from bench.options import JsonFile, Limits, Rounds
from bench.progress import Progress
from bench.report import conclude, figures_table
from tests.server.client import Client, Opened, Refused, Socket, wait_until
from tests.server.process import ServerProcess

STRANGERS = 5
PAUSE = 0.04  # seconds from a stranger's move to taking it back
SETTLED = 2.0  # seconds of strangers before the visitor comes
ANSWERS = 5  # answers of each bot; the slowest counts
HERE, ELSEWHERE = "127.0.0.1", "127.0.0.2"
SCENES = ("nobody else", "undos from elsewhere", "undos from the same address", "tables of bots from elsewhere")
LIMITS = {"1": 1.0, "5": 5.0}  # seconds that a bot's answer may take


def figure(scene: str, bot: str) -> str:
    """The name of a figure."""
    return f"{scene}: s to level {bot}'s slowest answer"


def bounds() -> list[Bound]:
    """How long a visitor may wait; a visitor alone is the yardstick."""
    limits = [Bound(figure(scene, bot), most, is_most=True) for scene in SCENES[1:] for bot, most in LIMITS.items()]
    compared = [Bound(figure(scene, "5"), None, figure(SCENES[0], "5"), is_cost=True) for scene in SCENES[1:]]
    return limits + compared


class Stranger(threading.Thread):
    """Keeps bots busy, within the limits, until stopped."""

    def __init__(self, client: Client) -> None:
        super().__init__(daemon=True)
        self._client = client
        self.is_at_it, self.is_over = threading.Event(), threading.Event()

    def open_table(self, seats: list[str]) -> Opened:
        """Open a table as soon as the rate limit allows it."""
        while True:
            try:
                return self._client.open_table("exago", seats)
            except Refused as refused:
                if refused.code != "too_fast":
                    raise
                self.is_over.wait(1)

    def stop(self) -> None:
        """Stop it; raises RuntimeError if it had already ended."""
        is_early = not self.is_alive()
        self.is_over.set()
        self.join(10)
        if is_early:
            raise RuntimeError("a stranger stopped early, so the figures are invalid")


class Undoer(Stranger):
    """Plays a move against level 5 and takes it back, as fast as the limits allow."""

    def run(self) -> None:
        """Run until stopped."""
        opened = self.open_table(["me", "5"])
        with self._client.sit(opened.id, opened.tokens[0]) as socket:
            self.is_at_it.set()
            while not self.is_over.is_set():
                socket.pull_all(0.0)
                if not socket.moves[0]:
                    branch = socket.states[0]["branch"]
                    socket.send("move", seat=0, branch=branch, turn=0, text="f6", match=1)
                self.is_over.wait(PAUSE)
                socket.send("undo_offer", seat=0)
                self.is_over.wait(2 / 10 - PAUSE)  # two messages, of ten a second


class Watcher(Stranger):
    """Watches tables full of level-5 bots."""

    def run(self) -> None:
        """Run until stopped."""
        with ExitStack() as at_end:
            tables = [self.open_table(["5"] * 6) for _ in range(STRANGERS)]
            sockets = [at_end.enter_context(self._client.sit(table.id)) for table in tables]
            self.is_at_it.set()
            while not self.is_over.is_set():
                for socket in sockets:
                    socket.pull_all(0.05)


@contextmanager
def strangers(server: ServerProcess, scene: str) -> Iterator[None]:
    """Keep strangers active in this block."""
    kind, many = (Watcher, 1) if "tables" in scene else (Undoer, 0 if scene == SCENES[0] else STRANGERS)
    with ExitStack() as at_end:
        address = HERE if "same" in scene else ELSEWHERE
        all_of_them = [kind(at_end.enter_context(Client(server, address))) for _ in range(many)]
        for stranger in all_of_them:
            stranger.start()
        for stranger in all_of_them:
            stranger.is_at_it.wait(60)
        time.sleep(SETTLED if many else 0)
        yield
        for stranger in all_of_them:
            stranger.stop()


def answer_seconds(socket: Socket) -> float:
    """How long a visitor waits for a bot's answer; then both moves are taken back."""
    socket.move(0, "f6")
    began = time.monotonic()
    socket.wait_until(lambda: len(socket.moves[0]) == 2, timeout=600)
    waited = time.monotonic() - began
    socket.send("undo_offer", seat=0)
    socket.wait_until(lambda: not socket.moves[0])
    return waited


@contextmanager
def against_bots() -> Iterator[tuple[Client, dict[str, Socket]]]:
    """A visitor of a new server, with a table against each of the bots."""
    with ExitStack() as at_end:
        folder = at_end.enter_context(tempfile.TemporaryDirectory())
        server = at_end.enter_context(ServerProcess(f"sqlite:///{folder}/parlour.sqlite"))
        client = at_end.enter_context(Client(server, HERE))
        wait_until(
            lambda: all(client.ask("GET", "/healthz")["ready"].values()), "the rules were not compiled in time", 600
        )
        opened = {bot: client.open_table("exago", ["me", bot]) for bot in LIMITS}
        yield (
            client,
            {bot: at_end.enter_context(client.sit(table.id, table.tokens[0])) for bot, table in opened.items()},
        )


def taken(scene: str) -> Figures:
    """The longest waits in a scene."""
    with against_bots() as (client, sockets), strangers(client.server, scene):
        waits = [(bot, answer_seconds(socket)) for _ in range(ANSWERS) for bot, socket in sockets.items()]
        return {figure(scene, bot): max(seconds for name, seconds in waits if name == bot) for bot in LIMITS}


def main(
    rounds: Rounds = 1,
    floors: Limits = True,
    json_file: JsonFile = None,
) -> None:
    """Measure how long a visitor waits for bots that others keep busy."""
    with Progress("strangers", rounds * len(SCENES), "wall seconds on all cores") as progress:
        for _ in range(rounds):
            for scene in SCENES:
                progress.take(scene, partial(taken, scene))
    figures = medians(progress.taken)
    table = figures_table("Waiting for bots beside strangers, all cores", figures)
    conclude("strangers", table, figures, bounds(), floors, json_file)


if __name__ == "__main__":
    typer.run(main)
