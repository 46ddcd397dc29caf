/** Amounts as users type them into a search. */

/** Thousands grouped or not, then a point or comma and one or two decimals, with an optional currency. */
const PLAIN = /^(\d{1,15})[.,](\d{1,2})$/;
const GROUPED = /^(\d{1,3}(?:([ .,'])\d{3})(?:\2\d{3})*)([.,])(\d{1,2})$/;
const AROUND = /^(?:(?:€|eur) ?)?[-+]?|(?: ?(?:€|eur))$/g;

/** Parses an amount in any national notation: `1.234,56`, `1,234.56` and `1 234,56` are all `1234.56`. */
export function parseSearchedAmount(word: string): string | null {
  const text = word.replace(AROUND, '');
  const plain = PLAIN.exec(text);
  if (plain) return `${plain[1]}.${plain[2]!.padEnd(2, '0')}`;
  const grouped = GROUPED.exec(text);
  if (!grouped || grouped[2] === grouped[3]) return null;
  return `${grouped[1]!.replace(/\D/g, '')}.${grouped[4]!.padEnd(2, '0')}`;
}

/** Groups of three separated by spaces form one word if decimals follow, and so does the currency: `1 234,56 €`. */
const SPACED =
  /(?<!\S)(?:(?:€|eur)\s?)?[-+]?(?:\d{1,3}(?:\s\d{3})+|\d{1,15}(?:[.,']\d{3}){0,4})[.,]\d{1,2}(?:\s?(?:€|eur))?(?!\S)/gi;
/** Never occurs in a word otherwise. */
const JOINT = '\u0001';

/** Joins amounts such as `1 234,56` in a search text into one word each; `splitAmount` restores their spaces. */
export const joinAmounts = (text: string): string => text.replace(SPACED, (amount) => amount.replace(/\s/g, JOINT));
export const splitAmount = (word: string): string => word.replaceAll(JOINT, ' ');
