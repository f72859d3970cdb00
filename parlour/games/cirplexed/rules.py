"""Cirplexed!'s state record and its kernels. Rule numbers (C5) are those of RULES.md."""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

from itertools import combinations, permutations

import numpy as np

from parlour.kernel import below, inner, kernel

# A board is unbounded, but a seat lays at most 22 connected tiles, so x and y of a tile stay within -21..21 and those
# of the cells beside it within -22..22. Such a cell is the number (x + 22) * 45 + (y + 22):
#
#     y ^   c + 1   c + 46        The cell c has these neighbours: c + 45 to the right, c + 1 above. A grid point has
#       |   c       c + 45        the number of the cell to its upper right, so the corners of c, clockwise from the
#       +------------> x          top left, are the points c + 1, c + 46, c + 45 and c.
#
# A move code is tile << 13 | cell << 2 | rotation. The tiles on a board are kept as such codes.

VERSION = "1"
SCORE_NAMES = ("circles", "three_quarters", "halves")
PARTIAL = ("any", "open")
ANY, OPEN = range(2)

LETTERS = "BGOPRY"
# C1, C2: four letters in each cyclic order, the first of the alphabet in front.
TILES = tuple(sorted("".join((four[0], *rest)) for four in combinations(LETTERS, 4) for rest in permutations(four[1:])))

SEATS = 6
MOST = 22  # tiles of a seat (C3)
WIDTH = 45
CENTRE = 22 * WIDTH + 22  # the cell 0,0
STEPS = np.array([-WIDTH, -1, 1, WIDTH], np.int64)  # to the four neighbours, ascending
CORNERS = np.array([1, WIDTH + 1, WIDTH, 0], np.int64)  # to the four corner points, clockwise from the top left
POINTS = WIDTH * WIDTH
NONE = -1  # no tile

# n connected tiles touch at most 2n + 2 empty cells: each tile after the first adds at most three and takes
# one. So a frontier has at most 46 cells. A hand has two tiles only while at most 20 lie on the board, and then there
# are at most 2 * 42 * 4 moves; with one tile left, at most 44 * 4.
FRONTIER = 2 * MOST + 2
MAX_MOVES = 336

STATE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("placed", "i4", SEATS * MOST),  # by seat, then in the order of laying: tile, cell and rotation
                ("frontier", "i2", SEATS * FRONTIER),  # by seat, ascending: empty cells beside a tile; then 0
                ("bag", "i1", len(TILES)),  # the deal: tiles in the order in which they leave the bag (C4); then 0
                ("hand", "i1", 2 * SEATS),  # two tiles a seat, the lower first; NONE behind them
                ("count", "i1", SEATS),  # tiles on each board
                ("edge", "i1", SEATS),  # cells in each frontier
                ("players", "i1"),
                ("shown", "i1"),  # tiles on each board that everyone sees: those of closed rounds
                ("partial", "i1"),  # ANY or OPEN (C10)
                ("spare", "i1", 3),  # pads the record; always 0
            ],
            align=True,
        ),
    )
)


# ---------------------------------------------------------------------------------------------------------------------
# Tables


def _faces():
    """Row tile * 4 + rotation: the colours of a tile as it lies, clockwise from the top left."""
    colours = [[LETTERS.index(letter) for letter in name] for name in TILES]
    return np.array([[row[(k - turn) % 4] for k in range(4)] for row in colours for turn in range(4)], np.int64)


# What is counted at a point: a circle; parts of one beside other colours; and where no other colour is, parts of one,
# two quarters that only meet in the point, a single quarter.
CIRCLE, THREE, HALF, OPEN_THREE, OPEN_HALF, OPEN_OPPOSITE, OPEN_SINGLE, NOTHING = range(8)
COUNTED = 8


def _kinds():
    """Row 1 if a point has one colour only, else 0; column: the quarters of a colour there as bits in circle order."""
    kinds = np.full((2, 16), NOTHING)
    kinds[1, 0b1111] = CIRCLE
    for is_alone in (0, 1):
        kinds[is_alone, [0b0111, 0b1110, 0b1101, 0b1011]] = THREE + 2 * is_alone
        kinds[is_alone, [0b0011, 0b0110, 0b1100, 0b1001]] = HALF + 2 * is_alone  # side by side
    kinds[1, [0b0101, 0b1010]] = OPEN_OPPOSITE
    kinds[1, [0b0001, 0b0010, 0b0100, 0b1000]] = OPEN_SINGLE
    return kinds


FACES = _faces()
QUARTERS = (1 << (4 * FACES + np.arange(4))).astype(np.int32)  # the same as bits of a point: four for each colour
KINDS = _kinds()


# ---------------------------------------------------------------------------------------------------------------------
# Boards


@kernel
def tiles_each(players):
    """C3: return how many tiles each seat gets in all."""
    return min(MOST, len(TILES) // players)


@inner
def lay(s, seat, code):
    """Put a tile on a board and update its frontier."""
    cell = (code >> 2) & 2047
    tiles = MOST * seat
    count = np.int64(s.count[seat])
    s.placed[tiles + count] = code
    s.count[seat] = count + 1
    start = FRONTIER * seat
    size = np.int64(s.edge[seat])
    kept = 0
    for i in range(size):
        other = s.frontier[start + i]
        s.frontier[start + kept] = other
        kept += other != cell
    for step in STEPS:
        beside = cell + step
        is_empty = True
        for k in range(count):
            is_empty &= (s.placed[tiles + k] >> 2) & 2047 != beside
        if not is_empty:
            continue
        i = kept
        while i > 0 and s.frontier[start + i - 1] > beside:
            i -= 1
        if i > 0 and s.frontier[start + i - 1] == beside:
            continue
        for k in range(kept, i, -1):
            s.frontier[start + k] = s.frontier[start + k - 1]
        s.frontier[start + i] = beside
        kept += 1
    for i in range(kept, size):
        s.frontier[start + i] = 0
    s.edge[seat] = kept


@inner
def place(s, seat, move):
    """C5: move a tile from the hand to the board."""
    if s.hand[2 * seat] == move >> 13:
        s.hand[2 * seat] = s.hand[2 * seat + 1]
    s.hand[2 * seat + 1] = NONE
    lay(s, seat, move)


@inner
def take(s, seat, tile):
    """Add a tile to a hand of at most one."""
    other = s.hand[2 * seat]
    if other == NONE or tile < other:
        s.hand[2 * seat] = tile
        s.hand[2 * seat + 1] = other
    else:
        s.hand[2 * seat + 1] = tile


@kernel
def mark_points(s, seat, tiles, points):
    """Mark the quarters of the first tiles of a board at its points, each as a bit of its colour."""
    for k in range(MOST * seat, MOST * seat + tiles):
        code = np.int64(s.placed[k])
        cell = (code >> 2) & 2047
        face = (code >> 13) << 2 | (code & 3)
        for corner in range(4):
            points[cell + CORNERS[corner]] |= QUARTERS[face, corner]


@inner
def tally(s, seat, tiles, points, counts):
    """C9, C10: count full and partial circles among the first tiles; `points` must be blank, and is again after."""
    counts[:] = 0
    mark_points(s, seat, tiles, points)
    for k in range(MOST * seat, MOST * seat + tiles):
        cell = (np.int64(s.placed[k]) >> 2) & 2047
        for corner in range(4):
            word = np.int64(points[cell + CORNERS[corner]])
            points[cell + CORNERS[corner]] = 0  # each point once
            if word == 0:
                continue
            while word & 15 == 0:
                word >>= 4
            is_alone = np.int64(word < 16)
            while word != 0:
                counts[KINDS[is_alone, word & 15]] += 1
                word >>= 4


# ---------------------------------------------------------------------------------------------------------------------
# The contract


@inner
def draw_place(players, seat, number):
    """C4: return where in the bag a seat's tile is; 0 is its start tile, 1 and 2 its first hand, then one a round."""
    if number == 0:
        return seat
    if number < 3:
        return players + 2 * seat + number - 1
    return players * number + seat


@kernel
def setup(s):
    """C4: a start tile and two tiles in hand for each seat."""
    players = np.int64(s.players)
    s.shown = 1
    s.hand[:] = NONE
    for seat in range(players):
        s.count[seat] = 0
        s.edge[seat] = 0
        lay(s, seat, np.int64(s.bag[seat]) << 13 | CENTRE << 2)
        take(s, seat, s.bag[draw_place(players, seat, 1)])
        take(s, seat, s.bag[draw_place(players, seat, 2)])


@kernel
def due(s):
    """Return how many tiles each board has after the open round: one more, or all that are left (C7)."""
    tiles = tiles_each(np.int64(s.players))
    return tiles if s.shown >= tiles - 2 else np.int64(s.shown) + 1


@kernel
def waiting(s):
    """C5, C7: everyone who has not placed all that is due."""
    goal = due(s)
    mask = 0
    for seat in range(np.int64(s.players)):
        if s.count[seat] < goal:
            mask |= 1 << seat
    return mask


@kernel
def legal(s, seat, out):
    """C5: each tile in hand, on each empty cell beside a tile, in each rotation."""
    n = 0
    start = FRONTIER * seat
    for slot in range(2 * seat, 2 * seat + 2):
        tile = np.int64(s.hand[slot])
        if tile == NONE:
            break
        for i in range(start, start + np.int64(s.edge[seat])):
            code = tile << 13 | np.int64(s.frontier[i]) << 2
            for turn in range(4):
                out[n + turn] = code | turn
            n += 4
    return n


@kernel
def apply(s, seat, move):
    """C5; the last seat to act closes the round (C6)."""
    place(s, seat, move)
    if waiting(s) != 0:
        return
    players = np.int64(s.players)
    s.shown = due(s)
    drawn = np.int64(s.shown) + 1  # tiles that each seat has drawn so far
    if drawn < tiles_each(players):
        for other in range(players):
            take(s, other, s.bag[draw_place(players, other, drawn)])


@kernel
def scores(s, out):
    """C9, C10 over the tiles of closed rounds: an open round's tiles are secret, so they count when it closes (C6)."""
    points = np.zeros(POINTS, np.int32)
    counts = np.empty(COUNTED, np.int64)
    for seat in range(np.int64(s.players)):
        tally(s, seat, np.int64(s.shown), points, counts)
        out[seat, 0] = counts[CIRCLE]
        out[seat, 1] = counts[OPEN_THREE]
        out[seat, 2] = counts[OPEN_HALF]
        if s.partial == ANY:
            out[seat, 1] += counts[THREE]
            out[seat, 2] += counts[HALF]


@kernel
def sample(s, seat, rng):
    """Return a uniformly random legal move: all combinations of tile, cell and rotation are legal."""
    size = np.int64(s.edge[seat])
    tiles = 1 if s.hand[2 * seat + 1] == NONE else 2
    number = below(rng, 4 * size * tiles)
    slot = 2 * seat + (number >= 4 * size)
    cell = np.int64(s.frontier[FRONTIER * seat + (number >> 2) % size])
    return np.int64(s.hand[slot]) << 13 | cell << 2 | (number & 3)


# ---------------------------------------------------------------------------------------------------------------------
# What a seat cannot know


@inner
def draw(pool, left, rng):
    """Take a random tile from the first part of a pool; the last tile of that part fills the gap."""
    i = below(rng, left)
    tile = pool[i]
    pool[i] = pool[left - 1]
    return tile


@inner
def unseen(s, seat, pool):
    """C4: collect the tiles, of all 90, that a seat has neither drawn nor seen; return how many there are."""
    players, shown = np.int64(s.players), np.int64(s.shown)
    is_seen = np.zeros(len(TILES), np.bool_)
    for number in range(shown + 2):
        is_seen[s.bag[draw_place(players, seat, number)]] = True
    for other in range(players):
        for k in range(MOST * other, MOST * other + shown):
            is_seen[s.placed[k] >> 13] = True
    n = 0
    for tile in range(len(TILES)):
        if not is_seen[tile]:
            pool[n] = tile
            n += 1
    return n


@inner
def clear_open_round(s, seat):
    """Remove the tiles of the open round from a board; return how many there were."""
    shown = np.int64(s.shown)
    hidden = np.int64(s.count[seat]) - shown
    if hidden > 0:
        for i in range(FRONTIER * seat, FRONTIER * (seat + 1)):
            s.frontier[i] = 0
        for k in range(MOST * seat + shown, MOST * (seat + 1)):
            s.placed[k] = 0
        s.count[seat] = 0
        s.edge[seat] = 0
        for k in range(shown):
            lay(s, seat, np.int64(s.placed[MOST * seat + k]))
    return hidden


@kernel
def redeal(s, seat, rng):
    """C4, C6: new hands, new hidden tiles on the others' boards, a new bag; all from what this seat has not seen."""
    players = np.int64(s.players)
    tiles = tiles_each(players)
    shown = np.int64(s.shown)
    if shown == tiles:
        return  # the game is over
    pool = np.empty(len(TILES), np.int64)
    left = unseen(s, seat, pool)
    for other in range(players):
        if other == seat:
            continue
        # In each round, either of its two tiles may have been the one it placed: nobody saw which it drew when.
        older, newer = draw_place(players, other, 1), draw_place(players, other, 2)
        for k in range(1, shown):
            if below(rng, 2):
                older, newer = newer, older
            s.bag[newer] = s.placed[MOST * other + k] >> 13
            newer = draw_place(players, other, k + 2)
        s.hand[2 * other] = NONE
        s.hand[2 * other + 1] = NONE
        for i in (older, newer):
            s.bag[i] = draw(pool, left, rng)
            left -= 1
            take(s, other, s.bag[i])
        for _ in range(clear_open_round(s, other)):
            place(s, other, sample(s, other, rng))
    for i in range(players * (shown + 2), players * tiles):
        s.bag[i] = draw(pool, left, rng)
        left -= 1
