import { expect } from 'chai';
import type pg from 'pg';
import { SERVICE_ROLE, deriveServicePassword, withRole } from '../../database/service-role.ts';
import { rebuildReadTables } from '../../projections/engine/rebuild.ts';
import { verifyReadTables } from '../../projections/engine/verify.ts';
import { runAsAdministrator, createTestDatabase, type TestDatabase } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';

describe('The role of the service', function () {
  if (process.env.TEST_ENGINE === 'eventstoredb') return; // whose log has rights of its own

  const role = `grandlivre_test_role_${process.pid}`;
  let database: TestDatabase;
  let service: TestService;

  before(async () => {
    // With tables that an earlier version has made under the role of the owner.
    database = await createTestDatabase('tables');
    await runAsAdministrator((client) => client.query(`CREATE ROLE ${role} LOGIN PASSWORD 'for tests'`));
    service = await startTestService({
      environment: { DATABASE_URL: withRole(database.url, role, 'for tests'), DATABASE_OWNER_URL: database.url },
    });
  });
  after(async () => {
    await service.stop();
    await database.drop();
    await runAsAdministrator((client) => client.query(`DROP ROLE IF EXISTS ${role}`));
  });

  const refused = (sql: string) =>
    service.core.pool.query(sql).then(
      () => 'done',
      (error: pg.DatabaseError) => error.code,
    );

  it('writes and reads the books', async () => {
    const firm = await service.newFirm();
    const file = await service.newCompany(firm.client);
    expect((await firm.client.get(file.path)).status).to.equal(200);
    const { rows } = await service.core.pool.query<{ role: string }>('SELECT current_user AS role');
    expect(rows).to.deep.equal([{ role }]);
  });

  it('cannot change, remove or take over what is in the log', async () => {
    const INSUFFICIENT = '42501';
    for (const sql of [
      `UPDATE log.events SET data = '{}'`,
      `DELETE FROM log.events`,
      `TRUNCATE log.events`,
      `DROP TABLE log.events`,
      `ALTER TABLE log.events DISABLE TRIGGER ALL`,
      `CREATE RULE hidden AS ON INSERT TO log.events DO INSTEAD NOTHING`,
      `GRANT ALL ON log.events TO ${role}`,
      `DROP SCHEMA log CASCADE`,
    ])
      expect(await refused(sql), sql).to.equal(sql.startsWith('GRANT') ? 'done' : INSUFFICIENT);
    expect(await refused(`DELETE FROM log.events`)).to.equal(INSUFFICIENT);
  });

  it('makes the tables anew and proves them', async () => {
    const { relaxedPool, log } = service.core;
    await rebuildReadTables(relaxedPool, log);
    expect(await verifyReadTables(relaxedPool, log)).to.include({ equal: true });
  });

  it('has a password that follows from the owner’s and does not give it away', () => {
    const url = new URL(
      withRole('postgres://owner:secret@127.0.0.1:5432/books', SERVICE_ROLE, deriveServicePassword('secret')),
    );
    expect([url.username, url.port, url.pathname]).to.deep.equal([SERVICE_ROLE, '5432', '/books']);
    expect(url.password).to.equal(deriveServicePassword('secret')).and.not.equal(deriveServicePassword('other'));
    expect(url.href).to.not.contain('secret');
  });
});
