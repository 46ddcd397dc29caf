import { PassThrough } from 'node:stream';
import { expect } from 'chai';
import {
  createTranslator,
  listPrefixedSchemas,
  readSchemaPrefix,
  withSchemaPrefix,
} from '../../database/schema-prefix.ts';
import { createSystemContext } from '../../commands/support/context.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { rebuildReadTables } from '../../projections/engine/rebuild.ts';
import { createLogger } from '../../service/logging/logger.ts';
import { openCore, type Core } from '../../service/core.ts';
import { useService } from '../support/service.ts';

describe('A prefix of schemas', () => {
  const translate = createTranslator('demo_7_');

  it('is part of the address of the database', () => {
    const url = withSchemaPrefix('postgres://anne:secret@db.example:5432/books?sslmode=require', 'demo_7_');
    expect(readSchemaPrefix(url)).to.equal('demo_7_');
    expect(new URL(url).searchParams.get('sslmode')).to.equal('require');
    expect(readSchemaPrefix('postgres://anne@db.example/books')).to.equal('');
    for (const wrong of ['', 'demo_', 'demo_7', 'x; DROP SCHEMA log'])
      expect(() => createTranslator(wrong), wrong).to.throw('is not a prefix');
  });

  for (const [sql, expected] of [
    ['SELECT e.read_at FROM log.events e', 'SELECT e.read_at FROM demo_7_log.events e'],
    ['select from "read"."members" as "m"', 'select from "demo_7_read"."members" as "m"'],
    [`SELECT to_regclass('read.' || name)`, `SELECT to_regclass('demo_7_read.' || name)`],
    ['DROP SCHEMA IF EXISTS read_next CASCADE', 'DROP SCHEMA IF EXISTS demo_7_read_next CASCADE'],
    ['ALTER SCHEMA read_next RENAME TO read', 'ALTER SCHEMA demo_7_read_next RENAME TO demo_7_read'],
    [`n.nspname IN ('log', 'ops')`, `n.nspname IN ('demo_7_log', 'demo_7_ops')`],
    ['SELECT pg_try_advisory_lock($1)', 'SELECT pg_try_advisory_lock(8000 + $1)'],
    [`pg_notify('grandlivre_appended', '')`, `pg_notify('demo_7_grandlivre_appended', '')`],
    ['USING gin (name ops.gin_trgm_ops)', 'USING gin (name ops.gin_trgm_ops)'],
  ] as const)
    it(`changes ${sql}`, () => expect(translate(sql)).to.equal(expected));
});

describe('A second core in the same database', function () {
  this.timeout(60_000);
  const service = useService();
  let beside: Core;

  before(async () => {
    const { dataDir, eventStorePrefix } = service.config;
    beside = await openCore({
      dataDir: `${dataDir}/beside`,
      databaseUrl: withSchemaPrefix(service.core.databaseUrl, 'demo_1_'),
      databaseOwnerUrl: null,
      eventStoreUrl: null,
      eventStorePrefix,
      isTool: false,
      isBeside: true,
      runsProjector: true,
      logger: createLogger('silent', new PassThrough()),
    });
  });
  after(() => beside.stop());

  it('has a log, tables and operational data of its own', async () => {
    const head = await service.core.log.readHead();
    const [id] = await beside.ids.allocate('users', 1);
    const user = { id: id!, name: 'Anne', email: 'anne@demo.invalid', password_id: 'none', locale: null };
    const command = { type: 'RegisterUser', details: { ...user, is_platform_admin: false } } as const;
    // The answer waits for the projector, which hears of the event by a notification of its own.
    const outcome = await beside.commands.execute('user', id!, command, createSystemContext('test'));
    expect(isRefusal(outcome)).to.equal(false);
    const count = async ({ pool }: Core): Promise<number> =>
      (await pool.query<{ users: number }>('SELECT count(*) AS users FROM read.users')).rows[0]!.users;
    expect([await count(beside), await count(service.core)]).to.deep.equal([1, 0]);
    expect(await service.core.log.readHead()).to.equal(head);
    const { rows } = await service.core.pool.query<{ name: string }>(
      `SELECT nspname AS name FROM pg_namespace WHERE nspname LIKE 'demo%'`,
    );
    const names = rows.map(({ name }) => name);
    expect(names).to.include.members(['demo_1_log', 'demo_1_ops', 'demo_1_read']);
    // All of them are dropped with the instance.
    expect(listPrefixedSchemas('demo_1_')).to.include.members(names);
  });

  it('projects beside the service, under a lock of its own', () => {
    expect([service.core.projector?.isActive, beside.projector?.isActive]).to.deep.equal([true, true]);
  });

  it('rebuilds its own tables, as a new version does', async () => {
    const { events } = await rebuildReadTables(beside.pool, beside.log);
    expect(events).to.equal(1);
    const { rows } = await beside.pool.query<{ name: string }>('SELECT name FROM read.users');
    expect(rows).to.deep.equal([{ name: 'Anne' }]);
  });
});
