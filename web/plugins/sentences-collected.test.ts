// Catalogues are made of the literal templates of say(), sayCount() and message(): no sentence may be written elsewhere.
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type AST, parse } from "svelte/compiler";
import ts from "typescript";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const found = (ending: string): string[] =>
  ["web/src/**/*", "parlour/games/*/web/**/*"].flatMap((folder) => globSync(`${folder}${ending}`, { cwd: root })).sort();
const sourceOf = (file: string): string => readFileSync(root + file, "utf8");

interface Node {
  type: string;
  start: number;
  end: number;
  [more: string]: unknown;
}
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;
const within = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

// -- what is written in the markup --------------------------------------------------------------------------------------

const SHOWN = new Set(["aria-label", "title", "placeholder", "alt", "label", "sentence"]);
const UNTRANSLATED = new Set(["code", "style", "script"]);
const NAMES = new Set(["Parlour", "Bearer"]);
const SPOKEN = new Set(["say", "sayCount", "message"]);

const hasWords = (text: string): boolean => /\p{L}{2}/u.test(text) && !NAMES.has(text.trim());
/** A literal in an expression may be a name in the code; with a capital or a space it is taken for a sentence. */
const isSentence = (text: string): boolean => hasWords(text) && /^\p{Lu}\p{Ll}|\p{L}[,;:.]? \p{L}/u.test(text.trim());
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
  if (isSaid(node)) return (node.arguments as Node[]).filter(({ type }) => type !== "Literal").flatMap(rawLiterals);
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
  ['<p>{say("{whose} turn", { whose: mine ? "Your own" : name })}</p>', ["Your own"]],
  ["<h1>Parlour</h1><code>parlour verify</code><style>p { color: red; }</style>", []],
])("raw sentences are found: %s", (source, raw) => {
  expect(rawIn(source)).toEqual(raw);
});

const COMPONENTS = found(".svelte");

test("no component has a raw sentence", () => {
  expect(COMPONENTS.length).toBeGreaterThan(50);
  expect(COMPONENTS.flatMap((file) => rawIn(sourceOf(file)).map((text) => `${file}: ${text}`))).toEqual([]);
});

// -- what is written in the code ----------------------------------------------------------------------------------------

/** Calls whose text is for the browser, for other code or for developers. */
const TECHNICAL = /^(closest|matches|querySelector|querySelectorAll|matchMedia|MediaQuery|glob|split|\w*Error)$/;

const calledName = (callee: ts.Expression): string =>
  ts.isIdentifier(callee) ? callee.text : ts.isPropertyAccessExpression(callee) ? callee.name.text : "";

/** What is compared or looked up, imported or a type is a name in the code. */
function isTechnical(text: ts.Node): boolean {
  const { parent } = text;
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) return TECHNICAL.test(calledName(parent.expression));
  if (ts.isPropertyAssignment(parent)) return parent.name === text;
  if (ts.isBinaryExpression(parent)) return /^([!=]==?|in)$/.test(parent.operatorToken.getText());
  return [ts.isElementAccessExpression, ts.isCaseClause, ts.isLiteralTypeNode, ts.isImportDeclaration, ts.isExportDeclaration].some(
    (isSo) => isSo(parent),
  );
}

/** Words are joined by listed(), sentences by a template. */
const isGlue = (text: string): boolean => /^ ?[.,;:·–—] $/u.test(text);
/** Between expressions a word with a space beside it is taken for a piece of a sentence; `scale(` is CSS. */
const isPiece = (text: string): boolean =>
  (isSentence(text) || (hasWords(text) && /\p{L}{2} | \p{L}{2}/u.test(text))) && !/\p{L}\(/u.test(text);

function rawTexts(node: ts.Node): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text].filter((text) => isSentence(text) || isGlue(text));
  if (!ts.isTemplateExpression(node)) return [];
  const pieces = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
  return pieces.filter((text) => isPiece(text) || isGlue(text));
}

/** The sentences in code that are no template of say(), sayCount() or message(). */
function rawInCode(code: string): string[] {
  const raw: string[] = [];
  const visit = (node: ts.Node): void => {
    if (!(node.parent && isTechnical(node))) raw.push(...rawTexts(node));
    const isSpoken = ts.isCallExpression(node) && SPOKEN.has(calledName(node.expression));
    ts.forEachChild(node, (child) => (isSpoken && ts.isStringLiteral(child) ? undefined : visit(child)));
  };
  visit(ts.createSourceFile("code.ts", code, ts.ScriptTarget.Latest, true));
  return raw;
}

test.each([
  ['const told = "Your turn"; const short = "Settings"; const low = "empty, lifted";', ["Your turn", "Settings", "empty, lifted"]],
  ["return `lays ${card} on ${cells}`;", ["lays ", " on "]],
  ["const plain = `Nobody is here`;", ["Nobody is here"]],
  ['parts.join(", "); `${name}: ${score}`;', [", ", ": "]],
  ['say("{who} wins", { who: isMine ? "All of you" : name }); sayCount(n, "One move", "{count} moves");', ["All of you"]],
  ['message("Pass."); throw new RangeError("no such cell"); root.closest("a b"); text.split(" : "); // Not this', []],
  ['import a from "./A b"; type B = "C d"; if (key === "Escape" || "Notification" in window) headers["Content-Type"] = "x/y";', []],
  ["`translate(${x}px, ${y}px) scale(${z})`; `M${x} ${y}h1`; `/api${path}?match=${n}`; `Bearer ${token}`;", []],
  ['words.join(" "); const kind = "choose-tile"; const headers = { "Accept Language": kind };', []],
])("raw sentences in code are found: %s", (code, raw) => {
  expect(rawInCode(code)).toEqual(raw);
});

const FOR_TESTS = /\.test\.ts$|\/fake-socket\.ts$/;
const MODULES = found(".ts").filter((file) => !FOR_TESTS.test(file) && !/^web\/src\/(message|api)\.ts$/.test(file));

function scriptsOf(source: string): string[] {
  const { instance, module } = parse(source, { modern: true });
  const scripts = [instance, module].filter((script) => script != null).map(({ content }) => content as unknown as Node);
  return scripts.map(({ start, end }) => source.slice(start, end));
}

test("no module and no script of a component has a raw sentence", () => {
  expect(MODULES.length).toBeGreaterThan(30);
  const pieces = [
    ...MODULES.map((file) => [file, sourceOf(file)] as const),
    ...COMPONENTS.flatMap((file) => scriptsOf(sourceOf(file)).map((code) => [file, code] as const)),
  ];
  expect(pieces.flatMap(([file, code]) => rawInCode(code).map((text) => `${file}: ${text}`))).toEqual([]);
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
  const pieces = (node: Node): Node[] => (isSaid(node) ? [node] : within(node).flatMap(pieces));
  const said = pieces(fragmentOf(source) as unknown as Node);
  return [...scriptsOf(source), ...said.map((node) => source.slice(node.start, node.end))];
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
  const pieces = [
    ...MODULES.map((file) => [file, sourceOf(file)] as const),
    ...COMPONENTS.flatMap((file) => codeOf(sourceOf(file)).map((code) => [file, code] as const)),
  ];
  expect(pieces.flatMap(([file, code]) => uncollected(code).map((text) => `${file}: ${text}`))).toEqual([]);
});
