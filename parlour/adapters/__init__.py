"""Adapters that offer Parlour's games to other frameworks: one module per framework, for every game.

    pettingzoo    aec_env and parallel_env
    gymnasium     ids such as parlour/Exago-v0: one seat against bots; Träxx alone
    vector        vector_env: many games in parallel
    openspiel     pyspiel.load_game("parlour_exago")

Import the module you need. It requires its framework: install the extra `research`, or `openspiel`.
"""
