/** Digits of a reference without leading zeros, as indexed: banks write the rest in many ways. */
export const REFERENCE_DIGITS = "ltrim(regexp_replace(reference, '[^0-9]', '', 'g'), '0')";

/** The same for a table alias. */
export const buildReferenceDigits = (alias: string): string =>
  REFERENCE_DIGITS.replace('(reference', `(${alias}.reference`);
