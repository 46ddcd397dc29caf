import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { extractSheet, isReliable } from '../../../domain/document-imports/extraction/index.ts';
import { openAnalyser, type Analyser } from '../../../outside/analysis/index.ts';
import { drawInvoice, OWN_IDENTITY } from '../../support/invoices/index.ts';
import {
  isMisleading,
  listTruth,
  listWrongFields,
  PHOTOGRAPHS,
  takePhotograph,
  type Photograph,
} from '../../support/invoices/photographs.ts';
import { itLong } from '../../support/long.ts';

describe('Bad photographs and scans', function () {
  this.timeout(1_800_000);
  let folder: string;
  let analyser: Analyser;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'photographs-'));
    analyser = openAnalyser({ workers: 1 });
  });
  after(async () => {
    await analyser.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function read(photograph: Photograph) {
    const path = join(folder, `${photograph.id}.jpg`);
    await writeFile(path, await takePhotograph(photograph));
    const { pages } = await analyser.analyse({ path, mime: 'image/jpeg' });
    const extracted = extractSheet(pages, { own: OWN_IDENTITY, known: [], today: '2026-11-16' });
    const truth = listTruth(drawInvoice(photograph.seed));
    const wrong = listWrongFields(truth, extracted.sheet);
    return {
      name: `${photograph.id} (${photograph.fault})`,
      fields: Object.keys(truth).length,
      wrong: Object.keys(wrong).length,
      isReadyWrongly: isReliable(extracted) && isMisleading(wrong),
    };
  }

  // A picture is recognised in `npm test` too: test/outside/analysis/analyser.
  itLong('80 % of their fields are read, and none is ready and wrong', async () => {
    const results: Awaited<ReturnType<typeof read>>[] = [];
    for (const photograph of PHOTOGRAPHS) results.push(await read(photograph));
    const sum = (pick: 'fields' | 'wrong'): number => results.reduce((total, each) => total + each[pick], 0);
    expect(1 - sum('wrong') / sum('fields')).to.be.at.least(0.8);
    expect(results.filter(({ isReadyWrongly }) => isReadyWrongly).map(({ name }) => name)).to.deep.equal([]);
  });
});
