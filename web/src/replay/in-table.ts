// What a table loads to look back.
export { default as Controls } from "./Controls.svelte";
export { default as LookBackSign } from "./LookBackSign.svelte";
export { Playback } from "./playback.svelte";
export { default as ReplayBoard } from "./ReplayBoard.svelte";
export { ofTable } from "./source";
