"""The longest path through one block of cells: a search over frontiers, best first.

The cells of the block are taken one after the other. A state says which of the edges between cells taken and cells to
come are used, and how they hang together so far. Each such edge has a slot of four bits, its mate: the slot, counted
from 1, of the other end of its piece of path; END where that other end is an end of the whole path; 0 where the edge
is not used. Cells taken column by column never cut more than 14 edges of a grid of 13 rows, so any set fits 56 bits.

States are taken in the order of what they have lost against the bound of `path_bound`, those with most cells behind
them first. Every step loses nothing or something, so the first finished path is a longest one, and no state that
loses more than it is ever looked at.
"""

from __future__ import annotations

import numpy as np

from parlour.games.tracktic.path_bound import prices
from parlour.kernel import inner

SLOTS = 14
END = 15
ONES = 0x11111111111111  # the lowest bit of each slot
MATES = 0xFFFFFFFFFFFFFF  # all bits of all slots
OWN_BIT = 1 << 56  # some cell of the path is an own one

ANY, OWN = 0, 1  # kinds of path: any at all, or one with an own cell

# Columns of what is kept for a state, beside its key.
LAYER, LOSS, PARENT, NEXT = 0, 1, 2, 3
REPLACED = -1  # in LOSS: the state was reached again with less

MOST_STEPS = 32  # more than the ways to go on from one state


# ---------------------------------------------------------------------------------------------------------------------
# The order of the cells


@inner
def order_cost(m, links, order):
    """How many states an order may lead to, roughly; infinite if it cuts more edges than there are slots."""
    taken = np.zeros(m, np.bool_)
    cut = 0
    cost = 0.0
    for i in range(m):
        v = order[i]
        for k in range(4):
            u = links[v, k]
            if u >= 0:
                cut += -1 if taken[u] else 1
        taken[v] = True
        if cut > SLOTS:
            return np.inf
        cost += 2.5**cut
    return cost


@inner
def row_order(m, cell, order):
    """The cells row by row."""
    first = np.zeros(14, np.int64)
    for v in range(m):
        first[cell[v] % 13 + 1] += 1
    for row in range(13):
        first[row + 1] += first[row]
    for v in range(m):
        row = cell[v] % 13
        order[first[row]] = v
        first[row] += 1


@inner
def best_order(m, cell, links):
    """The cells, whose numbers go column by column, in an order that cuts few edges."""
    order = np.arange(m)
    other = np.empty(m, np.int64)
    row_order(m, cell, other)
    if order_cost(m, links, other) < order_cost(m, links, order):
        return other
    return order


# ---------------------------------------------------------------------------------------------------------------------
# Nibbles


@inner
def with_mate(key, slot, mate):
    """The key with this mate in a slot, whatever it held."""
    return (key & ~(15 << (4 * slot))) | (mate << (4 * slot))


@inner
def linked(key, a, b):
    """The key with two ends of one piece, each a mate (a slot from 1, or END, not both), made each other's mate."""
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
def place(key, layer, table, keys, about):
    """Where the table holds this state, or where it would go."""
    mask = table.size - 1
    mixed = (key & 0xFFFFFFFF) * 0x5BD1E995 ^ ((key >> 32) | (layer << 25)) * 0x2545F491
    at = (mixed >> 29) & mask
    while table[at] >= 0:
        node = table[at]
        if keys[node] == key and about[node, LAYER] == layer:
            break
        at = (at + 1) & mask
    return at


@inner
def emit(key, layer, loss, parent, count, table, keys, about, heads):
    """Keep a state unless it is known with as small a loss; returns the number of states kept."""
    if loss >= heads.size:
        return count
    at = place(key, layer, table, keys, about)
    node = table[at]
    if node >= 0:
        if about[node, LOSS] <= loss:
            return count
        about[node, LOSS] = REPLACED
    keys[count] = key
    about[count, LAYER] = layer
    about[count, LOSS] = loss
    about[count, PARENT] = parent
    about[count, NEXT] = heads[loss]
    heads[loss] = count
    table[at] = count
    return count + 1


@inner
def rebuilt_table(size, count, keys, about):
    """A larger table of the same states."""
    table = np.full(size, -1, np.int32)
    for node in range(count):
        if about[node, LOSS] != REPLACED:
            table[place(keys[node], np.int64(about[node, LAYER]), table, keys, about)] = node
    return table


@inner
def trace(node, m, order, links, out_slot, out_to, keys, about, is_own, line, kinds):
    """Write the cells of a finished path in order, and the kind of tail at each end; returns how many cells."""
    beside = np.full((m, 2), -1, np.int64)
    kind = np.zeros(m, np.int64)
    degree = np.zeros(m, np.int64)
    is_on = np.zeros(m, np.bool_)
    while about[node, PARENT] >= 0:
        before = about[node, PARENT]
        i = about[before, LAYER]
        v = order[i]
        if about[node, LAYER] < m:
            for j in range(4):
                slot = out_slot[i, j]
                if slot >= 0 and (keys[node] >> (4 * slot)) & 15:
                    u = out_to[i, j]
                    beside[v, degree[v]] = u
                    beside[u, degree[u]] = v
                    degree[v] += 1
                    degree[u] += 1
        if not is_own[v] and keys[node] & OWN_BIT and not keys[before] & OWN_BIT:
            kind[v] = OWN  # only a tail can have brought the own cell
        node = before
    last = 0
    while degree[last] != 1:
        last += 1
    n = 0
    v = last
    while v >= 0:
        is_on[v] = True
        line[n] = v
        n += 1
        u = beside[v, 0]
        if u < 0 or is_on[u]:
            u = beside[v, 1]
            if u >= 0 and is_on[u]:
                u = -1
        v = u
    kinds[0] = kind[line[0]]
    kinds[1] = kind[line[n - 1]]
    return n


@inner
def search(m, cell, links, is_own, tail, start, floor, wants_any, wants_own, line, kinds, sizes, lengths):
    """The longest path of each wanted kind that has more than `floor` cells, in a block of m cells, m > 2.

    cell[v] is the board's number of cell v, ascending; links[v] its neighbours, or -1; tail[ANY, v] how many cells can
    follow where the path ends at v, tail[OWN, v] how many with an own one among them, or -1. A path must end at
    `start` unless that is -1. Fills, by kind, the cells of the block in line, how many in sizes, the kinds of the
    tails at both ends in kinds, and the cells of path and tails together in lengths: 0 if there is no such path.
    """
    lengths[ANY] = 0
    lengths[OWN] = 0
    price = np.empty(m, np.int64)
    edge_price = np.zeros((m, 4), np.int64)
    end_price = np.zeros(m, np.int64)
    most, ends_price = prices(m, cell, links, tail[ANY], price, edge_price, end_price)
    if most < 2 * (floor + 1):
        return 0
    order = best_order(m, cell, links)

    # What each cell in turn adds to the loss, and the slots of its edges to cells before and after it.
    turn = np.empty(m, np.int64)
    for i in range(m):
        turn[order[i]] = i
    slots = np.empty((m, 4), np.int64)
    in_slot = np.full((m, 4), -1, np.int64)
    out_slot = np.full((m, 4), -1, np.int64)
    out_to = np.full((m, 4), -1, np.int64)
    out_loss = np.zeros((m, 4), np.int64)
    rivals = np.zeros((m, 4), np.int64)  # the slots that lead to the same cell
    base_loss = np.empty(m, np.int64)
    end_loss = np.empty(m, np.int64)
    arrivals = np.zeros(m, np.int64)  # by cell, the slots that lead to it so far
    left_loss = np.zeros(m + 1, np.int64)  # what is lost if all cells from this one on are left out
    free = (1 << SLOTS) - 1
    for i in range(m):
        v = order[i]
        for k in range(4):
            u = links[v, k]
            if u >= 0 and turn[u] < i:
                in_slot[i, k] = slots[u, k ^ 2]
                free |= 1 << slots[u, k ^ 2]
        base_loss[i] = end_price[v]
        for k in range(4):
            u = links[v, k]
            if u >= 0 and turn[u] > i:
                slot = 0
                while not (free >> slot) & 1:
                    slot += 1
                free &= ~(1 << slot)
                slots[v, k] = slot
                out_slot[i, k] = slot
                out_to[i, k] = u
                out_loss[i, k] = price[v] + price[u] - 2
                base_loss[i] += edge_price[v, k]
                rivals[i, k] = arrivals[u]
                arrivals[u] |= 15 << (4 * slot)
        end_loss[i] = price[v] + ends_price - 1 - 2 * tail[ANY, v]
    for i in range(m - 1, -1, -1):
        left_loss[i] = left_loss[i + 1] + base_loss[i] + 2 * price[order[i]]

    heads = np.full(most - 2 * floor - 1, -1, np.int32)
    room = 4096
    keys = np.empty(room, np.int64)
    about = np.empty((room, 4), np.int32)
    table = np.full(2 * room, -1, np.int32)
    count = emit(0, 0, 0, -1, 0, table, keys, about, heads)
    loss = 0
    while loss < heads.size:
        node = np.int64(heads[loss])
        if node < 0:
            loss += 1
            continue
        heads[loss] = about[node, NEXT]
        if about[node, LOSS] == REPLACED:
            continue
        i = np.int64(about[node, LAYER])
        if i == m:
            kind = OWN if keys[node] & OWN_BIT else ANY
            for found in (ANY, OWN):
                if lengths[found] == 0 and found <= kind and (wants_own if found else wants_any):
                    sizes[found] = trace(
                        node, m, order, links, out_slot, out_to, keys, about, is_own, line[found], kinds[found]
                    )
                    lengths[found] = (most - loss) >> 1
            if (lengths[ANY] or not wants_any) and (lengths[OWN] or not wants_own):
                break
            continue
        if count + MOST_STEPS > room:
            room *= 4
            more_keys = np.empty(room, np.int64)
            more_about = np.empty((room, 4), np.int32)
            more_keys[:count] = keys[:count]
            more_about[:count] = about[:count]
            keys = more_keys
            about = more_about
            table = rebuilt_table(2 * room, count, keys, about)

        v = order[i]
        own_after = OWN_BIT if is_own[v] else 0
        own_before = keys[node] & OWN_BIT
        key = keys[node] & MATES
        ends = count_ends(key)
        used = 0
        a = 0
        b = 0
        first = 0
        for k in range(4):
            slot = in_slot[i, k]
            if slot >= 0:
                mate = (key >> (4 * slot)) & 15
                if mate:
                    used += 1
                    key &= ~(15 << (4 * slot))
                    if used == 1:
                        a = mate
                        first = slot
                    else:
                        b = mate
        here = loss + base_loss[i]
        own = own_before | own_after

        if used == 2:
            if v == start or b == first + 1:  # the latter would close a circle
                continue
            if a == END and b == END:
                if key == 0:
                    count = emit(own, m, here + left_loss[i + 1], node, count, table, keys, about, heads)
                continue
            count = emit(linked(key, a, b) | own, i + 1, here, node, count, table, keys, about, heads)
            continue
        if used > 2:
            continue

        if v != start:
            if used == 0:
                count = emit(key | own_before, i + 1, here + 2 * price[v], node, count, table, keys, about, heads)
            for j in range(4):
                if out_slot[i, j] < 0 or has_two(key & rivals[i, j]):
                    continue
                to = out_slot[i, j] + 1
                gone = here + out_loss[i, j]
                if used == 1:
                    count = emit(linked(key, a, to) | own, i + 1, gone, node, count, table, keys, about, heads)
                    continue
                for k in range(j):
                    if out_slot[i, k] >= 0 and not has_two(key & rivals[i, k]):
                        both = linked(key, to, out_slot[i, k] + 1) | own
                        lost = gone + out_loss[i, k]
                        count = emit(both, i + 1, lost, node, count, table, keys, about, heads)

        # The path ends here, with the longest tail, or with a shorter one that has the first own cell.
        if start >= 0 and v != start and turn[start] > i:
            ends += 1
        if ends == 2:
            continue
        here += end_loss[i]
        for kind in (ANY, OWN):
            brings = OWN_BIT if tail[ANY, v] == tail[OWN, v] else 0
            if kind == OWN:
                if own or brings or tail[OWN, v] < 0:
                    break
                here += 2 * (tail[ANY, v] - tail[OWN, v])
                brings = OWN_BIT
            if used == 0:
                for j in range(4):
                    if out_slot[i, j] >= 0 and not has_two(key & rivals[i, j]):
                        begun = with_mate(key, out_slot[i, j], END) | own | brings
                        lost = here + out_loss[i, j]
                        count = emit(begun, i + 1, lost, node, count, table, keys, about, heads)
            elif a != END:
                ended = with_mate(key, a - 1, END) | own | brings
                count = emit(ended, i + 1, here, node, count, table, keys, about, heads)
            elif key == 0:
                count = emit(own | brings, m, here + left_loss[i + 1], node, count, table, keys, about, heads)
    return count
