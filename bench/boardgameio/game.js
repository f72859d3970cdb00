// Connect four with the rules of bench/connect_four.py, for boardgame.io. Its state has the format of our view: a string
// for each column, from the bottom, with 0 or 1 for each disc.
"use strict";

const { INVALID_MOVE } = require("boardgame.io/core");

const COLUMNS = 7;
const ROWS = 6;
const DIRECTIONS = [[0, 1], [1, 0], [1, 1], [1, -1]];

function hasLine(columns, column) {
  const row = columns[column].length - 1;
  const disc = columns[column][row];
  return DIRECTIONS.some(([right, up]) => {
    let discs = 1;
    for (const way of [1, -1]) {
      for (let k = way; columns[column + k * right]?.[row + k * up] === disc; k += way) discs += 1;
    }
    return discs >= 4;
  });
}

exports.game = {
  name: "connect-four",
  setup: () => ({ columns: Array(COLUMNS).fill(""), last: null }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    drop: ({ G, playerID }, column) => {
      if (!(G.columns[column]?.length < ROWS)) return INVALID_MOVE;
      G.columns[column] += playerID;
      G.last = column;
    },
  },
  endIf: ({ G }) => {
    if (G.last === null) return undefined;
    if (hasLine(G.columns, G.last)) return { winner: G.columns[G.last].at(-1) };
    return G.columns.every((column) => column.length === ROWS) ? { draw: true } : undefined;
  },
};
