// The mouse wheel turns what is held: one turn for a notch, also where a touchpad tells it in many small steps.

const NOTCH = 40; // pixels
const PAUSE = 250; // milliseconds after which a new gesture begins

/** A handler that calls `turn` for each notch, while `canTurn` says so; with Ctrl the wheel zooms the page. */
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
