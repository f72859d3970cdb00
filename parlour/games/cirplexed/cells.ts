// Where the things of a patch are drawn: a cell is 100 wide, columns go to the right and rows upward, 0,0 in the middle.
import type { CirplexedCircle, CirplexedLaying, CirplexedPart, CirplexedTile, SeatInfo } from "$web/api";
import type { Point } from "$web/geometry";
import type { Colour } from "$web/signs";
import type { Box } from "$web/stage";

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

/** A box around a patch with so many cells of room on each side; a young patch is in the midst of a larger one. */
export function boxAround(tiles: CirplexedTile[], room: number, least: number): Box {
  const cells = tiles.length > 0 ? tiles.map((tile) => cellOf(tile.cell)) : [{ x: 0, y: 0 }];
  const span = (low: number, high: number): { from: number; length: number } => {
    const length = Math.max(high - low + 1 + 2 * room, least);
    return { from: (low + high - length) / 2, length };
  };
  const across = span(Math.min(...cells.map(({ x }) => x)), Math.max(...cells.map(({ x }) => x)));
  const down = span(Math.min(...cells.map(({ y }) => -y)), Math.max(...cells.map(({ y }) => -y)));
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
const sized = (part: CirplexedPart): string => `${SIZES[part.quarters]} of ${part.colour}`;

/** What a tile would do, in one sentence: "Closes a red circle, makes a half of blue and spoils a quarter of green." */
export function effectText(laying: CirplexedLaying): string {
  const { completes, builds, spoils } = laying;
  const largest = (parts: CirplexedPart[]): CirplexedPart[] => parts.toSorted((a, b) => b.quarters - a.quarters);
  const parts = [
    completes.length > 0 ? `closes a ${listed(completes.map(({ colour }) => colour))} circle` : "",
    builds.length > 0 ? `makes ${listed(largest(builds).map(sized))}` : "",
    spoils.length > 0 ? `spoils ${listed(largest(spoils).map(sized))}` : "",
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
