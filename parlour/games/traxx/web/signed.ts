// A score as it is written: with a minus, not a hyphen.
export const signed = (number: number): string => String(number).replace("-", "−");
