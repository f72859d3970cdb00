"""Reports: figures, a self-contained HTML page, Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from parlour.arena.report import tables
from parlour.arena.report.document import html_page, markdown, summaries
from parlour.arena.report.summary import Summary
from parlour.arena.tournament.config import new_setup
from parlour.arena.tournament.request import Request
from parlour.arena.tournament.results import Store
from parlour.arena.tournament.runner import new_plan
from parlour.arena.tournament.worker import GameResult
from parlour.errors import ParlourError
from parlour.games import find
from parlour.luck import canonical_json
from tests.arena.tables import played

BOTS = ("random", "greedy")


def deals(wins: int, losses: int, scores: Sequence[int] = ()) -> list[GameResult]:
    """Games in both orders of deals that `greedy` wins, and of deals that it loses."""
    games = []
    for deal in range(wins + losses):
        best = "greedy" if deal < wins else "random"
        for order, bots in enumerate((BOTS, BOTS[::-1])):
            ranking = [1 if bot == best else 2 for bot in bots]
            given = [scores[place - 1] + deal for place in ranking] if scores else []
            games.append(played(bots, ranking, deal, order, given))
    return games


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A file with a game of wins and one of scores."""
    with Store(tmp_path / "a.sqlite") as opened:
        first = opened.setup_number(new_setup(find("exago"), 2, effort=0.1).key)
        opened.add(first, deals(30, 10))
        opened.add_request(first, Request(("random", "greedy"), 80, False))
        second = opened.setup_number(new_setup(find("tracktic"), 2, seed="<b>").key)
        opened.add(second, deals(8, 0, scores=(31, 25)))
        yield opened


def both(store: Store) -> list[Summary]:
    return [summary for _, summary in summaries(store)]


def test_figures_agree_with_the_games(store: Store) -> None:
    wins, scores = both(store)
    (pairing,) = wins.pairings
    assert (pairing.deals, pairing.games, pairing.wins, pairing.ties, pairing.losses) == (40, 80, 60, 0, 20)
    assert pairing.share.value == 0.75
    assert pairing.share.low > 0.5
    assert pairing.verdict == 1
    assert pairing.rating is not None
    assert pairing.rating.value == pytest.approx(400 * 0.477, abs=8)
    assert 0 < pairing.rating.low < pairing.rating.value
    assert pairing.margin is None
    assert wins.base == "greedy"
    random, greedy = wins.entrants
    assert greedy.rating is not None
    assert random.rating is not None
    assert (greedy.rating.value, greedy.wins, random.wins) == (0, 0.75, 0.25)
    assert random.rating.value == pytest.approx(-400 * 0.477, abs=8)
    assert greedy.seconds == pytest.approx(0.1)
    assert [seat.wins.value for seat in wins.seats] == [0.5, 0.5]
    (against,) = scores.pairings
    assert against.margin is not None
    assert against.margin.value == against.margin.low == 6  # the same in every deal
    means = [entrant.score.value for entrant in scores.entrants if entrant.score is not None]
    assert means == [25 + 3.5, 31 + 3.5]


def test_bots_are_listed_by_strength(tmp_path: Path) -> None:
    with Store(tmp_path / "b.sqlite") as store:
        number = store.setup_number(new_setup(find("exago"), 2).key)
        store.add(number, deals(5, 30))
        (summary,) = both(store)
        assert [entrant.name for entrant in summary.entrants] == ["greedy", "random"]
        assert [row[0] for row in tables.ratings_table(summary)] == ["bot", "random", "greedy"]
        assert (summary.pairings[0].higher, summary.pairings[0].verdict) == ("greedy", -1)
        assert tables.pairings_table(summary)[1][-1] == "random"


def test_figures_can_be_read_by_programs(store: Store) -> None:
    text = canonical_json(both(store))
    assert '"share":{"high":' in text


class Page(HTMLParser):
    """Parses a page, and checks that every element is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.addresses: list[str] = []
        self.ids: list[str] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "br"):
            self.open.append(tag)
        known = dict(attributes)
        self.ids += [known["id"] or ""] if "id" in known else []
        self.addresses += [str(known[name]) for name in ("src", "href", "xlink:href") if name in known]

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attributes)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_page_is_self_contained_and_has_every_plot(store: Store) -> None:
    page = Page(html_page([store]))
    assert page.open == []
    assert all(address.startswith("#") for address in page.addresses)
    assert {address[1:] for address in page.addresses} <= set(page.ids)
    for title in ("Ratings", "Mean points", "Spread of points", "Seats", "Exago, 2 seats, effort 0.1", "Tracktic"):
        assert title in page.text
    assert "seed <b>." in page.text
    assert "--effort 0.1" in page.text
    assert "60-0-20" in page.text


def test_several_results_have_a_table_of_contents(store: Store, tmp_path: Path) -> None:
    text = html_page([store])
    assert (
        '<li><a href="#part-1">Exago, 2 seats, effort 0.1</a></li><li><a href="#part-2">Tracktic, 2 seats</a>' in text
    )
    page = Page(text)
    assert {"part-1", "part-2", "how-to-read"} <= set(page.ids)
    assert len(page.ids) == len(set(page.ids))
    with Store(tmp_path / "b.sqlite") as single:
        single.add(single.setup_number(new_setup(find("exago"), 2).key), deals(1, 0, scores=(31, 25)))
        assert "<nav" not in html_page([single])


def test_plots_take_their_colours_from_the_page(store: Store) -> None:
    drawn = re.findall(r"<svg.*?</svg>", html_page([store]), re.S)
    assert len(drawn) == 6
    for svg in drawn:
        colours = set(re.findall(r"(?:fill|stroke): (?!none|var\(--plot-)([^;\"]+)", svg))
        assert colours == set(), colours
        assert 'role="img" aria-label="' in svg


def test_the_same_games_make_the_same_page(store: Store) -> None:
    assert html_page([store]) == html_page([store])


def test_markdown_has_the_tables_and_the_commands(store: Store) -> None:
    text = markdown([store])
    assert "## Exago, 2 seats, effort 0.1\n" in text
    assert "Every bot had 0.1 times the time and simulations of its level." in text
    assert "```\nparlour arena exago --players 2 --bots random,greedy --games 80 --effort 0.1\n```" in text
    assert re.search(r"^\| greedy : random \| 60-0-20 \| 75\.0 % \| 5\d\.\d to \d\d\.\d % \| greedy \|$", text, re.M)
    assert re.search(r"^\| greedy : random \| \+\d+ \| -?\d+ to \d+ \| \+6\.00 \| 6\.00 to 6\.00 \|$", text, re.M)
    for table in re.findall(r"(?:^\|.*\n)+", text, re.M):
        assert len({line.count("|") for line in table.splitlines()}) == 1


def test_unfinished_lineups_are_listed_with_games_played_and_requested(store: Store) -> None:
    assert "not finished" not in markdown([store])
    store.add_request(1, Request(("random", "greedy", "1"), 400, False))
    text, page = markdown([store]), html_page([store])
    assert "80 games, rules version 1, seed 0. Not finished: the first table shows" in text
    assert "| greedy : random | 80 | 400 |\n| 1 : random | 0 | 400 |\n| 1 : greedy | 0 | 400 |\n" in text
    assert "<tr><td>greedy : random</td><td>80</td><td>400</td></tr>" in page
    assert "Not finished:" in page


def test_each_note_on_reading_appears_once(store: Store, tmp_path: Path) -> None:
    with Store(tmp_path / "b.sqlite") as other:
        number = other.setup_number(new_setup(find("exago"), 4).key)
        table = ("1", "2", "1", "2")  # without greedy, another bot is at 0
        other.add(number, [played(table, (1, 2, 2, 2)), played(table[1:] + table[:1], (1, 2, 2, 2), 0, 1)])
        alone = other.setup_number(new_setup(find("traxx"), 1).key)
        other.add(alone, [played((bot,), (1,), scores=(9,)) for bot in BOTS])
        text = markdown([store, other])
    bullets = re.findall(r"^- (\w+(?: \w+)?)", text[text.index("## How to read this") :], re.M)
    assert bullets == ["Ratings are", "Seats won", "Share", "Score differences"]
    assert "in solo games, results on the same deal" in text
    assert "in solo games" not in markdown([store])
    assert re.search(r"^\| bot \| rating \| 95 % interval \| seats won \|", text, re.M)
    assert text.count("By chance alone, each seat would win 50 % of games.") == 2
    assert text.count("By chance alone, each seat would win 25 % of games.") == 1


def test_solo_bots_have_means_but_no_ratings(tmp_path: Path) -> None:
    with Store(tmp_path / "b.sqlite") as store:
        number = store.setup_number(new_setup(find("traxx"), 1).key)
        for bot, score in (("random", 3), ("greedy", 30)):
            store.add(number, [played((bot,), (1,), deal, scores=(score + deal % 2,)) for deal in range(20)])
        (summary,) = both(store)
        assert summary.base is None
        assert summary.seats == []
        assert tables.ratings_table(summary)[0] == ["bot", "games", "seconds a move", "slowest"]
        assert tables.scores_table(summary)[1][:2] == ["greedy", "30.50"]
        (pairing,) = summary.pairings
        assert pairing.margin is not None
        assert (pairing.share.value, pairing.margin.value) == (1.0, 27.0)
        assert "Ratings" not in html_page([store])


def test_self_play_reports_scores_seats_and_length(tmp_path: Path) -> None:
    plan = new_plan(new_setup(find("tracktic"), 4), ["5"] * 4, 20)
    with Store(tmp_path / "b.sqlite") as store:
        number = store.setup_number(plan.setup.key)
        scores = [(38 + deal % 2, 37, 36, 35) for deal in range(20)]
        store.add(
            number,
            [played(("5",) * 4, (1, 2, 3, 4), deal, scores=row, plies=40 + deal) for deal, row in enumerate(scores)],
        )
        (summary,) = both(store)
        assert tables.heading(summary) == "Tracktic, 4 seats, level 5 in each"
        assert summary.pairings == []
        games, means, seats = tables.tables(summary)
        assert games[1][:2] == ["5", "20"]
        assert means == [["bot", "mean points", "95 % interval"], ["5", "36.62", "36.56 to 36.69"]]
        assert [row[0] for row in seats[1:]] == ["1 (red)", "2 (blue)", "3 (green)", "4 (yellow)"]
        assert [row[1] for row in seats[1:]] == ["100.0 %", "0.0 %", "0.0 %", "0.0 %"]
        assert tables.closing_words(summary) == (
            "By chance alone, each seat would win 25 % of games. Games had 40 to 59 moves, with a median of 49.5."
        )
        assert "Share: how often" not in markdown([store])
        page = html_page([store])
        assert "Spread of points" in page
        assert "Ratings" not in page


def test_games_of_other_code_versions_are_reported(tmp_path: Path) -> None:
    with Store(tmp_path / "b.sqlite") as store:
        number = store.setup_number(new_setup(find("exago"), 2).key)
        store.add(number, [played(BOTS, (2, 1)), replace(played(BOTS[::-1], (1, 2), 0, 1), program="def")])
        assert "The games were played by 2 versions of the code." in markdown([store])


def test_a_file_without_games_is_refused(tmp_path: Path) -> None:
    with Store(tmp_path / "b.sqlite") as store, pytest.raises(ParlourError, match="there are no games in"):
        html_page([store])
