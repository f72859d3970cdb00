"""Tables at chosen positions: games played in advance by bots with fixed seeds, and imported as records."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import parlour
from parlour.games import find, own
from parlour.match import Match
from tests.server.client import Client
from tests.server.command import done
from tests.server.conftest import wait_for_rules
from tests.server.process import ServerProcess

NAMES = ("Ann", "Ben", "Cleo", "Dov", "Esther", "Farid")
MOMENTS = ("opening", "middle", "end")


@dataclass(frozen=True)
class Seated:
    """A table with a token for every seat."""

    id: str
    tokens: list[str]

    def link(self, *seats: int) -> str:
        """The URL for playing these seats, or for watching if none are given."""
        return f"/table/{self.id}" + ("#" if seats else "") + "&".join(f"seat={self.tokens[seat]}" for seat in seats)


def played(game: str, players: int, seed: int) -> Match:
    """A complete game of bots, determined by the seed."""
    match = parlour.new(game, players=players, seed=seed, names=NAMES[:players])
    bots = [parlour.bot(game, "random" if seat % 2 else "greedy", seed=seed + seat) for seat in range(players)]
    while match.waiting:
        seat = match.waiting[-1]  # the first to sit acts last, and is the viewer
        match.play(seat, bots[seat].choose(match, seat))
    return match


def at(moment: str, game: str) -> Match:
    """A game at its opening with two seats, in its middle with three if it can, at its end with as many as possible."""
    most = max(find(game).players)
    players = {"opening": 2, "middle": min(3, most), "end": most}[moment]
    if moment == "opening":
        return parlour.new(game, players=players, seed=7, names=NAMES[:players])
    whole = max((played(game, players, seed) for seed in range(5)), key=lambda match: len(match.moves))
    if moment == "end":
        return whole
    middle = len(whole.moves) // 2
    return next(match for ply in range(middle, len(whole.moves)) if 0 in (match := whole.at(ply)).waiting)


@contextmanager
def laid_out(folder: Path) -> Iterator[tuple[Client, dict[tuple[str, str], Seated]]]:
    """A server with a table for each game and stage, with all seats taken by us."""
    archive, database = folder / "positions.zip", f"sqlite:///{folder / 'parlour.sqlite'}"
    matches = {(game, moment): at(moment, game) for game in own() for moment in MOMENTS}
    with zipfile.ZipFile(archive, "w") as packed:
        for (game, moment), match in matches.items():
            packed.writestr(f"{game}-{moment}.txt", match.record())
    told = done("import", str(archive), "--database", database)
    links = {(game, moment): (table, key) for game, moment, table, key in LINK.findall(told)}
    arguments = ("--no-limits", "--embed-on", "https://example.org")
    with ServerProcess(database, *arguments) as server, Client(server) as client:
        wait_for_rules(server)
        yield client, {which: taken(client, *links[which], match.players) for which, match in matches.items()}


LINK = re.compile(r"(\w+)-(\w+)\.txt +/table/(\w+)#join=(\S+)")


def taken(client: Client, table: str, invitation: str, players: int) -> Seated:
    """Take every seat."""
    return Seated(table, [client.take_seat(table, invitation, seat, NAMES[seat]).token for seat in range(players)])
