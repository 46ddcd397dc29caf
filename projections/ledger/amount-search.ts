/** Amounts as people type them into a search. */

/** Thousands in groups or not, then a point or a comma and one or two decimals; the currency may stand with it. */
const PLAIN = /^(\d{1,15})[.,](\d{1,2})$/;
const GROUPED = /^(\d{1,3}(?:([ .,'])\d{3})(?:\2\d{3})*)([.,])(\d{1,2})$/;
const AROUND = /^(?:(?:€|eur) ?)?[-+]?|(?: ?(?:€|eur))$/g;

/** The amount that a word is, however a country writes it: `1.234,56`, `1,234.56` and `1 234,56` are all `1234.56`. */
export function searchedAmount(word: string): string | null {
  const text = word.replace(AROUND, '');
  const plain = PLAIN.exec(text);
  if (plain) return `${plain[1]}.${plain[2]!.padEnd(2, '0')}`;
  const grouped = GROUPED.exec(text);
  if (!grouped || grouped[2] === grouped[3]) return null;
  return `${grouped[1]!.replace(/\D/g, '')}.${grouped[4]!.padEnd(2, '0')}`;
}

/** Groups of three with spaces between them make one word where decimals follow, and so does the currency: `1 234,56 €`. */
const SPACED =
  /(?<!\S)(?:(?:€|eur)\s?)?[-+]?(?:\d{1,3}(?:\s\d{3})+|\d{1,15}(?:[.,']\d{3}){0,4})[.,]\d{1,2}(?:\s?(?:€|eur))?(?!\S)/gi;
/** Never part of a word otherwise. */
const JOINT = '\u0001';

/** A text that is searched for, with amounts such as `1 234,56` in one piece each; `apart` gives their spaces back. */
export const joined = (text: string): string => text.replace(SPACED, (amount) => amount.replace(/\s/g, JOINT));
export const apart = (word: string): string => word.replaceAll(JOINT, ' ');
