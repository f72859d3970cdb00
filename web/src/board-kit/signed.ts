// Numbers as they are printed.

/** A number with a true minus sign, not a hyphen. */
export const signed = (number: number): string => String(number).replace("-", "−");
