// Hovering: the page asks the server what a move would do once the pointer rests, not wherever it passes.

/** Milliseconds for which a pointer must rest before the server is asked. */
export const HOVER_DELAY = 40;

/** Call `ask` once the pointer has rested. Returns a function that cancels it, as an effect expects. */
export function onceAtRest(ask: () => void, delay = HOVER_DELAY): () => void {
  const timer = setTimeout(ask, delay);
  return () => clearTimeout(timer);
}
