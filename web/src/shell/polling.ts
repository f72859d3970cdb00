// Asking the server again and again, as long as somebody looks.

/** Do something now and every so often, but only while the page is looked at; gives what ends it. */
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
