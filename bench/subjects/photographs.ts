import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { extractSheet, isReliable } from '../../domain/document-imports/extraction/index.ts';
import type { Analyser } from '../../outside/analysis/index.ts';
import { drawInvoice, OWN_IDENTITY } from '../../test/support/invoices/index.ts';
import {
  isMisleading,
  listTruth,
  listWrongFields,
  PHOTOGRAPHS,
  takePhotograph,
  type Photograph,
} from '../../test/support/invoices/photographs.ts';
import { readChildrenTime } from '../processor-time.ts';
import { plainResult, type Result } from '../report.ts';

interface Judged {
  readonly seconds: number;
  readonly fields: number;
  readonly wrong: number;
  readonly isReadyWrongly: boolean;
}

/** Bad photographs of invoices and receipts: how many fields are right, and the processor time of a page. */
export async function measurePhotographs(
  analyser: Analyser,
  place: string,
  { most, note }: { readonly most: number; note(text: string): void },
): Promise<Result[]> {
  const photographs = PHOTOGRAPHS.slice(0, most);
  note(`analysis: ${photographs.length} bad photographs`);
  const judged: Judged[] = [];
  for (const photograph of photographs) judged.push(await judgePhotograph(analyser, place, photograph));
  const sum = (pick: 'seconds' | 'fields' | 'wrong'): number => judged.reduce((total, each) => total + each[pick], 0);
  return [
    plainResult('photographs: fields right', '%', 100 * (1 - sum('wrong') / sum('fields')), { atLeast: 80 }),
    plainResult('photographs: ready and wrong', '', judged.filter(({ isReadyWrongly }) => isReadyWrongly).length, {
      atMost: 0,
    }),
    plainResult('photographs: processor time of a page', 's', sum('seconds') / judged.length, { atMost: 4 }),
  ];
}

async function judgePhotograph(analyser: Analyser, place: string, photograph: Photograph): Promise<Judged> {
  const path = join(place, `photograph-${photograph.id}.jpg`);
  await writeFile(path, await takePhotograph(photograph));
  const startedAt = await readChildrenTime(process.pid);
  const { pages } = await analyser.analyse({ path, mime: 'image/jpeg' });
  const seconds = ((await readChildrenTime(process.pid)) - startedAt) / 1000;
  const extracted = extractSheet(pages, { own: OWN_IDENTITY, known: [], today: '2026-11-16' });
  const truth = listTruth(drawInvoice(photograph.seed));
  const wrong = listWrongFields(truth, extracted.sheet);
  return {
    seconds,
    fields: Object.keys(truth).length,
    wrong: Object.keys(wrong).length,
    isReadyWrongly: isReliable(extracted) && isMisleading(wrong),
  };
}
