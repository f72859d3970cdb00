// A move in the move list, after its player's name.

const listed = (fields: string[]): string =>
  fields.length < 2 ? fields.join("") : `${fields.slice(0, -1).join(", ")} and ${fields.at(-1)}`;

export default function words(text: string): string {
  const [end, ...fields] = text.split(" ");
  return text === "pass" ? "passes" : `draws from ${end} ${fields.length > 1 ? "over" : "to"} ${listed(fields)}`;
}
