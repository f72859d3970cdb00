// What a finished match shows, in one file that is loaded when a match is over.
export { default as EndButtons } from "./EndButtons.svelte";
export { default as LadderOffer } from "./LadderOffer.svelte";
export { default as Result } from "./Result.svelte";
export { default as Scores } from "./Scores.svelte";
