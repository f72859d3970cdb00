// A game's RULES.md as a module: its title, and its rules as HTML in which every rule can be found by its number.
import { Marked } from "marked";
import type { Plugin } from "vite";

/** Sections for people who read records or play in a terminal; they are collapsed. */
const ASIDE = ["Writing moves", "Reading the board"];
const RULE = /\b[A-Z]\d+[a-z]?\b/g;

export interface Rules {
  title: string;
  html: string;
}

/** Links to rules wherever a text names one of them, except within tags and code. */
function linked(html: string, known: Set<string>): string {
  return html
    .split(/(<code>.*?<\/code>|<b class="rule">.*?<\/b>|<[^>]*>)/s)
    .map((part) =>
      part.startsWith("<") ? part : part.replace(RULE, (rule) => (known.has(rule) ? link(rule) : rule)),
    )
    .join("");
}

const link = (rule: string): string => `<a href="#rule-${rule}" data-rule="${rule}">${rule}</a>`;

export function rulesOf(markdown: string): Rules {
  const known = new Set([...markdown.matchAll(/^- \*\*([A-Z]\d+[a-z]?)\*\*/gm)].map((found) => found[1]!));
  const [, title = "Rules", body = markdown] = /^# (.*?)\n(.*)$/s.exec(markdown) ?? [];
  const sections = body.split(/^(?=## )/m).map((section) => {
    const heading = /^## (.*)\n/.exec(section)?.[1] ?? "";
    const text = ASIDE.includes(heading) ? section.slice(section.indexOf("\n")) : section;
    const html = linked(
      (new Marked({ gfm: true }).parse(text, { async: false }) as string)
        .replaceAll(
          /<li>(<p>)?<strong>([A-Z]\d+[a-z]?)<\/strong>/g,
          (_, p = "", rule: string) => `<li id="rule-${rule}" tabindex="-1">${p}<b class="rule">${rule}</b>`,
        )
        .replaceAll("<table>", '<div class="wide"><table>')
        .replaceAll("</table>", "</table></div>"),
      known,
    );
    return ASIDE.includes(heading) ? `<details><summary>${heading}</summary>${html}</details>` : html;
  });
  return { title, html: sections.join("") };
}

export function rules(): Plugin {
  return {
    name: "parlour-rules",
    enforce: "pre",
    transform(code, id) {
      if (!id.endsWith("/RULES.md")) return null;
      return { code: `export default ${JSON.stringify(rulesOf(code))};`, map: null };
    },
  };
}
