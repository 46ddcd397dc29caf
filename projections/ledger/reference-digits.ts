/** The digits of a reference without leading zeros, by which an index knows it: banks write the rest in any way. */
export const REFERENCE_DIGITS = "ltrim(regexp_replace(reference, '[^0-9]', '', 'g'), '0')";

/** The same of a table by its alias. */
export const referenceDigits = (alias: string): string => REFERENCE_DIGITS.replace('(reference', `(${alias}.reference`);
