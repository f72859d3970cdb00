// Motion explains what happened; users who prefer reduced motion get none.

/** How long a piece takes to its place, in milliseconds. */
export const MOVING = 200;

const wish = typeof matchMedia === "undefined" ? null : matchMedia("(prefers-reduced-motion: reduce)");
let isHeld = false;

/** No motion for now: a position is shown that does not follow from the one before. */
export function holdStill(isStill: boolean): void {
  isHeld = isStill;
}

export const isStill = (): boolean => isHeld || (wish?.matches ?? false);

/** A duration; 0 for users who prefer reduced motion, and where a position does not follow from the one before. */
export const lasting = (milliseconds: number = MOVING): number => (isStill() ? 0 : milliseconds);
