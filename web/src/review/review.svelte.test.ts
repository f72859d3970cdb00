import { beforeEach, expect, test, vi } from "vitest";
import { Refused } from "../rest";
import { Review } from "./review.svelte";

const rest = vi.hoisted(() => ({ startReview: vi.fn(), getReview: vi.fn(), cancelReview: vi.fn() }));
vi.mock("../rest", async (original) => ({ ...(await original<object>()), ...rest }));

const told = (more: object = {}) => ({ id: "r", status: "running", done: 3, total: 9, place: 0, sentence: "", annotation: null, ...more });

beforeEach(() => {
  vi.useFakeTimers();
  for (const one of Object.values(rest)) one.mockReset();
  return () => vi.useRealTimers();
});

test("it is asked for again while another review of the same visitor is made", async () => {
  rest.startReview.mockRejectedValueOnce(new Refused("one_review", "One at a time.")).mockResolvedValueOnce(told());
  const review = new Review("parlour 1");
  await review.start();
  expect([review.status, review.isNext, review.problem]).toEqual(["waiting", true, ""]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect([review.status, review.isNext, review.done]).toEqual(["running", false, 3]);
});

test("it is not asked for again once the reader has cancelled or left", async () => {
  rest.startReview.mockRejectedValue(new Refused("one_review", "One at a time."));
  const [cancelled, left] = [new Review("a"), new Review("b")];
  await Promise.all([cancelled.start(), left.start()]);
  await cancelled.cancel();
  left.stop();
  await vi.advanceTimersByTimeAsync(9_000);
  expect(rest.startReview).toHaveBeenCalledTimes(2);
  expect(rest.cancelReview).not.toHaveBeenCalled();
});

test("other refusals are told, and it can be asked for again", async () => {
  rest.startReview.mockRejectedValueOnce(new Refused("too_many_reviews", "You may start 20 reviews an hour: try again later."));
  const review = new Review("parlour 1");
  await review.start();
  expect([review.status, review.problem]).toEqual(["failed", "You may start 20 reviews an hour: try again later."]);
  rest.startReview.mockResolvedValueOnce(told({ status: "done", annotation: {} }));
  await review.start();
  expect(review.status).toBe("done");
});
