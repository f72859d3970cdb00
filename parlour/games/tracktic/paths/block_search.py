"""The longest path through one block of cells: a best-first search over frontiers, with an admissible bound.

The cells of the block are processed one by one. A state says which of the edges between processed and remaining cells
are used, and how they are connected so far. Each such edge has a slot of four bits for its mate: the slot, counted from
1, of the other end of its piece of path; END where that other end is an end of the whole path; 0 where the edge is not
used. Cells are taken column by column or row by row, so that at most two edges lead to a cell from those before it, and
at most 14 edges are cut on a grid of 13 x 13: any set of cells fits 56 bits.

The bound on the cells to come ignores the mates: by turn, set of used slots and number of ends to come, it is the most
cells with two edges each, or one at an end, in one path or in several and cycles. That is seldom more than a single
path can do. States are expanded in the order of their length plus this bound, the newest first; so the first finished
path is a longest one, and no state whose length plus bound is less is ever expanded.
"""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from parlour.kernel import inner, shared

END = 15
ONES = 0x11111111111111  # the lowest bit of each slot
MATES = 0xFFFFFFFFFFFFFF  # all bits of all slots
OWN_BIT = 1 << 56  # there is an own cell on the path

ANY, OWN = 0, 1  # kinds of path: any at all, or one with an own cell

# A block is an int64 array with a row for each cell and these columns.
LINK = 0  # and three more: the row of the neighbour at each step, or -1; step k ^ 2 leads back from step k
CELL = 4  # its number on the board; rows ascend by it
IS_OWN = 5
TAIL = 6  # how many cells can follow where a path ends here, and in the next column how many with an own one, or -1
BLOCK_COLUMNS = 8

# A plan is an int64 array with a row for each turn, one more for the end, and these columns.
TAKEN = 0  # the row of the cell in the block
IN = 1  # and three more: the slot of the edge at each step to a cell taken before, or -1
OUT = 5  # and three more: the same to a cell taken later
LIVE = 9  # the slots of all edges cut when the turn comes, a bit for each
REST = 10  # where the turn's part of what can still come begins
PLAN_COLUMNS = 11

# The states are an int64 array with a row for each and these columns.
KEY = 0
TURN = 1
HAS = 2  # the number of cells of the path, tails included; or REPLACED, if the state was reached again with more
PARENT = 3
NEXT = 4  # the next state in the list
STATE_COLUMNS = 5

REPLACED = -1
IMPOSSIBLE = -1000
FIRST_LIMIT = 1024
MOST_STEPS = 16


# ---------------------------------------------------------------------------------------------------------------------
# The plan


@inner
def order_cells(block, is_by_row, is_backward, order, turn):
    """Fill order with the cells column by column or row by row, and turn with its inverse.

    Returns how many sets of cut edges there are, over all turns: a measure of the work.
    """
    m = block.shape[0]
    i = 0
    for row in range(13 if is_by_row else 1):
        for v in range(m):
            if not is_by_row or block[v, CELL] % 13 == row:
                turn[v] = m - 1 - i if is_backward else i
                order[turn[v]] = v
                i += 1
    cut = 0
    sets = 0
    for i in range(m):
        for k in range(4):
            u = block[order[i], LINK + k]
            if u >= 0:
                cut += -1 if turn[u] < i else 1
        sets += 1 << cut
    return sets


@inner
def make_plan(block, way, plan):
    """Order the cells in one of four ways and fill in the plan; returns the size of the table of what can still come.

    Ways 0 and 1 are the lines, rows or columns, that cut fewer edges, forward and backward; 2 and 3 are the others.
    """
    m = block.shape[0]
    order = np.empty(m, np.int64)
    turn = np.empty(m, np.int64)
    sets = np.zeros(2, np.int64)
    is_by_row = np.int64(1)
    for step in range(3):  # by row, by column, and the chosen one
        sets[is_by_row] = order_cells(block, is_by_row, way & 1, order, turn)
        is_by_row = np.int64(step == 1 and (sets[1] < sets[0]) != (way >= 2))
    live = 0
    size = 0
    for i in range(m + 1):
        plan[i, LIVE] = live
        plan[i, REST] = size
        span = 1
        while span <= live:
            span *= 2
        size += 3 * span
        if i == m:
            break
        v = order[i]
        plan[i, TAKEN] = v
        for k in range(4):
            plan[i, IN + k] = -1
            plan[i, OUT + k] = -1
            u = block[v, LINK + k]
            if u >= 0 and turn[u] < i:
                plan[i, IN + k] = plan[turn[u], OUT + (k ^ 2)]
                live &= ~(1 << plan[i, IN + k])
        for k in range(4):
            u = block[v, LINK + k]
            if u >= 0 and turn[u] > i:
                slot = 0
                while (live >> slot) & 1:
                    slot += 1
                live |= 1 << slot
                plan[i, OUT + k] = slot
    return size


@inner
def look_ahead(block, plan, start, rest):
    """Fill rest, at plan[i, REST] + 3 * used + e, with how many cells can come from turn i on.

    The slots in `used` are used then, e ends are to come, and one of them must be at the row `start`, or at none.
    """
    m = block.shape[0]
    outs = np.empty(4, np.int64)
    for e in range(3):
        rest[plan[m, REST] + e] = IMPOSSIBLE if e else 0
    for i in range(m - 1, -1, -1):
        v = plan[i, TAKEN]
        at_end = 1 + block[v, TAIL]
        ins = 0
        n = 0
        for k in range(4):
            if plan[i, IN + k] >= 0:
                ins |= 1 << plan[i, IN + k]
            if plan[i, OUT + k] >= 0:
                outs[n] = 3 << plan[i, OUT + k]
                n += 1
        live = plan[i, LIVE]
        used = live  # from the set of all down to the empty one
        while True:
            arriving = used & ins
            is_one = arriving & (arriving - 1) == 0
            here = plan[i, REST] + 3 * used
            after = plan[i + 1, REST] + 3 * (used & ~ins)
            for e in range(3):
                best = IMPOSSIBLE
                if v != start:
                    if arriving == 0:
                        best = rest[after + e]
                        for j in range(n):
                            for k in range(j):
                                best = max(best, 1 + rest[after + outs[j] + outs[k] + e])
                    elif is_one:
                        for j in range(n):
                            best = max(best, 1 + rest[after + outs[j] + e])
                    else:
                        best = 1 + rest[after + e]
                if e and arriving == 0:
                    for j in range(n):
                        best = max(best, at_end + rest[after + outs[j] + e - 1])
                elif e and is_one:
                    best = max(best, at_end + rest[after + e - 1])
                rest[here + e] = best if best >= 0 else IMPOSSIBLE
            if used == 0:
                break
            used = (used - 1) & live


# ---------------------------------------------------------------------------------------------------------------------
# Keys


@inner
def with_mate(key, slot, mate):
    """The key with this mate in a slot."""
    return (key & ~(15 << (4 * slot))) | (mate << (4 * slot))


@inner
def linked(key, a, b):
    """The key with two mates of one piece, slots from 1 or END, made each other's."""
    if a != END:
        key = with_mate(key, a - 1, b)
    if b != END:
        key = with_mate(key, b - 1, a)
    return key


@inner
def prospect(key):
    """The part of an index of what can still come that a key decides: 3 * used slots + ends to come."""
    key &= MATES
    used = (key | (key >> 1) | (key >> 2) | (key >> 3)) & ONES
    used = (used | (used >> 3)) & 0x03030303030303
    used = (used | (used >> 6)) & 0x0F000F000F000F
    used = (used | (used >> 12)) & 0xFF000000FF
    used = (used | (used >> 24)) & 0xFFFF
    ends = key & (key >> 1) & (key >> 2) & (key >> 3) & ONES
    if ends == 0:
        return 3 * used + 2
    return 3 * used + 1 if ends & (ends - 1) == 0 else 3 * used


# ---------------------------------------------------------------------------------------------------------------------
# States


@inner
def place(key, turn, table, states):
    """Where the table holds this state, or where it would go."""
    mask = table.size - 1
    mixed = ((key & 0xFFFFFFFF) * 0x5BD1E995) ^ (((key >> 32) | (turn << 25)) * 0x2545F491)
    at = (mixed >> 29) & mask
    while table[at] >= 0:
        state = table[at]
        if states[state, KEY] == key and states[state, TURN] == turn:
            break
        at = (at + 1) & mask
    return at


@inner
def steps_from(key, i, block, plan, start, steps):
    """Fill steps with the keys that can follow at turn i and how many cells each adds; returns how many."""
    n = 0
    v = plan[i, TAKEN]
    own_before = key & OWN_BIT
    own = own_before | (OWN_BIT if block[v, IS_OWN] else 0)
    key &= MATES
    used = 0
    first = 0
    a = np.int64(0)
    b = np.int64(0)
    for k in range(4):
        slot = plan[i, IN + k]
        mate = (key >> (4 * slot)) & 15 if slot >= 0 else 0
        if mate:
            used += 1
            key &= ~(15 << (4 * slot))
            if used == 1:
                first = slot
                a = mate
            else:
                b = mate

    if used == 2:
        is_circle = b == first + 1
        is_finished = a == END and b == END
        if not is_circle and (key == 0 or not is_finished):
            steps[0, 0] = own if is_finished else linked(key, a, b) | own
            steps[0, 1] = 1
            n = 1
        return n

    if v != start:
        if used == 0:
            steps[0, 0] = key | own_before
            steps[0, 1] = 0
            n = 1
        for j in range(4):
            to = plan[i, OUT + j] + 1
            if to and used:
                steps[n, 0] = linked(key, a, to) | own
                steps[n, 1] = 1
                n += 1
            elif to:
                for k in range(j):
                    if plan[i, OUT + k] >= 0:
                        steps[n, 0] = linked(key, to, plan[i, OUT + k] + 1) | own
                        steps[n, 1] = 1
                        n += 1

    # The path ends here, with the longest tail, or with a shorter one that brings the first own cell.
    longest = block[v, TAIL + ANY]
    longest_own = block[v, TAIL + OWN]
    for kind in range(2):
        if kind == OWN and (own or longest_own < 0):
            break
        adds = 1 + (longest_own if kind == OWN else longest)
        if longest_own == adds - 1:
            own |= OWN_BIT
        if used == 0:
            for j in range(4):
                if plan[i, OUT + j] >= 0:
                    steps[n, 0] = with_mate(key, plan[i, OUT + j], np.int64(END)) | own
                    steps[n, 1] = adds
                    n += 1
        elif a != END:
            steps[n, 0] = with_mate(key, a - 1, np.int64(END)) | own
            steps[n, 1] = adds
            n += 1
        elif key == 0:
            steps[n, 0] = own
            steps[n, 1] = adds
            n += 1
    return n


@inner
def trace(state, states, block, plan, line):
    """Write the rows of a finished path's cells in order; returns how many, and the kinds of its tails."""
    m = block.shape[0]
    beside = np.full((m, 2), -1, np.int64)
    tail_kind = np.zeros(m, np.int64)
    while states[state, PARENT] >= 0:
        before = states[state, PARENT]
        i = states[before, TURN]
        v = plan[i, TAKEN]
        key = states[state, KEY]
        for k in range(4):
            if plan[i, OUT + k] >= 0 and (key >> (4 * plan[i, OUT + k])) & 15:
                u = block[v, LINK + k]
                beside[v, 1 if beside[v, 0] >= 0 else 0] = u
                beside[u, 1 if beside[u, 0] >= 0 else 0] = v
        if key & OWN_BIT and not states[before, KEY] & OWN_BIT and not block[v, IS_OWN]:
            tail_kind[v] = OWN  # only a tail can have brought the own cell
        state = before
    v = 0
    while beside[v, 0] < 0 or beside[v, 1] >= 0:
        v += 1
    n = 0
    before = -1
    while v >= 0:
        line[n] = v
        n += 1
        after = beside[v, 1] if beside[v, 0] == before else beside[v, 0]
        before = v
        v = after
    return n, tail_kind[line[0]], tail_kind[before]


@shared
@inner
def search(block, start, floor, wants_any, wants_own, found, lines):
    """The longest path of each wanted kind, if it has more than `floor` cells, in a block of three cells or more.

    A path must have one end at the row `start`, unless that is -1. By kind, lines gets the rows of a path, and found
    its length with both tails (0 if there is none), the number of rows, and the kinds of the tail at either end.
    """
    found[ANY, 0] = 0
    found[OWN, 0] = 0
    m = block.shape[0]
    plan = np.empty((m + 1, PLAN_COLUMNS), np.int64)
    # If the bound is too high, it is mostly at one side of the block. A search that starts there notices early, one
    # that ends there notices last. So all ways are tried in turns, with more room each time.
    way = np.int64(0)
    limit = np.int64(FIRST_LIMIT)
    while True:
        rest = np.empty(make_plan(block, way, plan), np.int16)
        look_ahead(block, plan, start, rest)
        if rest[2] <= floor or attempt(block, plan, rest, start, floor, limit, wants_any, wants_own, found, lines):
            return
        way = (way + 1) & 3
        limit *= 2


@inner
def attempt(block, plan, rest, start, floor, limit, wants_any, wants_own, found, lines):
    """Search for what is wanted and not yet found; False if that takes more than `limit` states, a power of two."""
    m = block.shape[0]
    start_turn = -1
    for i in range(m):
        if plan[i, TAKEN] == start:
            start_turn = i
    most = np.int64(rest[2])
    steps = np.empty((MOST_STEPS, 2), np.int64)
    heads = np.full(most - floor, -1, np.int64)  # by the difference to `most`: the first state to expand
    states = np.empty((limit + MOST_STEPS, STATE_COLUMNS), np.int64)
    table = np.full(2 * limit, -1, np.int32)
    states[0, KEY] = 0
    states[0, TURN] = 0
    states[0, HAS] = 0
    states[0, PARENT] = -1
    states[0, NEXT] = -1
    heads[0] = 0
    count = 1
    loss = 0
    while loss < heads.size:
        state = heads[loss]
        if state < 0:
            loss += 1
            continue
        if count >= limit:
            return False
        heads[loss] = states[state, NEXT]
        if states[state, HAS] == REPLACED:
            continue
        i = states[state, TURN]
        key = states[state, KEY]
        if i == m:
            for kind in range(2):
                wants = wants_own and key & OWN_BIT if kind == OWN else wants_any
                if wants and not found[kind, 0]:
                    found[kind, 0] = states[state, HAS]
                    found[kind, 1], found[kind, 2], found[kind, 3] = trace(state, states, block, plan, lines[kind])
            if (found[ANY, 0] or not wants_any) and (found[OWN, 0] or not wants_own):
                break
            continue
        n = steps_from(key, i, block, plan, start, steps)
        for step in range(n):
            next_key = steps[step, 0]
            next_turn = i + 1
            has = states[state, HAS] + steps[step, 1]
            next_loss = most - has
            if key & MATES and not next_key & MATES:  # the path is finished
                if i < start_turn:
                    continue
                next_turn = m
            else:
                next_loss -= rest[plan[next_turn, REST] + prospect(next_key)]
            if next_loss >= heads.size:
                continue
            at = place(next_key, next_turn, table, states)
            known = table[at]
            if known >= 0:
                if states[known, HAS] >= has:
                    continue
                states[known, HAS] = REPLACED
            states[count, KEY] = next_key
            states[count, TURN] = next_turn
            states[count, HAS] = has
            states[count, PARENT] = state
            states[count, NEXT] = heads[next_loss]
            heads[next_loss] = count
            table[at] = count
            count += 1
    return True
