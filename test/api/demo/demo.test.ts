import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { DEMO_QUOTAS } from '../../../commands/demo/quotas.ts';
import { prepareCopy } from '../../../commands/demo/load-demo.ts';
import { example } from '../../../clients/typescript/example.ts';
import type { DemoCompany } from '../../../domain/demo/company.ts';
import { shop } from '../../../domain/demo/companies.ts';
import { dropRetired, refreshDemo, type DemoOutcome } from '../../../service/demo/keeper.ts';
import type { DemoInstance } from '../../../service/demo/instance.ts';
import { createClient, expectStatus, type AnswerBody, type Client } from '../../support/client.ts';
import { countFindings, readFacts, readOpenItems } from '../../support/demo-findings.ts';
import { checkInvariants } from '../../support/invariants.ts';
import { itLong } from '../../support/long.ts';
import { startTestService, useService } from '../../support/service.ts';

interface Session {
  readonly client: Client;
  readonly user: { readonly id: number; readonly name: string; readonly is_demo: boolean };
  readonly demo: {
    readonly firm: { readonly public_token: string };
    readonly companies: readonly { readonly public_token: string; readonly code: string; readonly name: string }[];
    readonly expires_at: string;
    readonly resets_at: string;
  };
}

/** The one place where the whole of it is loaded: on a day in February, which leaves half of the months out. */
const DAY = new Date('2026-02-20T10:00:00Z');

describe('The demo', function () {
  this.timeout(120_000);
  const service = useService();
  /** The route takes ten a minute. */
  let first: Session;
  let visitor: Session;
  let stranger: Session;

  const refresh = (now: Date, companies?: readonly DemoCompany[]): Promise<DemoOutcome> =>
    refreshDemo(service.demo!, { now, companies });
  const findInstance = async (): Promise<DemoInstance> => (await service.demo!.host.follow())!;
  async function copyBooks(): Promise<void> {
    const { core, files } = await findInstance();
    await prepareCopy({ ...core, files });
  }
  /** To whoever comes next, with what was written in it: to make one takes seconds. */
  async function giveAgain({ demo }: Session): Promise<void> {
    const { pool } = (await findInstance()).core;
    const { rowCount } = await pool.query(
      `UPDATE ops.demo_copies SET state = 'ready' WHERE state = 'given'
       AND firm_id = (SELECT id FROM read.firms WHERE public_token = $1)`,
      [demo.firm.public_token],
    );
    expect(rowCount).to.equal(1);
  }
  const ask = (body: object = {}) => service.anonymous.post('/v1/auth/demo', body);

  async function visit(body: object = {}): Promise<Session> {
    const answer = await expectStatus(ask(body), 201);
    const { token, user, demo } = answer as unknown as Omit<Session, 'client'> & { token: string };
    // Its writes are in another log than those of the service.
    return { client: createClient(service.url, token), user, demo };
  }

  const pathOf = ({ demo }: Session, code: string): string =>
    `/v1/companies/${demo.companies.find((one) => one.code === code)!.public_token}`;
  const list = async ({ client }: Session, path: string): Promise<AnswerBody> => (await client.get(path)).body;

  it('is not available before it is loaded, and says so in the language of whoever asks', async () => {
    const { status, body, headers } = await service.anonymous.post('/v1/auth/demo', {}, { 'Accept-Language': 'nl' });
    expect([status, body.code, body.message]).to.deep.equal([
      503,
      'demo_unavailable',
      'De demo is momenteel niet beschikbaar. Probeer het wat later opnieuw.',
    ]);
    expect(headers.get('retry-after')).to.equal('10');
  });

  it('is loaded by one process, which takes over from one that is gone', async () => {
    const loading = (processId: string) =>
      service.core.pool.query(
        `INSERT INTO ops.demo_instances (number, process_id, state) VALUES ($1, $2, 'loading')
         ON CONFLICT (number) DO UPDATE SET process_id = excluded.process_id`,
        [1, processId],
      );
    const head = await service.core.log.readHead();
    await loading(service.core.processId);
    expect(await refresh(DAY)).to.equal('busy');
    await loading(randomUUID());
    expect(await refresh(DAY)).to.equal('loaded');
    expect(await refresh(new Date())).to.equal('fresh');
    // It has a log of its own.
    expect(await service.core.log.readHead()).to.equal(head);
  });

  it('gives each visitor a session of their own that ends with the night', async () => {
    const one = (first = await visit({ locale: 'nl' }));
    // None is left until another copy is prepared.
    const late = await ask();
    expect([late.status, late.body.code, late.headers.get('retry-after')]).to.deep.equal([
      503,
      'demo_unavailable',
      '5',
    ]);
    await copyBooks();
    const asked = performance.now();
    const other = await visit({ device_name: 'Tablet' });
    // Loading a copy for them would take much longer.
    expect(performance.now() - asked).to.be.below(3_000);
    visitor = other;
    expect(one.user.id).to.not.equal(other.user.id);
    expect([one.user.is_demo, one.user.name.split(' ')[0]]).to.deep.equal([true, 'Bezoeker']);
    expect(Date.parse(one.demo.expires_at)).to.be.at.most(Date.now() + 24 * 3600 * 1000);
    expect(one.demo.expires_at <= one.demo.resets_at).to.equal(true);
    const { body } = await one.client.get<AnswerBody[]>('/v1/auth/sessions');
    expect(JSON.stringify(body)).to.contain(one.demo.expires_at);
  });

  it('asks visitors to come back after the night when all its copies are given away', async () => {
    const { pool } = (await findInstance()).core;
    await pool.query(
      `INSERT INTO ops.demo_copies (number, firm_id, state) SELECT number, 0, 'given' FROM generate_series(1001, 1100) AS number`,
    );
    const refused = await ask();
    await pool.query('DELETE FROM ops.demo_copies WHERE number > 1000');
    expect([refused.status, refused.body.code]).to.deep.equal([503, 'demo_unavailable']);
    const untilReset = (Date.parse(visitor.demo.resets_at) - Date.now()) / 1000;
    expect(Number(refused.headers.get('retry-after'))).to.be.closeTo(untilReset, 60);
  });

  it('gives each visitor a copy of the books that nobody else sees', async () => {
    await giveAgain(first);
    stranger = await visit({ locale: 'fr' });
    const path = pathOf(visitor, 'FOURNIL');
    await visitor.client.created(`${path}/third-parties`, { type: 'customer', name: 'Written by a visitor' });
    const find = async (session: Session): Promise<boolean> =>
      JSON.stringify(await list(session, `${pathOf(session, 'FOURNIL')}/third-parties`)).includes('Written');
    expect([await find(visitor), await find(stranger)]).to.deep.equal([true, false]);
    // Persons have keys of their own in each copy.
    const names = async (session: Session): Promise<string[]> =>
      ((await list(session, `${pathOf(session, 'FOURNIL')}/third-parties`)) as unknown as AnswerBody[]).map(
        ({ name }) => String(name),
      );
    const copied = await names(stranger);
    expect(copied).to.not.include('[erased]');
    expect(await names(visitor)).to.include.members(copied);
    await stranger.client.refused(404).get(path);
    await stranger.client.refused(404).get(`/v1/firms/${visitor.demo.firm.public_token}`);
    const ledger = async (session: Session): Promise<unknown> =>
      (await list(session, `${pathOf(session, 'DELVAUX')}/reports/trial-balance`)).totals;
    expect(await ledger(stranger)).to.deep.equal(await ledger(visitor));
  });

  itLong('has books in order, whatever visitors write', async () => {
    const { core } = await findInstance();
    await checkInvariants(core, { writes: visitor.client.writes });
  });

  it('limits what a visitor stores in a night, and nobody else', async () => {
    const { pool } = (await findInstance()).core;
    const { fileBytes, events, rows } = DEMO_QUOTAS;
    expect([fileBytes, events, rows]).to.deep.equal([52_428_800, 5_000, 20_000]);
    await pool.query('INSERT INTO ops.demo_usage (user_id, file_bytes, events, row_count) VALUES ($1, $2, $3, $4)', [
      stranger.user.id,
      fileBytes - 100,
      events - 1,
      rows - 20,
    ]);
    const path = pathOf(stranger, 'BOBINE');
    const refused = stranger.client.refused(429, 'demo_quota_exceeded');
    const content = Buffer.alloc(101, ' ').toString();
    await refused.upload('POST', `${path}/coda-files`, [{ field: 'files[]', name: 'a.cod', content }]);
    const records = Array.from({ length: 20 }, (_, index) => ({ type: 'customer', name: `Customer ${index}` }));
    const csv = ['type;name', ...records.map(({ type, name }) => `${type};${name}`)].join('\n');
    await refused.upload('POST', `${path}/third-parties/import`, [{ field: 'file', name: 'a.csv', content: csv }]);
    await stranger.client.created(`${path}/third-parties`, records[0]);
    const { message } = await refused.post(`${path}/third-parties`, records[1]);
    expect(message).to.contain('50 Mo').and.to.contain('par visiteur');
    await visitor.client.created(`${pathOf(visitor, 'BOBINE')}/third-parties`, records[0]);
    // Leaving is always possible.
    await stranger.client.expect(204).post('/v1/auth/logout');
  });

  it('has four company files that differ, with two years of which the older is closed', async () => {
    expect(visitor.demo.companies.map(({ code }) => code)).to.have.members([
      'FOURNIL',
      'NOORDSTER',
      'DELVAUX',
      'BOBINE',
    ]);
    const files = await Promise.all(
      visitor.demo.companies.map(({ public_token }) => list(visitor, `/v1/companies/${public_token}`)),
    );
    expect(new Set(files.map((file) => file.vat_regime))).to.deep.equal(new Set(['monthly', 'quarterly', 'franchise']));
    for (const file of files) {
      const years = file.fiscal_years as { code: string; is_closed: boolean }[];
      expect(years.map(({ code, is_closed }) => [code, is_closed])).to.deep.equal([
        ['2025', true],
        ['2026', false],
      ]);
    }
  });

  it('has hundreds of invoices, which are paid, lettered and declared', async () => {
    const total = async (path: string): Promise<number> => (await list(visitor, path)).total as number;
    for (const { code } of visitor.demo.companies) {
      const path = pathOf(visitor, code);
      expect(await total(`${path}/entries`), code).to.be.above(200);
      expect(await total(`${path}/bank-transactions?status=matched`), code).to.be.above(90);
      expect(await total(`${path}/bank-transactions?status=pending`), code).to.be.within(1, 40);
      expect(await total(`${path}/lettering`), code).to.be.above(80);
      expect(await total(`${path}/documents`), code).to.be.above(0);
      expect(await total(`${path}/documents?direction=sale&status=pending`), code).to.be.above(1);
    }
    const declared = (code: string) => total(`${pathOf(visitor, code)}/vat-declarations?status=filed`);
    expect(await Promise.all(['FOURNIL', 'NOORDSTER', 'DELVAUX', 'BOBINE'].map(declared))).to.deep.equal([
      13, 4, 13, 0,
    ]);
    // Main contractors account for the tax of the roofer, and it for that of its subcontractors.
    const { body } = await visitor.client.get<{ data: AnswerBody[] }>(`${pathOf(visitor, 'DELVAUX')}/vat-declarations`);
    const boxes = body.data.map((one) => one.boxes as Record<string, string>);
    expect(boxes.some((one) => Number(one['45']) > 0 && Number(one['87']) > 0)).to.equal(true);
  });

  it('has one to 25 findings for each question of an auditor, in every company file', async () => {
    for (const { code } of visitor.demo.companies) {
      const facts = await readFacts(service.url, visitor.client, pathOf(visitor, code));
      for (const [question, count] of Object.entries(countFindings(facts)))
        expect(count, `${code}, ${question}`).to.be.within(1, 25);
    }
  });

  it('pays its wages and taxes, customers and suppliers, so that only what is recent stays open', async () => {
    const open = async (code: string): Promise<Readonly<Record<string, number>>> => {
      const path = pathOf(visitor, code);
      const facts = await readFacts(service.url, visitor.client, path);
      const { byAccount, openShare } = await readOpenItems(visitor.client, path, '2026-02-20', facts);
      expect(openShare, code).to.be.below(1 / 3);
      return byAccount;
    };
    // Withheld tax and contributions of January are paid in February, a refund takes 55 days.
    const wages = { 453000: 1, 454000: 1 };
    expect(await open('FOURNIL')).to.deep.equal({ ...wages, 400000: 19, 440000: 17, 451200: 1 });
    expect(await open('NOORDSTER')).to.deep.equal({ 453000: 1, 400000: 7, 440000: 11 });
    expect(await open('DELVAUX')).to.deep.equal({ ...wages, 400000: 14, 440000: 18, 411200: 3 });
    expect(await open('BOBINE')).to.deep.equal({ 400000: 4, 440000: 9 });
  });

  it('has fixed assets that say what the accounts say, what comes again by itself, codes, and a budget', async () => {
    for (const { code } of visitor.demo.companies) {
      const path = pathOf(visitor, code);
      const table = await list(visitor, `${path}/fixed-assets/table`);
      expect(table.is_reconciled, code).to.equal(true);
      // Three years of the oven, two of the van, and the year that the demo begins with.
      if (code === 'FOURNIL') expect(table.totals).to.deep.include({ opening_depreciation: '28800.00' });
      const { data } = (await list(visitor, `${path}/recurring-entries`)) as unknown as {
        data: readonly { posted_count: number }[];
      };
      expect(data.length > 0 && data.every(({ posted_count }) => posted_count > 0), code).to.equal(true);
      const budgets = (await list(visitor, `${path}/budgets`)) as unknown as readonly { id: number }[];
      const compared = await list(visitor, `${path}/budgets/${budgets[0]!.id}/comparison`);
      expect((compared.rows as readonly { actual: string }[]).some(({ actual }) => Number(actual) > 0)).to.equal(true);
    }
    const report = await list(visitor, `${pathOf(visitor, 'FOURNIL')}/reports/analytic`);
    const rows = report.rows as readonly { code: string; credit: string }[];
    expect(rows.map(({ code }) => code)).to.deep.equal(['COMPTOIR', 'LIVRAISON']);
    expect(rows.every(({ credit }) => Number(credit) > 0)).to.equal(true);
  });

  it('has documents that wait to be validated, with their files', async () => {
    const path = `${pathOf(visitor, 'FOURNIL')}/document-imports`;
    const { data } = (await list(visitor, `${path}?status=ready,queued`)) as unknown as { data: AnswerBody[] };
    const kinds = data.map((one) => String(one.original_name).slice(-3));
    expect(kinds).to.include.members(['xml', 'pdf']);
    const ready = data.find((one) => one.status === 'ready')!;
    await visitor.client.created(`${path}/${ready.id}/validate`, { book: true });
    await visitor.client.refused(403, 'demo_mode').post(path, {});
  });

  it('is tried by the typed client, as its example says', async () => {
    await giveAgain(stranger);
    const { owed, posted } = await example(service.url, '2026-02-20');
    expect(Number(owed)).to.be.above(0);
    expect(posted).to.equal('121.00');
  });

  it('has a past that is told as it was', async () => {
    const path = pathOf(visitor, 'FOURNIL');
    const entries = async (knownAt: string): Promise<number> =>
      (await list(visitor, `${path}/entries?known_at=${knownAt}`)).total as number;
    const [june, december] = [await entries('2025-06-30'), await entries('2025-12-31')];
    expect(june).to.be.within(100, december - 100);
    const { data } = (await list(visitor, `${path}/history?per_page=1`)) as unknown as { data: AnswerBody[] };
    expect(String(data[0]!.recorded_at) <= new Date().toISOString()).to.equal(true);
    const { body } = await visitor.client.get(`${path}/history/verify`);
    expect(body.is_intact).to.equal(true);
  });

  it('is as at the beginning after each night, and disturbs nobody else', async () => {
    const { client } = await service.newFirm();
    const file = await service.newCompany(client);
    const cursorOf = async (by: Client, path: string): Promise<unknown[]> => {
      const { body } = await by.get(`${path}/sync/status`);
      return [body.epoch, body.cursor];
    };
    const others = await cursorOf(client, file.path);
    await giveAgain(stranger);
    const yesterday = await visit();
    const [epoch] = await cursorOf(yesterday.client, pathOf(yesterday, 'BOBINE'));
    await service.core.pool.query(
      `UPDATE ops.demo_instances SET offered_at = offered_at - interval '2 days' WHERE state = 'offered'`,
    );
    expect(await refresh(new Date(), [shop])).to.equal('loaded');
    await yesterday.client.refused(401).get(pathOf(yesterday, 'BOBINE'));
    await dropRetired(service.demo!, 0);
    const { rows } = await service.core.pool.query<{ name: string }>(
      `SELECT nspname AS name FROM pg_namespace WHERE nspname LIKE 'demo%log'`,
    );
    expect(rows).to.have.length(1);
    expect(await readdir(join(service.config.dataDir, 'demo'))).to.have.length(1);
    const today = await visit();
    expect(today.demo.firm.public_token).to.not.equal(yesterday.demo.firm.public_token);
    expect((await cursorOf(today.client, pathOf(today, 'BOBINE')))[0]).to.not.equal(epoch);
    expect(await cursorOf(client, file.path)).to.deep.equal(others);
  });

  it('is left as it is when nobody was there', async () => {
    const { number, core } = await findInstance();
    await core.pool.query(`UPDATE ops.demo_copies SET state = 'ready' WHERE state = 'given'`);
    await service.core.pool.query(
      `UPDATE ops.demo_instances SET offered_at = offered_at - interval '2 days' WHERE state = 'offered'`,
    );
    expect(await refresh(new Date())).to.equal('fresh');
    expect((await findInstance()).number).to.equal(number);
    await expectStatus(ask(), 201);
    // A clock that was ahead does not keep it from being reset.
    await service.core.pool.query(
      `UPDATE ops.demo_instances SET offered_at = offered_at + interval '20 days' WHERE state = 'offered'`,
    );
    expect(await refresh(new Date(), [])).to.equal('loaded');
  });

  it('is not offered where it is turned off', async () => {
    const off = await startTestService({ environment: { DEMO: 'off' } });
    try {
      const { status, body } = await off.anonymous.post('/v1/auth/demo', {}, { 'Accept-Language': 'de' });
      expect([status, body.code, body.message]).to.deep.equal([404, 'demo_off', 'Dieser Server bietet keine Demo an.']);
      // Nor does the console offer what it cannot open.
      const [page, withDemo] = [await off.anonymous.get('/console'), await service.anonymous.get('/console')];
      expect([page.text, withDemo.text].map((text) => text.includes('data-demo'))).to.deep.equal([false, true]);
    } finally {
      await off.stop();
    }
  });
});
