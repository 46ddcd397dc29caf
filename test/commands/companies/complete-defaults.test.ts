import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { completeEarlierFiles } from '../../../commands/companies/complete-defaults.ts';
import type { Toolbox } from '../../../commands/support/toolbox.ts';
import { buildProcessLockSql } from '../../../database/live-processes.ts';
import { openNotifications } from '../../../database/notifications.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { waitUntil } from '../../support/load.ts';

describe('The completion of company files of earlier versions', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase('migrated');
    await database.pool.query(`CREATE SCHEMA IF NOT EXISTS read;
      CREATE TABLE read.companies (id bigint, deleted_at timestamptz);
      CREATE TABLE read.number_series (company_id bigint);
      INSERT INTO read.companies VALUES (1), (2), (3);
      INSERT INTO read.number_series VALUES (2)`);
  });
  after(() => database.drop());

  it('waits until no process of a version that fails on the new records is connected', async () => {
    const completed: number[] = [];
    const toolbox = {
      pool: database.pool,
      commands: {
        execute: (_kind: string, companyId: number) => {
          completed.push(companyId);
          return Promise.resolve({ events: [{}] });
        },
      },
    } as unknown as Toolbox;
    // Processes of this version also have a term.
    const processId = randomUUID();
    const own = await openNotifications(database.url, [], buildProcessLockSql(processId));
    await own.query('INSERT INTO ops.owners (id, process) VALUES ($1, $1)', [processId]);
    const earlier = await openNotifications(database.url, [], buildProcessLockSql(randomUUID()));
    expect(await completeEarlierFiles(toolbox)).to.equal('unfinished');
    expect(completed).to.deep.equal([]);
    await earlier.close();
    await waitUntil('the files to be completed', async () => (await completeEarlierFiles(toolbox)) === 2);
    expect(completed).to.deep.equal([1, 3]);
    await own.close();
  });
});
