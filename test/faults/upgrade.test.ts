import { expect } from 'chai';
import { schemaDigest } from '../../projections/engine/schema.ts';
import { VERSION } from '../../support/version.ts';
import { postEntry, waitUntil, type Client } from '../support/load.ts';
import pg from 'pg';
import { isLongRun, itLong } from '../support/long.ts';
import { buildVersion, WITH_COLUMNS, WITH_TABLES } from '../support/other-version.ts';
import { buildOnce, query, runToEnd, startProcess } from '../support/processes.ts';
import { cleanUp, clientOf, invariantsHold, setStage, start, type Stage } from './support.ts';

/** Tables as another version has made them: the service knows versions by the digest of their shape. */
async function madeBy(stage: Stage, digest: string, number: number): Promise<void> {
  await query(stage.databaseUrl, 'UPDATE read.checkpoint SET digest = $1', [digest]);
  await query(stage.databaseUrl, 'INSERT INTO ops.shapes (digest, number, version) VALUES ($1, $2, $3)', [
    digest,
    number,
    '9.8.7',
  ]);
}

const REBUILD_LOCK = 7_201_005;

/** Nobody can make tables until they may. */
async function keepFromMaking({ databaseUrl }: Stage): Promise<() => Promise<void>> {
  const holder = new pg.Client({ connectionString: databaseUrl });
  holder.on('error', () => undefined);
  await holder.connect();
  await holder.query('SELECT pg_advisory_lock($1)', [REBUILD_LOCK]);
  return () => holder.end();
}

const digestOf = async (stage: Stage): Promise<string> =>
  (await query<{ digest: string }>(stage.databaseUrl, 'SELECT digest FROM read.checkpoint'))[0]!.digest;

describe('another version of the service', function () {
  this.timeout(180_000);
  cleanUp();

  itLong('serves with the tables of the earlier one, makes its own meanwhile, and voids no cursor', async () => {
    const stage = await setStage();
    await madeBy(stage, 'an earlier version', 0);
    const client = clientOf(stage, await start(stage));
    const { body: before } = await client.get(`${stage.file.path}/sync/pull?since=0&limit=2000`);
    let written = 0;
    await waitUntil('tables of its own', async () => {
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

  it('fills a table again that most requests need, and that cannot be used as it is', async () => {
    const stage = await setStage();
    const { path } = stage.file;
    const earlier = await start(stage);
    for (let posted = 0; posted < 2; posted += 1)
      expect((await postEntry(clientOf(stage, earlier), stage.file)).status).to.equal(201);
    await earlier.terminate();
    // As a version made it that did not count by month.
    await query(
      stage.databaseUrl,
      `ALTER TABLE read.journal_counters DROP CONSTRAINT journal_counters_pkey, DROP COLUMN recorded_in,
        ADD PRIMARY KEY (company_id, journal_id, fiscal_year_id)`,
    );
    await madeBy(stage, 'an earlier version', 0);
    const release = await keepFromMaking(stage);
    const client = clientOf(stage, await start(stage));
    const counters = async (moment?: string): Promise<unknown[]> => {
      const { status, body } = await client.get(`${path}/journals${moment === undefined ? '' : `?known_at=${moment}`}`);
      expect(status, JSON.stringify(body)).to.equal(200);
      const journals = body as unknown as { entries_count: number; last_number: number }[];
      return journals.filter((one) => one.entries_count > 0).map((one) => [one.last_number, one.entries_count]);
    };
    expect(await counters()).to.deep.equal([[2, 2]]);
    const { body: third } = await postEntry(client, stage.file);
    expect(await counters()).to.deep.equal([[3, 3]]);
    const before = new Date(Date.parse(String(third['created_at'])) - 1).toISOString();
    expect(await counters(before)).to.deep.equal([[2, 2]]);
    expect((await client.get(`${path}/entries`)).body['total']).to.equal(3);
    expect(await digestOf(stage)).to.equal('an earlier version');
    await release();
    await waitUntil('tables of its own', async () => (await digestOf(stage)) === schemaDigest, 60_000);
    expect(await counters()).to.deep.equal([[3, 3]]);
    await invariantsHold(stage, { writes: client.writes });
  });

  itLong('that is older never makes its own over those of a newer one, and its tools say so', async () => {
    const stage = await setStage();
    await (await start(stage)).terminate();
    await madeBy(stage, 'a newer version', 1_000_000);
    const refused = await runToEnd('main', [], { DATABASE_URL: stage.databaseUrl });
    expect([refused.code, refused.stderr]).to.match(/1,.*built by a newer version of Grandlivre \(9\.8\.7; this is /s);
    const tool = await runToEnd('verify', [], { DATABASE_URL: stage.databaseUrl });
    expect([tool.code, tool.stderr]).to.match(
      /1,.*newer version of Grandlivre.*: use the tools of the running version/s,
    );
    expect(await digestOf(stage)).to.equal('a newer version');
    // Going back is possible, on purpose.
    const rebuilt = await runToEnd('rebuild', [], { DATABASE_URL: stage.databaseUrl });
    expect(rebuilt.code, rebuilt.stderr).to.equal(0);
    const client = clientOf(stage, await start(stage));
    expect((await postEntry(client, stage.file)).status).to.equal(201);
  });

  itLong('that is older refuses the schemas of a newer one, and names the version that wrote them', async () => {
    const stage = await setStage();
    await (await start(stage)).terminate();
    const [written] = await query(
      stage.databaseUrl,
      'SELECT version FROM public.grandlivre_migrations ORDER BY name DESC LIMIT 1',
    );
    expect(written).to.deep.equal({ version: VERSION });
    await query(
      stage.databaseUrl,
      `INSERT INTO public.grandlivre_migrations (name, version) VALUES ('9000-of-a-later-version', '9.8.7')`,
    );
    for (const program of ['main', 'rebuild', 'verify']) {
      const refused = await runToEnd(program, [], { DATABASE_URL: stage.databaseUrl });
      expect(refused.code, refused.stderr).to.equal(program === 'main' ? 2 : 1);
      expect(refused.stderr)
        .to.contain(`the database was written by Grandlivre 9.8.7, and this is ${VERSION}`)
        .and.to.contain('9000-of-a-later-version')
        .and.to.contain('start version 9.8.7 or a later one');
    }
    await query(stage.databaseUrl, `DELETE FROM public.grandlivre_migrations WHERE name LIKE '9000%'`);
    const client = clientOf(stage, await start(stage));
    expect((await postEntry(client, stage.file)).status).to.equal(201);
  });

  describe('that brings columns and tables', () => {
    let withColumns: string;
    let withTables: string;
    before('build the later versions', async () => {
      await buildOnce();
      if (isLongRun) withColumns = await buildVersion('with-columns', WITH_COLUMNS);
      withTables = await buildVersion('with-tables', WITH_TABLES);
    });

    async function attach(client: Client, url: string, path: string): Promise<number> {
      const form = new FormData();
      form.append('files[]', new Blob(['%PDF-1.4 one'], { type: 'application/pdf' }), 'one.pdf');
      const answer = await fetch(`${url}${path}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${client.token}` },
        body: form,
      });
      await answer.text();
      return answer.status;
    }

    it('serves with the tables of the earlier one, all but those that it cannot use, and says so', async () => {
      const stage = await setStage();
      const { path } = stage.file;
      const earlier = await start(stage);
      const before = clientOf(stage, earlier);
      const { body: posted } = await postEntry(before, stage.file);
      const entry = `${path}/entries/${String(posted['id'])}`;
      expect(await attach(before, earlier.url, `${entry}/attachments`)).to.equal(201);
      const { body: feed } = await before.get(`${path}/sync/pull?since=0&limit=2000`);
      await earlier.terminate();
      // A column that the later version does not know any more.
      await query(stage.databaseUrl, `ALTER TABLE read.entries ADD COLUMN mood text NOT NULL DEFAULT 'merry'`);
      await query(stage.databaseUrl, `ALTER TABLE read.entries ALTER COLUMN mood DROP DEFAULT`);

      const release = await keepFromMaking(stage);
      const later = await startProcess({ DATABASE_URL: stage.databaseUrl }, withTables);
      const client = before.at(later.url);
      expect((await client.get(`${path}/reports/trial-balance`)).status).to.equal(200);
      expect((await client.get(entry)).body).to.include({ number: 1, status: 'posted' });
      const { status, body: second } = await postEntry(client, stage.file);
      expect(status, JSON.stringify(second)).to.equal(201);
      expect((await client.get(`${path}/entries/${String(second['id'])}`)).body).to.include({ number: 2 });
      const reversed = await client.post(`${entry}/reverse`, {});
      expect(reversed.status, JSON.stringify(reversed.body)).to.equal(201);

      const refused = await client.get(`${entry}/attachments`);
      expect([refused.status, refused.body['code'], refused.headers['retry-after']]).to.deep.equal([
        503,
        'tables_being_made',
        '10',
      ]);
      expect(await attach(client, later.url, `${entry}/attachments`)).to.equal(503);
      const { body: told } = await client.get('/v1/status');
      expect(told).to.deep.include({ ok: false, problems: [{ part: 'projection', state: 'being_made' }] });
      const old = await runToEnd('main', [], { DATABASE_URL: stage.databaseUrl });
      expect([old.code, old.stderr]).to.match(/1,.*built by a newer version of Grandlivre/s);
      expect(await digestOf(stage)).to.equal(schemaDigest);

      await release();
      await waitUntil('tables of its own', async () => (await digestOf(stage)) !== schemaDigest, 60_000);
      expect((await client.get(`${entry}/attachments`)).body).to.have.length(1);
      expect((await client.get('/v1/status')).body['ok']).to.equal(true);
      expect((await postEntry(client, stage.file)).status).to.equal(201);
      const names = await query(stage.databaseUrl, 'SELECT name FROM read.file_names');
      expect(names).to.deep.equal([{ name: 'one.pdf' }]);
      const { body: after } = await client.get(
        `${path}/sync/pull?since=${String(feed['cursor'])}&epoch=${String(feed['epoch'])}&limit=2000`,
      );
      expect(after['full_resync']).to.equal(false);
    });

    itLong(
      'serves beside the earlier one, which lets go of the tables when they are not its own any more',
      async () => {
        const stage = await setStage();
        const earlier = await start(stage);
        const release = await keepFromMaking(stage);
        const later = await startProcess({ DATABASE_URL: stage.databaseUrl }, withColumns);
        const [before, client] = [clientOf(stage, earlier), clientOf(stage, later)];
        for (const one of [before, client]) {
          const { status, body } = await postEntry(one, stage.file);
          expect(status, JSON.stringify(body)).to.equal(201);
          expect((await one.get(`${stage.file.path}/entries/${String(body['id'])}`)).status).to.equal(200);
        }
        await release();
        await waitUntil('tables of its own', async () => (await digestOf(stage)) !== schemaDigest, 60_000);
        const handedOver = await postEntry(client, stage.file);
        expect(handedOver.status, JSON.stringify(handedOver.body)).to.equal(201);
        // Whether it is the later one that projects now shows when the earlier one is gone for good.
        await earlier.kill();
        expect((await postEntry(client, stage.file)).status).to.equal(201);
      },
    );

    itLong(
      'lets the earlier one serve alone when it cannot use its tables, and comes when its own are made',
      async () => {
        const stage = await setStage();
        const earlier = await start(stage);
        const before = clientOf(stage, earlier);
        const release = await keepFromMaking(stage);
        const starting = startProcess({ DATABASE_URL: stage.databaseUrl }, withTables);
        const { body: posted } = await postEntry(before, stage.file);
        const entry = `${stage.file.path}/entries/${String(posted['id'])}`;
        expect(await attach(before, earlier.url, `${entry}/attachments`)).to.equal(201);
        expect((await before.get(`${entry}/attachments`)).status).to.equal(200);
        await release();
        const client = clientOf(stage, await starting);
        expect((await client.get(`${entry}/attachments`)).status).to.equal(200);
        expect((await postEntry(client, stage.file)).status).to.equal(201);
      },
    );
  });
});
