import { expect } from 'chai';
import { schemaDigest } from '../../projections/engine/schema.ts';
import { postEntry } from '../support/load.ts';
import { buildVersion, WITH_TABLES } from '../support/other-version.ts';
import { buildOnce, killProcesses, query, startProcess } from '../support/processes.ts';
import { clientOf, leaveNothing, setStage, start } from '../faults/support.ts';
import { fillThirdParties, note, timeUntil } from './support.ts';

const THIRD_PARTIES = 20_000;

describe('chaos: an upgrade with a large file', function () {
  this.timeout(300_000);
  afterEach(async () => {
    await killProcesses();
    await leaveNothing();
  });

  it('serves reads and writes as soon as it is started, long before its own tables are made', async () => {
    await buildOnce();
    const later = await buildVersion('with-tables', WITH_TABLES);
    const stage = await setStage();
    const earlier = await start(stage);
    await fillThirdParties(THIRD_PARTIES, stage, earlier);
    const before = clientOf(stage, earlier);
    await earlier.terminate();

    const startedAt = performance.now();
    const service = await startProcess({ DATABASE_URL: stage.databaseUrl }, later);
    const client = before.at(service.url);
    const since = (): number => Math.round(performance.now() - startedAt);
    const isSwapped = async (): Promise<boolean> =>
      (await query<{ digest: string }>(stage.databaseUrl, 'SELECT digest FROM read.checkpoint'))[0]!.digest !==
      schemaDigest;
    expect((await client.get(`${stage.file.path}/third-parties?limit=10`)).status).to.equal(200);
    const read = since();
    expect((await postEntry(client, stage.file)).status).to.equal(201);
    const written = since();
    expect(await isSwapped(), 'the tables of the earlier version').to.equal(false);
    await timeUntil(isSwapped, 200_000);
    note('upgrade', { 'first read': `${read} ms`, 'first write': `${written} ms`, 'own tables': `${since()} ms` });
    expect((await postEntry(client, stage.file)).status).to.equal(201);
  });
});
