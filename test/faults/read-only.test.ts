import { expect } from 'chai';
import { postEntry, waitUntil, type Client } from '../support/load.ts';
import { query } from '../support/processes.ts';
import { cleanUp, clientOf, setStage, start, type Stage } from './support.ts';

/** As a standby that was not promoted, or a server whose operator has put it so. */
async function setReadOnly({ databaseUrl }: Stage, isReadOnly: boolean): Promise<void> {
  const { pathname } = new URL(databaseUrl);
  const server = new URL(databaseUrl);
  server.pathname = '/postgres';
  await query(
    server.href,
    `ALTER DATABASE ${pathname.slice(1)} ${isReadOnly ? 'SET default_transaction_read_only = on' : 'RESET default_transaction_read_only'}`,
  );
  await query(server.href, 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [
    pathname.slice(1),
  ]);
}

const problemsOf = async (client: Client): Promise<unknown> => (await client.get('/v1/status')).body['problems'] ?? [];

describe('a database that can only be read', function () {
  this.timeout(90_000);
  cleanUp();

  it('is named by the status, refuses writes with a code, serves reads, and is used again when it can be written', async () => {
    const stage = await setStage();
    const client = clientOf(stage, await start(stage));
    const { body: posted } = await postEntry(client, stage.file);
    const entry = `${stage.file.path}/entries/${String(posted['id'])}`;
    await setReadOnly(stage, true);
    await waitUntil('the status to tell', async () =>
      JSON.stringify(await problemsOf(client)).includes('{"part":"database","state":"read_only"}'),
    );
    const refused = await postEntry(client, stage.file);
    expect([refused.status, typeof refused.body['code']], JSON.stringify(refused.body)).to.deep.equal([503, 'string']);
    await waitUntil('reads', async () => (await client.get(entry)).status === 200);
    await setReadOnly(stage, false);
    await waitUntil('writes', async () => (await postEntry(client, stage.file)).status === 201);
    await waitUntil('nothing to be wrong', async () => (await client.get('/v1/status')).body['ok'] === true);
  });
});
