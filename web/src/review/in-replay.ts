// What a replay loads to review its match.
export { default as Practise } from "./Practise.svelte";
export { default as ReviewPanel } from "./ReviewPanel.svelte";
export { Reviewing } from "./reviewing.svelte";
