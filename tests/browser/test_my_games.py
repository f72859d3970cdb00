"""My games: the list of what this browser has played, as a file and back, and the ladder of levels."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

import parlour
from parlour.luck import Luck
from parlour.server.archive.import_ import contents
from tests.browser.visiting import PHONE, Visits
from tests.server.client import Client, Opened

HELPLESS: dict[str, Any] = {"handicap": [0, 11]}  # a bot that has a single tile left


def watch_end(page: Page, client: Client, opened: Opened) -> None:
    """Open a finished table with the seats of whoever opened it, until its last match is kept."""
    tokens = "&".join(f"seat={token}" for token in opened.tokens.values())
    with page.expect_response(re.compile(f"/api/tables/{opened.id}/record")):
        page.goto(f"{client.server.url}/table/{opened.id}#{tokens}")
    page.wait_for_function(
        "(id) => JSON.parse(localStorage['parlour.tables']).some((table) => table.id === id && table.over === 1)",
        arg=opened.id,
    )


def played(client: Client, game: str, seats: list[Any], options: dict[str, Any] | None = None, seed: int = 1) -> Opened:
    """A table where the match is over, after random moves."""
    opened = client.open_table(game, seats, options)
    with client.sit(opened.id, *opened.tokens.values()) as socket:
        socket.play_random(Luck(seed))
    return opened


def won(client: Client) -> Opened:
    """A table of Exago that was won against level 1, which had a single tile."""
    opened = client.open_table("exago", ["me", "1"], HELPLESS)
    match, bot = parlour.new("exago", 2, **HELPLESS), parlour.bot("exago", "greedy", seed=1)
    with client.sit(opened.id, opened.tokens[0]) as socket:
        while not socket.is_over:
            for move in socket.moves[0][len(match.moves) :]:
                match.play(move["seat"], move["text"])
            socket.move(0, bot.choose(match, 0))
            socket.wait_until(lambda: socket.is_over or bool(socket.states[0]["view"]["legal"]))
    return opened


def resigned(client: Client, level: str) -> Opened:
    """A table of Exago that was lost to a level."""
    opened = client.open_table("exago", ["me", level])
    with client.sit(opened.id, opened.tokens[0]) as socket:
        socket.send("resign", seat=0)
        while socket.states[0]["status"] != "over":
            socket.receive("state")
    return opened


def my_games(page: Page, client: Client) -> Locator:
    """The finished games on the list."""
    page.goto(f"{client.server.url}/my-games")
    expect(page.get_by_role("heading", name="My games")).to_be_visible()
    return page.locator("li[data-standing]")


def test_finished_games_are_listed_filtered_exported_and_imported(
    visits: Visits, client: Client, tmp_path: Path
) -> None:
    page = visits.new_page({**PHONE, "viewport": {"width": 360, "height": 640}}, accept_downloads=True)
    rows = my_games(page, client)
    expect(page.get_by_text("A game appears here as soon as it is over")).to_be_visible()
    expect(page.get_by_role("button", name="Export all games")).to_be_disabled()

    first = won(client)
    tables = [
        first,
        resigned(client, "3"),
        played(client, "traxx", ["me"]),
        played(client, "exago", [{"who": "me", "name": "Ann"}, {"who": "me", "name": "Ben"}], seed=2),
    ]
    for opened in tables:
        watch_end(page, client, opened)
        again = "Play again" if opened is tables[2] else "Rematch"
        expect(page.get_by_role("button", name=again)).to_be_visible()
    going_on = client.open_table("tracktic", ["me", "1"])
    page.goto(f"{client.server.url}/table/{going_on.id}#seat={going_on.tokens[0]}")
    expect(page.locator("[data-status=playing]")).to_be_visible()

    my_games(page, client)
    expect(rows).to_have_count(4)
    expect(page.get_by_role("region", name="Not over yet").get_by_role("listitem")).to_have_count(1)
    expect(rows.nth(3)).to_contain_text(re.compile("Exago.*You won.*against level 1", re.DOTALL))
    expect(rows.nth(2)).to_contain_text("You resigned; Blue won")
    expect(rows.nth(1)).to_contain_text(re.compile("Träxx.*point.*alone", re.DOTALL))
    expect(rows.nth(0)).to_contain_text("at this screen: Ann and Ben")
    expect(page.get_by_text("4 games: 1 won, 1 lost, 0 drawn")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for when in page.locator(".when").all():  # however long the names of the others are
        assert when.evaluate("(element) => element.scrollWidth <= element.clientWidth || element.clientWidth === 0")
        expect(when).to_be_visible()

    page.get_by_role("combobox", name="Opponent").select_option("All bots")
    expect(rows).to_have_count(2)
    page.get_by_role("combobox", name="Opponent").select_option("Bot level 3: fair")
    expect(rows).to_have_count(1)
    page.get_by_role("combobox", name="Game").select_option("Träxx")
    expect(page.get_by_role("combobox", name="Opponent")).to_have_value("")
    expect(rows).to_have_count(1)
    totals = page.get_by_role("region", name="Totals")
    expect(totals.get_by_role("row")).to_have_count(2)
    score = parlour.load(client.record(tables[2].id)).outcome
    assert score is not None
    expect(totals.get_by_role("link")).to_have_text(str(score.scores[0]).replace("-", "−"))
    page.get_by_role("combobox", name="Game").select_option("All games")

    with page.expect_download() as download:
        page.get_by_role("button", name="Export all games").click()
    file = tmp_path / "games.zip"
    download.value.save_as(file)
    with zipfile.ZipFile(file) as archive:
        assert archive.testzip() is None
        assert len(contents(archive).plans) == 4  # for 'parlour import'
        names = [name for name in archive.namelist() if name.endswith(".txt")]
        records = {parlour.load(archive.read(name).decode()).record() for name in names}
    assert records == {client.record(opened.id) for opened in tables}

    # The server forgets the table; the replay comes from this browser.
    visits.expect("404")  # the table is gone, and a record is refused
    visits.expect("422")
    client.delete(first.id, first.owner)
    my_games(page, client)
    rows.nth(3).get_by_role("link", name="Exago").first.click()
    expect(page.get_by_role("button", name="One move on")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="One move on")).to_be_visible()
    expect(page.get_by_role("link", name="To all games")).to_be_visible()
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_text("The link contains the whole game")).to_be_visible()

    # Another browser takes them over, once, and refuses what is no record.
    other = visits.new_page()
    others = my_games(other, client)
    broken = tmp_path / "broken.record"
    broken.write_text(client.record(tables[1].id).replace("players 2", "players 3"))
    expect(other.get_by_label("Files to import")).to_have_attribute("accept", re.compile(r"\.record"))
    other.get_by_label("Files to import").set_input_files([file, broken])
    expect(other.get_by_text("4 games were added.")).to_be_visible()
    expect(other.get_by_text("One file was refused:")).to_be_visible()
    expect(other.get_by_role("listitem").filter(has_text="broken.record")).to_be_visible()
    expect(others).to_have_count(4)
    expect(others.nth(3)).to_contain_text("You won")
    other.get_by_label("Files to import").set_input_files(file)
    expect(other.get_by_text("No game was added. 4 were here already.")).to_be_visible()
    others.first.get_by_role("button", name=re.compile("^Remove")).click()
    expect(others.first.get_by_role("button", name="Keep")).to_be_focused()
    others.first.get_by_role("button", name="Remove").click()
    expect(others).to_have_count(3)
    others.last.get_by_role("link", name=re.compile("^Review")).press("Enter")
    expect(other.get_by_role("heading", name="Review")).to_be_visible()


def test_a_game_that_a_bot_ended_for_me_does_not_count(visits: Visits, client: Client) -> None:
    opened = client.open_table("exago", ["me", "1"], HELPLESS)
    page = visits.new_page()
    page.goto(f"{client.server.url}/table/{opened.id}#seat={opened.tokens[0]}")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Let a bot play my seat").click()
    expect(page.get_by_role("alertdialog")).to_contain_text("against bots the game may be over in seconds")
    with page.expect_response(re.compile(f"/api/tables/{opened.id}/record")):
        page.get_by_role("button", name="Let it play").click()
    assert client.state(opened.id)["view"]["outcome"]["winners"] == [0]
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Try level"))).to_have_count(0)

    rows = my_games(page, client)
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text(re.compile("A bot played for you: .+ won"))
    expect(page.get_by_role("region", name="Totals")).to_have_count(0)

    # Taking the seat back afterwards changes nothing about that game.
    with client.sit(opened.id, opened.tokens[0]) as socket:
        socket.send("take_back", seat=0)
        socket.wait_until(lambda: socket.states[0]["seats"][0]["bot"] is None)
    with page.expect_response(re.compile(f"/api/tables/{opened.id}/record")):
        page.goto(f"{client.server.url}/table/{opened.id}")
    my_games(page, client)
    expect(rows).to_contain_text("A bot played for you")

    watch_end(page, client, won(client))
    my_games(page, client)
    expect(page.get_by_text("2 games: 1 won, 0 lost, 0 drawn")).to_be_visible()
    expect(page.get_by_role("region", name="Totals").get_by_role("cell")).to_have_text(["1", "1", "0", "0"])


def test_the_ladder_leads_up_after_a_win_and_down_after_two_losses(visits: Visits, client: Client) -> None:
    page = visits.new_page()
    page.goto(client.server.url)
    level = page.get_by_label("Level of the bots in Exago")
    expect(level).to_have_value("1")

    watch_end(page, client, resigned(client, "2"))
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("An easier one"))).to_have_count(0)
    watch_end(page, client, resigned(client, "2"))
    page.reload()  # the same suggestion, and no third loss
    page.get_by_role("button", name="An easier one? Level 1").click()
    page.wait_for_url(re.compile("/table/(?!.*seat=)"))
    expect(page.locator("[data-status=playing]")).to_be_visible()
    table = client.table(page.url.split("/table/")[1])
    assert [seat["bot"] for seat in table["seats"]] == [None, "1"]

    watch_end(page, client, won(client))
    page.get_by_role("button", name="Try level 2").press("Enter")
    expect(page.locator("[data-status=playing]")).to_be_visible()
    table = client.table(page.url.split("/table/")[1])
    assert ([seat["bot"] for seat in table["seats"]], table["options"]["handicap"]) == ([None, "2"], [0, 11])

    page.goto(client.server.url)
    expect(level).to_have_value("2")
    level.select_option("Level 4: hard")
    page.reload()
    expect(level).to_have_value("4")
    page.get_by_role("button", name="Play Exago").click()
    page.wait_for_url("**/table/*")
    assert client.table(page.url.split("/table/")[1])["seats"][1]["bot"] == "4"
