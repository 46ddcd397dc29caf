import { expect } from 'chai';
import { readExchanges, startCounting, stopCounting } from '../../database/round-trips.ts';
import { createReadIndexes, createReadSchema } from '../../projections/engine/schema.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

describe('the indexes of new read tables', () => {
  let database: TestDatabase;
  before(async () => {
    startCounting();
    database = await createTestDatabase();
  });
  after(async () => {
    stopCounting();
    await database.drop();
  });

  const VALUES: Readonly<Record<string, string>> = {
    text: `'x'`,
    date: 'current_date',
    jsonb: `'{}'`,
    boolean: 'true',
    'timestamp with time zone': 'now()',
  };

  async function insertRow(schema: string, table: string): Promise<void> {
    const { rows } = await database.pool.query<{ name: string; type: string }>(
      `SELECT column_name AS name, data_type AS type FROM information_schema.columns
       WHERE table_schema = $1 AND table_name = $2 AND is_nullable = 'NO' AND column_default IS NULL`,
      [schema, table],
    );
    const names = rows.map(({ name }) => `"${name}"`).join(', ');
    const values = rows.map(({ type }) => VALUES[type] ?? '1').join(', ');
    await database.pool.query(`INSERT INTO ${schema}.${table} (${names}) VALUES (${values})`);
  }

  async function listIndexes(schema: string): Promise<string[]> {
    const { rows } = await database.pool.query<{ definition: string }>(
      `SELECT replace(indexdef, '${schema}.', '') AS definition FROM pg_indexes WHERE schemaname = $1 ORDER BY 1`,
      [schema],
    );
    return rows.map(({ definition }) => definition);
  }

  it('are the same with and without rows, and take few round trips without', async () => {
    await createReadSchema(database.pool, 'read_empty');
    const before = readExchanges().roundTrips;
    await createReadIndexes(database.pool, 'read_empty');
    expect(readExchanges().roundTrips - before).to.be.within(5, 25);

    await createReadSchema(database.pool, 'read_filled');
    for (const table of ['third_parties', 'entries', 'sepa_files']) await insertRow('read_filled', table);
    await createReadIndexes(database.pool, 'read_filled');
    const indexes = await listIndexes('read_filled');
    expect(indexes.length).to.be.greaterThan(200);
    expect(await listIndexes('read_empty')).to.deep.equal(indexes);
  });
});
