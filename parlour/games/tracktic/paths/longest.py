"""The longest path over own and white cells, block by block.

A set of cells consists of connected components, and a component of biconnected blocks: single edges, and pieces that no
single cell disconnects. Blocks are joined at cut cells, as a tree. A path that leaves a block at a cut cell never comes
back, so everything beyond contributes only a *tail*, the longest path onward from the cut cell. Seen from a root in the
largest block, each block has one nearest cell, its top, and passes the longest tail that starts there to the block
above. A longest path is then, for some block, the longest through it with tails at both ends; or two tails at one cut
cell.

A path needs an own cell. So each tail is kept twice: the longest of all (kind ANY), and the longest that has an own
cell (kind OWN).

A board is an int8[169]: 0 for cells that are not in the set, OWN_CELL or WHITE_CELL; cells go by column, then by row.
"""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from parlour.games.tracktic.paths.block_search import ANY, BLOCK_COLUMNS, CELL, IS_OWN, LINK, OWN, TAIL, search
from parlour.grid import SQUARE_STEPS, neighbour_table, square_cells
from parlour.kernel import inner, kernel, shared

CELLS = 169
OWN_CELL, WHITE_CELL = 1, 2
NEIGHBOURS = neighbour_table(square_cells(13, 13), SQUARE_STEPS)  # step k ^ 2 leads back from step k


@kernel
def path_length(board):
    """How many cells a longest path has that contains an own cell; 0 without one."""
    return path_cells(board, np.empty(CELLS, np.int16))


@shared
@kernel
def path_cells(board, out):
    """Fill out, which has room for 169 cells, with one longest path that has an own cell; returns its length."""
    blocks = np.empty(2 * CELLS, np.int16)  # the cells of all blocks, each block's top last
    ends = np.zeros(CELLS + 1, np.int16)  # block b begins at ends[b] and ends before ends[b + 1]
    shared = np.zeros(CELLS, np.int8)  # how many blocks a cell is in
    tail = np.zeros((2, CELLS), np.int64)  # by kind and cell: how many cells hang there, for OWN -1 if none do
    tails = np.empty((2 * CELLS, CELLS), np.int16)  # and which, the nearest first; row 2 * cell + kind
    new = np.empty(2, np.int64)
    new_cells = np.empty((2, CELLS), np.int16)
    best = np.int64(0)
    n = np.int64(0)
    for cell in range(CELLS):
        tail[OWN, cell] = -1
        if board[cell] == OWN_CELL:
            best = np.int64(1)
            out[0] = cell
            if shared[cell] == 0:
                more = split(np.int64(cell), board, n, blocks, ends)
                if more > n:
                    n = split(root_in_largest(n, more, blocks, ends, shared), board, n, blocks, ends)

    # First the tails, from the leaves to the root; then the paths, from the root, where long ones are likely.
    for turn in range(2 * n):
        is_tail = turn < n
        b = turn if is_tail else 2 * n - 1 - turn
        cells = blocks[ends[b] : ends[b + 1]]
        top = np.int64(cells[cells.size - 1])
        new[ANY] = -1
        new[OWN] = -1
        if cells.size == 2:
            if not is_tail:
                continue
            edge_tail(np.int64(cells[0]), board, tail, tails, new, new_cells)
        elif not is_tail or shared[top] > 1:
            block, start, owns, most = make_block(cells, is_tail, board, tail)
            if is_tail or (owns and most > best):
                lines = np.empty((2, cells.size), np.int64)
                found = np.zeros((2, 4), np.int64)
                search(block, start, 0 if is_tail else best, is_tail, owns > 0, found, lines)
                lay_out(block, start, found, lines, tails, new, new_cells)
        if is_tail:
            best = join_tails(top, board, tail, tails, new, new_cells, out, best)
        elif new[OWN] > best:
            best = new[OWN]
            for k in range(best):
                out[k] = new_cells[OWN, k]
    return best


@inner
def split(root, board, n, blocks, ends):
    """Add the blocks of the root's part to n others, those farther from it first; returns how many (Tarjan)."""
    number = np.zeros(CELLS, np.int16)  # depth-first order, from 1
    low = np.empty(CELLS, np.int16)  # the lowest number that a cell's subtree touches
    step = np.zeros(CELLS, np.int8)  # neighbours visited so far
    way = np.empty(CELLS, np.int16)
    waiting = np.empty(CELLS, np.int16)  # cells whose block is not settled
    way[0] = root
    depth = 0
    waits = 0
    seen = 1
    number[root] = 1
    low[root] = 1
    size = ends[n]
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
            n += 1
            ends[n] = size
    return n


@inner
def root_in_largest(n, more, blocks, ends, shared):
    """A cell of the largest of the blocks from n on, one of no other block if there is any; counts blocks by cell."""
    largest = n
    for b in range(n, more):
        if ends[b + 1] - ends[b] > ends[largest + 1] - ends[largest]:
            largest = b
        for at in range(ends[b], ends[b + 1]):
            shared[blocks[at]] += 1
    root = np.int64(blocks[ends[largest]])
    for at in range(ends[largest], ends[largest + 1]):
        if shared[blocks[at]] == 1:
            root = np.int64(blocks[at])
    return root


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
def make_block(cells, is_tail, board, tail):
    """A block for the search, with its top's row if a path must start there, else -1.

    Returns, too, how many rows can bring a path an own cell, and a length that no path exceeds.
    """
    top = cells[cells.size - 1]
    row = np.full(CELLS, -1, np.int64)
    for cell in cells:
        row[cell] = 0
    m = 0
    for cell in range(CELLS):
        if row[cell] == 0:
            row[cell] = m
            m += 1
    block = np.empty((m, BLOCK_COLUMNS), np.int64)
    start = row[top] if is_tail else -1
    owns = 0
    most = m
    for cell in cells:
        v = row[cell]
        block[v, CELL] = cell
        block[v, IS_OWN] = board[cell] == OWN_CELL and v != start
        block[v, TAIL + ANY] = 0 if cell == top else tail[ANY, cell]
        block[v, TAIL + OWN] = -1 if cell == top else tail[OWN, cell]
        owns += block[v, IS_OWN] or block[v, TAIL + OWN] >= 0
        most += block[v, TAIL + ANY]
        for k in range(4):
            other = NEIGHBOURS[cell, k]
            block[v, LINK + k] = row[other] if other >= 0 else -1
    return block, start, owns, most


@inner
def lay_out(block, start, found, lines, tails, new, new_cells):
    """Write what the search found as cells: tail, path, tail; or, from a start, what follows it."""
    for kind in range(2):
        size = found[kind, 1]
        if found[kind, 0] == 0:
            continue
        is_turned = start >= 0 and lines[kind, 0] != start
        n = 0
        for at in range(size):
            v = lines[kind, size - 1 - at if is_turned else at]
            cell = block[v, CELL]
            if at == 0 and start < 0:
                tail_kind = found[kind, 2]
                n = block[v, TAIL + tail_kind]
                for k in range(n):
                    new_cells[kind, n - 1 - k] = tails[2 * cell + tail_kind, k]
            if at > 0 or start < 0:
                new_cells[kind, n] = cell
                n += 1
            if at == size - 1:
                tail_kind = found[kind, 2 if is_turned else 3]
                for k in range(block[v, TAIL + tail_kind]):
                    new_cells[kind, n] = tails[2 * cell + tail_kind, k]
                    n += 1
        new[kind] = n
