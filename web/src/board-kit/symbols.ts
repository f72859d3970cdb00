// Colour is never the only cue: every colour of the games has a symbol, as a path around 0,0 that fits into a circle of radius 1.

export type Colour = "red" | "blue" | "yellow" | "green" | "purple" | "orange" | "gray" | "white";

const star = (points: number, inner: number): string =>
  "M" +
  Array.from({ length: 2 * points }, (_, k) => {
    const [angle, reach] = [(Math.PI * k) / points - Math.PI / 2, k % 2 ? inner : 1];
    return `${(reach * Math.cos(angle)).toFixed(3)},${(reach * Math.sin(angle)).toFixed(3)}`;
  }).join("L") +
  "Z";

/** Drawn with `fill-rule="evenodd"`, for the ring. */
export const SIGNS: Record<Colour, string> = {
  red: "M0,-.8A.8,.8 0 1 1 0,.8A.8,.8 0 1 1 0,-.8Z",
  blue: "M-.72,-.72H.72V.72H-.72Z",
  yellow: "M0,-.92L.88,.62H-.88Z",
  green: "M0,-1L.8,0L0,1L-.8,0Z",
  purple: "M-.28,-.9H.28V-.28H.9V.28H.28V.9H-.28V.28H-.9V-.28H-.28Z",
  orange: star(5, 0.42),
  gray: "M0,-.85A.85,.85 0 1 1 0,.85A.85,.85 0 1 1 0,-.85ZM0,-.45A.45,.45 0 1 0 0,.45A.45,.45 0 1 0 0,-.45Z",
  white: "",
};
