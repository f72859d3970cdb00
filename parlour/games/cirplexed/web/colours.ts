// The colours of tiles and circles.
import type { CirplexedCircle } from "$web/api";
import type { Colour } from "$web/board-kit/symbols";
import { listed } from "$web/message";

const COLOURS: Record<string, Colour> = { B: "blue", G: "green", O: "orange", P: "purple", R: "red", Y: "yellow" };
export const ALL_COLOURS: Colour[] = Object.values(COLOURS);

/** The colours of a tile's letters. */
export const coloursOf = (face: string): Colour[] => [...face].map((letter) => COLOURS[letter] ?? "white");

/** A tile's letters after quarter turns clockwise, again clockwise from the top left. */
export function turned(face: string, quarters: number): string {
  const last = ((quarters % 4) + 4) % 4;
  return last === 0 ? face : face.slice(-last) + face.slice(0, -last);
}

/** A tile for screen readers: its colours clockwise from the top left. */
export const faceText = (face: string): string => listed(coloursOf(face), ",");

/** How many circles of each colour there are. */
export function byColour(circles: CirplexedCircle[]): { colour: Colour; count: number }[] {
  return ALL_COLOURS.map((colour) => ({ colour, count: circles.filter((circle) => circle.colour === colour).length }));
}
