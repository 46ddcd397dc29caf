import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect } from 'chai';
import { openAccess } from '../../../api/access/access.ts';
import type { Caller } from '../../../api/http/routing/access.ts';
import { runNextMigration } from '../../../commands/book-migrations/run.ts';
import type { Notifications } from '../../../database/notifications.ts';
import { openFileStore } from '../../../outside/files/index.ts';
import { useService } from '../../support/service.ts';
import { handOver, stopsAfter } from './support.ts';

const ENTRIES = [
  'Journal;Number;Date;Account;Label;Debit;Credit',
  'SALES;1;2026-01-05;400123;Invoice;10.00;',
  'SALES;1;2026-01-05;700123;Invoice;;10.00',
].join('\n');

const OPERATOR: Caller = {
  userId: 1,
  name: 'Operator',
  email: 'operator@example.com',
  locale: 'en',
  isPlatformAdmin: true,
  isDemo: false,
  token: { id: 1, kind: 'session', abilities: new Set(['read']) },
};

/** A process that no notification has reached yet. */
const SILENT: Notifications = {
  on: () => () => undefined,
  onReconnect: () => () => undefined,
  onLost: () => () => undefined,
  isConnected: () => true,
  query: () => Promise.reject(new Error('unused')),
  close: () => Promise.resolve(),
};

describe('a completed migration', () => {
  const service = useService({ runsMigrations: false });

  it('shows its file at once, also where its notification arrives late', async () => {
    const { client } = await service.newFirm({ userLocale: 'en' });
    const file = await service.newCompany(client);
    const token = file.path.split('/').at(-1)!;
    await handOver(client, file, [{ name: 'entries.csv', content: ENTRIES }]);
    const { core, config } = service;
    const access = await openAccess(core.pool, SILENT, randomUUID());
    const isMigrating = async () => (await access.findCompanyAccess(OPERATOR, token))?.isMigrating;
    const toolbox = {
      ...core,
      files: openFileStore({ folder: join(config.dataDir, 'files') }),
      isOutage: () => false,
    };
    await runNextMigration(toolbox, stopsAfter(3));
    expect(await isMigrating()).to.equal(true);
    await core.pool.query('UPDATE ops.migrations SET claimed_until = NULL');
    await runNextMigration(toolbox);
    expect(await isMigrating()).to.equal(false);
    await access.close();
  });
});
