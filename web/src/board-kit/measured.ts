// The size of an element, reported as it changes. Svelte's own `bind:clientWidth` reads it immediately, which forces a layout
// while the board is being built: half of the time that a board takes to appear.
import type { Attachment } from "svelte/attachments";

export interface Size {
  width: number;
  height: number;
}

export const measured =
  (tell: (size: Size) => void): Attachment<Element> =>
  (element) => {
    const observer = new ResizeObserver(() => tell({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  };
