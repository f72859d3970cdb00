// Motion explains what happened; who asked for less of it gets none.

/** How long a piece takes to its place, in milliseconds. */
export const MOVING = 200;

const wish = typeof matchMedia === "undefined" ? null : matchMedia("(prefers-reduced-motion: reduce)");

export const isStill = (): boolean => wish?.matches ?? false;

/** A duration, or none for those who asked for stillness. */
export const lasting = (milliseconds: number = MOVING): number => (isStill() ? 0 : milliseconds);
