// Names and sentences begin with a capital letter.

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
