// Lists in sentences.

/** "a", "a and b", "a, b and c". */
export const listed = (parts: string[]): string =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
