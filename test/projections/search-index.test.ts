import { expect } from 'chai';
import { createReadIndexes, createReadSchema } from '../../projections/engine/schema.ts';
import { getRecordTable } from '../../projections/records/tables.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

describe('the index of searches', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
  });
  after(() => database.drop());

  const SCHEMA = 'read_search';
  const searchIndexes = async (): Promise<string[]> => {
    await createReadSchema(database.pool, SCHEMA);
    await createReadIndexes(database.pool, SCHEMA);
    const { rows } = await database.pool.query<{ tablename: string }>(
      `SELECT tablename FROM pg_indexes WHERE schemaname = $1 AND indexdef LIKE '% USING gin %' ORDER BY 1`,
      [SCHEMA],
    );
    return rows.map(({ tablename }) => tablename);
  };

  it('serves bank transactions, documents, entries and the resource of which there are many', async () => {
    expect(await searchIndexes()).to.deep.equal(['bank_transactions', 'documents', 'entries', 'third_parties']);
    const { columns } = getRecordTable('third-parties');
    const required = Object.entries(columns).filter(([, type]) => type.includes('NOT NULL'));
    const values = required.map(([name, type]) => {
      if (name === 'search') return `md5(n::text) || ' ' || md5((n * 7)::text)`;
      if (name === 'company_id') return '1';
      return type.startsWith('timestamptz') ? 'now()' : type.startsWith('text') ? `'x'` : 'n';
    });
    await database.pool.query(
      `INSERT INTO ${SCHEMA}.third_parties (${required.map(([name]) => name).join(', ')})
       SELECT ${values.join(', ')} FROM generate_series(1, 20000) n`,
    );
    await database.pool.query(`ANALYZE ${SCHEMA}.third_parties`);
    const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT * FROM ${SCHEMA}.third_parties WHERE company_id = 1 AND search LIKE '%abc123%'`,
    );
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).to.contain('third_parties_search_idx');
  });

  it('is done without on a server that does not have the extension', async () => {
    await database.pool.query('DROP EXTENSION pg_trgm CASCADE');
    expect(await searchIndexes()).to.deep.equal([]);
    await database.pool.query(`SELECT * FROM ${SCHEMA}.third_parties WHERE search LIKE '%abc%'`);
  });

  it('is made wherever the extension is installed', async () => {
    await database.pool.query('CREATE SCHEMA "Some Where"; CREATE EXTENSION pg_trgm SCHEMA "Some Where"');
    expect(await searchIndexes()).to.deep.equal(['bank_transactions', 'documents', 'entries', 'third_parties']);
  });
});
