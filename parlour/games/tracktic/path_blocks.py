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
    best = 0
    for first in range(CELLS):
        if done[first] or board[first] == 0:
            continue
        size, owns = flood(first, board, done, part)
        if owns == 0 or size <= best:
            continue
        if size == 1:
            out[0] = first
            best = 1
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
    tail[OWN] = -1
    tails = np.empty((2, CELLS, CELLS), np.int16)  # and which, the nearest first
    new = np.empty(2, np.int64)
    new_cells = np.empty((2, CELLS), np.int16)
    root = blocks[ends[n - 1] - 1]
    root_blocks = 0
    for block in range(n):
        root_blocks += blocks[ends[block] - 1] == root

    begin = 0
    for block in range(n):
        end = ends[block]
        top = np.int64(blocks[end - 1])
        if end - begin == 2:
            edge_tail(np.int64(blocks[begin]), board, tail, tails, new, new_cells)
        elif top != root or root_blocks > 1:
            search_block(begin, end, True, board, blocks, tail, tails, 0, new, new_cells)
        else:
            new[:] = -1
        best = join_tails(top, board, tail, tails, new, new_cells, out, best)
        begin = end
    for block in range(n - 1, -1, -1):
        end = ends[block]
        begin = ends[block - 1] if block else 0
        if end - begin > 2:
            search_block(begin, end, False, board, blocks, tail, tails, best, new, new_cells)
            if new[OWN] > best:
                best = new[OWN]
                out[:best] = new_cells[OWN, :best]
    return best


@inner
def edge_tail(cell, board, tail, tails, new, new_cells):
    """The tails that begin with a cell which alone hangs at its block's top."""
    for kind in (ANY, OWN):
        source = ANY if board[cell] == OWN_CELL else kind
        length = tail[source, cell]
        new[kind] = length + 1 if length >= 0 else -1
        if length >= 0:
            new_cells[kind, 0] = cell
            new_cells[kind, 1 : length + 1] = tails[source, cell, :length]


@inner
def join_tails(top, board, tail, tails, new, new_cells, out, best):
    """Try the path over a top from its tails so far to a new one, then keep the longer tails; returns the best."""
    for old_kind, new_kind in ((ANY, ANY), (ANY, OWN), (OWN, ANY)):
        if old_kind == new_kind and board[top] != OWN_CELL:
            continue
        a = tail[old_kind, top]
        b = new[new_kind]
        if a >= 0 and b >= 0 and a + b + 1 > best:
            best = a + b + 1
            for k in range(a):
                out[k] = tails[old_kind, top, a - 1 - k]
            out[a] = top
            out[a + 1 : best] = new_cells[new_kind, :b]
    for kind in (ANY, OWN):
        if new[kind] > tail[kind, top]:
            tail[kind, top] = new[kind]
            tails[kind, top, : new[kind]] = new_cells[kind, : new[kind]]
    return best


@inner
def search_block(begin, end, is_tail, board, blocks, tail, tails, floor, new, new_cells):
    """By kind, the longest tail in a block from its top, or the longest path with an own cell; -1 or 0 if none."""
    m = end - begin
    top = np.int64(blocks[end - 1])
    index = np.full(CELLS, -1, np.int64)
    for at in range(begin, end):
        index[blocks[at]] = 0
    cell = np.empty(m, np.int64)
    m = 0
    for c in range(CELLS):
        if index[c] == 0:
            index[c] = m
            cell[m] = c
            m += 1
    start = index[top] if is_tail else -1
    links = np.empty((m, 4), np.int64)
    is_own = np.empty(m, np.bool_)
    local = np.empty((2, m), np.int64)
    has_own = False
    highest = 0
    second = 0
    for v in range(m):
        c = cell[v]
        is_own[v] = board[c] == OWN_CELL and v != start
        local[ANY, v] = 0 if c == top else tail[ANY, c]
        local[OWN, v] = -1 if c == top else tail[OWN, c]
        has_own |= is_own[v] or local[OWN, v] >= 0
        second = max(second, min(highest, local[ANY, v]))
        highest = max(highest, local[ANY, v])
        for k in range(4):
            other = NEIGHBOURS[c, k]
            links[v, k] = index[other] if other >= 0 else -1
    new[ANY] = -1
    new[OWN] = -1
    if not is_tail and (not has_own or m + highest + second <= floor):
        return
    line = np.empty((2, m), np.int64)
    kinds = np.empty((2, 2), np.int64)
    sizes = np.empty(2, np.int64)
    search(m, cell, links, is_own, local, start, floor, is_tail, has_own, line, kinds, sizes, new)
    for kind in (ANY, OWN):
        if new[kind] == 0:
            new[kind] = -1
            continue
        size = sizes[kind]
        first = 0
        last = size - 1
        step = 1
        if line[kind, 0] != start and is_tail:
            first, last, step = last, first, -1
        n = 0
        head = cell[line[kind, first]]
        foot = cell[line[kind, last]]
        if is_tail:
            new[kind] -= 1
            first += step
        else:
            head_kind = kinds[kind, 0]
            for k in range(local[head_kind, line[kind, 0]]):
                new_cells[kind, n] = tails[head_kind, head, local[head_kind, line[kind, 0]] - 1 - k]
                n += 1
        for at in range(first, last + step, step):
            new_cells[kind, n] = cell[line[kind, at]]
            n += 1
        foot_kind = kinds[kind, 1 if step == 1 else 0]
        for k in range(local[foot_kind, line[kind, last]]):
            new_cells[kind, n] = tails[foot_kind, foot, k]
            n += 1
