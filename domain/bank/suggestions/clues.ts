import { communicationsIn, mentionedIn, normalisedReference } from '../../lettering/clues.ts';
import type { OpenLine } from '../../lettering/open-line.ts';
import type { Movement } from './movement.ts';

/** What a transaction says of what it pays, and which open lines say the same. */
export interface Clues {
  /** Structured communications and creditor references, as their digits and letters alone. */
  readonly communications: ReadonlySet<string>;
  /** Every run of words that could be a reference. */
  readonly runs: ReadonlySet<string>;
  /** The digits of those runs, without leading zeros. */
  readonly digits: ReadonlySet<string>;
}

/** What is long is cut: the beginning says it. */
const MOST_TEXT = 500;

export function cluesOf({ communication, structured_communication, end_to_end_id }: Movement): Clues {
  const text = [communication ?? '', end_to_end_id ?? ''].join(' ').slice(0, MOST_TEXT);
  const runs = new Set(mentionedIn(text));
  const communications = new Set(communicationsIn(text));
  if (structured_communication !== null) communications.add(normalisedReference(structured_communication));
  const digits = new Set([...runs, ...communications].map(digitsOf));
  return { communications, runs, digits };
}

/** As the index of references knows them. */
export const digitsOf = (text: string): string => text.replace(/\D/g, '').replace(/^0+/, '');

const FEWEST_DIGITS = 3;
const MOST_KEYS = 200;

/** What references are looked up by: a few digits would be found everywhere. */
export const keysOf = ({ digits }: Clues): readonly string[] =>
  [...digits].filter(({ length }) => length >= FEWEST_DIGITS).slice(0, MOST_KEYS);

export type Naming = 'communication' | 'reference' | 'digits';

/** Digits alone say something only when there are a few, and are no year. */
const FEWEST_TELLING = 4;

/** How the transaction names the line; null when it does not. */
export function namingOf({ communications, runs, digits }: Clues, { references, labels }: OpenLine): Naming | null {
  if (communications.size > 0)
    for (const text of [...references, ...labels])
      for (const own of communicationsIn(text)) if (communications.has(own)) return 'communication';
  let found: Naming | null = null;
  for (const reference of references) {
    const whole = normalisedReference(reference);
    if (communications.has(whole)) return 'communication';
    if (whole.length >= FEWEST_TELLING && runs.has(whole)) found = 'reference';
    const own = digitsOf(reference);
    if (own.length >= FEWEST_TELLING && !/^(19|20)\d\d$/.test(own) && digits.has(own)) found ??= 'digits';
  }
  return found;
}

/** Whether it names something, whatever that is: a transaction that names what is not there pays that and nothing else. */
export const isTelling = ({ communications, runs }: Clues): boolean =>
  communications.size > 0 || [...runs].some((run) => digitsOf(run).length >= FEWEST_TELLING);
