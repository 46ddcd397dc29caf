import type { Cell } from './layout.ts';
import type { PageOfWords, Word } from './words.ts';

/** Confidence of a sheet: the share of documents with the same evidence that were read correctly. */
export interface Evidence {
  readonly number: number;
  readonly date: number;
  readonly party: number;
  readonly totals: number;
}

export interface FieldEvidence extends Evidence {
  readonly due: number;
}

/** Mean confidence of recognised pages; 1 if all pages are text. */
export function computeLegibility(pages: readonly PageOfWords[]): number {
  const words = pages.filter(({ source }) => source === 'ocr').flatMap((page) => page.words);
  if (words.length === 0) return 1;
  return words.reduce((sum, { confidence }) => sum + confidence, 0) / words.length;
}

/**
 * A value without check digits is as certain as the least certain of its recognised words: a misread day makes a date
 * wrong, even if the year is clear. No penalty down to 0.9.
 */
export function computeClarity({ words }: Pick<Cell, 'words'>, text: string): number {
  const findWords = (token: string): readonly Word[] => {
    const whole = words.filter((word) => word.text.includes(token));
    return whole.length > 0 ? whole : words.filter((word) => token.includes(word.text));
  };
  const least = Math.min(
    1,
    ...text.split(/\s+/).flatMap((token) => findWords(token).map(({ confidence }) => confidence)),
  );
  return Math.min(1, 0.55 + 0.5 * least);
}

/**
 * Share of documents with correct number, date, VAT number and gross amount, by evidence, measured on generated invoices
 * (`npm run bench -- --only analysis`). Interpolated linearly between two steps.
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

/** One doubtful field makes the whole doubtful. */
export function computeConfidence({ number, date, party, totals }: Evidence, legible: number): string {
  const weakest = Math.min(number, date, party, totals);
  const all = number * date * party * totals;
  const evidence = (0.5 * weakest + 0.5 * all) * (legible >= 1 ? 1 : Math.min(1, 0.3 + 0.75 * legible));
  return calibrate(evidence).toFixed(2);
}

/** The share of values with this evidence that are right. */
export function calibrate(evidence: number): number {
  const next = CALIBRATION.findIndex(([step]) => step >= evidence);
  if (next <= 0) return CALIBRATION[next === 0 ? 0 : CALIBRATION.length - 1]![1];
  const [[from, low], [to, high]] = [CALIBRATION[next - 1]!, CALIBRATION[next]!];
  return low + ((evidence - from) / (to - from)) * (high - low);
}
