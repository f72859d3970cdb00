// Motion explains what happened; users who prefer reduced motion get none.

/** How long a piece takes to its place, in milliseconds. */
export const MOVING = 200;

const wish = typeof matchMedia === "undefined" ? null : matchMedia("(prefers-reduced-motion: reduce)");

export const isStill = (): boolean => wish?.matches ?? false;

/** A duration; 0 for users who prefer reduced motion. */
export const lasting = (milliseconds: number = MOVING): number => (isStill() ? 0 : milliseconds);
