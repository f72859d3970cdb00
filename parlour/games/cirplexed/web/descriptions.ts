// What is said beside a patch: how many circles it has, what a tile would do, whose it is.
import type { CirplexedLaying, CirplexedPart, SeatInfo } from "$web/api";
import { capitalized } from "$web/board-kit/capital";
import { listed } from "$web/message";

export const circlesText = (count: number): string => `${count} ${count === 1 ? "circle" : "circles"}`;

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
  return `${capitalized(parts.join("; "))}.`;
}

/** Who sits there: a bot is called by its seat. */
export function ownerName(seat: SeatInfo | undefined, usual: string): string {
  if (seat === undefined || seat.kind === "open") return usual;
  if (seat.bot === null) return seat.name || usual;
  return capitalized(seat.name);
}
