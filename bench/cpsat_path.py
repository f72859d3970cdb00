"""Tracktic's longest path by OR-Tools CP-SAT: the yardstick of the benchmark, and an independent check in the tests."""

from __future__ import annotations

from collections.abc import Collection

from ortools.sat.python import cp_model

from parlour.grid import SQUARE_STEPS, parse_square, square_name


def solve(own: Collection[str], white: Collection[str]) -> list[str]:
    """A longest path with an own cell, proved optimal by one worker: a circuit through cells and an extra node."""
    if not own:
        return []
    cells = {cell: node for node, name in enumerate([*own, *white], 1) if (cell := parse_square(name, 13, 13))}
    model = cp_model.CpModel()
    arcs: list[tuple[int, int, cp_model.IntVar]] = []
    skipped: dict[int, cp_model.IntVar] = {}
    for (x, y), node in cells.items():
        skipped[node] = model.new_bool_var("")
        arcs += [(0, node, model.new_bool_var("")), (node, 0, model.new_bool_var("")), (node, node, skipped[node])]
        arcs += [
            (node, cells[x + dx, y + dy], model.new_bool_var(""))
            for dx, dy in SQUARE_STEPS
            if (x + dx, y + dy) in cells
        ]
    model.add_circuit(arcs)
    model.add_bool_or(~skipped[node] for node in range(1, len(own) + 1))
    model.minimize(sum(skipped.values()))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if solver.solve(model) != cp_model.OPTIMAL:
        raise RuntimeError("CP-SAT did not prove a longest path")
    names = {node: square_name(cell) for cell, node in cells.items()}
    after = {tail: head for tail, head, literal in arcs if tail != head and solver.boolean_value(literal)}
    path, node = [], after[0]
    while node:
        path.append(names[node])
        node = after[node]
    return path
