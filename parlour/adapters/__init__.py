"""Parlour's games as other people's frameworks know games: one module for each framework, serving every game.

    pettingzoo    aec_env and parallel_env
    gymnasium     ids such as parlour/Exago-v0: one seat against bots; Träxx alone
    vector        vector_env: many games side by side
    openspiel     pyspiel.load_game("parlour_exago")

Each module is imported by itself and needs its framework: the extra `research`, or `openspiel`.
"""
