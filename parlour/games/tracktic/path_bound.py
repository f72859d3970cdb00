"""A bound on the longest path through a block of cells, and what each choice loses against it.

A path is worth 2 for each edge and 1 + 2 t at either end, where t cells can follow: twice its cells in all. Without
the demand that it hangs together it is a choice of edges, at most two at a cell, and of two ends. Prices bound that:
each cell has one for each of its two places, each edge and each end one for being used, and the two ends one each;
the prices of an edge and of its two cells make up at least 2, those of an end, of its cell and of the ends at least
1 + 2 t. All prices together are then a bound, and a path loses exactly the prices that it leaves unused and what it
overpays. Cells are coloured like a chessboard, so the cheapest prices are whole numbers, and the Hungarian method
finds them: it starts at 1 for each cell and makes an edge choice that fits the prices, changing them where none does.
"""

from __future__ import annotations

import numpy as np

from parlour.kernel import inner

# A block of cells is an int64 array with a row for each cell and these columns.
LINK = 0  # and three more: the row of the neighbour at each step, or -1; step k ^ 2 leads back from step k
CELL = 4  # its number on the board; rows ascend by it
IS_OWN = 5
TAIL = 6  # how many cells can follow where a path ends here, and in the next column how many with an own one, or -1
PRICE = 8  # of each of the cell's two places
END_PRICE = 9
EDGE_PRICE = 10  # and three more: of the edge at each step, the same on either side
USED = 14  # and three more: whether the edge at each step is chosen
DEGREE = 18  # how many are
CAME = 19  # by which step a cell was reached; ROOT or -1
QUEUE = 20  # no column of the cell: the cells of the root's colour in the order they were reached
COLUMNS = 21

ROOT = 4


@inner
def prices(block):
    """Fill in all prices; returns the bound and the price of the ends, which may be below 0."""
    m = block.shape[0]
    for v in range(m):
        block[v, PRICE] = 1
        block[v, DEGREE] = 0
        for k in range(4):
            block[v, EDGE_PRICE + k] = 0
            block[v, USED + k] = 0
    for v in range(m):
        for k in range(2):
            u = block[v, LINK + k]
            if u >= 0 and block[v, DEGREE] < 2 and block[u, DEGREE] < 2:
                flip(block, v, k)
                block[v, DEGREE] += 1
                block[u, DEGREE] += 1
    for colour in range(2):
        for root in range(m):
            cell = block[root, CELL]
            if (cell // 13 + cell % 13) & 1 == colour:
                while block[root, DEGREE] < 2 and block[root, PRICE] > 0:
                    raise_degree(block, root)

    # The ends: their price is the second highest that a cell would pay, and the highest pays the rest itself.
    top = -1000
    ends_price = -1000
    for v in range(m):
        wish = 1 + 2 * block[v, TAIL] - block[v, PRICE]
        ends_price = max(ends_price, min(top, wish))
        top = max(top, wish)
    most = 2 * ends_price
    for v in range(m):
        block[v, END_PRICE] = max(0, 1 + 2 * block[v, TAIL] - block[v, PRICE] - ends_price)
        most += 2 * block[v, PRICE] + block[v, END_PRICE] + block[v, EDGE_PRICE] + block[v, EDGE_PRICE + 1]
    return most, ends_price


@inner
def flip(block, v, k):
    """Use an edge, or use it no more."""
    block[v, USED + k] ^= 1
    block[block[v, LINK + k], USED + (k ^ 2)] ^= 1


@inner
def raise_degree(block, root):
    """Give the root one more edge, or change prices until it may have one or its own price is 0."""
    size, goal, gain = reach(block, root)
    if goal < 0:
        reprice(block, size)
        return
    block[root, DEGREE] += 1
    block[goal, DEGREE] += gain
    while goal != root:
        k = block[goal, CAME]
        flip(block, goal, k)
        goal = block[goal, LINK + k]


@inner
def reach(block, root):
    """Go from the root over unused edges and back over used ones, where the prices allow it.

    Returns how many cells of the root's colour were reached; the first cell found that can take an edge (gain 1), or
    that can do without one (gain -1), or -1; and the gain.
    """
    for v in range(block.shape[0]):
        block[v, CAME] = -1
    block[root, CAME] = ROOT
    block[0, QUEUE] = root
    size = 1
    at = 0
    while at < size:
        v = block[at, QUEUE]
        at += 1
        for k in range(4):
            w = block[v, LINK + k]
            if w < 0 or block[w, CAME] >= 0 or block[v, USED + k] or block[v, PRICE] + block[w, PRICE] > 2:
                continue
            block[w, CAME] = k ^ 2
            if block[w, DEGREE] < 2:
                return size, w, 1
            for j in range(4):
                u = block[w, LINK + j]
                if u >= 0 and block[u, CAME] < 0 and block[w, USED + j] and block[w, EDGE_PRICE + j] == 0:
                    block[u, CAME] = j ^ 2
                    block[size, QUEUE] = u
                    size += 1
                    if block[u, PRICE] == 0:
                        return size, u, -1
    return size, -1, 0


@inner
def reprice(block, size):
    """Lower the reached cells of the root's colour and raise those of the other until one more can be reached."""
    change = block[block[0, QUEUE], PRICE]
    for is_change in range(2):  # first how much, then do it
        for at in range(size):
            v = block[at, QUEUE]
            if is_change:
                block[v, PRICE] -= change
            else:
                change = min(change, block[v, PRICE])
            for k in range(4):
                w = block[v, LINK + k]
                if w < 0:
                    continue
                if block[w, CAME] < 0:  # an edge to a cell that was not reached
                    if not is_change:
                        if not block[v, USED + k]:
                            change = min(change, block[v, PRICE] + block[w, PRICE] - 2)
                    elif block[v, USED + k]:
                        block[v, EDGE_PRICE + k] += change
                        block[w, EDGE_PRICE + (k ^ 2)] += change
                elif block[w, CAME] == k ^ 2:  # a cell of the other colour that was reached from here
                    if is_change:
                        block[w, PRICE] += change
                    for j in range(4):
                        u = block[w, LINK + j]
                        if u >= 0 and block[u, CAME] < 0 and block[w, USED + j]:
                            if is_change:
                                block[w, EDGE_PRICE + j] -= change
                                block[u, EDGE_PRICE + (j ^ 2)] -= change
                            else:
                                change = min(change, block[w, EDGE_PRICE + j])
