// Catalogues are made of the literal templates of say(), sayCount() and message(): no sentence may be written elsewhere.
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type AST, parse } from "svelte/compiler";
import ts from "typescript";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const found = (ending: string): string[] =>
  ["web/src/**/*", "parlour/games/*/web/*"].flatMap((folder) => globSync(`${folder}${ending}`, { cwd: root })).sort();
const sourceOf = (file: string): string => readFileSync(root + file, "utf8");

type Node = { type: string; start: number; end: number; [more: string]: unknown };
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;
const within = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

// -- what is written in the markup --------------------------------------------------------------------------------------

const SHOWN = new Set(["aria-label", "title", "placeholder", "alt", "label", "sentence"]);
const UNTRANSLATED = new Set(["code", "style", "script"]);
const NAMES = new Set(["Parlour"]);
const SPOKEN = new Set(["say", "sayCount", "message"]);

const hasWords = (text: string): boolean => /\p{L}{2}/u.test(text) && !NAMES.has(text.trim());
/** A literal in an expression may be a name in the code; with a capital or a space it is taken for a sentence. */
const isSentence = (text: string): boolean => hasWords(text) && /^\p{Lu}\p{Ll}|\p{L} \p{L}/u.test(text.trim());
const isSaid = ({ type, callee }: Node): boolean => type === "CallExpression" && isNode(callee) && SPOKEN.has(String(callee.name));

/** The sentences that are written where something is shown, without say(). */
function rawSentences(node: Node): string[] {
  if (node.type === "Text") return hasWords(String(node.data)) ? [String(node.data).trim()] : [];
  if (node.type === "ExpressionTag" || node.type === "RenderTag") return rawLiterals(node);
  if (UNTRANSLATED.has(String(node.name))) return [];
  if (node.type === "Attribute") return SHOWN.has(String(node.name)) ? within(node).flatMap(rawSentences) : [];
  if (node.type.endsWith("Directive") || node.type.endsWith("Expression")) return [];
  return within(node).flatMap(rawSentences);
}

function rawLiterals(node: Node): string[] {
  if (isSaid(node)) return [];
  if (node.type === "Literal" && typeof node.value === "string") return isSentence(node.value) ? [node.value] : [];
  if (node.type === "TemplateElement") return [(node.value as { raw: string }).raw.trim()].filter(hasWords);
  return within(node).flatMap(rawLiterals);
}

const fragmentOf = (source: string): AST.Fragment => parse(source, { modern: true }).fragment;
const rawIn = (source: string): string[] => rawSentences(fragmentOf(source) as unknown as Node);

test.each([
  ["<p>Your turn</p>", ["Your turn"]],
  ["<button>Play {title}</button>", ["Play"]],
  ['<p title="Take it" class="a b">1 × {"a"}</p>', ["Take it"]],
  ['<Sheet title="Settings" />', ["Settings"]],
  ['{@render wish("sound", "A soft knock")}', ["A soft knock"]],
  ['{#if open}<p aria-label={mine ? "Your sheet" : `The sheet of ${name}`}>–</p>{/if}', ["Your sheet", "The sheet of"]],
  ['{#each all as one (one)}<p>{one === "watch" ? say("Watch") : say("Play {game}", { game })}</p>{:else}None{/each}', ["None"]],
  ["<h1>Parlour</h1><code>parlour verify</code><style>p { color: red; }</style>", []],
])("raw sentences are found: %s", (source, raw) => {
  expect(rawIn(source)).toEqual(raw);
});

const COMPONENTS = found(".svelte");

test("no component has a raw sentence", () => {
  expect(COMPONENTS.length).toBeGreaterThan(50);
  expect(COMPONENTS.flatMap((file) => rawIn(sourceOf(file)).map((text) => `${file}: ${text}`))).toEqual([]);
});

// -- what is said -------------------------------------------------------------------------------------------------------

/** Which arguments are templates. */
const TEMPLATES = new Map([
  ["say", [0]],
  ["message", [0]],
  ["sayCount", [1, 2]],
]);
const isTemplate = (argument: ts.Expression | undefined): boolean =>
  argument !== undefined && ts.isStringLiteral(argument) && !argument.text.includes("${");

/** The arguments of say(), sayCount() and message() that should be literals and are not. */
function uncollected(code: string): string[] {
  const bad: string[] = [];
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit);
    if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return;
    const templates = TEMPLATES.get(node.expression.text) ?? [];
    if (!templates.every((place) => isTemplate(node.arguments[place]))) bad.push(node.getText());
  };
  visit(ts.createSourceFile("code.ts", code, ts.ScriptTarget.Latest, true));
  return bad;
}

/** The pieces of code in a component: its scripts, and what stands in braces. */
function codeOf(source: string): string[] {
  const { instance, module, fragment } = parse(source, { modern: true });
  const pieces = (node: Node): Node[] => (isSaid(node) ? [node] : within(node).flatMap(pieces));
  const scripts = [instance, module].filter((script) => script != null).map(({ content }) => content as unknown as Node);
  return [...scripts, ...pieces(fragment as unknown as Node)].map((node) => source.slice(node.start, node.end));
}

test.each([
  ['say("{name} wins", { name }); sayCount(n, "{count} move", "{count} moves"); message("Pass."); this.say(word);', []],
  ["say(words)", ["say(words)"]],
  ['say("${name} wins")', ['say("${name} wins")']],
  ["say(`${name} wins`)", ["say(`${name} wins`)"]],
  ['say(mine ? "Yours" : "Theirs")', ['say(mine ? "Yours" : "Theirs")']],
  ['sayCount(n, "{count} move", many)', ['sayCount(n, "{count} move", many)']],
])("templates that are no literals are found: %s", (code, bad) => {
  expect(uncollected(code)).toEqual(bad);
});

test("code in scripts and in braces is read", () => {
  const source = '<script lang="ts">const a: string = say(x);</script><p title={say(y)}>{#if b}{say("Z", { z: say(z) })}{/if}</p>';
  expect(codeOf(source).flatMap(uncollected)).toEqual(["say(x)", "say(y)", "say(z)"]);
});

test("every template is a literal", () => {
  const modules = found(".ts").filter((file) => !/\.test\.ts$|\/(message|api)\.ts$/.test(file));
  const pieces = [
    ...modules.map((file) => [file, sourceOf(file)] as const),
    ...COMPONENTS.flatMap((file) => codeOf(sourceOf(file)).map((code) => [file, code] as const)),
  ];
  expect(pieces.flatMap(([file, code]) => uncollected(code).map((text) => `${file}: ${text}`))).toEqual([]);
});
