import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { waitUntil, type Client } from '../support/load.ts';
import { itLong } from '../support/long.ts';
import { query } from '../support/processes.ts';
import { cleanUp, clientOf, EVERY_SECOND, invariantsHold, setStage, start, type Stage } from './support.ts';

/** Changes of a company file that also concern its firm, killed between the two streams. */
describe('a process that is killed between a company file and the register of its firm', function () {
  this.timeout(60_000);
  cleanUp();

  async function killedAt(point: string, stage: Stage, write: (client: Client) => Promise<unknown>): Promise<void> {
    const doomed = await start(stage, { FAULT_POINT: point });
    await write(clientOf(stage, doomed)).catch(() => null);
    await waitUntil('the process to be killed', doomed.hasExited);
  }

  /** As if the time had passed that an interrupted request gets before a job takes over from it. */
  const timePasses = (stage: Stage) =>
    query(
      stage.databaseUrl,
      `WITH aged AS (UPDATE read.companies SET updated_at = updated_at - interval '1 hour')
       UPDATE read.company_registrations SET updated_at = updated_at - interval '1 hour'`,
    );
  const timeReturns = (stage: Stage) =>
    query(
      stage.databaseUrl,
      `WITH earlier AS (UPDATE read.earlier_rows SET before = jsonb_set(before, '{updated_at}',
         to_jsonb(to_char((before ->> 'updated_at')::timestamptz + interval '1 hour', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')))
         WHERE (before ->> 'updated_at')::timestamptz < now() - interval '30 minutes'),
       aged AS (UPDATE read.companies SET updated_at = updated_at + interval '1 hour' WHERE updated_at < now() - interval '30 minutes')
       UPDATE read.company_registrations SET updated_at = updated_at + interval '1 hour' WHERE updated_at < now() - interval '30 minutes'`,
    );
  const setAside = async (stage: Stage) =>
    (await query(stage.databaseUrl, 'SELECT is_set_aside FROM read.company_registrations'))[0]!['is_set_aside'];

  it('another code: the file takes it over by itself', async () => {
    const stage = await setStage();
    await killedAt('between-register-and-company', stage, (client) =>
      client.call('PATCH', stage.file.path, { body: { code: 'NEW' }, key: randomUUID() }),
    );
    const client = clientOf(stage, await start(stage, EVERY_SECOND));
    expect((await client.get(stage.file.path)).body['code']).to.equal('BOUL');
    await timePasses(stage);
    await waitUntil('the job', async () => (await client.get(stage.file.path)).body['code'] === 'NEW', 40_000);
    await timeReturns(stage);
    await invariantsHold(stage, { writes: client.writes });
  });

  itLong('the way to the recycle bin: the register follows, and the way back works', async () => {
    const stage = await setStage();
    await killedAt('between-company-and-register', stage, (client) =>
      client.call('DELETE', stage.file.path, { key: randomUUID() }),
    );
    const client = clientOf(stage, await start(stage, EVERY_SECOND));
    expect((await client.get(stage.file.path)).status).to.equal(404);
    expect(await setAside(stage)).to.equal(false);
    await timePasses(stage);
    await waitUntil('the job', async () => (await setAside(stage)) === true, 40_000);
    await timeReturns(stage);
    const token = stage.file.path.split('/').at(-1)!;
    const restored = await client.post(`/v1/trash/companies/${token}/restore`, {}, randomUUID());
    expect(restored.status, JSON.stringify(restored.body)).to.equal(200);
    expect(await setAside(stage)).to.equal(false);
    await invariantsHold(stage, { writes: client.writes });
  });
});
