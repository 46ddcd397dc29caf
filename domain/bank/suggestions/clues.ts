import { extractCommunications, extractMentions, compactReference } from '../../lettering/clues.ts';
import type { OpenLine } from '../../lettering/open-line.ts';
import type { Movement } from './movement.ts';

/** References found in a transaction, and how they match open lines. */
export interface Clues {
  /** Structured communications and creditor references, digits and letters only. */
  readonly communications: ReadonlySet<string>;
  /** Every sequence of words that could be a reference. */
  readonly runs: ReadonlySet<string>;
  /** Digits of these sequences, without leading zeros. */
  readonly digits: ReadonlySet<string>;
}

/** Longer texts are truncated: references are near the beginning. */
const MOST_TEXT = 500;

export function extractClues({ communication, structured_communication, end_to_end_id }: Movement): Clues {
  const text = [communication ?? '', end_to_end_id ?? ''].join(' ').slice(0, MOST_TEXT);
  const runs = new Set(extractMentions(text));
  const communications = new Set(extractCommunications(text));
  if (structured_communication !== null) communications.add(compactReference(structured_communication));
  const digits = new Set([...runs, ...communications].map(extractReferenceDigits));
  return { communications, runs, digits };
}

/** In the form used by the reference index. */
export const extractReferenceDigits = (text: string): string => text.replace(/\D/g, '').replace(/^0+/, '');

const FEWEST_DIGITS = 3;
const MOST_KEYS = 200;

/** Keys for the reference look-up: short digit sequences would match everywhere. */
export const listLookupKeys = ({ digits }: Clues): readonly string[] =>
  [...digits].filter(({ length }) => length >= FEWEST_DIGITS).slice(0, MOST_KEYS);

export type Naming = 'communication' | 'reference' | 'digits';

/** Digits alone are significant only if there are enough of them and they are not a year. */
const FEWEST_TELLING = 4;

/** How the transaction names the line; null if it does not. */
export function findNaming({ communications, runs, digits }: Clues, { references, labels }: OpenLine): Naming | null {
  if (communications.size > 0)
    for (const text of [...references, ...labels])
      for (const own of extractCommunications(text)) if (communications.has(own)) return 'communication';
  let found: Naming | null = null;
  for (const reference of references) {
    const whole = compactReference(reference);
    if (communications.has(whole)) return 'communication';
    if (whole.length >= FEWEST_TELLING && runs.has(whole)) found = 'reference';
    const own = extractReferenceDigits(reference);
    if (own.length >= FEWEST_TELLING && !/^(19|20)\d\d$/.test(own) && digits.has(own)) found ??= 'digits';
  }
  return found;
}

/** True if it names any reference: a transaction that names an unknown reference pays that and nothing else. */
export const hasReference = ({ communications, runs }: Clues): boolean =>
  communications.size > 0 || [...runs].some((run) => extractReferenceDigits(run).length >= FEWEST_TELLING);
