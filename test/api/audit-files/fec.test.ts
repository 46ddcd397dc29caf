import { createHash } from 'node:crypto';
import { expect } from 'chai';
import type pg from 'pg';
import { request as send } from 'undici';
import { rebuildReadTables } from '../../../projections/engine/rebuild.ts';
import { findBrokenFecRules, parseFecRecords } from '../../support/fec-rules.ts';
import { waitUntil } from '../../support/load.ts';
import { useAbroad } from './support.ts';

const YEAR = { starts_on: '2026-01-01', ends_on: '2026-12-31' };

describe('GET exports/fec/{fiscalYear}', () => {
  const books = useAbroad({ country_pack: 'FR', enterprise_number: '732829320', fiscal_year: YEAR });
  const at = (year = books.file.fiscalYearId, query = '') => `/exports/fec/${year}${query}`;

  it('of a year without an entry is a file without a record', async () => {
    const { status, content, name, headers } = await books.fetched(at());
    expect(status, content.toString()).to.equal(200);
    expect(name).to.equal('732829320FEC20261231.txt');
    expect(headers['content-type']).to.equal('text/plain; charset=utf-8');
    expect(headers['x-export-fingerprint']).to.match(/^[0-9a-f]{64}$/);
    expect(findBrokenFecRules(name, content, YEAR)).to.deep.equal([]);
    expect(parseFecRecords(content)).to.deep.equal([]);
  });

  it('holds every entry of the year by the published rules, what opens it first, without the closing', async () => {
    const { made, file } = books;
    const customer = (await made('/third-parties', { type: 'customer', name: 'Hôtel "Été"; =1+1' })).id;
    await made(`/fiscal-years/${file.fiscalYearId}/opening-balance`, {
      lines: [
        { account: '512000', debit: '500.00' },
        { account: '101000', credit: '500.00' },
      ],
    });
    const invoice = await made('/entries/invoice', {
      journal_id: file.journal('VEN'),
      third_party_id: customer,
      entry_date: '2026-03-15',
      reference: 'V|1',
      lines: [{ account: '706000', amount: '100.00', vat_code: 'S-20' }],
    });
    const payment = await made('/entries', {
      journal_id: file.journal('OD'),
      entry_date: '2026-02-01',
      lines: [
        { account: '512000', debit: '120.00' },
        { account: '411000', credit: '120.00', third_party_id: customer },
      ],
    });
    const lineOn = (entry: typeof invoice, account: string) =>
      (entry.lines as { id: number; account: { number: string } }[]).find((line) => line.account.number === account)!
        .id;
    const lettering = await made('/lettering', { line_ids: [lineOn(invoice, '411000'), lineOn(payment, '411000')] });

    const { content, name, headers } = await books.fetched(at());
    expect(findBrokenFecRules(name, content, YEAR)).to.deep.equal([]);
    const records = parseFecRecords(content);
    expect(records.map((record) => `${record.JournalCode} ${record.CompteNum}`)).to.deep.equal([
      ...['OD 512000', 'OD 101000'],
      ...['VEN 706000', 'VEN 445711', 'VEN 411000'],
      ...['OD 512000', 'OD 411000'],
    ]);
    expect(records[4]).to.deep.include({
      CompAuxLib: 'Hôtel "Été"; =1+1',
      PieceRef: 'V 1',
      Debit: '120,00',
      Credit: '0,00',
      EcritureLet: lettering.code,
      DateLet: '20260315',
      Montantdevise: '',
      Idevise: '',
    });
    const before = headers['x-export-fingerprint'];
    expect((await books.fetched(at())).headers['x-export-fingerprint']).to.equal(before);

    const moment = new Date().toISOString();
    const then = async () => {
      const { content: known, headers: told } = await books.fetched(at(file.fiscalYearId, `?known_at=${moment}`));
      return [known.toString(), told['x-export-fingerprint']];
    };
    const known = await then();
    expect(known, 'from the tables of now').to.deep.equal([content.toString(), before]);
    await made(`/fiscal-years/${file.fiscalYearId}/close`, {});
    expect(await then(), 'from those of the moment').to.deep.equal(known);
    const closed = await books.fetched(at());
    expect(findBrokenFecRules(closed.name, closed.content, YEAR)).to.deep.equal([]);
    expect(closed.content.equals(content), 'the closing of income and expenses is left out').to.equal(true);
    expect(closed.headers['x-export-fingerprint']).to.equal(before);

    const years = (await books.firm.client.get<{ id: number; starts_on: string }[]>(`${file.path}/fiscal-years`)).body;
    const next = years.find((year) => year.starts_on.startsWith('2027'))!.id;
    const opened = await books.fetched(at(next));
    expect(
      findBrokenFecRules(opened.name, opened.content, { starts_on: '2027-01-01', ends_on: '2027-12-31' }),
    ).to.deep.equal([]);
    expect(parseFecRecords(opened.content).map((record) => record.CompteNum)).to.include('512000');

    const { status, content: early } = await books.fetched(
      at(file.fiscalYearId, `?known_at=${String(invoice.created_at)}`),
    );
    expect([status, parseFecRecords(early).length]).to.deep.equal([200, 5]);
    expect(parseFecRecords(early)[4]!.EcritureLet, 'not lettered at that moment').to.equal('');
  });

  it('gives part payments one code that balances, and opens the next year by third party and open item', async () => {
    const { service, firm } = books;
    const file = await service.newCompany(firm.client, {
      country_pack: 'FR',
      enterprise_number: '732829320',
      fiscal_year: YEAR,
    });
    const made = (path: string, body: object) => firm.client.created(`${file.path}${path}`, body);
    const customer = (await made('/third-parties', { type: 'customer', name: 'Hôtel Été', code: 'C1' })).id;
    const post = async (entry_date: string, side: 'debit' | 'credit', amount: string, reference: string) => {
      const other = side === 'debit' ? 'credit' : 'debit';
      const entry = await made('/entries', {
        journal_id: file.journal('OD'),
        entry_date,
        reference,
        lines: [
          { account: '411000', [side]: amount, third_party_id: customer },
          { account: side === 'debit' ? '706000' : '512000', [other]: amount },
        ],
      });
      return (entry.lines as { id: number }[])[0]!.id;
    };
    const invoice = await post('2026-03-01', 'debit', '1200.00', 'V1');
    const match = (line: number) => made('/lettering', { line_ids: [invoice, line], partial: true });
    await match(await post('2026-04-01', 'credit', '500.00', 'P1'));
    await match(await post('2026-05-01', 'credit', '300.00', 'P2'));
    const recordsOf = async (year: number) => {
      const { status, text } = await firm.client.get(`${file.path}/exports/fec/${year}`);
      expect(status).to.equal(200);
      return parseFecRecords(Buffer.from(text))
        .filter(({ CompteNum }) => CompteNum === '411000')
        .map((one) => [
          one['JournalCode'],
          one['CompAuxNum'],
          one['PieceRef'],
          one['Debit'],
          one['Credit'],
          one['EcritureLet'],
        ]);
    };
    const first = [
      ['OD', 'C1', 'V1', '800,00', '0,00', 'AAA'],
      ['OD', 'C1', 'V1', '400,00', '0,00', ''],
      ['OD', 'C1', 'P1', '0,00', '500,00', 'AAA'],
      ['OD', 'C1', 'P2', '0,00', '300,00', 'AAA'],
    ];
    expect(await recordsOf(file.fiscalYearId)).to.deep.equal(first);

    await firm.client.post(`${file.path}/fiscal-years/${file.fiscalYearId}/close`, {});
    const years = (await firm.client.get<{ id: number; starts_on: string }[]>(`${file.path}/fiscal-years`)).body;
    const next = years.find(({ starts_on }) => starts_on.startsWith('2027'))!.id;
    await match(await post('2027-02-01', 'credit', '150.00', 'P3'));
    expect(await recordsOf(next)).to.deep.equal([
      ['AN', 'C1', 'V1', '150,00', '0,00', 'AAC'],
      ['AN', 'C1', 'V1', '250,00', '0,00', ''],
      ['OD', 'C1', 'P3', '0,00', '150,00', 'AAC'],
    ]);
    expect(await recordsOf(file.fiscalYearId), 'the year before').to.deep.equal(first);
    const { text } = await firm.client.get(`${file.path}/exports/fec/${next}`);
    const span = { starts_on: '2027-01-01', ends_on: '2027-12-31' };
    expect(findBrokenFecRules('732829320FEC20271231.txt', Buffer.from(text), span)).to.deep.equal([]);
  });

  it('is the same while the tables are made anew', async () => {
    const { service } = books;
    const before = await books.fetched(at());
    const [during] = await Promise.all([
      books.fetched(at()),
      rebuildReadTables(service.core.relaxedPool, service.core.log),
    ]);
    expect(during.content.equals(before.content)).to.equal(true);
  });

  it('of many lines is sent while it is read, with its fingerprint behind, or broken off visibly', async () => {
    const { service, firm } = books;
    const { pool } = service.core;
    const file = await service.newCompany(firm.client, { country_pack: 'FR', enterprise_number: '732829320' });
    const label = 'Écriture '.repeat(22).trim();
    const entries = Array.from({ length: 10 }, () => ({
      journal_id: file.journal('OD'),
      entry_date: '2026-03-15',
      lines: Array.from({ length: 1_000 }, (_, index) => ({
        account: index % 2 === 0 ? '512000' : '101000',
        label,
        [index % 2 === 0 ? 'debit' : 'credit']: '1.00',
      })),
    }));
    await firm.client.created(`${file.path}/entries/batch`, { entries });
    const sent = () =>
      send(`${service.url}${file.path}/exports/fec/${file.fiscalYearId}`, {
        headers: { authorization: `Bearer ${firm.client.token!}` },
      });

    const { headers, body, trailers } = await sent();
    const content = Buffer.from(await body.arrayBuffer());
    expect(parseFecRecords(content).length).to.equal(10_000);
    expect(headers).to.include({ trailer: 'X-Export-Fingerprint' }).and.not.have.property('x-export-fingerprint');
    expect(trailers['x-export-fingerprint']).to.equal(createHash('sha256').update(content).digest('hex'));

    const left = await sent();
    for await (const _piece of left.body) break;
    left.body.destroy();
    await waitUntil('no connection is held', async () => {
      const text = `SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND state LIKE 'idle in transaction%'`;
      return (await pool.query(text)).rowCount === 0;
    });

    const restore = failingAfter(service.core.bulkPool, 'audit-file-lines', 4);
    try {
      const outcome = await sent()
        .then((answer) => answer.body.arrayBuffer())
        .then(
          () => 'whole',
          () => 'broken off',
        );
      expect(outcome).to.equal('broken off');
    } finally {
      restore();
    }
    // The connection may end before the reason is written.
    await waitUntil('the error to be logged', () => service.errors.length > 0);
    const [told, ...others] = service.errors.splice(0);
    expect(told).to.contain('request failed').and.contain('Connection terminated unexpectedly');
    expect(others).to.deep.equal([]);
  });

  it('of another country, another year or a company without SIREN is refused in the language of the caller', async () => {
    const { service, firm } = books;
    const belgian = await service.newCompany(firm.client);
    const elsewhere = await firm.client.get(`${belgian.path}/exports/fec/${belgian.fiscalYearId}`);
    expect([elsewhere.status, elsewhere.body.code]).to.deep.equal([422, 'audit_file_of_other_country']);
    expect((await books.fetched(at(belgian.fiscalYearId))).status).to.equal(404);
    expect((await books.fetched('/exports/fec/x')).status).to.equal(404);
    const nameless = await service.newCompany(firm.client, { country_pack: 'FR' });
    const refused = await firm.client.get(`${nameless.path}/exports/fec/${nameless.fiscalYearId}?lang=fr`);
    expect([refused.status, refused.body.code]).to.deep.equal([422, 'siren_missing']);
  });
});

/** Connections that break when the named statement is sent once too often, until the end is called. */
function failingAfter(pool: pg.Pool, name: string, times: number): () => void {
  type Callback = (error: Error | undefined, client: pg.PoolClient | undefined, release: unknown) => void;
  type Query = (statement: { readonly name?: string }, ...rest: unknown[]) => unknown;
  const connect = pool.connect.bind(pool) as (callback: Callback) => void;
  let count = 0;
  const broken = (client: pg.PoolClient): pg.PoolClient =>
    Object.create(client, {
      query: {
        value(statement: { readonly name?: string }, ...rest: unknown[]) {
          count += Number(statement.name === name);
          const query = client.query.bind(client) as Query;
          return count <= times
            ? query(statement, ...rest)
            : Promise.reject(new Error('Connection terminated unexpectedly'));
        },
      },
    }) as pg.PoolClient;
  Object.assign(pool, {
    connect: (callback: Callback) =>
      connect((error, client, release) => callback(error, client && broken(client), release)),
  });
  return () => void Object.assign(pool, { connect });
}
