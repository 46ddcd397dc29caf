import { cutPicture, resizeTo, stackPictures, type GreyPicture } from '../preparation/index.ts';
import { recogniseLines, type Language, type RecognisedLine, type RecognisedWord } from './recogniser.ts';

/**
 * Recognises doubtful lines with numbers a second time, larger and by themselves. Amounts, dates and numbers have no
 * dictionary that would correct them.
 */

/** Words with digits below this confidence are doubtful. */
const CLEAR = 0.85;
const MOST_LINES = 18;
const MARGIN = 0.3;
/** Height of a line in the second picture. */
const LINE_HEIGHT = 44;
const LARGEST_SCALE = 2.5;
const GAP = 26;
/** Confidence of a number that was read differently each time. */
const CONTRADICTED = 0.5;

/** Digits are the same in all languages, and loading another one takes time. */
export interface RevisionLanguages {
  readonly forDigits: readonly Language[];
  readonly forLabels: readonly Language[];
}

export async function reviseNumbers(
  picture: GreyPicture,
  lines: readonly RecognisedLine[],
  { forDigits, forLabels }: RevisionLanguages,
): Promise<readonly RecognisedLine[]> {
  const doubtful = lines
    .map((line) => ({ line, doubt: measureDoubt(line) }))
    .filter(({ doubt }) => doubt > 1 - CLEAR)
    .sort((one, other) => other.doubt - one.doubt)
    .slice(0, MOST_LINES)
    .map(({ line }) => line);
  if (doubtful.length === 0) return lines;
  const strips = await Promise.all(doubtful.map((line) => cutStrip(picture, line)));
  const { picture: stack, tops } = stackPictures(
    strips.map((strip) => strip.picture),
    GAP,
  );
  const languages = doubtful.some(({ words }) => words.some(isUnreadable)) ? forLabels : forDigits;
  const again = (await recogniseLines(stack, languages, 'block')).flatMap(({ words }) => words);
  const revised = new Map<RecognisedLine, RecognisedLine>();
  strips.forEach((strip, index) => {
    const top = tops[index]!;
    const words = again
      .filter((word) => isBetween(word, top, top + strip.picture.height))
      .map((word) => placeWord(word, strip, top));
    revised.set(doubtful[index]!, chooseReading(doubtful[index]!, words));
  });
  return lines.map((line) => revised.get(line) ?? line);
}

const extractDigits = (text: string): string => text.replace(/\D/g, '');

const hasDigit = ({ text }: RecognisedWord): boolean => /\d/.test(text);

/** Of the least certain number, or of a label that is hardly legible; zero for a line without numbers. */
function measureDoubt({ words }: RecognisedLine): number {
  if (!words.some(hasDigit)) return 0;
  return Math.max(0, ...words.map((word) => (hasDigit(word) || isUnreadable(word) ? 1 - word.confidence : 0)));
}

const isUnreadable = ({ text, confidence }: RecognisedWord): boolean => confidence < 0.6 && /\p{L}{3}/u.test(text);

interface Strip {
  readonly picture: GreyPicture;
  readonly left: number;
  readonly top: number;
  readonly scale: number;
}

async function cutStrip(page: GreyPicture, line: RecognisedLine): Promise<Strip> {
  const margin = Math.ceil((line.bottom - line.top) * MARGIN);
  const left = Math.max(0, Math.floor(line.left - 2 * margin));
  const top = Math.max(0, Math.floor(line.top - margin));
  const width = Math.min(page.width, Math.ceil(line.right + 2 * margin)) - left;
  const height = Math.min(page.height, Math.ceil(line.bottom + margin)) - top;
  const scale = Math.min(LARGEST_SCALE, LINE_HEIGHT / Math.max(1, line.bottom - line.top));
  const cut = await cutPicture(page, { left, top, width, height });
  const resized = await resizeTo(cut, Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
  return { picture: resized, left, top, scale };
}

const isBetween = (word: RecognisedWord, top: number, bottom: number): boolean => {
  const middle = (word.top + word.bottom) / 2;
  return middle >= top && middle < bottom;
};

const placeWord = (word: RecognisedWord, strip: Strip, top: number): RecognisedWord => ({
  ...word,
  left: strip.left + (word.left - GAP) / strip.scale,
  right: strip.left + (word.right - GAP) / strip.scale,
  top: strip.top + (word.top - top) / strip.scale,
  bottom: strip.top + (word.bottom - top) / strip.scale,
});

/** The more certain reading. A number that is not the same in both is doubtful in either. */
function chooseReading(line: RecognisedLine, again: readonly RecognisedWord[]): RecognisedLine {
  const [first, second] = [measureClarity(line.words), measureClarity(again)];
  if (again.length === 0) return line;
  const [chosen, other] = second > first ? [again, line.words] : [line.words, again];
  const confirmed = extractDigits(other.map(({ text }) => text).join(''));
  const words = chosen.map((word) => {
    if (!hasDigit(word)) return word;
    const isConfirmed = confirmed.includes(extractDigits(word.text));
    return isConfirmed ? word : { ...word, confidence: Math.min(word.confidence, CONTRADICTED) };
  });
  return { ...line, words };
}

/** Mean confidence by letter. */
function measureClarity(words: readonly RecognisedWord[]): number {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  return words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0) / Math.max(1, letters);
}
