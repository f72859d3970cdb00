// How large an element is, told as it changes. Svelte's own `bind:clientWidth` asks immediately, and so makes the browser lay
// everything out in the middle of putting it there: half of the time in which a board comes.
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
