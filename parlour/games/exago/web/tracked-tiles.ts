// The tiles, each with a stable identity as it moves between hand and board, so that it can be animated.
import type { ExagoBoard, ExagoEvent } from "$web/api";

export interface TrackedTile {
  id: number;
  seat: number;
  /** Where it lies; null: in its owner's hand. */
  cell: string | null;
  /** How many others go before it, when several go together. */
  after: number;
}

/** All tiles as they lie. */
export function laidOut({ tiles, hands }: Pick<ExagoBoard, "tiles" | "hands">): TrackedTile[] {
  const onBoard = Object.entries(tiles).map(([cell, seat]) => ({ seat, cell }));
  const inHand = hands.flatMap((count, seat) => Array.from({ length: count }, () => ({ seat, cell: null })));
  return [...onBoard, ...inHand].map((piece, id) => ({ ...piece, id, after: 0 }));
}

/** The same tiles after some events, as they lie now. Those that went come last, to be drawn above the others. */
export function moved(before: TrackedTile[], now: Pick<ExagoBoard, "tiles" | "hands">, events: ExagoEvent[]): TrackedTile[] {
  const pieces = before.map((piece) => ({ ...piece, after: 0 }));
  const went: TrackedTile[] = [];
  let inAir: TrackedTile | undefined;
  let steps = 0;
  let previous = "";
  const go = (piece: TrackedTile | undefined, cell: string | null): void => {
    if (piece === undefined) return;
    piece.cell = cell;
    piece.after = steps;
    went.push(piece);
  };
  const lying = (seat: number, cell: string): TrackedTile | undefined =>
    pieces.find((piece) => piece !== inAir && piece.seat === seat && piece.cell === cell);
  const ofHand = (seat: number): TrackedTile | undefined =>
    pieces.findLast((piece) => piece !== inAir && piece.seat === seat && piece.cell === null);
  for (const event of events) {
    const goes = event.kind === "placed" || event.kind === "returned";
    if (goes && previous !== "" && previous !== event.kind) steps += 1;
    if (event.kind === "lifted") inAir = lying(event.seat, event.cell);
    else if (event.kind === "returned") {
      previous = event.kind;
      for (const cell of event.cells) go(lying(event.seat, cell), null);
    } else if (event.kind === "placed") {
      previous = event.kind;
      const piece = inAir ?? ofHand(event.seat);
      inAir = undefined;
      go(piece, event.cell);
    }
  }
  steps = 0;
  now.hands.forEach((_, seat) => {
    const own = pieces.filter((piece) => piece.seat === seat);
    const wrong = own.filter(({ cell }) => cell !== null && now.tiles[cell] !== seat);
    const cells = Object.keys(now.tiles).filter((cell) => now.tiles[cell] === seat);
    const missing = cells.filter((cell) => lying(seat, cell) === undefined);
    for (const cell of missing) go(wrong.shift() ?? ofHand(seat), cell);
    for (const piece of wrong) go(piece, null);
  });
  const isRight = now.hands.every((count, seat) => {
    const own = pieces.filter((piece) => piece.seat === seat);
    const onBoard = Object.values(now.tiles).filter((owner) => owner === seat).length;
    return own.length === count + onBoard && own.filter((piece) => piece.cell === null).length === count;
  });
  if (!isRight) return laidOut(now); // another match, or another position altogether
  return [...pieces.filter((piece) => !went.includes(piece)), ...new Set(went)];
}
