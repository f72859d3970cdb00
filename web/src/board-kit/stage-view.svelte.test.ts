import { describe, expect, test } from "vitest";
import { COMFORT, FINGER, SIGHT } from "./stage";
import { StageView, type Staged } from "./stage-view.svelte";

const BOARD = { x: 0, y: 0, width: 400, height: 400 };
const PHONE: Staged = { box: BOARD, target: 40, width: 300, height: 300, hasTouch: true, isPicture: false };
const MOUSE: Staged = { ...PHONE, hasTouch: false };

/** How wide a target is. */
const sizeOn = (view: StageView): number => view.whole * view.zoom;

describe("what is seen first", () => {
  test("on a phone the whole board, however small its cells", () => {
    const view = new StageView(() => ({ ...PHONE, width: 150, height: 150 }));
    expect(view.isLarger).toBe(false);
    expect(view.seen).toEqual(BOARD);
  });

  test("with a mouse cells never shrink below what can be seen, so that zooming the page in enlarges them", () => {
    const sizes = [800, 400, 200, 100, 20].map((width) => sizeOn(new StageView(() => ({ ...MOUSE, width, height: width }))));
    expect(sizes).toEqual([80, 40, SIGHT, SIGHT, SIGHT]);
  });

  test("a picture is whole, and so is a board whose size is not known yet", () => {
    expect(new StageView(() => ({ ...MOUSE, width: 40, height: 40, isPicture: true })).zoom).toBe(1);
    expect(new StageView(() => ({ ...MOUSE, width: 0, height: 0 })).zoom).toBe(1);
  });
});

describe("enlarging", () => {
  test("a tap makes room for a finger, and what it enlarged is whole again when the move is done", () => {
    const view = new StageView(() => PHONE);
    expect(sizeOn(view)).toBeLessThan(FINGER);
    expect(view.isSmall).toBe(true);
    view.enlargeForFinger({ x: 100, y: 300 });
    expect(sizeOn(view)).toBe(COMFORT);
    expect(view.isSmall).toBe(false);
    view.endTap();
    expect(view.seen).toEqual(BOARD);
  });

  test("what two fingers or a button enlarged stays so", () => {
    const view = new StageView(() => PHONE);
    view.enlargeForFinger({ x: 100, y: 300 });
    view.enlarge();
    view.endTap();
    expect(sizeOn(view)).toBeGreaterThan(COMFORT);
    view.showWhole();
    expect(view.isLarger).toBe(false);
  });

  test("the point that is enlarged stays where it is on the screen", () => {
    const view = new StageView(() => PHONE);
    const about = { x: 150, y: 250 };
    const share = (): number[] => [(about.x - view.seen.x) / view.seen.width, (about.y - view.seen.y) / view.seen.height];
    const before = share();
    view.zoomTo(2, about);
    expect(share()).toEqual(before);
    view.zoomTo(2.5, about);
    expect(share()[0]).toBeCloseTo(before[0]!);
  });

  test("there is an end to it in both directions", () => {
    const view = new StageView(() => PHONE);
    for (let k = 0; k < 20; k++) view.enlarge();
    expect(view.canEnlarge).toBe(false);
    expect(sizeOn(view)).toBe(Math.max(3 * 30, 2 * COMFORT));
    for (let k = 0; k < 20; k++) view.reduce();
    expect(view.zoom).toBe(1);
  });
});

describe("panning", () => {
  test("moves what is enlarged, up to its edges", () => {
    const view = new StageView(() => PHONE);
    expect(view.pan(10, 0)).toBe(false); // whole
    view.zoomTo(2);
    expect(view.pan(-30, 15)).toBe(true);
    expect(view.seen).toEqual({ x: 120, y: 90, width: 200, height: 200 });
    expect(view.pan(-9999, 0)).toBe(true);
    expect(view.seen.x).toBe(200);
    expect(view.pan(-10, 0)).toBe(false); // at the edge: a wheel scrolls the page
    expect(view.pan(30, 0)).toBe(true); // the way back begins at once
    expect(view.seen.x).toBe(180);
  });
});
