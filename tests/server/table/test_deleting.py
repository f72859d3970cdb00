"""Who may delete a table, and when."""

from __future__ import annotations

from parlour.luck import Luck
from tests.server.client import Client
from tests.server.gathering import Gathering
from tests.server.process import ServerProcess
from tests.server.table.test_replacing import wait_until_gone
from tests.server.table.test_seats import refusal


def test_a_match_in_progress_cannot_be_deleted(house: ServerProcess, luck: Luck) -> None:
    with Gathering(house, "exago", people=3) as gathering:
        client, opened = gathering.people[0].client, gathering.opened
        gathering.play(luck, 2)
        problem = refusal(lambda: client.delete(opened.id, opened.owner))
        assert (problem.status, problem.code) == (409, "others_play")
        assert "guest 1 and guest 2 still play here" in problem.sentence
        gathering.people[2].say("hand_over", bot="random")
        gathering.people[0].see(lambda state: state["seats"][2]["kind"] == "bot")
        assert "guest 1 still plays here" in refusal(lambda: client.delete(opened.id, opened.owner)).sentence
        gathering.people[1].leave()  # people who have just left may return
        assert refusal(lambda: client.delete(opened.id, opened.owner)).code == "others_play"
        assert client.table(opened.id)["status"] == "playing"


def test_a_finished_match_can_be_deleted(house: ServerProcess) -> None:
    with Gathering(house, "exago") as gathering:
        ada, bo = gathering.people
        bo.say("resign")
        ada.see(lambda state: state["status"] == "over")
        ada.client.delete(gathering.id, gathering.opened.owner)
        assert refusal(lambda: ada.client.table(gathering.id)).status == 404


def test_a_match_can_be_deleted_once_the_others_are_away(hasty: ServerProcess) -> None:
    with Gathering(hasty, "exago") as gathering:
        ada, bo = gathering.people
        assert refusal(lambda: ada.client.delete(gathering.id, gathering.opened.owner)).code == "others_play"
        bo.leave()
        wait_until_gone(gathering, 1)
        ada.client.delete(gathering.id, gathering.opened.owner)


def test_own_seats_and_bots_do_not_prevent_deletion(visitor: Client) -> None:
    for seats in (["me", "me"], ["me", "random"], ["me", "open"]):
        opened = visitor.open_table("exago", seats)
        with visitor.sit(opened.id, *opened.tokens.values()):
            visitor.delete(opened.id, opened.owner)
