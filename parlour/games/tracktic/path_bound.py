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


@inner
def prices(m, cell, links, tails, price, edge_price, end_price):
    """Fill the prices of m cells (board numbers in cell, neighbours in links); returns the bound and the ends' price.

    An edge's price is kept at the cell on either side of it.
    """
    is_used = np.zeros((m, 4), np.bool_)
    degree = np.zeros(m, np.int64)
    price[:m] = 1
    edge_price[:m] = 0
    for v in range(m):
        for k in range(4):
            u = links[v, k]
            if u > v and degree[v] < 2 and degree[u] < 2:
                is_used[v, k] = True
                is_used[u, k ^ 2] = True
                degree[v] += 1
                degree[u] += 1
    queue = np.empty(m, np.int64)
    came = np.empty(m, np.int64)  # by which of its links a cell was reached
    for colour in range(2):
        for root in range(m):
            if colour_of(cell[root]) == colour:
                while degree[root] < 2 and price[root] > 0:
                    if not augment(root, m, links, price, edge_price, is_used, degree, queue, came):
                        break

    # The ends: their price is the second highest that a cell would pay, and the highest pays the rest itself.
    top = np.int64(-(1 << 30))
    ends_price = top
    for v in range(m):
        wish = 1 + 2 * tails[v] - price[v]
        if wish > top:
            ends_price = top
            top = wish
        elif wish > ends_price:
            ends_price = wish
    most = 2 * ends_price
    for v in range(m):
        end_price[v] = max(0, 1 + 2 * tails[v] - price[v] - ends_price)
        most += 2 * price[v] + end_price[v]
        for k in range(2):
            most += edge_price[v, k]
    return most, ends_price


@inner
def colour_of(cell):
    """The chessboard's colour."""
    return (cell // 13 + cell % 13) & 1


@inner
def augment(root, m, links, price, edge_price, is_used, degree, queue, came):
    """Give the root one more edge, or one to it from a cell of price 0, or make it one of price 0 itself."""
    while True:
        came[:m] = -1
        came[root] = 4
        queue[0] = root
        size = 1
        at = 0
        goal = -1
        while at < size and goal < 0:
            v = queue[at]
            at += 1
            for k in range(4):  # over unused edges to a cell of the other colour
                w = links[v, k]
                if w < 0 or came[w] >= 0 or is_used[v, k] or price[v] + price[w] > 2:
                    continue
                came[w] = k ^ 2
                if degree[w] < 2:
                    goal = w
                    break
                for j in range(4):  # and back over its used ones
                    u = links[w, j]
                    if u < 0 or came[u] >= 0 or not is_used[w, j] or edge_price[w, j] > 0:
                        continue
                    came[u] = j ^ 2
                    queue[size] = u
                    size += 1
                    if price[u] == 0:
                        goal = u
                        break
                if goal >= 0:
                    break
        if goal >= 0:
            degree[root] += 1
            degree[goal] += 1 if colour_differs(goal, queue, size) else -1
            v = goal
            while v != root:
                k = came[v]
                u = links[v, k]
                is_used[v, k] = not is_used[v, k]
                is_used[u, k ^ 2] = is_used[v, k]
                v = u
            return True
        reprice(size, links, price, edge_price, is_used, queue, came)
        if price[root] == 0:
            return False


@inner
def colour_differs(goal, queue, size):
    """Whether the goal has not the colour of the root: cells of the root's colour are in the queue."""
    for at in range(size):
        if queue[at] == goal:
            return False
    return True


@inner
def reprice(size, links, price, edge_price, is_used, queue, came):
    """Lower the reached cells of the root's colour and raise those of the other until one more can be reached."""
    change = price[queue[0]]
    for at in range(size):
        v = queue[at]
        change = min(change, price[v])
        for k in range(4):
            w = links[v, k]
            if w < 0:
                continue
            if came[w] < 0:
                if not is_used[v, k]:
                    change = min(change, price[v] + price[w] - 2)
                continue
            for j in range(4):
                if links[w, j] >= 0 and is_used[w, j] and came[links[w, j]] < 0:
                    change = min(change, edge_price[w, j])
    for at in range(size):
        v = queue[at]
        price[v] -= change
        for k in range(4):
            w = links[v, k]
            if w >= 0 and came[w] < 0 and is_used[v, k]:
                edge_price[v, k] += change
                edge_price[w, k ^ 2] += change
    # The cells of the other colour: each was reached by a link to one in the queue.
    for at in range(size):
        v = queue[at]
        for k in range(4):
            w = links[v, k]
            if w < 0 or came[w] != k ^ 2:
                continue
            price[w] += change
            for j in range(4):
                u = links[w, j]
                if u >= 0 and is_used[w, j] and came[u] < 0:
                    edge_price[w, j] -= change
                    edge_price[u, j ^ 2] -= change
