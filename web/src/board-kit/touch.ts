// Fingers do not hover, and need larger targets than a mouse.

/** Is a finger the usual pointer of this device? */
export const hasTouch = typeof matchMedia !== "undefined" && matchMedia("(pointer: coarse)").matches;

/** Was it a finger? A click event has this information, too, although its type does not show it. */
export const isTouch = (event: Event): boolean => (event as PointerEvent).pointerType === "touch";

/** Was it a mouse? A pen is neither a mouse nor a finger. */
export const isMouse = (event: PointerEvent): boolean => event.pointerType === "mouse";
