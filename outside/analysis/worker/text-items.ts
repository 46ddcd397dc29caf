import type { WordOnPage } from '../page-contents.ts';
import { MAX_WORD_LENGTH, MAX_WORDS_A_PAGE } from './limits.ts';

/** A run of characters as drawn by a PDF: often a line, sometimes a single letter. */
export interface TextItem {
  readonly str: string;
  /** Matrix with position, size and rotation. */
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
}

type Matrix = readonly [number, number, number, number, number, number];

/** A gap smaller than this share of the letter height is ignored: both runs belong to one word. */
const JOINED = 0.12;
/** Share of the letter height above the baseline. */
const ASCENT = 0.8;

/** Extracts the words of a page. Runs are split at spaces, using estimated letter widths, and joined if there is no gap. */
export function extractWordsFromItems(items: readonly TextItem[], page: readonly number[]): WordOnPage[] {
  const words: WordOnPage[] = [];
  for (const item of items) {
    if (words.length >= MAX_WORDS_A_PAGE) break;
    for (const word of splitIntoPieces(item, toMatrix(page))) {
      const last = words.at(-1);
      if (last && isContinued(last, word)) words[words.length - 1] = joinWords(last, word);
      else words.push(word);
    }
  }
  return words;
}

function splitIntoPieces(item: TextItem, page: Matrix): WordOnPage[] {
  const [a, b, , , x, y] = multiplyMatrices(page, toMatrix(item.transform));
  const size = Math.hypot(a, b);
  if (size === 0 || item.str.trim() === '') return [];
  // Direction of the run in page coordinates, so that rotated text is measured correctly.
  const [along, across] = [a / size, b / size];
  const widths = Array.from(item.str, estimateWidth);
  const total = widths.reduce((sum, width) => sum + width, 0);
  const height = item.height > 0 ? item.height : size;
  const pieces: WordOnPage[] = [];
  let passed = 0;
  let text = '';
  let from = 0;
  const endPiece = (): void => {
    if (text !== '') pieces.push(placeText(text, from, passed));
    text = '';
  };
  const placeText = (written: string, start: number, stop: number): WordOnPage => {
    const [one, other] = [(start / total) * item.width, (stop / total) * item.width];
    const xs = [x + along * one, x + along * other, x + along * one + across * height * ASCENT];
    const ys = [y + across * one, y + across * other, y + across * one - along * height * ASCENT];
    return {
      text: written.slice(0, MAX_WORD_LENGTH),
      left: Math.min(...xs),
      right: Math.max(...xs),
      top: Math.min(...ys),
      bottom: Math.max(...ys),
      confidence: 1,
    };
  };
  for (const [index, character] of Array.from(item.str).entries()) {
    if (/\s/u.test(character)) endPiece();
    else {
      if (text === '') from = passed;
      text += character;
    }
    passed += widths[index]!;
  }
  endPiece();
  return pieces;
}

/** Approximate width in common fonts. */
function estimateWidth(character: string): number {
  if (/[ijl.,:;'|!I]/.test(character)) return 0.28;
  if (/[mwMW@%]/.test(character)) return 0.86;
  if (/[A-Z&]/.test(character)) return 0.68;
  return /[\s\-/()tfr]/.test(character) ? 0.32 : 0.556;
}

function isContinued(last: WordOnPage, next: WordOnPage): boolean {
  const height = Math.min(last.bottom - last.top, next.bottom - next.top);
  const gap = next.left - last.right;
  return Math.abs(last.bottom - next.bottom) < height * 0.3 && gap > -height * 0.3 && gap < height * JOINED;
}

const joinWords = (one: WordOnPage, other: WordOnPage): WordOnPage => ({
  text: (one.text + other.text).slice(0, MAX_WORD_LENGTH),
  left: Math.min(one.left, other.left),
  top: Math.min(one.top, other.top),
  right: Math.max(one.right, other.right),
  bottom: Math.max(one.bottom, other.bottom),
  confidence: Math.min(one.confidence, other.confidence),
});

const toMatrix = ([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: readonly number[]): Matrix => [a, b, c, d, e, f];

const multiplyMatrices = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + c * h,
  b * g + d * h,
  a * i + c * j,
  b * i + d * j,
  a * k + c * l + e,
  b * k + d * l + f,
];
