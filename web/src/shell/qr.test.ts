import { encode } from "uqr";
import { expect, it } from "vitest";
import { pathOf, qrOf } from "./qr";

it("draws dark modules that touch as one bar", () => {
  expect(
    pathOf([
      [true, true, false, true],
      [false, false, true, true],
    ]),
  ).toBe("M0 0h2v1H0zM3 0h1v1H3zM2 1h2v1H2z");
});

it("covers exactly the dark modules of a link, with a quiet edge around them", () => {
  const link = "http://127.0.0.1:8000/table/mr8rhjcs58aea629#join=qUEVuIMzJJ3rpJ91jSYzGQ";
  const { size, path } = qrOf(link);
  const { data } = encode(link, { ecc: "M", border: 3 });
  const drawn = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\1z/g))
    for (let k = 0; k < Number(width); k++) drawn[Number(y)]![Number(x) + k] = true;
  expect(drawn).toEqual(data);
  expect(drawn.slice(0, 3).flat()).not.toContain(true);
});
