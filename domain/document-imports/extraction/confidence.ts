import type { Cell } from './layout.ts';
import type { PageOfWords, Word } from './words.ts';

/** How sure one may be of a sheet: what share of the documents with as much evidence was read right. */
export interface Evidence {
  readonly number: number;
  readonly date: number;
  readonly party: number;
  readonly totals: number;
}

/** Of the pages that were recognised; 1 where all is text. */
export function legibility(pages: readonly PageOfWords[]): number {
  const words = pages.filter(({ source }) => source === 'ocr').flatMap((page) => page.words);
  if (words.length === 0) return 1;
  return words.reduce((sum, { confidence }) => sum + confidence, 0) / words.length;
}

/**
 * What has no check digits is as certain as the least certain of the words that it was recognised in: a day that was misread makes a
 * date wrong, however clear its year is. Nothing is lost down to nine tenths.
 */
export function clarity({ words }: Pick<Cell, 'words'>, text: string): number {
  const of = (token: string): readonly Word[] => {
    const whole = words.filter((word) => word.text.includes(token));
    return whole.length > 0 ? whole : words.filter((word) => token.includes(word.text));
  };
  const least = Math.min(1, ...text.split(/\s+/).flatMap((token) => of(token).map(({ confidence }) => confidence)));
  return Math.min(1, 0.55 + 0.5 * least);
}

/**
 * Shares of documents with number, date, VAT number and gross right, by the evidence there was, measured on generated invoices
 * (`npm run bench -- --only analysis`). Between two steps the share is on the line between them.
 */
const CALIBRATION: readonly (readonly [evidence: number, share: number])[] = [
  [0, 0.02],
  [0.2, 0.2],
  [0.4, 0.5],
  [0.6, 0.72],
  [0.75, 0.85],
  [0.85, 0.93],
  [0.95, 0.97],
  [1, 0.99],
];

/** One field that is in doubt puts the whole in doubt. */
export function confidenceOf({ number, date, party, totals }: Evidence, legible: number): string {
  const weakest = Math.min(number, date, party, totals);
  const all = number * date * party * totals;
  const evidence = (0.5 * weakest + 0.5 * all) * (legible >= 1 ? 1 : Math.min(1, 0.3 + 0.75 * legible));
  return share(evidence).toFixed(2);
}

function share(evidence: number): number {
  const next = CALIBRATION.findIndex(([step]) => step >= evidence);
  if (next <= 0) return CALIBRATION[next === 0 ? 0 : CALIBRATION.length - 1]![1];
  const [[from, low], [to, high]] = [CALIBRATION[next - 1]!, CALIBRATION[next]!];
  return low + ((evidence - from) / (to - from)) * (high - low);
}
