// A finger that wipes over the board: to the left for the next move, to the right for the one before.
import type { Attachment } from "svelte/attachments";

const FAR = 36; // pixels
const LONG = 700; // milliseconds after which it is no swipe

export function swiped(step: (direction: 1 | -1) => void): Attachment<HTMLElement> {
  return (element) => {
    let from: { id: number; x: number; y: number; at: number } | null = null;
    const down = (event: PointerEvent): void => {
      if (event.pointerType === "mouse") return;
      const isZoomed = element.querySelector(".stage.larger") !== null; // there a finger moves the board
      from = event.isPrimary && !isZoomed ? { id: event.pointerId, x: event.clientX, y: event.clientY, at: event.timeStamp } : null;
    };
    const up = (event: PointerEvent): void => {
      if (from === null || event.pointerId !== from.id) return;
      const [x, y] = [event.clientX - from.x, event.clientY - from.y];
      const isSwipe = Math.abs(x) > FAR && Math.abs(x) > 2 * Math.abs(y) && event.timeStamp - from.at < LONG;
      from = null;
      if (isSwipe) step(x < 0 ? 1 : -1);
    };
    const cancel = (): void => {
      from = null;
    };
    element.addEventListener("pointerdown", down, { capture: true });
    element.addEventListener("pointerup", up, { capture: true });
    element.addEventListener("pointercancel", cancel, { capture: true });
    return () => {
      element.removeEventListener("pointerdown", down, { capture: true });
      element.removeEventListener("pointerup", up, { capture: true });
      element.removeEventListener("pointercancel", cancel, { capture: true });
    };
  };
}
