import { expect, test } from "vitest";
import { Drag, DRAG_SLACK } from "./drag.svelte";

type Fields = Partial<PointerEvent>;
const event = (type: string, x: number, more: Fields = {}): PointerEvent =>
  ({ type, clientX: x, clientY: 0, pointerId: 1, button: 0, buttons: 1, pointerType: "mouse", ...more }) as PointerEvent;

const CLICK = { detail: 1 } as MouseEvent;
const KEY = { detail: 0 } as MouseEvent;

function dragging() {
  const told: string[] = [];
  const drag = new Drag<string>({
    start: (thing) => told.push(`start ${thing}`),
    move: (thing, { clientX }) => told.push(`move ${thing} ${clientX}`),
    drop: (thing, _, isCancelled) => told.push(`${isCancelled ? "cancel" : "drop"} ${thing}`),
  });
  return { drag, told };
}

test("a pointer that hardly moves clicks", () => {
  const { drag, told } = dragging();
  drag.grab(event("pointerdown", 0), "tile");
  drag.move(event("pointermove", DRAG_SLACK));
  expect([drag.isHeld, drag.isOn, drag.thing]).toEqual([true, false, null]);
  drag.drop(event("pointerup", DRAG_SLACK));
  expect([told, drag.swallowsClick(CLICK), drag.isHeld]).toEqual([[], false, false]);
});

test("a pointer that moves further drags, and does not click", () => {
  const { drag, told } = dragging();
  drag.grab(event("pointerdown", 0), "tile");
  drag.move(event("pointermove", DRAG_SLACK + 1));
  expect([drag.isOn, drag.thing]).toEqual([true, "tile"]);
  drag.move(event("pointermove", 2)); // near again, but it is a drag by now
  drag.drop(event("pointerup", 2));
  expect(told).toEqual(["start tile", `move tile ${DRAG_SLACK + 1}`, "move tile 2", "drop tile"]);
  expect([drag.swallowsClick(CLICK), drag.swallowsClick(CLICK), drag.isOn]).toEqual([true, false, false]);
});

test("the next press is a new one, wherever it is", () => {
  for (const press of [(drag: Drag<string>) => drag.grab(event("pointerdown", 0), "tile"), (drag: Drag<string>) => drag.miss()]) {
    const { drag } = dragging();
    drag.grab(event("pointerdown", 0), "tile");
    drag.move(event("pointermove", 20));
    drag.drop(event("pointerup", 20));
    press(drag);
    expect(drag.swallowsClick(CLICK)).toBe(false);
  }
});

test("a click by keyboard does not end a drag", () => {
  const { drag } = dragging();
  drag.grab(event("pointerdown", 0), "tile");
  drag.move(event("pointermove", 20));
  drag.drop(event("pointerup", 20));
  expect(drag.swallowsClick(KEY)).toBe(false);
});

test("a cancelled pointer cancels the drag", () => {
  const { drag, told } = dragging();
  drag.grab(event("pointerdown", 0), "tile");
  drag.move(event("pointermove", 20));
  drag.drop(event("pointercancel", 20));
  expect(told.at(-1)).toBe("cancel tile");
});

test("only the main button of one pointer drags", () => {
  const { drag, told } = dragging();
  drag.grab(event("pointerdown", 0, { button: 2 }), "tile");
  expect(drag.isHeld).toBe(false);
  drag.grab(event("pointerdown", 0, { pointerType: "touch" }), "tile");
  drag.grab(event("pointerdown", 0, { pointerType: "touch", pointerId: 2 }), "other");
  drag.move(event("pointermove", 20, { pointerType: "touch", pointerId: 2 }));
  drag.drop(event("pointerup", 20, { pointerType: "touch", pointerId: 2 }));
  expect([told, drag.isHeld]).toEqual([[], true]);
});

test("a mouse that returns with its button released holds nothing", () => {
  const { drag, told } = dragging();
  drag.grab(event("pointerdown", 0), "tile");
  drag.move(event("pointermove", 20, { buttons: 0 }));
  expect([told, drag.isHeld]).toEqual([[], false]);
});
