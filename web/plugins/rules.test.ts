import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { rulesOf } from "./rules";

const games = new URL("../../parlour/games/", import.meta.url);
const texts = readdirSync(games, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith("_"))
  .map((entry) => [entry.name, readFileSync(new URL(`${entry.name}/RULES.md`, games), "utf8")] as const);

it("gives every rule an anchor and links where it is named", () => {
  const { title, html } = rulesOf("# Toy\n\nA toy.\n\n## Turn\n\n- **X1** Place.\n- **X2** As X1, but `X1 X2` is text; X9 is no rule.\n");
  expect(title).toBe("Toy");
  expect(html).toContain('<li id="rule-X1" tabindex="-1"><b class="rule">X1</b> Place.</li>');
  expect(html).toContain('As <a href="#rule-X1" data-rule="X1">X1</a>, but <code>X1 X2</code> is text; X9 is no rule.');
});

it("collapses sections for readers of records", () => {
  const { html } = rulesOf("# Toy\n\n## Turn\n\nYes.\n\n## Writing moves\n\nAs text.\n");
  expect(html).toContain("<details><summary>Writing moves</summary><p>As text.</p>\n</details>");
});

it.each(texts)("shows all rules of %s", (_, text) => {
  const { html } = rulesOf(text);
  const numbers = [...text.matchAll(/^- \*\*([A-Z]\d+[a-z]?)\*\*/gm)].map((found) => found[1]!);
  expect(numbers.length).toBeGreaterThan(5);
  for (const number of numbers) expect(html).toContain(`id="rule-${number}"`);
  for (const [, target] of html.matchAll(/href="#rule-(\w+)"/g)) expect(numbers).toContain(target);
  expect(html).not.toMatch(/style=|<script/);
});
