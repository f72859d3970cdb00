// What is said to a person is a template with arguments; here text is made of them, as in parlour/message.py.
import type { Message } from "./api";

export type Arg = Message["args"][string];

/** A message; the template is a literal, so that tools can collect it. */
export const message = (template: string, args: Record<string, Arg> = {}): Message => ({ template, args });

/** The finished text. A template without arguments is text as it stands. */
export function textOf({ template, args }: Message): string {
  if (Object.keys(args).length === 0) return template;
  return template.replace(/\{(\w+)(?::([^{}]*))?\}/g, (field, name: string, how: string | undefined) => {
    const arg = args[name];
    return arg === undefined ? field : worded(arg, how ?? "");
  });
}

/** The finished text of a template and its arguments. */
export const say = (template: string, args: Record<string, Arg> = {}): string => textOf({ template, args });

/** The same for so many of something, which is the argument `count`: for one, and for any other number. */
export const sayCount = (count: number, one: string, many: string, args: Record<string, Arg> = {}): string =>
  textOf({ template: count === 1 ? one : many, args: { count, ...args } });

const worded = (arg: Arg, how = ""): string =>
  Array.isArray(arg) ? listed(arg.map((item) => worded(item)), how) : typeof arg === "object" ? textOf(arg) : String(arg);

/** Words in a row; `how` is what stands between them and, where that differs, before the last one: ", and", "or", ",", "". */
export function listed(words: string[], how = ", and"): string {
  const [between = "", last = between] = how.split(" ");
  const most = words.slice(0, -1).join(joint(between));
  return words.length < 2 ? words.join("") : most + joint(last) + words.at(-1);
}

const joint = (word: string): string => (["", ",", ";"].includes(word) ? `${word} ` : ` ${word} `);
