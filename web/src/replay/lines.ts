// How the lines of a curve look: in the colours of the seats, or in colours of their own where seats have none.
import type { Colour } from "../board-kit/symbols";
import { colourOf, type Facts } from "../table/sentences";

const USUAL: readonly Colour[] = ["blue", "red", "green", "orange", "purple", "yellow"];
const DASHES = ["none", "7 3", "2 3", "9 3 2 3", "4 4", "12 4"]; // told apart without colours as well

export const lineColour = (seat: number, facts: Facts | null): string =>
  `var(--${colourOf(seat, facts) ?? USUAL[seat % USUAL.length]!})`;

export const lineDash = (seat: number): string => DASHES[seat % DASHES.length]!;
