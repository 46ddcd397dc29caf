import { expect } from 'chai';
import { appendFile, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openHistory, type History } from '../../../commands/history/index.ts';
import { computeEventHash } from '../../../commands/support/sealed-event.ts';
import type { EventMetadata, RecordedEvent } from '../../../eventlog/port.ts';
import { rebuildReadTables } from '../../../projections/engine/rebuild.ts';
import type { AnswerBody } from '../../support/client.ts';
import { runToEnd } from '../../support/processes.ts';
import { startTestService, type TestCompany, type TestFirm, type TestService } from '../../support/service.ts';

const KEY = 'a key of the tests, which signs links';

/** Each test damages the log of a service of its own, in the way that whoever has the password of the database could. */
describe('The chain of a company file', function () {
  if (process.env.TEST_ENGINE === 'eventstoredb') return; // its log cannot be damaged by statements

  let service: TestService;
  let firm: TestFirm;
  let file: TestCompany;
  let history: History;

  beforeEach(async () => {
    service = await startTestService({ from: 'books' });
    firm = await service.newFirm();
    file = await service.newCompany(firm.client);
    for (const name of ['Un', 'Deux', 'Trois'])
      await firm.client.post(`${file.path}/third-parties`, { name, type: 'customer', is_natural_person: false });
    history = openHistory(service.core, service.config.dataDir, KEY);
  });
  afterEach(() => service.stop());

  const stream = () => `company-${file.id}`;
  const verified = async () => (await firm.client.get<AnswerBody>(`${file.path}/history/verify`)).body;
  const run = (sql: string, values: unknown[] = []) => service.core.pool.query(sql, values);
  const last = async () => (await service.events(file.id)).at(-1)!.revision;
  const anchored = () => history.anchorStreams(new Date('2026-05-04T12:00:00Z'));

  /** What the whole log says, which is what `npm run verify` prints. */
  async function firstOfLog() {
    const result = await history.verifyLog();
    return result.intact ? null : result.problems[0];
  }

  /** As a forger with time would: everything behind the change gets the hash that it must have. */
  async function rehashed(from: number): Promise<void> {
    let before: RecordedEvent | null = null;
    for (const event of await service.events(file.id)) {
      if (event.revision >= from) {
        const metadata: EventMetadata = { ...event.metadata, prev_hash: before?.metadata.hash ?? null };
        const hash = computeEventHash({ ...event, metadata });
        before = { ...event, metadata: { ...metadata, hash } };
        await run('UPDATE log.events SET metadata = $1 WHERE event_id = $2', [before.metadata, event.id]);
      } else before = event;
    }
  }

  it('is intact, with the heads that were signed of it', async () => {
    const before = await verified();
    expect(before).to.include({ is_intact: true, first_problem: null });
    expect(before.anchors).to.deep.equal([]);
    // A process that stops leaves it to the next run.
    expect((await history.anchorStreams(new Date(), AbortSignal.abort())).streams).to.equal(0);
    expect((await verified()).anchors).to.deep.equal([]);
    expect((await anchored()).broken).to.deep.equal([]);
    const { body } = await firm.client.post(`${file.path}/third-parties`, { name: 'Quatre', type: 'customer' });
    expect(body.id).to.be.a('number');
    await history.anchorStreams(new Date('2026-05-05T00:30:00Z'));
    const [events, after] = [await service.events(file.id), await verified()];
    const { revision, position, metadata } = events.at(-1)!;
    expect(after).to.include({ is_intact: true, events: events.length });
    expect(after.head).to.deep.equal({ revision, position, hash: metadata.hash });
    expect(after.anchors).to.deep.equal([
      { day: '2026-05-04', revision: revision - 1, hash: events.at(-2)!.metadata.hash, is_intact: true },
      { day: '2026-05-05', revision, hash: metadata.hash, is_intact: true },
    ]);
  });

  it('names an event that was edited, also after the tables were made anew from it', async () => {
    const revision = (await last()) - 1;
    await run(
      `UPDATE log.events SET data = replace(data::text, 'Deux', 'Zwei')::json WHERE stream = $1 AND revision = $2`,
      [stream(), revision],
    );
    const body = await verified();
    expect(body.is_intact).to.equal(false);
    expect(body.first_problem).to.deep.equal({
      revision,
      reason: 'hash_mismatch',
      message: `Event ${revision + 1} was changed after it was recorded.`,
    });
    expect(await firstOfLog()).to.deep.equal({ stream: stream(), revision, reason: 'hash_mismatch' });
    // The tables now say what the forged log says: equal, and wrong.
    await rebuildReadTables(service.core.relaxedPool, service.core.log);
    const { databaseUrl } = service.core;
    const environment = { DATABASE_URL: databaseUrl, DATA_DIR: service.config.dataDir, APP_KEY: KEY };
    const { code, stdout, stderr } = await runToEnd('verify', [], environment);
    expect([code, (JSON.parse(stdout) as AnswerBody).equal]).to.deep.equal([1, true]);
    expect(stderr.trim()).to.equal(`The chain of ${stream()} is broken at revision ${revision}: hash_mismatch`);
  });

  it('names a history that was written anew with hashes that fit', async () => {
    await anchored();
    const revision = (await last()) - 1;
    await run(
      `UPDATE log.events SET data = replace(data::text, 'Deux', 'Zwei')::json WHERE stream = $1 AND revision = $2`,
      [stream(), revision],
    );
    await rehashed(revision);
    const body = await verified();
    expect(body.first_problem).to.include({ revision: revision + 1, reason: 'head_mismatch' });
    expect((body.anchors as { is_intact: boolean }[]).map(({ is_intact }) => is_intact)).to.deep.equal([false]);
    expect(await firstOfLog()).to.include({ stream: stream(), reason: 'head_mismatch' });
  });

  it('names an event that was removed, inserted or moved', async () => {
    const revision = (await last()) - 1;
    const damage = {
      removed: [`DELETE FROM log.events WHERE stream = $1 AND revision = $2`],
      inserted: [
        `UPDATE log.events SET revision = revision + 1000 WHERE stream = $1 AND revision >= $2`,
        `INSERT INTO log.events (position, stream, revision, event_id, type, version, data, metadata)
         SELECT (SELECT max(position) + 1 FROM log.events), stream, $2::bigint, gen_random_uuid(), type, version, data, metadata
         FROM log.events WHERE stream = $1 AND revision = $2::bigint + 1000`,
        `UPDATE log.events SET revision = revision - 999 WHERE stream = $1 AND revision >= $2::bigint + 1000`,
      ],
      moved: [
        `UPDATE log.events SET revision = -1 WHERE stream = $1 AND revision = $2`,
        `UPDATE log.events SET revision = $2::bigint WHERE stream = $1 AND revision = $2::bigint + 1`,
        `UPDATE log.events SET revision = $2::bigint + 1 WHERE stream = $1 AND revision = -1`,
      ],
    };
    for (const [name, statements] of Object.entries(damage)) {
      const { rows } = await run('SELECT * FROM log.events WHERE stream = $1', [stream()]);
      for (const sql of statements) await run(sql, [stream(), revision]);
      const body = await verified();
      expect(body.is_intact, name).to.equal(false);
      expect((body.first_problem as { revision: number }).revision, name).to.be.within(revision, revision + 1);
      expect(await firstOfLog(), name).to.not.equal(null);
      await run('DELETE FROM log.events WHERE stream = $1', [stream()]);
      await run(`INSERT INTO log.events SELECT * FROM json_populate_recordset(NULL::log.events, $1)`, [
        JSON.stringify(rows),
      ]);
      expect((await verified()).is_intact, `${name}, restored`).to.equal(true);
    }
  });

  it('names a history that was cut off, wherever one of the two copies of its head is left', async () => {
    await anchored();
    const revision = await last();
    await run('DELETE FROM log.events WHERE stream = $1 AND revision = $2', [stream(), revision]);
    const truncated = { revision, reason: 'truncated' };
    expect((await verified()).first_problem).to.include(truncated);
    await run('DELETE FROM ops.heads');
    expect((await verified()).first_problem).to.include(truncated);
    expect(await firstOfLog()).to.deep.equal({ stream: stream(), ...truncated });
  });

  it('believes heads of its own making alone', async () => {
    await anchored();
    const folder = join(service.config.dataDir, 'heads');
    const [name] = await readdir(folder);
    const line = (await readFile(join(folder, name!), 'utf8'))
      .split('\n')
      .find((one) => one.includes(`"${stream()}"`))!;
    const forged = { ...(JSON.parse(line) as object), revision: 9_999, day: '2026-05-09' };
    await appendFile(join(folder, name!), `${JSON.stringify(forged)}\nhalf a li`);
    await run(`UPDATE ops.heads SET hash = 'forged' WHERE stream = $1`, [stream()]);
    expect(await verified()).to.include({ is_intact: true });
    const given = async function* () {
      yield JSON.stringify(forged);
      yield line;
    };
    expect(await history.verifyLog(given())).to.include({ intact: true, ignoredHeads: 1 });
    await rm(folder, { recursive: true });
    await run('DELETE FROM log.events WHERE stream = $1 AND revision = $2', [stream(), await last()]);
    expect(await history.verifyLog(given())).to.include({ intact: false });
  });

  it('signs nothing that does not continue the head before', async () => {
    await anchored();
    const revision = await last();
    await firm.client.post(`${file.path}/third-parties`, { name: 'Quatre', type: 'customer' });
    await run(`UPDATE log.events SET data = '{}' WHERE stream = $1 AND revision = $2`, [stream(), revision + 1]);
    const { broken } = await history.anchorStreams(new Date('2026-05-05T12:00:00Z'));
    expect(broken).to.deep.equal([{ stream: stream(), revision: revision + 1, reason: 'hash_mismatch' }]);
    expect((await history.listLatestHeads()).find((head) => head.stream === stream())).to.include({ revision });
  });
});
