import { expect, it } from "vitest";
import type { State } from "../board-kit/board";
import { statusOf } from "./game-status";

function state(status: State["status"], waiting: number[], winners: number[] = []): State {
  const seats = ["Ann", "Ben", "Cleo"].map((name, seat) => ({ seat, name, kind: "person", bot: null, has_person: true, resigned: false }));
  return { status, seats, seat: 0, view: { waiting, outcome: { winners } } } as unknown as State;
}

it("says whose turn it is", () => {
  expect(statusOf(state("playing", [0]), [0])).toMatchObject({ words: "Your turn", isMyTurn: true, others: "with Ben and Cleo" });
  expect(statusOf(state("playing", [1]), [0])).toMatchObject({ words: "Ben is to play", isMyTurn: false });
  expect(statusOf(state("playing", [1, 2]), [0]).words).toBe("The others are to play");
  expect(statusOf(state("playing", [0, 1, 2]), [0]).words).toBe("Your turn");
  expect(statusOf(state("gathering", [0]), [0])).toMatchObject({ words: "A seat is still open", isMyTurn: false });
});

it("names the one to play where several sit at one screen", () => {
  expect(statusOf(state("playing", [2]), [0, 1, 2])).toMatchObject({ words: "Cleo is to play", others: "at this screen" });
});

it("names a bot like the table does", () => {
  const withBot = state("playing", [1]);
  withBot.seats[1] = { ...withBot.seats[1]!, name: "blue", kind: "bot", bot: "greedy" };
  expect(statusOf(withBot, [0])).toMatchObject({ words: "Blue is to play", others: "with Blue (greedy bot) and Cleo" });
});

it("says how a game ended", () => {
  expect(statusOf(state("over", [], [0]), [0])).toMatchObject({ words: "Over: you won", isOver: true });
  expect(statusOf(state("over", [], [0, 1]), [0]).words).toBe("Over: a shared win");
  expect(statusOf(state("over", [], [1, 2]), [0]).words).toBe("Over: Ben and Cleo won");
  expect(statusOf(state("over", [], []), [0]).words).toBe("Over: a draw");
});
