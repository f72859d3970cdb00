// Where the things of a patch are drawn: a cell is 100 wide, columns go to the right and rows upward, 0,0 in the middle.
import type { CirplexedCircle, CirplexedLaying, CirplexedPart, CirplexedTile, SeatInfo } from "$web/api";
import type { Point } from "$web/board-kit/geometry";
import type { Colour } from "$web/board-kit/signs";
import type { Box } from "$web/board-kit/stage";

export const SIDE = 100;
export const REACH = 44; // of a quarter from its corner

const COLOURS: Record<string, Colour> = { B: "blue", G: "green", O: "orange", P: "purple", R: "red", Y: "yellow" };
export const ALL_COLOURS: Colour[] = Object.values(COLOURS);

/** The colours of a tile's letters. */
export const coloursOf = (face: string): Colour[] => [...face].map((letter) => COLOURS[letter] ?? "white");

/** Column and row of a cell's name. */
export function cellOf(name: string): Point {
  const [x, y] = name.split(",");
  return { x: Number(x), y: Number(y) };
}

/** The middle of a cell. */
export function middleOf(name: string): Point {
  const { x, y } = cellOf(name);
  return { x: SIDE * x, y: -SIDE * y };
}

/** A point where four cells meet, from the cell to its lower left. */
export const pointOf = ({ x, y }: Point): Point => ({ x: SIDE * (x + 0.5), y: -SIDE * (y + 0.5) });

export const nameOf = ({ x, y }: Point): string => `${x},${y}`;

/** The points at a cell's corners, clockwise from the top left, each named by the cell to its lower left. */
export function cornersOf(name: string): string[] {
  const { x, y } = cellOf(name);
  return [nameOf({ x: x - 1, y }), nameOf({ x, y }), nameOf({ x, y: y - 1 }), nameOf({ x: x - 1, y: y - 1 })];
}

export interface Span {
  across: number;
  down: number;
}

/** How many columns and rows the widest and the tallest of these patches have. */
export function spanOf(patches: CirplexedTile[][]): Span {
  const length = (values: number[]): number => Math.max(...values) - Math.min(...values) + 1;
  const cells = patches.filter((tiles) => tiles.length > 0).map((tiles) => tiles.map((tile) => cellOf(tile.cell)));
  return {
    across: Math.max(1, ...cells.map((patch) => length(patch.map(({ x }) => x)))),
    down: Math.max(1, ...cells.map((patch) => length(patch.map(({ y }) => y)))),
  };
}

/** A box around a patch with so many cells of room on each side; a young patch is in the midst of a larger one. */
export function boxAround(tiles: CirplexedTile[], room: number, least: Span): Box {
  const cells = tiles.length > 0 ? tiles.map((tile) => cellOf(tile.cell)) : [{ x: 0, y: 0 }];
  const span = (low: number, high: number, shortest: number): { from: number; length: number } => {
    const length = Math.max(high - low + 1 + 2 * room, shortest);
    return { from: (low + high - length) / 2, length };
  };
  const across = span(Math.min(...cells.map(({ x }) => x)), Math.max(...cells.map(({ x }) => x)), least.across);
  const down = span(Math.min(...cells.map(({ y }) => -y)), Math.max(...cells.map(({ y }) => -y)), least.down);
  return { x: SIDE * across.from, y: SIDE * down.from, width: SIDE * across.length, height: SIDE * down.length };
}

/** A turn as a word: r0 to r3, from any number of quarter turns. */
export const turnWord = (quarters: number): string => `r${((quarters % 4) + 4) % 4}`;

/** How many circles of each colour there are. */
export function byColour(circles: CirplexedCircle[]): { colour: Colour; count: number }[] {
  return ALL_COLOURS.map((colour) => ({ colour, count: circles.filter((circle) => circle.colour === colour).length }));
}

export const circlesText = (count: number): string => `${count} ${count === 1 ? "circle" : "circles"}`;

const listed = (parts: string[]): string =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;

const SIZES = ["", "a quarter", "a half", "three quarters"];

/** Parts by size, the largest first: "a half of blue and a quarter each of green and red". */
function partsText(parts: CirplexedPart[]): string {
  const groups = [3, 2, 1].map((quarters) => ({
    size: SIZES[quarters],
    colours: parts.filter((part) => part.quarters === quarters).map(({ colour }) => colour),
  }));
  return listed(
    groups
      .filter(({ colours }) => colours.length > 0)
      .map(({ size, colours }) => `${size}${colours.length > 1 ? " each" : ""} of ${listed(colours)}`),
  );
}

/** What a tile would do, in one sentence: "Closes a red circle; spoils a quarter each of blue and green." */
export function effectText(laying: CirplexedLaying): string {
  const { completes, builds, spoils } = laying;
  const parts = [
    completes.length > 0 ? `closes a ${listed(completes.map(({ colour }) => colour))} circle` : "",
    builds.length > 0 ? `makes ${partsText(builds)}` : "",
    spoils.length > 0 ? `spoils ${partsText(spoils)}` : "",
  ].filter((part) => part !== "");
  if (parts.length === 0) return "Neither builds nor spoils a circle.";
  const text = parts.join("; ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** A tile for those who listen: its colours clockwise from the top left. */
export const faceText = (face: string): string => coloursOf(face).join(", ");

/** Who sits there: a bot is called by its seat. */
export function ownerName(seat: SeatInfo | undefined, usual: string): string {
  if (seat === undefined || seat.kind === "open") return usual;
  if (seat.bot === null) return seat.name || usual;
  const name = seat.name.replace(/ \([^()]*\)$/, "");
  return name.charAt(0).toUpperCase() + name.slice(1);
}
