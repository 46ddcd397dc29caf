import { expect } from 'chai';
import { readTables } from '../../../projections/engine/tables.ts';
import { buildSearch, SEARCHED_TYPES, searchRecords } from '../../../projections/search/queries.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

/** As many as a large company file has; SEARCHED_ROWS changes it to measure. */
const ROWS = Number(process.env['SEARCHED_ROWS'] ?? 20_000);

describe('The search in a large company file', function () {
  this.timeout(300_000);
  let database: TestDatabase;

  /** Rows with random texts, of which one in a thousand is special. */
  async function fill(name: string, rows: number, texts: Readonly<Record<string, string>> = {}): Promise<void> {
    const { columns } = readTables.find((table) => table.name === name)!;
    const required = Object.entries(columns).filter(([column, type]) => type.includes('NOT NULL') || column in texts);
    const values = required.map(([column, type]) => {
      if (column in texts) return texts[column];
      if (column === 'search')
        return `'facture ' || md5(n::text) || CASE WHEN n % 999 = 0 THEN ' special' ELSE '' END || E'\\nven-' || n`;
      if (column === 'company_id') return 'CASE WHEN n % 20 = 0 THEN 2 ELSE 1 END';
      if (type.startsWith('date')) return `date '2026-01-01' + (n % 365)::integer`;
      if (type.startsWith('timestamptz')) return 'now()';
      if (type.startsWith('jsonb')) return `'{}'::jsonb`;
      if (type.startsWith('boolean')) return 'false';
      return type.startsWith('text') ? `'x'` : type.startsWith('uuid') ? 'gen_random_uuid()' : 'n';
    });
    for (let first = 1; first <= rows; first += 5_000)
      await database.pool.query(
        `INSERT INTO read.${name} (${required.map(([column]) => column).join(', ')})
         SELECT ${values.join(', ')} FROM generate_series(${first}, ${Math.min(first + 4_999, rows)}) n`,
      );
    await database.pool.query(`ANALYZE read.${name}`);
  }

  before(async () => {
    database = await createTestDatabase('tables');
    const text = `'facture ' || CASE WHEN n % 3 = 0 THEN 'boulanger ' ELSE '' END || md5(n::text)`;
    await fill('entries', ROWS, {
      search: `${text} || CASE WHEN n % 999 = 0 THEN ' special' ELSE '' END || E'\\nven-' || n`,
    });
    await fill('documents', ROWS / 2);
    await fill('bank_transactions', ROWS / 2);
    const name = `'client ' || CASE WHEN n <= 50 THEN 'boulanger ' ELSE '' END || md5(n::text) || CASE WHEN n % 999 = 0 THEN ' special' ELSE '' END`;
    await fill('third_parties', ROWS / 10, { name, search: name });
    await fill('accounts', 2_000);
    await fill('document_imports', ROWS / 10, { original_name: `'scan ' || n || '.pdf'` });
  });
  after(() => database.drop());

  const scope = { companyIds: [1], types: SEARCHED_TYPES, language: 'fr', limit: 20 } as const;
  const explain = async (q: string, options: string): Promise<string> => {
    const { text, values } = (await buildSearch(database.pool, scope, q))!;
    const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN (${options}) ${text}`, values);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };

  it('uses the index of each search text for a rare word', async () => {
    const plan = await explain('special', 'COSTS OFF');
    if (process.env['SEARCHED_ROWS']) process.stdout.write(plan);
    for (const table of ['entries', 'documents', 'bank_transactions'])
      expect(plan, table).to.contain(`${table}_search_idx`);
    const found = await searchRecords(database.pool, scope, 'SPÉCIAL');
    expect(new Set(found.map(({ type }) => type))).to.include.members(['entries', 'documents', 'bank-transactions']);
  });

  it('stops after a few rows for a word that is everywhere, and for two letters', async () => {
    // Names of third parties contain the last ones, too.
    for (const q of ['facture', 'fa', 'pdf', 'facture ven-9', 'no such words', 'boulanger', 'bo']) {
      const plan = await explain(q, 'ANALYZE, TIMING OFF, COSTS OFF');
      const counts = [...plan.matchAll(/actual rows=([\d.]+) loops=(\d+)/g)].map(
        ([, rows, loops]) => Number(rows) * Number(loops),
      );
      const removed = [...plan.matchAll(/Rows Removed by \w+(?: \w+)?: (\d+)/g)].map(([, rows]) => Number(rows));
      expect(Math.max(...counts, ...removed), `${q}\n${plan}`).to.be.below(ROWS / 2 + 2_000);
      if (process.env['SEARCHED_ROWS']) process.stdout.write(`${q}: ${/Execution Time: .*/.exec(plan)?.[0]}\n`);
    }
  });
});
