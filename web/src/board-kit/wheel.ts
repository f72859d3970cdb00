// The mouse wheel rotates what is held: once per notch, even if a touchpad reports many small steps.

const NOTCH = 40; // pixels
const PAUSE = 250; // milliseconds after which a new gesture begins

/** A handler that calls `turn` for each notch while `canTurn` is true; with Ctrl, the wheel zooms the page. */
export function wheelTurns(canTurn: () => boolean, turn: (clockwise: boolean) => void): (event: WheelEvent) => void {
  let [rolled, latest] = [0, 0];
  return (event) => {
    if (event.ctrlKey || !canTurn()) return;
    event.preventDefault();
    if (event.timeStamp - latest > PAUSE) rolled = 0;
    latest = event.timeStamp;
    rolled += event.deltaY || event.deltaX;
    if (Math.abs(rolled) < NOTCH) return;
    turn(rolled > 0);
    rolled = 0;
  };
}
