"""Which names people may have."""

from __future__ import annotations

import pytest

from parlour.bots import NAMES, title
from parlour.server.table.names import NAME_LENGTH, checked_name
from tests.server.client import Client, Refused

FINE = [
    *("Ann", "Zoë", "Nguyễn Văn Ất", "Z\u0307oe\u0308", "Łukasz", "O'Neill-Smith", "Ἀθηνᾶ", "Ольга", "X Æ A-12"),
    *(
        "محمد",
        "مُحَمَّد",
        "می\u200cخواهم",
        "שָׁלוֹם",
        "देवनागरी",
        "ज़ीनत",
        "श्री",
        "क्\u200dष",
        "ไพลิน",
        "བསྒྲུབས",
        "김철수",
        "さくら",
    ),
    *(
        "👩\u200d🚀 Ada",
        "👨\u200d👩\u200d👧\u200d👦",
        "❤\ufe0f\u200d🔥",
        "🏳\ufe0f\u200d🌈",
        "👍🏽",
        "1\ufe0f\u20e3 Ann",
    ),
    *(
        "Abbott",
        "Robot",
        "Bottas",
        "Levelle",
        "Greedy Ann",
        "Random Guy",
        "Botticelli",
        "Easy",
        "Ann (5)x",
        "Ann 5",
        "guest 1",
    ),
]
BLANK = [
    *(
        "\u3164",
        "\u2800",
        "\u2800\u2800",
        "A\u3164",
        "\u115f",
        "\uffa0\uffa0",
        "\u034f",
        "\u180e",
        "\u200b",
        "\u00ad",
        "\u2060",
    ),
    *(
        "\u200d",
        "A\u200dnn",
        "Ann\u200d",
        "\u200cAnn",
        "Иван\u200d",
        "👩\u200d\u200d🚀",
        "\u0301",
        "\u0301Ann",
        "A \u0301nn",
    ),
    *("\ufe0f", "A\ufe00", "👍\ufe0f\ufe0f", "\u202eAnn", "\u3000", " ", "\U000e0041", "\U0001d159", "x\U000e0100"),
]
PILED = ["Z\u0300\u0301\u0302", "e\u0323\u0302\u0301\u0300", "ë\u0301\u0302", "A" + "\u0489" * 5, "م" + "\u0651" * 5]
LABELS = [
    *(
        "level 5",
        "Level 5",
        "Level５",
        "LEVEL 5",
        "leve1 5",
        "Ievel 5",
        "Lеvеl 5",
        "ʟᴇᴠᴇʟ 5",
        "Lével 5",
        "l e v e l 3",
        "𝐋𝐞𝐯𝐞𝐥 𝟓",
    ),
    *("greedy", "GREEDY", "gr33dy", "ɡreedy", "Greedy bot", "random", "rand0m", "RANDOM BOT", "ｒａｎｄｏｍ", "Rаndom"),
    *(
        "Bot 3",
        "bot",
        "B0t 3",
        "Βot 3",
        "Вот 3",
        "Bot level 3: fair",
        "bot, level 3",
        "[bot] level 5",
        "5",
        "３",
        "red (3)",
    ),
    *("red (greedy)", "Ann (level 5)", "Ann （bot）", "★ Level 5 ★", "level", "3 bot", "hard bot"),
]


@pytest.mark.parametrize("name", FINE)
def test_names_in_many_scripts_are_accepted(name: str) -> None:
    assert checked_name(f"  {name} ").replace(" ", "") != ""


@pytest.mark.parametrize(("names", "sentence"), [(BLANK, "a name"), (PILED, "accents"), (LABELS, "bots are called")])
def test_invalid_names_are_refused_with_a_reason(names: list[str], sentence: str) -> None:
    for name in names:
        with pytest.raises(ValueError, match=sentence):
            print(ascii(name), checked_name(name))


@pytest.mark.parametrize("bot", NAMES)
def test_names_that_look_like_a_bots_are_refused(bot: str) -> None:
    for name in (bot, title(bot), f"{bot} bot", f"bot, {title(bot)}", f"red ({bot})"):
        with pytest.raises(ValueError, match="bots are called"):
            checked_name(name)


def test_the_length_limit_applies_after_normalisation() -> None:
    assert checked_name("e\u0301" * NAME_LENGTH) == "é" * NAME_LENGTH
    with pytest.raises(ValueError, match="24"):
        checked_name("\u0958" * NAME_LENGTH)  # two characters each in stored form


def test_a_server_accepts_and_returns_names_in_many_scripts(visitor: Client) -> None:
    for name in ("👩\u200d🚀 Ada", "مُحَمَّد", "देवनागरी", "김철수"):
        opened = visitor.open_table("exago", [{"who": "me", "name": name}, "me"])
        assert visitor.state(opened.id)["view"]["names"][0] == name
        with visitor.sit(opened.id, *opened.tokens.values()) as socket:
            socket.send("resign", seat=1)
            socket.wait_until(lambda: socket.is_over)
        assert f'names ["{name}","blue"]' in visitor.record(opened.id)
    for wrong in ("\u3164", "Level５", "Z\u0300\u0301\u0302"):
        with pytest.raises(Refused) as problem:
            visitor.rename(opened.id, 0, opened.tokens[0], wrong)
        assert (problem.value.status, problem.value.code) == (422, "bad_request")
