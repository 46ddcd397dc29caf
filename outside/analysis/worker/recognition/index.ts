import type { Sharp } from 'sharp';
import type { Page, WordOnPage } from '../../page-contents.ts';
import { MAX_WORDS_A_PAGE } from '../limits.ts';
import {
  chainMatrices,
  preparePicture,
  scaleBy,
  turnPicture,
  undoTurn,
  type GreyPicture,
  type Matrix,
  type PreparedPicture,
  type QuarterTurn,
} from '../preparation/index.ts';
import { detectLanguage } from './language.ts';
import { ALL_LANGUAGES, recogniseLines, type Language, type RecognisedLine } from './recogniser.ts';
import { reviseNumbers } from './revision.ts';
import { cutSample } from './sample.ts';

/** Recognises the words of a page: once as a whole, then once more where numbers are doubtful. */

const A4_WIDTH = 595;
/** Reads the letters of all four languages, with fewer accents lost than the others. */
const FIRST_LANGUAGE: Language = 'fra';

export interface RecognisedPage {
  readonly page: Page;
  /** For the next pages of the document; null if it is not known. */
  readonly language: Language | null;
}

export async function recognisePage(
  source: Sharp,
  number: number,
  known: Language | null = null,
): Promise<RecognisedPage> {
  const prepared = await preparePicture(source);
  const first = known ?? FIRST_LANGUAGE;
  const turned = await recogniseUpright(prepared, first);
  const language = known ?? detectLanguage(turned.lines.flatMap(({ words }) => words.map(({ text }) => text)));
  const lines = await reviseNumbers(turned.picture, turned.lines, {
    forDigits: [first],
    forLabels: language === null ? ALL_LANGUAGES : [language],
  });
  return { page: toPage(turned, lines, number, prepared.shown), language };
}

interface Recognised {
  readonly picture: GreyPicture;
  readonly lines: readonly RecognisedLine[];
  /** How far it was turned clockwise. */
  readonly turn: QuarterTurn;
}

/** Which side is up is found with a part of the page, and only if it is doubtful. */
async function recogniseUpright({ picture, direction }: PreparedPicture, language: Language): Promise<Recognised> {
  if (direction === 'sideways') return recogniseTurned(picture, await findTurn(picture, [0, 180], language), language);
  const upright = await recogniseTurned(picture, 0, language);
  if (isLegible(upright.lines)) return upright;
  const turn = await findTurn(picture, direction === 'upright' ? [0, 180] : [0, 180, 90, 270], language);
  if (turn === 0) return upright;
  const turned = await recogniseTurned(picture, turn, language);
  return scoreReadability(turned.lines) > scoreReadability(upright.lines) ? turned : upright;
}

async function recogniseTurned(picture: GreyPicture, turn: QuarterTurn, language: Language): Promise<Recognised> {
  const turned = await turnPicture(picture, turn);
  return { picture: turned, lines: await recogniseLines(turned, [language]), turn };
}

async function findTurn(picture: GreyPicture, turns: readonly QuarterTurn[], language: Language): Promise<QuarterTurn> {
  let [best, most]: [QuarterTurn, number] = [turns[0]!, -1];
  for (const turn of turns) {
    const sample = await cutSample(await turnPicture(picture, turn));
    const score = scoreReadability(await recogniseLines(sample, [language], 'block'));
    if (score > most) [best, most] = [turn, score];
  }
  return best;
}

const listClearTexts = (lines: readonly RecognisedLine[]): string[] =>
  lines.flatMap(({ words }) =>
    words.filter(({ text, confidence }) => confidence > 0.6 && text.length > 2).map(({ text }) => text),
  );

const scoreReadability = (lines: readonly RecognisedLine[]): number =>
  listClearTexts(lines).reduce((sum, text) => sum + text.length, 0);

function isLegible(lines: readonly RecognisedLine[]): boolean {
  const good = listClearTexts(lines).length;
  return good >= 12 && good > lines.reduce((count, { words }) => count + words.length, 0) * 0.3;
}

/** `prepared`: from pixels of the picture before its last turn to shares of the page as displayed. */
function toPage(
  { picture, turn }: Pick<Recognised, 'picture' | 'turn'>,
  lines: readonly RecognisedLine[],
  number: number,
  prepared: Matrix,
): Page {
  const { width, height } = picture;
  const scale = A4_WIDTH / width;
  const toPixels = chainMatrices(scaleBy(1 / scale), undoTurn(turn, picture));
  const words = lines
    .flatMap((line) => line.words)
    .slice(0, MAX_WORDS_A_PAGE)
    .map(({ text, confidence, left, top, right, bottom }): WordOnPage => ({
      text,
      left: left * scale,
      top: top * scale,
      right: right * scale,
      bottom: bottom * scale,
      confidence,
    }));
  return {
    number,
    source: 'ocr',
    width: A4_WIDTH,
    height: height * scale,
    words,
    shown: chainMatrices(toPixels, prepared),
  };
}
