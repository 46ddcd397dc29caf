import { expect } from 'chai';
import { schemaDigest } from '../../projections/engine/schema.ts';
import { postEntry, until } from '../support/load.ts';
import { query, runToEnd } from '../support/processes.ts';
import { cleanUp, clientOf, invariantsHold, setStage, start, type Stage } from './support.ts';

/** Tables as another version has made them: the service knows versions by the digest of their shape. */
async function madeBy(stage: Stage, digest: string, number: number): Promise<void> {
  await query(stage.databaseUrl, 'UPDATE read.checkpoint SET digest = $1', [digest]);
  await query(stage.databaseUrl, 'INSERT INTO ops.shapes (digest, number) VALUES ($1, $2)', [digest, number]);
}

const digestOf = async (stage: Stage): Promise<string> =>
  (await query<{ digest: string }>(stage.databaseUrl, 'SELECT digest FROM read.checkpoint'))[0]!.digest;

describe('another version of the service', function () {
  this.timeout(60_000);
  cleanUp();

  it('serves with the tables of the earlier one, makes its own meanwhile, and voids no cursor', async () => {
    const stage = await setStage();
    await madeBy(stage, 'an earlier version', 0);
    const client = clientOf(stage, await start(stage));
    const { body: before } = await client.get(`${stage.file.path}/sync/pull?since=0&limit=2000`);
    let written = 0;
    await until('tables of its own', async () => {
      const [read, posted] = await Promise.all([
        client.get(`${stage.file.path}/reports/trial-balance`),
        postEntry(client, stage.file),
      ]);
      expect([read.status, posted.status]).to.deep.equal([200, 201]);
      written += 1;
      return (await digestOf(stage)) === schemaDigest;
    });
    expect((await postEntry(client, stage.file)).status).to.equal(201);
    const { body: after } = await client.get(
      `${stage.file.path}/sync/pull?since=${String(before['cursor'])}&epoch=${String(before['epoch'])}&limit=2000`,
    );
    expect(after['full_resync']).to.equal(false);
    expect((after['changes'] as unknown[]).length).to.be.at.least(written + 1);
    await invariantsHold(stage, { writes: client.writes });
  });

  it('that is older never makes its own over those of a newer one, and its tools say so', async () => {
    const stage = await setStage();
    await (await start(stage)).terminate();
    await madeBy(stage, 'a newer version', 1_000_000);
    const refused = await runToEnd('main', [], { DATABASE_URL: stage.databaseUrl });
    expect([refused.code, refused.stderr]).to.match(/1,.*made by a newer version of Grandlivre/s);
    const tool = await runToEnd('cli/verify', [], { DATABASE_URL: stage.databaseUrl });
    expect([tool.code, tool.stderr]).to.match(
      /1,.*newer version of Grandlivre: use the tools of the version that runs/s,
    );
    expect(await digestOf(stage)).to.equal('a newer version');
    // Going back is possible, on purpose.
    const rebuilt = await runToEnd('cli/rebuild', [], { DATABASE_URL: stage.databaseUrl });
    expect(rebuilt.code, rebuilt.stderr).to.equal(0);
    const client = clientOf(stage, await start(stage));
    expect((await postEntry(client, stage.file)).status).to.equal(201);
  });
});
