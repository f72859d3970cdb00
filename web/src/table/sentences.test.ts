import { describe, expect, test } from "vitest";
import type { Offered, Outcome, Played, SeatInfo, Verdict } from "../api";
import type { State } from "../board-kit/board";
import { afterText, beginningText, colourOf, type Facts, goingText, knownToAll, moveText, nameOf, newsOf } from "./sentences";
import { reasonOf, rematchText, resignedOf, resignedText, resultOf, takenBackText, titleOf, troubleText, turnOf, undoText } from "./sentences";

const FACTS: Facts = { title: "Exago", simultaneous: false, seat_names: ["red", "blue", "yellow"], bots: ["greedy"], columns: [] };

const person = (seat: number, name: string): SeatInfo => ({ seat, kind: "person", name, bot: null, has_person: true, resigned: false });
const bot = (seat: number, name: string): SeatInfo => ({ ...person(seat, name), kind: "bot", bot: "greedy", has_person: false });
const open = (seat: number): SeatInfo => ({ ...person(seat, "blue"), kind: "open", has_person: false });

const played = (seat: number, text: string | null): Played => ({ seat, text, stand_in: null });

const SEATS = [person(0, "Ann"), person(1, "Ben"), bot(2, "yellow")];

function state(told: { status?: State["status"]; waiting?: number[]; seats?: SeatInfo[]; seat?: number | null; outcome?: Partial<Outcome>; verdict?: Verdict }): State {
  const { status = "playing", waiting = [], seats = SEATS, seat = 0, outcome = null, verdict = null } = told;
  return { status, seats, seat, view: { waiting, outcome, verdict, players: seats.length, scores: [7] } } as unknown as State;
}

describe("names", () => {
  test("of people, of bots by their seat, and of seats nobody named", () => {
    expect(SEATS.map((seat) => nameOf(seat, FACTS))).toEqual(["Ann", "Ben", "Yellow"]);
    expect(nameOf(person(1, "blue"), FACTS)).toBe("Blue");
    expect(nameOf(open(1), FACTS)).toBe("Open seat");
    expect(nameOf({ ...person(0, "ann"), kind: "bot", bot: "greedy" }, FACTS)).toBe("ann");
    expect(nameOf({ ...bot(1, "Deep (1)"), bot: "1" }, FACTS)).toBe("Deep (1)"); // a name is only a name
  });

  test("with the bot, if nothing else shows it", () => {
    expect(titleOf(person(0, "ann"))).toBe("ann");
    expect(titleOf(bot(1, "blue"))).toBe("Blue (greedy bot)");
    expect(titleOf({ ...bot(1, "blue"), bot: "3" })).toBe("Blue (bot, level 3)");
  });

  test("seats have a colour only in games with seat colours", () => {
    expect(colourOf(1, FACTS)).toBe("blue");
    expect(colourOf(0, { ...FACTS, seat_names: ["north"] })).toBeNull();
    expect(colourOf(0, null)).toBeNull();
  });
});

describe("whose turn it is", () => {
  test("mine, at a screen of my own or with others", () => {
    expect(turnOf(state({ waiting: [0] }), [0], FACTS)).toEqual({ isMine: true, sentence: "Your turn" });
    expect(turnOf(state({ waiting: [1], seat: 1 }), [0, 1], FACTS)).toEqual({ isMine: true, sentence: "Ben’s turn" });
  });

  test("another's, a bot's, several people's", () => {
    expect(turnOf(state({ waiting: [1] }), [0], FACTS).sentence).toBe("Ben is to move");
    expect(turnOf(state({ waiting: [2] }), [0], FACTS).sentence).toBe("Yellow is thinking");
    expect(turnOf(state({ waiting: [0, 1, 2] }), [], FACTS).sentence).toBe("Waiting for Ann and Ben");
  });

  test("not mine while a bot plays my seat", () => {
    const seats = [{ ...person(0, "Ann"), kind: "bot" as const, bot: "greedy" }, SEATS[1]!];
    expect(turnOf(state({ waiting: [0], seats }), [0], FACTS)).toEqual({ isMine: false, sentence: "Ann is thinking" });
  });

  test("nobody's yet", () => {
    const told = state({ status: "gathering", seats: [person(0, "Ann"), open(1)] });
    expect(turnOf(told, [0], FACTS).sentence).toBe("One seat is still open");
  });
});

describe("a rematch", () => {
  const again = (waiting: number[], match = 2): State => ({ ...state({ waiting }), match }) as State;

  test("says which seat is mine now and who begins, until my first move", () => {
    expect(beginningText(again([0]), [0], [], FACTS)).toBe("New game: you play red now, and begin.");
    expect(beginningText(again([1]), [0], [], FACTS)).toBe("New game: you play red now, and Ben begins.");
    expect(beginningText(again([0]), [0], [played(1, "f6")], FACTS)).toBe("New game: you play red now, and Ben begins.");
    expect(beginningText(again([1]), [0], [played(0, "f6")], FACTS)).toBe("");
  });

  test("says who begins to several people at one screen, and the seat where all act at once", () => {
    expect(beginningText(again([1]), [0, 1], [], FACTS)).toBe("New game: Ben begins.");
    expect(beginningText(again([0, 1]), [1], [], { ...FACTS, simultaneous: true })).toBe("New game: you play blue now.");
  });

  test("is not mentioned in a first game, or to watchers", () => {
    expect(beginningText(again([0], 1), [0], [], FACTS)).toBe("");
    expect(beginningText(again([0]), [], [], FACTS)).toBe("");
  });
});

describe("the end", () => {
  const VERDICT: Verdict = {
    headline: {
      template: "Level with {rivals:, and} on {columns:, and}: {winners:, and} won by {margin}",
      args: { columns: [{ template: "circles", args: {} }], margin: { template: "{count} halves", args: { count: "two" } } },
      seats: { winners: [1], rivals: [0, 2] },
    },
    own: { template: "You lost to {winners:, and}", args: {}, seats: { winners: [1] } },
    reasons: [
      { template: "The last round is over", args: {}, seats: {} },
      { template: "{resigned:, and} resigned", args: {}, seats: { resigned: [2] } },
    ],
  };
  const over = (verdict: Verdict): State => state({ status: "over", verdict });

  test("who has won, for the one who looks", () => {
    expect(resultOf(over(VERDICT), [0], FACTS)).toBe("You lost to Ben");
  });

  test("who has won, for several at one screen and for those who watch", () => {
    const told = "Level with Ann and Yellow on circles: Ben won by two halves";
    expect(resultOf(over(VERDICT), [0, 1], FACTS)).toBe(told);
    expect(resultOf(over({ ...VERDICT, own: null }), [], FACTS)).toBe(told);
    expect(resultOf(state({}), [], FACTS)).toBe("");
  });

  test("why", () => {
    expect(reasonOf(over(VERDICT), FACTS)).toBe("The last round is over. Yellow resigned.");
    expect(reasonOf(over({ ...VERDICT, reasons: [] }), FACTS)).toBe("");
    expect(reasonOf(state({}), FACTS)).toBe("");
  });

  test("who would like a rematch", () => {
    const offer = (yes: number[], waiting: number[]): Offered => ({ what: "rematch", seat: yes[0]!, yes, waiting }) as Offered;
    const told = (held: number[], yes: number[], waiting: number[]): string =>
      rematchText(offer(yes, waiting), over(VERDICT), held, FACTS);
    expect(told([], [0], [1])).toBe("Ann would like a rematch: waiting for Ben.");
    expect(told([1], [0], [1])).toBe("Ann would like a rematch.");
    expect(told([0], [0], [1])).toBe("Waiting for Ben to agree to a rematch.");
    expect(told([0], [0], [])).toBe("");
    expect(rematchText(undefined, over(VERDICT), [0], FACTS)).toBe("");
  });

  test("who resigned, even while a bot plays on for them", () => {
    const ann = { ...person(0, "Ann"), kind: "bot" as const, bot: "greedy", has_person: false, resigned: true };
    const told = state({ seats: [ann, ...SEATS.slice(1)] });
    expect(resignedText(resignedOf(told), FACTS)).toBe("Ann has resigned");
    expect(resignedOf(state({ seats: SEATS }))).toEqual([]);
    expect(resignedOf(state({ seats: [{ ...ann, resigned: false }, ...SEATS.slice(1)] }))).toEqual([]); // only handed over
    const both = [ann, SEATS[1]!, { ...person(2, "Cleo"), resigned: true }];
    const over = state({ status: "over", seats: both, outcome: { reason: "resigned", winners: [1] } });
    expect(resignedText(resignedOf(over), FACTS)).toBe("Ann and Cleo have resigned");
    expect(resignedText([], FACTS)).toBe("");
  });

});

describe("a move", () => {
  test("in the game's words, as raw text without them, and hidden", () => {
    expect(moveText(played(1, "d4"), SEATS, FACTS, (text) => `places on ${text}`)).toBe("Ben places on d4");
    expect(moveText(played(2, "d4"), SEATS, FACTS, null)).toBe("Yellow: d4");
    expect(moveText(played(0, null), SEATS, FACTS, null)).toBe("Ann has chosen");
    expect(moveText({ ...played(0, "d4"), stand_in: "3" }, SEATS, FACTS, null)).toBe("Ann (bot, level 3): d4");
  });

  test("are followed by the number of undos and by resignations", () => {
    const gaveUp: SeatInfo = { seat: 2, kind: "bot", name: "Cleo", bot: "3", has_person: false, resigned: true };
    expect(afterText({ ...state({}), branch: 0 }, FACTS)).toBe("");
    expect(afterText({ ...state({}), branch: 1 }, FACTS)).toBe("Moves were taken back once");
    expect(afterText({ ...state({ seats: [SEATS[0]!, SEATS[1]!, gaveUp] }), branch: 2 }, FACTS)).toBe(
      "Moves were taken back 2 times. Cleo has resigned",
    );
  });

  test("hidden from somebody at this screen is hidden from everyone there", () => {
    const [first, own, others] = [played(1, "a1"), played(0, "d4"), played(0, null)];
    expect(knownToAll([first, own], [[first, own], [first, others]])).toEqual([first, others]);
    expect(knownToAll([first, own], [[first, own], [first, own]])).toEqual([first, own]);
  });

  test("is announced when it is made, and a hidden choice again when it is revealed", () => {
    const [hidden, seen, next] = [played(0, null), played(0, "d4"), played(1, "e5")];
    expect(newsOf([], [hidden])).toEqual([hidden]);
    expect(newsOf([hidden], [seen, next])).toEqual([seen, next]);
    expect(newsOf([seen], [hidden])).toEqual([]); // from another seat at this screen
    expect(newsOf([seen, next], [seen])).toEqual([]); // taken back
    expect(newsOf([seen, next], [seen, played(1, "f6")])).toEqual([played(1, "f6")]);
  });
});

describe("a refusal", () => {
  const sentence = "X8: the first tile goes on the centre, f6";

  test("is formatted here if it has a template", () => {
    const told = { template: "the first tile goes on the centre, {cell}", args: { cell: "f6" } };
    expect(troubleText({ code: "illegal_move", sentence: "", rule: "X8", ...told })).toBe(sentence);
  });

  test("is shown in the server's words otherwise", () => {
    expect(troubleText({ code: "illegal_move", sentence, rule: "X8" })).toBe(sentence);
    expect(troubleText({ code: "resigned", sentence: "No.", rule: null, template: null, args: null })).toBe("No.");
  });
});

describe("taking back", () => {
  const offer: Offered = { what: "undo", seat: 0, yes: [0], waiting: [1] };
  const [first, ann, ben, cleo] = [played(1, "a1"), played(0, "e7"), played(1, "g5"), played(2, "h5")];
  const told = state({});

  test("says who asks, and how many moves go", () => {
    expect(undoText(offer, [first, ann], told, [1], FACTS)).toBe("Ann asks to take the last move back");
    expect(undoText(offer, [first, ann, ben], told, [1], FACTS)).toBe("Ann asks to take the last 2 moves back, yours too");
    expect(undoText(offer, [first, ann, ben], told, [], FACTS)).toBe("Ann asks to take the last 2 moves back");
    expect(undoText(offer, [first, ann, ben], told, [0], FACTS)).toBe("You ask to take the last 2 moves back");
    expect(undoText(offer, [first, ann, ben], told, [0, 2], FACTS)).toBe("Ann asks to take the last 2 moves back");
  });

  test("names the moves", () => {
    const words = (text: string): string => `places on ${text}`;
    expect(goingText(offer, [first, ann], told, FACTS, words)).toBe("Ann places on e7");
    expect(goingText(offer, [first, ann, ben], told, FACTS, words)).toBe("Ann places on e7, Ben places on g5");
    expect(goingText(offer, [ann, ben, cleo], told, FACTS, words)).toBe("Ann places on e7, and all since");
  });

  test("of a simultaneous choice does not affect the others, and is not announced", () => {
    const facts = { ...FACTS, simultaneous: true };
    expect(undoText(offer, [ann, ben], told, [1], facts)).toBe("Ann asks to choose again");
    expect(goingText(offer, [ann, ben], told, facts, null)).toBe("");
  });

  test("is announced when it is done", () => {
    expect(takenBackText(1)).toBe("A move was taken back");
    expect(takenBackText(2)).toBe("2 moves were taken back");
    expect(takenBackText(0)).toBe("Moves were taken back"); // while the connection was lost, and others were made
  });
});
