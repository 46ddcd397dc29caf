import { expect } from 'chai';
import type pg from 'pg';
import { rebuildReadTables } from '../../projections/engine/rebuild.ts';
import { readPartitions } from '../../projections/engine/schema.ts';
import { readTables } from '../../projections/engine/tables.ts';
import { verifyReadTables } from '../../projections/engine/verify.ts';
import { isCompanyTable } from '../../projections/support/company-tables.ts';
import { queries } from '../../projections/support/compiler.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { continueProjecting, dump, freshTables, logOf, sampleEvents } from './support.ts';

describe('tables divided by company', function () {
  this.timeout(30_000);
  let database: TestDatabase;
  let pool: pg.Pool;
  const events = sampleEvents();

  before(async () => {
    database = await createTestDatabase();
    pool = database.pool;
  });
  after(() => database.drop());

  it('have the company in every row and at the beginning of the primary key', async () => {
    await freshTables(pool);
    const { rows } = await pool.query<{ name: string; first: string }>(
      `SELECT c.relname AS name, a.attname AS first FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
         JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
       WHERE i.indisprimary AND c.relnamespace = 'read'::regnamespace`,
    );
    const firsts = new Map(rows.map(({ name, first }) => [name, first]));
    for (const { name, columns } of readTables.filter((table) => isCompanyTable(table.name))) {
      expect(columns['company_id'], name).to.equal('bigint NOT NULL');
      expect(firsts.get(name), name).to.equal('company_id');
    }
  });

  it('hold the same rows in any number of partitions, and keep their number', async () => {
    const { inSteps } = await freshTables(pool);
    const some = events.slice(0, 40);
    await inSteps(some, 7);
    expect(await readPartitions(pool)).to.equal(1);
    const plain = await dump(pool);
    await rebuildReadTables(pool, logOf(some), undefined, 4);
    expect(await readPartitions(pool)).to.equal(4);
    expect(await dump(pool)).to.deep.equal(plain);
    await (await continueProjecting(pool)).inSteps(events.slice(40), 5, 40);
    const divided = await dump(pool);
    await (await freshTables(pool)).inSteps(events, 50);
    expect(await readPartitions(pool)).to.equal(4);
    expect(await dump(pool)).to.deep.equal(divided);
    expect(await verifyReadTables(pool, logOf(events))).to.include({ equal: true });
    await rebuildReadTables(pool, logOf(events));
    expect(await readPartitions(pool)).to.equal(4);
    await rebuildReadTables(pool, logOf(events), undefined, 1);
    expect(await readPartitions(pool)).to.equal(1);
    expect(await dump(pool)).to.deep.equal(divided);
  });

  it('are joined within the company file, although a statement only compares ids', () => {
    const joined = queries
      .selectFrom('read.entry_lines as l')
      .innerJoin('read.entries as e', 'e.id', 'l.entry_id')
      .leftJoin('read.users as u', 'u.id', 'e.created_by')
      .select('e.id');
    expect(joined.compile().sql).to.contain(
      'on ("e"."company_id" = "l"."company_id" and "e"."id" = "l"."entry_id") left join "read"."users" as "u" on "u"."id" = "e"."created_by"',
    );
  });
});
