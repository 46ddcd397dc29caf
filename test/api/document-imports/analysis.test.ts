import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import {
  claimNextImport,
  processImport,
  type AnalysisToolbox,
  type ClaimedAnalysis,
} from '../../../commands/document-imports/analyse.ts';
import { createSystemContext } from '../../../commands/support/context.ts';
import { startAnalysisWorker } from '../../../workers/document-imports/analysis.ts';
import type { RunnerLogger } from '../../../workers/projector.ts';
import { openNotifications } from '../../../database/notifications.ts';
import { OwnershipLost } from '../../../database/owners.ts';
import { IMPORTS_CHANNEL } from '../../../stores/document-imports/wake.ts';
import { claimImport } from '../../../stores/document-imports/claims.ts';
import type { DocumentReader } from '../../../commands/document-analysis/index.ts';
import { openFileStore } from '../../../outside/files/index.ts';
import { drawInvoice, renderPdf } from '../../support/invoices/index.ts';
import { buildSheet } from '../../support/sheets.ts';
import { useImports, type Import } from './support.ts';

/** Looks for work until there is none, as a worker does. Returns how many documents were analysed. */
async function analyseWaitingImports(toolbox: AnalysisToolbox): Promise<number> {
  let analysed = 0;
  for (;;) {
    const next = await claimNextImport(toolbox, () => false);
    if (next === null) return analysed;
    if (await next.analyse()) analysed += 1;
  }
}

describe('The analysis of documents that wait', function () {
  this.timeout(120_000);
  const imports = useImports();
  const { uploaded } = imports;
  const shown = async (id: number) => (await imports.client.get(`${imports.path}/${id}`)).body as unknown as Import;

  /** A reader that notes what it is asked for, and cannot read it. */
  function readingNothing(): { reader: DocumentReader; names: string[] } {
    const names: string[] = [];
    const unable = () => Promise.reject(new Error('It cannot read'));
    const reader: DocumentReader = {
      read({ name, onProgress }) {
        names.push(name);
        onProgress?.('opening', 5);
        return Promise.resolve({ problem: 'file_unreadable', preview: null });
      },
      pages: { countPages: unable, copyPages: unable, joinFiles: unable },
      archives: { readArchive: unable },
      close: () => Promise.resolve(),
    };
    return { reader, names };
  }

  const toolbox = (documentReader: DocumentReader): AnalysisToolbox => {
    const { pool, commands, ids, owner } = imports.service.core;
    return {
      pool,
      owner,
      commands,
      ids,
      files: openFileStore({ folder: join(imports.service.config.dataDir, 'files') }),
      documentReader,
    };
  };

  /** Connected to the database alone, as a worker in another process is. */
  async function startWorker(reader: DocumentReader, logger: RunnerLogger, changes: Partial<AnalysisToolbox> = {}) {
    const notifications = await openNotifications(imports.service.config.databaseUrl!, [IMPORTS_CHANNEL]);
    const worker = startAnalysisWorker({ ...toolbox(reader), ...changes, notifications, logger });
    return { stop: () => worker.stop().then(() => notifications.close()) };
  }

  it('answers when the analysis is finished, and shows what was found', async () => {
    const { invoice, drawing } = drawInvoice(3);
    const [made] = await uploaded(['facture.pdf', await renderPdf(drawing)]);
    expect(made!.status).to.equal('queued');
    const body = await imports.client.expect(200).post(`${imports.path}/${made!.id}/process`);
    expect(body).to.include({ engine: 'local', progress: 100, step: 'done' });
    expect((body as unknown as Import).extracted).to.include({ number: invoice.number });
    expect(body.status).to.be.oneOf(['ready', 'needs_review']);
    const { fields } = body as unknown as { fields: { path: string; page: number; box: number[] | null }[] };
    const placed = fields.find(({ path }) => path === 'number')!;
    expect(placed).to.include({ page: 1 });
    expect(placed.box!.every((share) => share >= 0 && share <= 1)).to.equal(true);
    const again = await imports.client.post(`${imports.path}/${made!.id}/process`);
    expect([again.status, again.body.version]).to.deep.equal([200, body.version]);
  });

  it('is made once by however many look for work, and a failure can be run again', async () => {
    const made = await uploaded(
      ...Array.from({ length: 6 }, (_, index) => [`w${index}.pdf`, `%PDF-1.7 ${index}`] as const),
    );
    const { reader, names } = readingNothing();
    const taken = await Promise.all([1, 2, 3].map(() => analyseWaitingImports(toolbox(reader))));
    expect(taken.reduce((sum, count) => sum + count, 0)).to.equal(6);
    expect(names.sort()).to.deep.equal(made.map(({ original_name }) => original_name));
    const failed = await shown(made[0]!.id);
    expect(failed).to.include({ status: 'error', error_code: 'file_unreadable', version: 2 });
    const { rows } = await imports.service.core.pool.query<{ data: object }>(
      "SELECT data FROM ops.outbox WHERE event = 'document.import_failed' AND data->>'id' = $1",
      [String(made[0]!.id)],
    );
    expect(rows.map(({ data }) => data)).to.deep.equal([
      { id: made[0]!.id, original_name: 'w0.pdf', kind: 'pdf', status: 'error', error_code: 'file_unreadable' },
    ]);
    expect(await analyseWaitingImports(toolbox(reader))).to.equal(0);
  });

  it('joins images of one upload that are pages of one document, and leaves them apart after an undo', async () => {
    const { reader } = readingNothing();
    const content = await renderPdf(drawInvoice(2).drawing);
    const sheets = {
      'IMG_1.png': buildSheet({ number: 'J-1', date: '2026-01-15', counterparty: { name: 'ACME' } }),
      'IMG_2.png': buildSheet({ gross: '121.00' }),
      'IMG_1.pdf': buildSheet({ number: 'J-1', date: '2026-01-15', gross: '121.00' }),
    };
    const joined: string[] = [];
    const reading: DocumentReader = {
      ...reader,
      read: ({ name }) => {
        const sheet = sheets[name as keyof typeof sheets];
        const found = {
          engine: 'local',
          sheet,
          warnings: [],
          fields: [],
          thirdPartyId: null,
          preview: null,
          pageCount: 1,
        } as const;
        return Promise.resolve({ problem: null, ...found, pageOf: null });
      },
      pages: {
        ...reader.pages,
        joinFiles: ({ paths }) => {
          joined.push(...paths);
          return Promise.resolve({ content, pageCounts: paths.map(() => 1) });
        },
      },
    };
    const png = (last: number) => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x01, last]);
    const made = await uploaded(['IMG_1.png', png(1)], ['IMG_2.png', png(2)]);
    expect(await analyseWaitingImports(toolbox(reading))).to.be.greaterThan(1);
    expect(joined).to.have.length(2);
    const first = await shown(made[0]!.id);
    expect(first.status).to.equal('expanded');
    const [whole] = first['expanded_into'] as number[];
    expect(await shown(whole!)).to.deep.include({
      original_name: 'IMG_1.pdf',
      sources: made.map(({ id }) => ({ import_id: id, pages: [1] })),
    });
    const history = await imports.client.ok(
      `${imports.file.path}/history?resource=document-imports&record_id=${first.id}`,
    );
    const [last] = history.data as { readonly operation_id: string }[];
    await imports.client.expect(200).post(`${imports.file.path}/history/operations/${last!.operation_id}/revert`);
    expect((await shown(first.id)).status).to.be.oneOf(['ready', 'needs_review']);
  });

  it('is not made again by a round that saw the document wait before another one analysed it', async () => {
    const [made] = await uploaded(['late.pdf', '%PDF-1.7 late']);
    const { reader, names } = readingNothing();
    const { pool } = imports.service.core;
    const analysed: number[] = [];
    const claimsLate: typeof pool.query = async (...asked: unknown[]) => {
      if ((asked[0] as { name?: string }).name === 'claim-document-analysis')
        analysed.push(await analyseWaitingImports(toolbox(reader)));
      return Reflect.apply(pool.query, pool, asked) as never;
    };
    const latePool = new Proxy(pool, {
      get: (target, name) => (name === 'query' ? claimsLate : (Reflect.get(target, name) as unknown)),
    });
    expect(await analyseWaitingImports({ ...toolbox(reader), pool: latePool })).to.equal(0);
    expect(analysed).to.deep.equal([1]);
    expect(names).to.deep.equal(['late.pdf']);
    expect(await shown(made!.id)).to.include({ status: 'error', version: 2 });
  });

  it('is shown while somebody is at it, and left to them until their time is over', async () => {
    const [made] = await uploaded(['held.pdf', '%PDF-1.7 held']);
    const { pool, owner } = imports.service.core;
    const held = await claimImport(pool, owner.getTerm(), imports.file.id, made!.id);
    await pool.query(`UPDATE ops.document_analyses SET progress = 42, step = 'recognising' WHERE import_id = $1`, [
      made!.id,
    ]);
    expect(await shown(made!.id)).to.include({ status: 'analyzing', progress: 42, step: 'recognising' });
    const { body } = await imports.client.get(`${imports.path}?status=analyzing`);
    expect((body.data as Import[]).map(({ id }) => id)).to.deep.equal([made!.id]);
    const { reader, names } = readingNothing();
    expect(await analyseWaitingImports(toolbox(reader))).to.equal(0);
    expect(await claimImport(pool, owner.getTerm(), imports.file.id, made!.id)).to.equal(null);
    // As if whoever was at it had died a minute ago.
    await pool.query(`UPDATE ops.document_analyses SET claimed_until = now() - interval '1 second'`);
    expect(await analyseWaitingImports(toolbox(reader))).to.equal(1);
    expect(names).to.deep.equal(['held.pdf']);
    await held!.release();
  });

  it('is taken over at once from an owner that is gone, whose findings are then not recorded', async () => {
    const [made] = await uploaded(['frozen.pdf', '%PDF-1.7 frozen']);
    const { pool, owner } = imports.service.core;
    const term = { ...owner.getTerm(), id: randomUUID(), isHeld: () => Promise.resolve(false) };
    const first = await claimImport(pool, term, imports.file.id, made!.id);
    await pool.query('INSERT INTO ops.owners (id, process) VALUES ($1, $1)', [term.id]);
    expect(await claimImport(pool, owner.getTerm(), imports.file.id, made!.id)).to.equal(null);
    await pool.query('UPDATE ops.owners SET ended_at = now() WHERE id = $1', [term.id]);
    const second = await claimImport(pool, owner.getTerm(), imports.file.id, made!.id);
    expect(second).to.include({ attempts: 2 });
    expect(await first!.requireHeld().catch((error: unknown) => error)).to.be.instanceOf(OwnershipLost);
    await first!.release();
    expect(await shown(made!.id)).to.include({ status: 'analyzing' });
    await second!.release();
    const { reader } = readingNothing();
    expect(await analyseWaitingImports(toolbox(reader))).to.equal(1);
  });

  it('gives firms turns, however many documents one of them has sent first', async () => {
    const { service } = imports;
    const { client } = await service.newFirm();
    const { path } = await service.newCompany(client);
    const names = (firm: string, ...numbers: number[]) => numbers.map((number) => `${firm}${number}.pdf`);
    const mine = async (...given: string[]) =>
      (await uploaded(...given.map((name) => [name, `%PDF-1.7 ${name}`] as const))).map(({ id }) => id);
    const theirs = async (...given: string[]): Promise<number[]> => {
      const parts = given.map((name) => ({ field: 'files[]', name, content: `%PDF-1.7 ${name}` }));
      const { body } = await client.upload('POST', `${path}/document-imports`, parts);
      return (body.imports as Import[]).map(({ id }) => id);
    };
    const { reader } = readingNothing();
    const claimed: ClaimedAnalysis[] = [];
    const claimNext = async (): Promise<number | undefined> => {
      const next = await claimNextImport(toolbox(reader), () => false);
      if (next !== null) claimed.push(next);
      return next?.importId;
    };
    const [a1, a2, a3, a4] = await mine(...names('a', 1, 2, 3, 4));
    expect([await claimNext(), await claimNext()]).to.deep.equal([a1, a2]);
    const [b1, b2, b3] = await theirs(...names('b', 1, 2, 3));
    // What is under way counts: the other firm has two turns before the third of this one.
    const order = [await claimNext(), await claimNext(), await claimNext(), await claimNext(), await claimNext()];
    expect(order).to.deep.equal([b1, b2, a3, b3, a4]);
    expect(await claimNext()).to.equal(undefined);
    for (const { analyse } of claimed) expect(await analyse()).to.equal(true);
  });

  it('begins within two seconds of an upload, in a process that hears of it from the database alone', async () => {
    const { reader, names } = readingNothing();
    const worker = await startWorker(reader, pino({ level: 'silent' }));
    try {
      // Its look at the start is over, and the next one follows in a minute.
      await pause(300);
      const uploadedAt = performance.now();
      const { headers, body } = await imports.upload(['soon.pdf', '%PDF-1.7 soon']);
      while (names.length === 0 && performance.now() - uploadedAt < 2_000) await pause(10);
      expect(names).to.deep.equal(['soon.pdf']);
      const { pathname } = new URL(headers.get('location')!);
      expect(pathname).to.equal(`${imports.path}/batches/${String(body.batch_id)}`);
      const isFinished = async () => (await imports.client.get(pathname)).body.is_finished;
      while (!(await isFinished())) await pause(50);
    } finally {
      await worker.stop();
    }
  });

  it('leaves a document that failed while its claim was awaited, and frees the claim', async () => {
    const [made] = await uploaded(['late.pdf', '%PDF-1.7 late']);
    const { reader } = readingNothing();
    let asked = 0;
    const failsMeanwhile = (importId: number): boolean => importId !== made!.id || ++asked > 1;
    expect(await claimNextImport(toolbox(reader), failsMeanwhile)).to.equal(null);
    expect(asked).to.equal(2);
    const next = await claimNextImport(toolbox(reader), (importId) => importId !== made!.id);
    expect(next?.importId).to.equal(made!.id);
    await next!.analyse();
  });

  it('is awaited by a request whose process stood still, from whoever has taken it over', async () => {
    const [made] = await uploaded(['frozen.pdf', '%PDF-1.7 frozen']);
    const { reader, names } = readingNothing();
    const { file, service } = imports;
    const term = service.core.owner.getTerm();
    let looks = 0;
    const frozen = { ...term, isHeld: () => Promise.resolve((looks += 1) > 1) };
    const owner = { ...service.core.owner, getTerm: () => frozen };
    const request = { importId: made!.id, firmId: null, baseVersion: null, signal: new AbortController().signal };
    const context = createSystemContext('test');
    const outcome = await processImport({ ...toolbox(reader), owner }, file.id, request, context);
    expect(outcome).to.deep.equal({ isRecorded: true });
    expect(names).to.deep.equal(['frozen.pdf', 'frozen.pdf']);
  });

  it('has not failed when the process of the worker stood still', async () => {
    const [made] = await uploaded(['frozen.pdf', '%PDF-1.7 frozen']);
    const { reader, names } = readingNothing();
    const { owner } = imports.service.core;
    let looks = 0;
    const frozen = { ...owner.getTerm(), isHeld: () => Promise.resolve((looks += 1) > 1) };
    const logged: object[] = [];
    const say = (): void => undefined;
    const logger = { debug: say, info: say, warn: say, error: (facts: object) => void logged.push(facts) };
    const worker = await startWorker(reader, logger, { owner: { ...owner, getTerm: () => frozen } });
    try {
      const deadline = performance.now() + 20_000;
      while ((await shown(made!.id)).status !== 'error' && performance.now() < deadline) await pause(20);
      expect(logged).to.deep.equal([]);
      expect(names).to.deep.equal(['frozen.pdf', 'frozen.pdf']);
    } finally {
      await worker.stop();
    }
  });

  it('goes on beside a document that fails, which is left alone for a minute', async () => {
    const { reader, names } = readingNothing();
    const refusing: DocumentReader = {
      ...reader,
      read: (given) => {
        const reading = reader.read(given);
        return given.name === 'broken.pdf' ? Promise.reject(new Error('no room')) : reading;
      },
    };
    const [broken] = await uploaded(['broken.pdf', '%PDF-1.7 broken']);
    const logged: object[] = [];
    const say = (): void => undefined;
    const logger = { debug: say, info: say, warn: say, error: (facts: object) => void logged.push(facts) };
    const worker = await startWorker(refusing, logger);
    try {
      while (logged.length === 0) await pause(10);
      const [other] = await uploaded(['whole.pdf', '%PDF-1.7 whole']);
      while ((await shown(other!.id)).status !== 'error') await pause(20);
      expect(names).to.deep.equal(['broken.pdf', 'whole.pdf']);
      expect(logged).to.have.length(1);
      expect(logged[0]).to.include({ importId: broken!.id });
      expect((await shown(broken!.id)).status).to.equal('queued');
    } finally {
      await worker.stop();
    }
  });
});
