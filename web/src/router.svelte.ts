// Which screen an address shows. Seats' tokens come in the fragment, which browsers never send.

export type Place =
  | { screen: "lobby" }
  | { screen: "my-games" }
  | { screen: "setup"; game: string }
  | { screen: "table"; id: string; fragment: URLSearchParams }
  | { screen: "replay"; id: string; match: number; fragment: string }
  | { screen: "record"; fragment: string }
  | { screen: "nowhere" };

export function placeOf(path: string, hash: string): Place {
  const parts = path.split("/").filter((part) => part !== "");
  if (parts.length === 0) return { screen: "lobby" };
  if (parts[0] === "my-games" && parts.length === 1) return { screen: "my-games" };
  if (parts[0] === "new" && parts.length === 2) return { screen: "setup", game: parts[1]! };
  if (parts[0] === "table" && parts.length === 2)
    return { screen: "table", id: parts[1]!, fragment: new URLSearchParams(hash.slice(1)) };
  if (parts[0] === "game" && parts.length === 3 && /^[1-9]\d{0,5}$/.test(parts[2]!))
    return { screen: "replay", id: parts[1]!, match: Number(parts[2]), fragment: hash.slice(1) };
  if (parts[0] === "game" && parts.length === 1) return { screen: "record", fragment: hash.slice(1) };
  return { screen: "nowhere" };
}

let place = $state.raw<Place>(placeOf(location.pathname, location.hash));

export const here = (): Place => place;

let hasComeFromHere = false;

/** Has another screen of this page been seen before? The first one leaves the focus to the browser. */
export const isFromHere = (): boolean => hasComeFromHere;

const read = (): void => {
  place = placeOf(location.pathname, location.hash);
};
addEventListener("popstate", read);
addEventListener("hashchange", read);

/** Show another screen; a click on a link of the page comes here, too. */
export function go(address: string, { replace = false } = {}): void {
  hasComeFromHere = true;
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  read();
  scrollTo(0, 0);
}

/** For links within the page: `<a href="/" onclick={follow}>`. */
export function follow(event: MouseEvent): void {
  const link = (event.currentTarget as HTMLElement).closest("a");
  if (link === null || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(link.getAttribute("href")!);
}
