// Texts beside a patch: how many circles it has, what a tile would do, whose it is.
import type { CirplexedLaying, CirplexedPart, SeatInfo } from "$web/api";
import { capitalized } from "$web/board-kit/capital";
import { listed, say, sayCount } from "$web/message";

export const circlesText = (count: number): string => sayCount(count, "{count} circle", "{count} circles");

function partText(quarters: number, colours: string[]): string {
  const many = colours.length;
  if (quarters === 3)
    return sayCount(many, "three quarters of {colours:, and}", "three quarters each of {colours:, and}", { colours });
  if (quarters === 2) return sayCount(many, "a half of {colours:, and}", "a half each of {colours:, and}", { colours });
  return sayCount(many, "a quarter of {colours:, and}", "a quarter each of {colours:, and}", { colours });
}

/** Parts by size, the largest first: "a half of blue and a quarter each of green and red". */
function partsText(parts: CirplexedPart[]): string {
  const groups = [3, 2, 1].map((quarters) => ({
    quarters,
    colours: parts.filter((part) => part.quarters === quarters).map(({ colour }) => colour),
  }));
  const there = groups.filter(({ colours }) => colours.length > 0);
  return listed(there.map(({ quarters, colours }) => partText(quarters, colours)));
}

const oneOf = (colour: string): string => (colour === "orange" ? say("an orange") : say("a {colour}", { colour }));

/** What a tile would do, in one sentence: "Closes a red circle; spoils a quarter each of blue and green." */
export function effectText(laying: CirplexedLaying): string {
  const { completes, builds, spoils } = laying;
  const parts = [
    completes.length > 0 ? say("closes {circles:, and} circle", { circles: completes.map(({ colour }) => oneOf(colour)) }) : "",
    builds.length > 0 ? say("makes {parts}", { parts: partsText(builds) }) : "",
    spoils.length > 0 ? say("spoils {parts}", { parts: partsText(spoils) }) : "",
  ].filter((part) => part !== "");
  if (parts.length === 0) return say("Neither builds nor spoils a circle.");
  return capitalized(say("{parts:;}.", { parts }));
}

/** Who sits there: a bot is called by its seat. */
export function ownerName(seat: SeatInfo | undefined, usual: string): string {
  if (seat === undefined || seat.kind === "open") return usual;
  if (seat.bot === null) return seat.name || usual;
  return capitalized(seat.name);
}
