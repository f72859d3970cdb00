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

it("says how a game ended, and against whom", () => {
  const over = (winners: number[], mine = [0]): string[] => {
    const { words, others, isOver } = statusOf(state("over", [], winners), mine);
    expect(isOver).toBe(true);
    return [words, others];
  };
  expect(over([0])).toEqual(["Over: you won", "against Ben and Cleo"]);
  expect(over([1, 2])).toEqual(["Over: you lost", "against Ben and Cleo"]);
  expect(over([0, 1])).toEqual(["Over: a shared win", "with Ben, against Cleo"]);
  expect(over([0, 1, 2])).toEqual(["Over: a shared win", "with Ben and Cleo"]);
  expect(over([])).toEqual(["Over: a draw", "against Ben and Cleo"]);
  expect(over([2], [0, 1])).toEqual(["Over: Cleo won", "with Cleo"]);
  expect(over([1], [0, 1, 2])).toEqual(["Over: Ben won", "at this screen"]);
});

it("says that a bot ended the game for me, and nothing of a win alone", () => {
  const handed = state("over", [], [0]);
  handed.seats[0] = { ...handed.seats[0]!, kind: "bot", bot: "3" };
  expect(statusOf(handed, [0])).toMatchObject({ words: "Over: a bot played for you", others: "against Ben and Cleo" });
  const alone = state("over", [], [0]);
  alone.seats.splice(1);
  expect(statusOf(alone, [0])).toMatchObject({ words: "Over", others: "" });
});
