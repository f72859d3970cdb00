"""The longest path over own and white cells, block by block.

A set of cells falls into connected parts, and a part into blocks: single edges, and pieces that no one cell cuts. Blocks
hang together at cut cells like a tree. A path that leaves a block at a cut cell never comes back, so all that hangs
there is only a *tail*, the longest way on from the cut cell. Seen from a root in its largest block, each block has one
cell next to the root, its top, and hands the longest tail that starts there up to the block above. Then a longest
path is, for some block, the longest through it with tails at both ends; or two tails at one cut cell.

A path needs an own cell. So each tail is kept twice: the longest of all (kind ANY), and the longest that has an own
cell (kind OWN).

A board is an int8[169]: 0 for cells that are not in the set, OWN_CELL or WHITE_CELL; cells go by column, then by row.
"""

from __future__ import annotations

import numpy as np

from parlour.games.tracktic.path_bound import CELL, COLUMNS, IS_OWN, LINK, TAIL
from parlour.games.tracktic.path_search import ANY, OWN, search
from parlour.grid import SQUARE_STEPS, neighbour_table, square_cells
from parlour.kernel import inner, kernel

CELLS = 169
OWN_CELL, WHITE_CELL = 1, 2
NEIGHBOURS = neighbour_table(square_cells(13, 13), SQUARE_STEPS)  # step k ^ 2 leads back from step k


@kernel
def path_length(board):
    """How many cells a longest path has that contains an own cell; 0 without one."""
    return path_cells(board, np.empty(CELLS, np.int16))


@kernel
def path_cells(board, out):
    """Fill out with one longest path that contains an own cell, in order, and return its length."""
    done = np.zeros(CELLS, np.bool_)
    part = np.empty(CELLS, np.int16)
    blocks = np.empty(2 * CELLS, np.int16)  # the cells of all blocks, each block's top last
    ends = np.empty(CELLS + 1, np.int16)  # where each block ends
    best = np.int64(0)
    for first in range(CELLS):
        if done[first] or board[first] == 0:
            continue
        size, owns = flood(first, board, done, part)
        if owns == 0 or size <= best:
            continue
        if size == 1:
            out[0] = first
            best = np.int64(1)
            continue
        n = split(first, board, blocks, ends)
        n = split(root_in_largest(n, blocks, ends), board, blocks, ends)
        best = longest_of_part(n, board, blocks, ends, out, best)
    return best


@inner
def flood(first, board, done, part):
    """Mark a connected part; returns how many cells it has and how many own ones."""
    part[0] = first
    done[first] = True
    size = 1
    at = 0
    owns = 0
    while at < size:
        cell = part[at]
        at += 1
        owns += board[cell] == OWN_CELL
        for k in range(4):
            other = NEIGHBOURS[cell, k]
            if other >= 0 and board[other] and not done[other]:
                done[other] = True
                part[size] = other
                size += 1
    return size, owns


@inner
def split(root, board, blocks, ends):
    """The blocks of a part of two cells or more, those farther from the root first; returns how many (Tarjan)."""
    number = np.zeros(CELLS, np.int16)  # in the order of a walk in depth, from 1
    low = np.empty(CELLS, np.int16)  # the least number that a cell's branch touches
    step = np.zeros(CELLS, np.int8)  # how many neighbours have been looked at
    way = np.empty(CELLS, np.int16)
    waiting = np.empty(CELLS, np.int16)  # cells whose block is not settled
    way[0] = root
    depth = 0
    waits = 0
    seen = 1
    number[root] = 1
    low[root] = 1
    n = 0
    size = 0
    while depth >= 0:
        cell = way[depth]
        if step[cell] < 4:
            other = NEIGHBOURS[cell, step[cell]]
            step[cell] += 1
            if other < 0 or board[other] == 0:
                continue
            if number[other]:
                low[cell] = min(low[cell], number[other])
                continue
            seen += 1
            number[other] = seen
            low[other] = seen
            depth += 1
            way[depth] = other
            waiting[waits] = other
            waits += 1
            continue
        depth -= 1
        if depth < 0:
            break
        above = way[depth]
        low[above] = min(low[above], low[cell])
        if low[cell] >= number[above]:
            while True:
                waits -= 1
                blocks[size] = waiting[waits]
                size += 1
                if waiting[waits] == cell:
                    break
            blocks[size] = above
            size += 1
            ends[n] = size
            n += 1
    return n


@inner
def root_in_largest(n, blocks, ends):
    """A cell of the largest block, one of no other block if there is any."""
    shared = np.zeros(CELLS, np.int8)
    largest = 0
    most = 0
    begin = 0
    for block in range(n):
        for at in range(begin, ends[block]):
            shared[blocks[at]] += 1
        if ends[block] - begin > most:
            most = ends[block] - begin
            largest = begin
        begin = ends[block]
    for at in range(largest, largest + most):
        if shared[blocks[at]] == 1:
            return np.int64(blocks[at])
    return np.int64(blocks[largest])


@inner
def longest_of_part(n, board, blocks, ends, out, best):
    """The longest path in n blocks if it has more than `best` cells, into out; returns the better length."""
    tail = np.zeros((2, CELLS), np.int64)  # by kind and cell: how many cells hang there, for OWN -1 if none do
    for cell in range(CELLS):
        tail[OWN, cell] = -1
    tails = np.empty((2 * CELLS, CELLS), np.int16)  # and which, the nearest first; row 2 * cell + kind
    new = np.empty(2, np.int64)
    new_cells = np.empty((2, CELLS), np.int16)
    root = blocks[ends[n - 1] - 1]
    is_root_shared = False
    for block in range(n - 1):
        is_root_shared |= blocks[ends[block] - 1] == root

    # First the tails, from the leaves to the root; then the paths, from the root, where long ones are likely.
    for turn in range(2 * n):
        is_tail = turn < n
        block = turn if is_tail else 2 * n - 1 - turn
        begin = np.int64(ends[block - 1]) if block else 0
        end = np.int64(ends[block])
        top = np.int64(blocks[end - 1])
        if end - begin > 2:
            if not is_tail or top != root or is_root_shared:
                search_block(blocks[begin:end], is_tail, board, tail, tails, best, new, new_cells)
            else:
                new[ANY] = -1
                new[OWN] = -1
        elif is_tail:
            edge_tail(np.int64(blocks[begin]), board, tail, tails, new, new_cells)
        if is_tail:
            best = join_tails(top, board, tail, tails, new, new_cells, out, best)
        elif end - begin > 2 and new[OWN] > best:
            best = new[OWN]
            for k in range(best):
                out[k] = new_cells[OWN, k]
    return best


@inner
def edge_tail(cell, board, tail, tails, new, new_cells):
    """The tails that begin with a cell which alone hangs at its block's top."""
    for kind in range(2):
        source = ANY if board[cell] == OWN_CELL else kind
        length = tail[source, cell]
        new[kind] = length + 1 if length >= 0 else -1
        new_cells[kind, 0] = cell
        for k in range(length):
            new_cells[kind, k + 1] = tails[2 * cell + source, k]


@inner
def join_tails(top, board, tail, tails, new, new_cells, out, best):
    """Try the path over a top from its tails so far to a new one, then keep the longer tails; returns the best."""
    for kinds in range(3):
        old_kind = kinds & 1
        new_kind = kinds >> 1
        a = tail[old_kind, top]
        b = new[new_kind]
        if (kinds or board[top] == OWN_CELL) and a >= 0 and b >= 0 and a + b + 1 > best:
            best = a + b + 1
            for k in range(a):
                out[a - 1 - k] = tails[2 * top + old_kind, k]
            out[a] = top
            for k in range(b):
                out[a + 1 + k] = new_cells[new_kind, k]
    for kind in range(2):
        if new[kind] > tail[kind, top]:
            tail[kind, top] = new[kind]
            for k in range(new[kind]):
                tails[2 * top + kind, k] = new_cells[kind, k]
    return best


@inner
def search_block(cells, is_tail, board, tail, tails, floor, new, new_cells):
    """By kind, the longest tail in a block from its top, or the longest path, this only with an own cell; -1 if none."""
    m = cells.size
    top = cells[m - 1]
    row = np.full(CELLS, -1, np.int64)
    for cell in cells:
        row[cell] = 0
    m = 0
    for cell in range(CELLS):
        if row[cell] == 0:
            row[cell] = m
            m += 1
    block = np.empty((m, COLUMNS), np.int64)
    start = row[top] if is_tail else -1
    owns = 0
    most = m
    for cell in cells:
        v = row[cell]
        block[v, CELL] = cell
        block[v, TAIL + ANY] = 0 if cell == top else tail[ANY, cell]
        block[v, TAIL + OWN] = -1 if cell == top else tail[OWN, cell]
        block[v, IS_OWN] = board[cell] == OWN_CELL and v != start
        owns += block[v, IS_OWN] or block[v, TAIL + OWN] >= 0
        most += block[v, TAIL + ANY]
        for k in range(4):
            other = NEIGHBOURS[cell, k]
            block[v, LINK + k] = row[other] if other >= 0 else -1
    new[ANY] = -1
    new[OWN] = -1
    if not is_tail and (owns == 0 or most <= floor):
        return
    lines = np.empty((2, m), np.int64)
    found = np.zeros((2, 4), np.int64)
    search(block, start, 0 if is_tail else floor, is_tail, owns > 0, found, lines)
    for kind in range(2):
        size = found[kind, 1]
        if found[kind, 0] == 0:
            continue
        # Tail, path, tail; or from the top on, without it.
        new[kind] = found[kind, 0] - is_tail
        is_forward = not is_tail or lines[kind, 0] == start
        first_kind = found[kind, 2]
        last_kind = found[kind, 3]
        n = 0
        for at in range(size):
            v = lines[kind, at if is_forward else size - 1 - at]
            if at == 0:
                n = block[v, TAIL + first_kind] if is_forward else 0
                for k in range(n):
                    new_cells[kind, n - 1 - k] = tails[2 * block[v, CELL] + first_kind, k]
            if at > 0 or not is_tail:
                new_cells[kind, n] = block[v, CELL]
                n += 1
            if at == size - 1:
                last = last_kind if is_forward else first_kind
                for k in range(block[v, TAIL + last]):
                    new_cells[kind, n + k] = tails[2 * block[v, CELL] + last, k]
