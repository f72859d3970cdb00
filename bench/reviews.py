"""`python -m bench.reviews`: how long a player waits for the server while it reviews matches for others.

The server has its default limits and all cores. Visitors from other addresses ask for reviews of long matches, so that
some are always running and others wait. Meanwhile two people at one screen play every game, and one person plays
against bots.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial

import typer

import parlour
from bench.measure import Bound, Figures, medians
from bench.options import JsonFile, Limits, Rounds
from bench.progress import Progress
from bench.report import conclude, figures_table
from bench.server import percentile
from bench.strangers import LIMITS, against_bots, answer_seconds
from parlour.games import find, own
from parlour.luck import Luck
from tests.server.client import Client, Refused, Socket, random_move
from tests.server.process import ServerProcess

VISITORS = 5
MOVES = 60  # in each game
PAUSE = 0.1  # seconds between them
ANSWERS = 5  # answers of each bot; the slowest counts
SCENES = ("no reviews", "reviews for five visitors")
ANSWERED = 100  # milliseconds


def p99(scene: str) -> str:
    """The name of a figure."""
    return f"{scene}: p99 ms from a move to its state"


def slowest(scene: str) -> str:
    """The name of a figure."""
    return f"{scene}: ms from the slowest move to its state"


def bot(scene: str, name: str) -> str:
    """The name of a figure."""
    return f"{scene}: s to level {name}'s slowest answer"


def bounds() -> list[Bound]:
    """How long a player may wait; without reviews is the yardstick."""
    calm, busy = SCENES
    return [
        Bound(p99(busy), ANSWERED, is_most=True),
        Bound(slowest(busy), ANSWERED, is_most=True),
        *(Bound(bot(busy, name), None, bot(calm, name), is_cost=True) for name in LIMITS),
    ]


class Reviewed(threading.Thread):
    """A visitor who asks for one review after the other, until stopped."""

    def __init__(self, client: Client, luck: Luck) -> None:
        super().__init__(daemon=True)
        self._client, self._luck = client, luck
        self.is_at_it, self.is_over = threading.Event(), threading.Event()
        self.problem: BaseException | None = None

    def run(self) -> None:
        """Run until stopped."""
        try:
            while not self.is_over.is_set():
                games = own()
                self._wait_for(self._asked(long_match(games[self._luck.below(len(games))], self._luck).record()))
        except BaseException as problem:
            self.problem = problem

    def _asked(self, record: str) -> str:
        review: str = self._client.ask("POST", "/api/reviews", body={"record": record})["id"]
        self.is_at_it.set()
        return review

    def _wait_for(self, review: str) -> None:
        while not self.is_over.wait(1):
            if self._client.ask("GET", f"/api/reviews/{review}")["status"] in ("done", "failed"):
                return

    def stop(self) -> None:
        """Stop it; raises RuntimeError if it had already ended."""
        self.is_over.set()
        self.join(30)
        if self.problem is not None:
            raise RuntimeError("a visitor could not ask for reviews, so the figures are invalid") from self.problem


def long_match(game: str, luck: Luck) -> parlour.Match:
    """A match of random moves, to its end."""
    match = parlour.new(game, players=find(game).players[-1], seed=luck.number())
    while match.waiting:
        seat = match.waiting[0]
        match.play(seat, random_move(luck, match.legal(seat), stay=True))
    return match


@contextmanager
def visitors(server: ServerProcess, many: int) -> Iterator[None]:
    """Keep reviews running in this block."""
    with ExitStack() as at_end:
        clients = [at_end.enter_context(Client(server, f"127.0.0.{2 + k}")) for k in range(many)]
        all_of_them = [Reviewed(client, Luck(f"reviews {k}")) for k, client in enumerate(clients)]
        for visitor in all_of_them:
            visitor.start()
        for visitor in all_of_them:
            assert visitor.is_at_it.wait(60), visitor.problem
        yield
        for visitor in all_of_them:
            visitor.stop()


def move_milliseconds(socket: Socket, luck: Luck) -> float:
    """How long it takes from sending a move to the state that shows it."""
    seat = next(seat for seat, state in socket.states.items() if seat is not None and state["view"]["legal"])
    text = random_move(luck, socket.states[seat]["view"]["legal"], stay=True)
    began = time.perf_counter()
    socket.move(seat, text)
    return 1000 * (time.perf_counter() - began)


def game_milliseconds(client: Client, game: str) -> list[float]:
    """The same for the moves of a game, with a new table when it ends."""
    luck, took = Luck(f"moves of {game}"), list[float]()
    while len(took) < MOVES:
        try:
            opened = client.open_table(game, ["me", "me"])
        except Refused:
            time.sleep(1)
            continue
        with client.sit(opened.id, *opened.tokens.values()) as socket:
            while len(took) < MOVES and not socket.is_over:
                took.append(move_milliseconds(socket, luck))
                time.sleep(PAUSE)
                socket.pull_all(0.0)
    return took


def taken(scene: str) -> Figures:
    """The figures of a scene."""
    many = 0 if scene == SCENES[0] else VISITORS
    with against_bots() as (client, sockets), visitors(client.server, many):
        took = [each for game in own() for each in game_milliseconds(client, game)]
        figures = {p99(scene): percentile(took, 0.99), slowest(scene): max(took)}
        for name, socket in sockets.items():
            figures[bot(scene, name)] = max(answer_seconds(socket) for _ in range(ANSWERS))
        return figures


def main(
    rounds: Rounds = 1,
    floors: Limits = True,
    json_file: JsonFile = None,
) -> None:
    """Measure how long a player waits while the server reviews matches for others."""
    with Progress("reviews", rounds * len(SCENES), "wall time on all cores") as progress:
        for _ in range(rounds):
            for scene in SCENES:
                progress.take(scene, partial(taken, scene))
    figures = medians(progress.taken)
    table = figures_table("Playing beside reviews, all cores", figures)
    conclude("reviews", table, figures, bounds(), floors, json_file)


if __name__ == "__main__":
    typer.run(main)
