import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { openClient, postEntry, type Client, type File } from '../support/load.ts';
import { createDatabase, dropDatabase, query, type Database } from '../support/processes.ts';
import { cleanUp, clientOf, invariantsHold, setStage, start } from './support.ts';

interface Pull {
  readonly cursor: number;
  readonly epoch: string;
  readonly full_resync: boolean;
  readonly changes: readonly { readonly seq: number }[];
}

async function pull(client: Client, file: File, since: number): Promise<Pull> {
  const { status, body } = await client.get(`${file.path}/sync/pull?since=${since}&limit=2000`);
  expect(status, JSON.stringify(body)).to.equal(200);
  return body as unknown as Pull;
}

const nameOf = (url: string): string => new URL(url).pathname.slice(1);

describe('a database that was restored from a backup', function () {
  this.timeout(90_000);
  cleanUp();
  let backup: Database | undefined;
  afterEach(async () => {
    if (backup) await dropDatabase(backup);
    backup = undefined;
  });

  it('in its own place is recognised: every cursor is void, no announcement goes out again, answers since are forgotten', async () => {
    const stage = await setStage();
    const first = await start(stage);
    const client = clientOf(stage, first);
    await postEntry(client, stage.file);
    await first.terminate();
    backup = await createDatabase({ name: nameOf(stage.databaseUrl), url: stage.databaseUrl });
    const writing = await start(stage);
    const second = client.at(writing.url);
    const key = randomUUID();
    for (const one of [key, randomUUID(), randomUUID()])
      expect((await postEntry(second, stage.file, one)).status).to.equal(201);
    const before = await pull(second, stage.file, 0);
    expect(before.changes.at(-1)!.seq).to.equal(before.cursor);
    await writing.terminate();

    // As a restore does it: the old state comes back under the same name.
    const server = new URL(stage.databaseUrl);
    server.pathname = '/postgres';
    await query(server.href, `DROP DATABASE ${nameOf(stage.databaseUrl)} WITH (FORCE)`);
    await query(server.href, `CREATE DATABASE ${nameOf(stage.databaseUrl)} TEMPLATE ${backup.name}`);
    // Not recognised by being another database, which the next test is about.
    await query(stage.databaseUrl, 'UPDATE ops.standing SET made_as = NULL');

    const restored = await start(stage);
    const third = client.at(restored.url);
    const stale = await pull(third, stage.file, before.cursor);
    expect(stale).to.deep.include({ full_resync: true, cursor: 0, changes: [] });
    expect(stale.epoch).not.to.equal(before.epoch);
    expect(await query(stage.databaseUrl, 'SELECT FROM ops.outbox')).to.have.length(0);
    // Also when as much has been written again as was lost, a cursor from before is void, with or without its epoch.
    for (let turn = 0; turn < 5; turn += 1) expect((await postEntry(third, stage.file)).status).to.equal(201);
    expect((await postEntry(third, stage.file, key)).status, 'the answer from before is forgotten').to.equal(201);
    expect((await pull(third, stage.file, before.cursor)).full_resync).to.equal(true);
    const anew = await pull(third, stage.file, 0);
    expect(anew.full_resync).to.equal(false);
    expect(anew.changes.at(-1)!.seq).to.equal(anew.cursor);
    expect((await pull(third, stage.file, anew.cursor)).changes).to.deep.equal([]);
    // A further start finds nothing unusual.
    await restored.terminate();
    const next = await start(stage);
    const fourth = client.at(next.url);
    expect(await pull(fourth, stage.file, anew.cursor)).to.deep.include({ full_resync: false, epoch: anew.epoch });
    await next.terminate();
    await invariantsHold(stage);
  });

  it('into another database is recognised, whatever the data folder knows', async () => {
    const stage = await setStage();
    const first = await start(stage);
    const client = clientOf(stage, first);
    await postEntry(client, stage.file);
    const before = await pull(client, stage.file, 0);
    await first.terminate();
    backup = await createDatabase({ name: nameOf(stage.databaseUrl), url: stage.databaseUrl });
    const moved = await start({ databaseUrl: backup.url });
    const other = openClient(moved.url, stage.token);
    try {
      expect((await pull(other, stage.file, before.cursor)).full_resync).to.equal(true);
    } finally {
      other.close();
    }
  });
});
