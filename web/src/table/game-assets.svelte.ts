// What the page loads for a game: the server's facts about it, its board and its words.
import type { GameOut } from "../api";
import type { Board } from "../board-kit/board";
import { boardOf } from "../board-kit/boards";
import { listGames } from "../rest";
import { type Words, wordsOf } from "./phrases";

export class GameAssets {
  facts = $state.raw<GameOut | null>(null);
  board = $state.raw<{ game: string; is: Board } | null>(null);
  words = $state.raw<Words | null>(null);

  /** To be created by a component; `connection` is read so that failed requests are repeated after a reconnect. */
  constructor(game: () => string | null, connection: () => unknown) {
    $effect(() => {
      const wanted = game();
      if (wanted === null || this.facts?.name === wanted) return;
      connection();
      listGames().then(
        (games) => (this.facts = games.find((other) => other.name === wanted) ?? null),
        () => {},
      );
    });
    $effect(() => {
      const wanted = game();
      if (wanted === null) return;
      void boardOf(wanted)
        .then(async (is) => is ?? (await import("./PlainBoard.svelte")).default)
        .then((is) => (this.board = { game: wanted, is }));
      void wordsOf(wanted).then((told) => (this.words = told));
    });
  }
}
