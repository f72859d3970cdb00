// Polling the server while the page is visible.

/** Do something now and at intervals, but only while the page is visible; returns a function that stops it. */
export function pollWhileVisible(milliseconds: number, work: () => void): () => void {
  const isSeen = (): boolean => document.visibilityState === "visible";
  const timer = setInterval(() => isSeen() && work(), milliseconds);
  const look = (): void => void (isSeen() && work());
  document.addEventListener("visibilitychange", look);
  work();
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
  };
}
