"""Deals never change."""

from __future__ import annotations

import hashlib

import pytest

import parlour
from parlour.luck import Luck, canonical_json, commitment


def test_numbers_follow_the_documented_algorithm() -> None:
    luck = Luck(7)
    for k in range(3):
        assert luck.number() == int.from_bytes(hashlib.sha256(f"7:{k}".encode()).digest()[:8], "big")


def test_shuffles_are_stable_across_versions() -> None:
    assert Luck(7).shuffled(range(10)) == [6, 5, 3, 7, 8, 1, 0, 4, 2, 9]
    assert Luck("seven").shuffled("abcdef") == list("bafdce")
    assert Luck("7").shuffled(range(10)) == Luck(7).shuffled(range(10))


def test_below_rejects_the_biased_remainder(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = iter([2**64 - 1, 5])
    luck = Luck(1)
    monkeypatch.setattr(luck, "number", lambda: next(numbers))
    assert luck.below(3) == 2  # 2**64 - 1 is past the last multiple of 3: drawn again


def test_without_a_seed_randomness_is_secret() -> None:
    assert Luck().seed != Luck().seed


def test_a_commitment_is_a_hash_of_salt_and_deal() -> None:
    text = '00ff["exago",{"a":[1,2],"b":null},null]'
    assert commitment("00ff", "exago", {"b": None, "a": [1, 2]}, None) == hashlib.sha256(text.encode()).hexdigest()
    assert canonical_json({"b": "ä", "a": 1.5}) == '{"a":1.5,"b":"ä"}'


@pytest.mark.parametrize("seed", [True, 1.5, [1], b"x", "\ud800"])
def test_a_seed_is_a_number_or_a_string(seed: object) -> None:
    with pytest.raises(parlour.BadDeal, match="a seed is a whole number or a text"):
        parlour.new("exago", seed=seed)  # type: ignore[arg-type]


def test_a_seed_and_a_deal_together_are_refused() -> None:
    with pytest.raises(parlour.BadDeal, match="a seed or a deal, not both"):
        parlour.new("exago", seed=1, deal=None)
