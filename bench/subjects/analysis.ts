import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  extractSheet,
  type ExtractedDocument,
  type PageOfWords,
} from '../../domain/document-imports/extraction/index.ts';
import { fromCents } from '../../domain/money.ts';
import { openAnalyser, type Analyser, type PageContents } from '../../outside/analysis/index.ts';
import {
  drawInvoice,
  OWN_IDENTITY,
  renderPdf,
  renderPicture,
  createWear,
  type DrawnInvoice,
} from '../../test/support/invoices/index.ts';
import { plainResult, type Result } from '../report.ts';
import type { Stage } from '../stage.ts';
import { measurePhotographs } from './photographs.ts';

/** Invoices that are made up, read as PDF with text and as pictures: how fast, how right, and how sure of what is wrong. */
export async function measureAnalysis({ folder, extent, note }: Stage): Promise<Result[]> {
  const place = join(folder, 'analysis');
  await mkdir(place, { recursive: true });
  const analyser = openAnalyser({ workers: 1 });
  try {
    const seeds = Array.from({ length: extent.analysedInvoices }, (_, seed) => seed);
    note(`analysis: ${seeds.length} invoices as PDF with text`);
    const texts = await readAll(analyser, seeds, (drawn) => pdfFiles(drawn, place));
    note(`analysis: ${seeds.length} invoices as pictures`);
    const pictures = await readAll(analyser, seeds, (drawn) => pictureFiles(drawn, place));
    const photographs = await measurePhotographs(analyser, place, { most: extent.analysedInvoices, note });
    return [
      ...resultsOf('PDF with text', texts, 0.5, 95),
      ...resultsOf('pictures, 200 dpi', pictures, 8, 85),
      ...photographs,
    ];
  } finally {
    await analyser.close();
  }
}

interface Judged {
  /** Of one page, the first of the process left out. */
  readonly seconds: number;
  readonly isOnePage: boolean;
  readonly wrong: readonly string[];
  readonly confidence: number;
}

type Files = (drawn: DrawnInvoice) => Promise<readonly string[]>;

async function readAll(analyser: Analyser, seeds: readonly number[], filesOf: Files): Promise<Judged[]> {
  const judged: Judged[] = [];
  // The packages are loaded with the first.
  for (const path of await filesOf(drawInvoice(1))) await analyser.analyse({ path, mime: '' });
  for (const seed of seeds) {
    const drawn = drawInvoice(seed);
    const paths = await filesOf(drawn);
    const startedAt = performance.now();
    const contents: PageContents[] = [];
    for (const path of paths) contents.push(await analyser.analyse({ path, mime: '' }));
    const pages: PageOfWords[] = contents
      .flatMap((each) => each.pages)
      .map((page, index) => ({ ...page, number: index + 1 }));
    const read = extractSheet(pages, { own: OWN_IDENTITY, known: [], today: '2026-11-16' });
    const seconds = (performance.now() - startedAt) / 1000 / paths.length;
    judged.push({ seconds, isOnePage: pages.length === 1, ...judge(drawn, read) });
  }
  return judged;
}

function judge({ invoice }: DrawnInvoice, { sheet }: ExtractedDocument): Pick<Judged, 'wrong' | 'confidence'> {
  const other = invoice.isSale ? invoice.customer : invoice.supplier;
  const fields: readonly (readonly [string, unknown, unknown])[] = [
    ['VAT number', sheet.counterparty.vat_number, other.vatNumber],
    ['gross', sheet.totals.gross, fromCents(BigInt(invoice.gross))],
    ['date', sheet.date, invoice.date],
    ['number', sheet.number, invoice.number],
  ];
  const wrong = fields.filter(([, found, meant]) => found !== meant).map(([name]) => name);
  return { wrong, confidence: Number(sheet.confidence) };
}

const FIELDS = ['VAT number', 'gross', 'date', 'number'];
const SURE = 0.9;

function resultsOf(subject: string, judged: readonly Judged[], secondsAllowed: number, share: number): Result[] {
  const percent = (matching: (each: Judged) => boolean): number =>
    (100 * judged.filter(matching).length) / judged.length;
  const times = judged
    .filter(({ isOnePage }) => isOnePage)
    .map(({ seconds }) => seconds)
    .sort((one, other) => one - other);
  return [
    plainResult(`${subject}: one page, median`, 's', times[Math.floor(times.length / 2)] ?? 0, {
      atMost: secondsAllowed,
    }),
    ...FIELDS.map((field) =>
      plainResult(
        `${subject}: ${field} right`,
        '%',
        percent(({ wrong }) => !wrong.includes(field)),
        { atLeast: share },
      ),
    ),
    plainResult(
      `${subject}: wrong and yet sure`,
      '%',
      percent(({ wrong, confidence }) => wrong.length > 0 && confidence >= SURE),
      { atMost: 1 },
    ),
  ];
}

async function pdfFiles({ invoice, drawing }: DrawnInvoice, place: string): Promise<string[]> {
  const path = join(place, `${invoice.seed}.pdf`);
  await writeFile(path, await renderPdf(drawing));
  return [path];
}

/** Each page is scanned by itself; of long ones the first and the last. */
async function pictureFiles({ invoice, drawing }: DrawnInvoice, place: string): Promise<string[]> {
  const wear = createWear(invoice.seed);
  const numbers = [...new Set([1, drawing.pages])];
  const paths: string[] = [];
  for (const page of numbers) {
    const path = join(place, `${invoice.seed}-${page}.${wear.format}`);
    await writeFile(path, await renderPicture(drawing, page, wear, invoice.seed));
    paths.push(path);
  }
  return paths;
}
