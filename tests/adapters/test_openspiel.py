"""OpenSpiel's own random games, two of its algorithms, and information states."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import parlour
from parlour.games import own
from parlour.luck import Luck
from tests.adapters.tables import ENDS

pytest.importorskip("pyspiel", reason="OpenSpiel is in the extra `openspiel`, which is not installed")

import pyspiel
from open_spiel.python.algorithms import external_sampling_mccfr, ismcts, mcts

from parlour.adapters.openspiel import ParlourState


def dealt(text: str, luck: Luck) -> ParlourState:
    """A state after the deal."""
    state = pyspiel.load_game(text).new_initial_state()
    if state.is_chance_node():
        outcomes = state.chance_outcomes()
        state.apply_action(outcomes[luck.below(len(outcomes))][0])
    assert isinstance(state, ParlourState)
    return state


@pytest.mark.parametrize(("name", "players"), ENDS)
def test_openspiels_own_checks_pass(name: str, players: int) -> None:
    short = ",turn_limit=6" if name == "exago" else ""  # every state is rebuilt from its history
    game = pyspiel.load_game(f"parlour_{name}(players={players}{short})")
    assert game.num_players() == players
    pyspiel.random_sim_test(game, 1, serialize=True, verbose=False)


@pytest.mark.parametrize(("name", "players"), ENDS)
def test_states_agree_with_the_match(name: str, players: int, luck: Luck) -> None:
    state = dealt(f"parlour_{name}(players={players},deals=7)", luck)
    match = state.match.fork()
    while not state.is_terminal():
        seat = state.current_player()
        texts = [state.action_to_string(action) for action in state.legal_actions()]
        assert sorted(texts) == match.legal(seat)
        k = luck.below(len(texts))
        match.play(seat, texts[k])
        state.apply_action(state.legal_actions()[k])
        assert str(state) == match.position()
    assert match.outcome is not None
    best = [seat for seat in range(players) if match.outcome.ranking[seat] == 1]
    assert [seat for seat in range(players) if state.returns()[seat] == max(state.returns())] == best
    if players > 1:
        assert sum(state.returns()) == pytest.approx(0, abs=1e-6)


def test_solo_utilities_have_the_bounds_of_the_score(luck: Luck) -> None:
    """T14: the worst score is for the start alone, the best for every field and number."""
    game = pyspiel.load_game("parlour_traxx(players=1)")
    assert (game.min_utility(), game.max_utility()) == (-60, 54)
    state = dealt("parlour_traxx(players=1)", luck)
    while not state.is_terminal():
        state.apply_action(0)  # pass
    assert state.returns() == [-60]


def test_returns_sum_to_zero_where_one_seat_beats_three() -> None:
    """OpenSpiel allows an error of 1e-9: thirds must not be rounded to 32 bits."""
    state, bot = dealt("parlour_exago(players=4)", Luck("four")), parlour.bot("exago", "greedy", seed=1)
    while not state.is_terminal():
        seat = state.current_player()
        state.apply_action(state.match.action(seat, bot.choose(state.match, seat)))
    assert sorted(state.returns()) == [-1 / 3, -1 / 3, -1 / 3, 1]
    assert abs(sum(state.returns())) < 1e-9


@pytest.mark.parametrize("name", own())
def test_only_games_without_randomness_are_declared_deterministic(name: str) -> None:
    kind = pyspiel.load_game(f"parlour_{name}").get_type()
    is_certain = kind.chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    assert is_certain == (parlour.new(name).deal is None)
    assert is_certain == (kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION)


@pytest.mark.parametrize(("name", "players"), ENDS)
def test_information_states_reveal_nothing_hidden_in_the_deal(name: str, players: int, luck: Luck) -> None:
    state = dealt(f"parlour_{name}(players={players})", luck)
    for seat in range(players):
        other = state.clone()
        other.table._match = state.match.belief(seat, seed=luck.number())
        assert state.information_state_string(seat) == other.information_state_string(seat)
        assert state.observation_string(seat) == other.observation_string(seat)
        assert state.observation_tensor(seat) == other.observation_tensor(seat)


@pytest.mark.parametrize("name", ["cirplexed", "traxx"])
def test_a_hidden_choice_is_known_only_to_its_seat(name: str, luck: Luck) -> None:
    state = dealt(f"parlour_{name}(players=2)", luck)
    one, two = state.child(state.legal_actions()[0]), state.child(state.legal_actions()[-1])
    assert one.information_state_string(0) != two.information_state_string(0)
    assert one.information_state_string(1) == two.information_state_string(1)
    assert one.observation_tensor(1) == two.observation_tensor(1)
    assert one.legal_actions() == two.legal_actions()
    first = state.legal_actions()[0]
    assert state.child(first).information_state_string(0) == one.information_state_string(0)


def test_a_clone_is_independent(luck: Luck) -> None:
    state = dealt("parlour_traxx(players=2)", luck)
    other = state.clone()
    other.apply_action(other.legal_actions()[0])
    assert state.match.moves == []
    assert len(other.match.moves) == 1


def test_its_tree_search_finds_a_line_of_five() -> None:
    state = dealt("parlour_exago(radius=4)", Luck(0))
    for text in ("e5", "e4", "f5", "f4", "g5", "g4", "h5", "h4"):  # red has four in a row
        state.apply_action(state.string_to_action(text))
    wins = [action for action in state.legal_actions() if state.child(action).is_terminal()]
    assert wins
    random = np.random.RandomState(1)
    searching = mcts.MCTSBot(
        state.get_game(), 2, 40, mcts.RandomRolloutEvaluator(1, random), random_state=random, solve=True
    )
    assert searching.step(state) in wins


def test_external_sampling_runs_on_two_rounds_of_exago() -> None:
    game = pyspiel.load_game("parlour_exago(radius=4,turn_limit=2)")
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    solver.iteration()
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    likely = solver.average_policy().action_probabilities(state)
    assert sorted(likely) == state.legal_actions()
    assert sum(likely.values()) == pytest.approx(1)


@pytest.mark.parametrize(("name", "players"), ENDS)
def test_a_resampled_state_looks_the_same_only_to_its_seat(name: str, players: int, luck: Luck) -> None:
    state = dealt(f"parlour_{name}(players={players})", luck)
    for _ in range(1 + luck.below(8)):
        if not state.is_terminal():
            state.apply_action(state.legal_actions()[luck.below(len(state.legal_actions()))])
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    for seat in range(players):
        others = [state.resample_from_infostate(seat, sampler) for _ in range(5)]
        for other in [*others, others[0].clone(), others[0].resample_from_infostate(seat, sampler)]:
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.observation_tensor(seat) == state.observation_tensor(seat)
            assert other.current_player() == state.current_player()
            if state.current_player() == seat:
                assert other.legal_actions() == state.legal_actions()
            assert other.history() == []  # it would reveal what the seat cannot know
        if state.match.deal is not None and not state.is_terminal():
            assert len({str(other) for other in [state, *others]}) > 1
        while not others[0].is_terminal():
            others[0].apply_action(others[0].legal_actions()[0])
        assert len(others[0].returns()) == players


def test_resampling_before_the_deal_stays_before_the_deal() -> None:
    state = pyspiel.load_game("parlour_tracktic").new_initial_state()
    assert state.resample_from_infostate(0, lambda: 0.5).is_chance_node()


@pytest.mark.parametrize("text", ["parlour_tracktic", "parlour_cirplexed", "parlour_traxx(players=2)"])
def test_its_search_for_hidden_information_chooses_a_legal_move(text: str, luck: Luck) -> None:
    state = dealt(text, luck)
    state.apply_action(state.legal_actions()[0])
    random = np.random.RandomState(1)
    searching = ismcts.ISMCTSBot(state.get_game(), mcts.RandomRolloutEvaluator(1, random), 2, 12, random_state=random)
    assert searching.step(state) in state.legal_actions()
    assert len(state.match.moves) == 1


def test_games_and_states_can_be_pickled(luck: Luck) -> None:
    state = dealt("parlour_exago(players=3,radius=4)", luck)
    state.apply_action(state.legal_actions()[0])
    game = pickle.loads(pickle.dumps(state.get_game()))
    assert str(game) == str(state.get_game())
    assert game.num_players() == 3
    assert str(pickle.loads(pickle.dumps(state))) == str(state)


def test_an_information_state_has_no_tensor(luck: Luck) -> None:
    with pytest.raises(parlour.ParlourError, match="information_state_string"):
        dealt("parlour_tracktic", luck).information_state_tensor(0)


def test_acting_after_the_end_names_new_initial_state(luck: Luck) -> None:
    state = dealt("parlour_exago", luck)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[luck.below(len(state.legal_actions()))])
    with pytest.raises(parlour.GameOver, match="new_initial_state"):
        state.apply_action(0)


def test_bad_parameters_are_refused_with_a_reason() -> None:
    with pytest.raises(parlour.BadPlayers, match="2 to 6"):
        pyspiel.load_game("parlour_exago(players=9)")
    with pytest.raises(parlour.BadOption, match="deals"):
        pyspiel.load_game("parlour_traxx(deals=0)")
    with pytest.raises(parlour.BadOption, match="radius"):
        pyspiel.load_game("parlour_exago(radius=9)")
