"""The longest path through one block of cells: a search over frontiers, best first.

The cells of the block are taken in turns. A state says which of the edges between cells taken and cells to come are
used, and how they hang together so far. Each such edge has a slot of four bits for its mate: the slot, counted from 1,
of the other end of its piece of path; END where that other end is an end of the whole path; 0 where the edge is not
used. Cells taken column by column never cut more than 14 edges of a grid of 13 rows, so any set of cells fits 56 bits.

States are looked at in the order of what they have lost against the bound of `path_bound`, the newest first. No step
gains, so the first path that is finished is a longest one, and no state that has lost more is ever looked at.
"""

from __future__ import annotations

import numpy as np

from parlour.games.tracktic.path_bound import CELL, EDGE_PRICE, END_PRICE, IS_OWN, LINK, PRICE, TAIL, prices
from parlour.kernel import inner

SLOTS = 14
END = 15
ONES = 0x11111111111111  # the lowest bit of each slot
MATES = 0xFFFFFFFFFFFFFF  # all bits of all slots
OWN_BIT = 1 << 56  # there is an own cell on the path

ANY, OWN = 0, 1  # kinds of path: any at all, or one with an own cell

# A plan is an int64 array with a row for each turn and these columns.
TAKEN = 0  # the row of the cell in the block
IN = 1  # and three more: the slot of the edge at each step to a cell taken before, or -1
OUT = 5  # the same to a cell taken later
OUT_LOSS = 9  # what using such an edge adds to the loss
RIVALS = 13  # the slots in use by then that lead to the same cell as that edge
LOSS = 17  # what the cell loses if it lies on the path
END_LOSS = 18  # what more it loses if it is an end of the path
SKIP_LOSS = 19  # or if it is not on the path
REST_LOSS = 20  # what this cell and all later ones lose if none is on the path
PLAN_COLUMNS = 21

# The states are an int64 array with a row for each and these columns.
KEY = 0
TURN = 1
LOST = 2  # or REPLACED, where the state was reached again with less
PARENT = 3
NEXT = 4  # the state to look at after this one
STATE_COLUMNS = 5

REPLACED = -1
FIRST_ROOM = 4096
MOST_STEPS = 16


# ---------------------------------------------------------------------------------------------------------------------
# The plan


@inner
def order_cells(block, by_row, order, turn):
    """Fill order with the cells column by column or row by row, and turn with its inverse."""
    m = block.shape[0]
    i = 0
    for row in range(13 if by_row else 1):
        for v in range(m):
            if not by_row or block[v, CELL] % 13 == row:
                order[i] = v
                turn[v] = i
                i += 1


@inner
def order_cost(block, order, turn):
    """About how many states an order leads to, or a huge number if it cuts more edges than there are slots."""
    cut = 0
    cost = 0
    for i in range(order.size):
        v = order[i]
        for k in range(4):
            u = block[v, LINK + k]
            if u >= 0:
                cut += -1 if turn[u] < i else 1
        cost += 5**cut >> cut if cut <= SLOTS else 1 << 50
    return cost


@inner
def make_plan(block, ends_price, plan):
    """Choose the order of the cells and fill in the plan."""
    m = block.shape[0]
    order = np.empty(m, np.int64)
    turn = np.empty(m, np.int64)
    order_cells(block, True, order, turn)
    cost = order_cost(block, order, turn)
    order_cells(block, False, order, turn)
    if cost < order_cost(block, order, turn):
        order_cells(block, True, order, turn)
    arrivals = np.zeros(m, np.int64)  # by cell, the slots that lead to it so far
    free = (1 << SLOTS) - 1
    for i in range(m):
        v = order[i]
        plan[i, TAKEN] = v
        price = block[v, PRICE]
        plan[i, LOSS] = block[v, END_PRICE]
        plan[i, SKIP_LOSS] = 2 * price
        plan[i, END_LOSS] = price + ends_price - 1 - 2 * block[v, TAIL]
        for k in range(4):
            plan[i, IN + k] = -1
            plan[i, OUT + k] = -1
            u = block[v, LINK + k]
            if u >= 0 and turn[u] < i:
                slot = plan[turn[u], OUT + (k ^ 2)]
                plan[i, IN + k] = slot
                free |= 1 << slot
        for k in range(4):
            u = block[v, LINK + k]
            if u >= 0 and turn[u] > i:
                slot = 0
                while not (free >> slot) & 1:
                    slot += 1
                free &= ~(1 << slot)
                plan[i, OUT + k] = slot
                plan[i, OUT_LOSS + k] = price + block[u, PRICE] - 2
                plan[i, LOSS] += block[v, EDGE_PRICE + k]
                plan[i, RIVALS + k] = arrivals[u]
                arrivals[u] |= 15 << (4 * slot)
    plan[m, REST_LOSS] = 0
    for i in range(m - 1, -1, -1):
        plan[i, REST_LOSS] = plan[i + 1, REST_LOSS] + plan[i, LOSS] + plan[i, SKIP_LOSS]


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
def count_ends(key):
    """How many ends of the path are settled."""
    ends = key & (key >> 1) & (key >> 2) & (key >> 3) & ONES
    if ends == 0:
        return 0
    return 1 if ends & (ends - 1) == 0 else 2


@inner
def has_two(key):
    """Whether two or more slots are used."""
    used = (key | (key >> 1) | (key >> 2) | (key >> 3)) & ONES
    return used & (used - 1) != 0


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
def moved(count, table, states, more_table, more_states):
    """Copy all states to a larger array and enter them in a larger table."""
    for at in range(more_table.size):
        more_table[at] = -1
    for state in range(count):
        for column in range(STATE_COLUMNS):
            more_states[state, column] = states[state, column]
    for at in range(table.size):
        state = table[at]
        if state >= 0:
            more_table[place(states[state, KEY], states[state, TURN], more_table, more_states)] = state


@inner
def steps_from(key, i, block, plan, start, is_start_taken, steps):
    """Fill steps with the keys that follow when it is turn i and what each adds to the loss; returns how many."""
    n = 0
    v = plan[i, TAKEN]
    ends = count_ends(key & MATES)
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
    loss = plan[i, LOSS]

    if used >= 2:
        is_circle = b == first + 1
        is_finished = a == END and b == END
        if used == 2 and v != start and not is_circle and (key == 0 or not is_finished):
            steps[0, 0] = own if is_finished else linked(key, a, b) | own
            steps[0, 1] = loss
            n = 1
        return n

    if v != start:
        if used == 0:
            steps[0, 0] = key | own_before
            steps[0, 1] = loss + plan[i, SKIP_LOSS]
            n = 1
        for j in range(4):
            to = plan[i, OUT + j] + 1
            if to == 0 or has_two(key & plan[i, RIVALS + j]):
                continue
            if used == 1:
                steps[n, 0] = linked(key, a, to) | own
                steps[n, 1] = loss + plan[i, OUT_LOSS + j]
                n += 1
                continue
            for k in range(j):
                if plan[i, OUT + k] >= 0 and not has_two(key & plan[i, RIVALS + k]):
                    steps[n, 0] = linked(key, to, plan[i, OUT + k] + 1) | own
                    steps[n, 1] = loss + plan[i, OUT_LOSS + j] + plan[i, OUT_LOSS + k]
                    n += 1

    # The path ends here, with the longest tail, or with a shorter one that brings the first own cell.
    if ends + (v != start and not is_start_taken) >= 2:
        return n
    loss += plan[i, END_LOSS]
    longest = block[v, TAIL + ANY]
    longest_own = block[v, TAIL + OWN]
    for kind in range(2):
        if kind == OWN:
            if own or longest_own < 0 or longest_own == longest:
                break
            loss += 2 * (longest - longest_own)
        if kind == OWN or longest_own == longest:
            own |= OWN_BIT
        if used == 0:
            for j in range(4):
                if plan[i, OUT + j] >= 0 and not has_two(key & plan[i, RIVALS + j]):
                    steps[n, 0] = with_mate(key, plan[i, OUT + j], np.int64(END)) | own
                    steps[n, 1] = loss + plan[i, OUT_LOSS + j]
                    n += 1
        elif a != END:
            steps[n, 0] = with_mate(key, a - 1, np.int64(END)) | own
            steps[n, 1] = loss
            n += 1
        elif key == 0:
            steps[n, 0] = own
            steps[n, 1] = loss
            n += 1
    return n


@inner
def trace(state, states, block, plan, line):
    """Write the cells of a finished path in order, as rows of the block; returns how many and the kinds of its tails."""
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


@inner
def search(block, start, floor, wants_any, wants_own, found, lines):
    """The longest path of each wanted kind, if it has more than `floor` cells, in a block of three cells or more.

    A path must have one end at the row `start`, unless that is -1. By kind, lines gets the rows of a path, and found
    its length with both tails (0 if there is none), the number of rows, and the kinds of the tail at either end.
    """
    found[ANY, 0] = 0
    found[OWN, 0] = 0
    most, ends_price = prices(block)
    losses = most - 2 * floor - 1  # this loss is too much
    if losses <= 0:
        return 0
    m = block.shape[0]
    plan = np.empty((m + 1, PLAN_COLUMNS), np.int64)
    make_plan(block, ends_price, plan)
    start_turn = -1
    for i in range(m):
        if plan[i, TAKEN] == start:
            start_turn = i

    steps = np.zeros((MOST_STEPS, 2), np.int64)
    heads = np.full(losses, -1, np.int64)  # by loss, the state to look at first
    room = FIRST_ROOM
    states = np.empty((room, STATE_COLUMNS), np.int64)
    table = np.full(2 * room, -1, np.int32)
    states[0, KEY] = 0
    states[0, TURN] = 0
    states[0, LOST] = 0
    states[0, PARENT] = -1
    states[0, NEXT] = -1
    heads[0] = 0
    count = np.int64(1)
    loss = 0
    while loss < losses:
        state = heads[loss]
        if state < 0:
            loss += 1
            continue
        heads[loss] = states[state, NEXT]
        if states[state, LOST] == REPLACED:
            continue
        i = states[state, TURN]
        key = states[state, KEY]
        if i == m:
            for kind in range(2):
                wants = wants_own and key & OWN_BIT if kind == OWN else wants_any
                if wants and not found[kind, 0]:
                    found[kind, 0] = (most - loss) >> 1
                    found[kind, 1], found[kind, 2], found[kind, 3] = trace(state, states, block, plan, lines[kind])
            if (found[ANY, 0] or not wants_any) and (found[OWN, 0] or not wants_own):
                break
            continue
        if count + MOST_STEPS > room:
            room *= 4
            more_states = np.empty((room, STATE_COLUMNS), np.int64)
            more_table = np.empty(2 * room, np.int32)
            moved(count, table, states, more_table, more_states)
            states = more_states
            table = more_table

        n = steps_from(key, i, block, plan, start, start_turn <= i, steps)
        for step in range(n):
            next_key = steps[step, 0]
            next_loss = loss + steps[step, 1]
            next_turn = i + 1
            if key & MATES and not next_key & MATES:  # the path is finished
                next_loss += plan[next_turn, REST_LOSS]
                next_turn = m
            if next_loss >= losses:
                continue
            at = place(next_key, next_turn, table, states)
            known = table[at]
            if known >= 0:
                if states[known, LOST] <= next_loss:
                    continue
                states[known, LOST] = REPLACED
            states[count, KEY] = next_key
            states[count, TURN] = next_turn
            states[count, LOST] = next_loss
            states[count, PARENT] = state
            states[count, NEXT] = heads[next_loss]
            heads[next_loss] = count
            table[at] = count
            count += 1
    return count
