// Messages to people are templates with arguments; they are formatted here, as in parlour/message.py.
import type { Message } from "./api";

export type Arg = Message["args"][string];

/** A message; the template is a literal, so that tools can collect it. */
export const message = (template: string, args: Record<string, Arg> = {}): Message => ({ template, args });

/** The formatted text. A template without arguments is used as it is. */
export function textOf({ template, args }: Message): string {
  if (Object.keys(args).length === 0) return template;
  return template.replace(/\{(\w+)(?::([^{}]*))?\}/g, (field, name: string, how: string | undefined) => {
    const arg = args[name];
    return arg === undefined ? field : worded(arg, how ?? "");
  });
}

/** Format a template with its arguments. */
export const say = (template: string, args: Record<string, Arg> = {}): string => textOf({ template, args });

/** The same with a plural form: one template for a `count` of 1, and one for any other number. */
export const sayCount = (count: number, one: string, many: string, args: Record<string, Arg> = {}): string =>
  textOf({ template: count === 1 ? one : many, args: { count, ...args } });

const worded = (arg: Arg, how = ""): string =>
  Array.isArray(arg) ? listed(arg.map((item) => worded(item)), how) : typeof arg === "object" ? textOf(arg) : String(arg);

/** Join words; `how` is the separator, followed by the one before the last word where that differs: ", and", "or", ",", "". */
export function listed(words: string[], how = ", and"): string {
  const [between = "", last = between] = how.split(" ");
  const most = words.slice(0, -1).join(joint(between));
  return words.length < 2 ? words.join("") : most + joint(last) + words.at(-1);
}

const joint = (word: string): string => (["", ",", ";"].includes(word) ? `${word} ` : ` ${word} `);
