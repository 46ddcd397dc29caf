import { expect } from 'chai';
import { auditStream, findStreamByToken } from '../../commands/history/audit-stream.ts';
import { openHistory, type History } from '../../commands/history/index.ts';
import { computeEventHash } from '../../commands/support/sealed-event.ts';
import type { EventMetadata, RecordedEvent } from '../../eventlog/port.ts';
import type { AnswerBody } from '../support/client.ts';
import { runToEnd } from '../support/processes.ts';
import { startTestService, type TestCompany, type TestFirm, type TestService } from '../support/service.ts';

const KEY = 'a key of the tests, which signs links';

/** Each test damages the log of a service of its own, in the way that whoever has the password of the database could. */
describe('npm run audit', function () {
  if (process.env.TEST_ENGINE === 'eventstoredb') return; // its log cannot be damaged by statements

  let service: TestService;
  let firm: TestFirm;
  let file: TestCompany;
  let history: History;

  beforeEach(async () => {
    service = await startTestService({ from: 'books' });
    firm = await service.newFirm();
    file = await service.newCompany(firm.client);
    for (const amount of ['100.00', '250.50']) await post(amount);
    history = openHistory(service.core, service.config.dataDir, KEY);
  });
  afterEach(() => service.stop());

  async function post(amount: string): Promise<AnswerBody> {
    const { status, body, text } = await firm.client.post(`${file.path}/entries`, {
      journal_id: file.journal('OD'),
      entry_date: '2026-03-15',
      label: `Loyer ${amount}`,
      lines: [
        { account: '610000', debit: amount, credit: '0.00' },
        { account: '550000', debit: '0.00', credit: amount },
      ],
    });
    expect(status, text).to.equal(201);
    return body;
  }

  const stream = () => `company-${file.id}`;
  const run = (sql: string, ...values: unknown[]) => service.core.pool.query(sql, [stream(), ...values]);
  const last = async () => (await service.events(file.id)).at(-1)!.revision;

  async function audited(until: string | null = null) {
    const { heads } = await history.listStreamHeads(stream());
    return auditStream(service.core.log, stream(), { heads, until, isGenuineEpoch: () => false });
  }
  const problem = async () => (await audited()).problem;

  const tool = (...args: readonly string[]) =>
    runToEnd('audit', args, {
      DATABASE_URL: service.core.databaseUrl,
      DATA_DIR: service.config.dataDir,
      APP_KEY: KEY,
    });

  it('prints the trial balance and the head, as the service shows them, for people and for programs', async () => {
    await history.anchorStreams(new Date());
    const { body: report } = await firm.client.get<AnswerBody>(`${file.path}/reports/trial-balance`);
    const { body: verified } = await firm.client.get<AnswerBody>(`${file.path}/history/verify`);
    const { code, stdout, stderr } = await tool('--company', file.token, '--json');
    expect([code, stderr]).to.deep.equal([0, '']);
    const answer = JSON.parse(stdout) as AnswerBody;
    expect(answer).to.include({ is_consistent: true, stream: stream(), entries: 2, problem: null, heads: 1 });
    expect(answer['head']).to.deep.equal(verified['head']);
    const shown = (report['rows'] as { account: { number: string }; balance: string }[]).map(
      ({ account, balance }) => [account.number, balance] as const,
    );
    const own = (answer['accounts'] as { number: string; balance: string }[]).map(
      ({ number, balance }) => [number, balance] as const,
    );
    expect(own).to.deep.equal(shown);
    expect(own).to.deep.equal([
      ['550000', '-350.50'],
      ['610000', '350.50'],
    ]);
    const people = await tool('--company', file.token);
    expect(people.stdout).to.match(/^610000 .* 350\.50 +0\.00 +350\.50$/m);
    expect(people.stdout).to.include(`Head       ${String((answer['head'] as AnswerBody)['revision'])} `);
    expect(people.stdout).to.match(/^Result {5}consistent$/m);
  });

  it('reads the log alone: tables that are wrong or gone change nothing', async () => {
    await service.core.pool.query(`UPDATE read.entry_lines SET debit = 1`);
    await service.core.pool.query(`UPDATE read.companies SET public_token = 'AAAAAAAAAAAA'`);
    expect(await findStreamByToken(service.core.log, file.token)).to.equal(stream());
    const { problem: found, trialBalance } = await audited();
    expect([found, trialBalance.totals.debit]).to.deep.equal([null, '350.50']);
  });

  it('leaves out what was recorded later', async () => {
    const events = await service.events(file.id);
    const [, second] = events.filter(({ type }) => type === 'EntryPosted');
    const moment = new Date(Date.parse(second!.metadata.recorded_at!) - 1).toISOString();
    const before = await audited(moment);
    expect([before.problem, before.trialBalance.entries]).to.deep.equal([null, 1]);
    expect(before.head).to.include({ revision: second!.revision - 1 });
    expect((await audited('1999-12-31T23:00:00Z')).trialBalance.entries).to.equal(0);
  });

  it('ends with 1 and names an event that was edited', async () => {
    const revision = await last();
    await run(
      `UPDATE log.events SET data = replace(data::text, '250.50', '150.50')::json WHERE stream = $1 AND revision = $2`,
      revision,
    );
    const { code, stdout, stderr } = await tool('--company', file.token);
    expect(code).to.equal(1);
    expect(stderr.trim()).to.equal(`Event ${revision} (EntryPosted) was changed after it was recorded`);
    expect(stdout).to.include('NOT CONSISTENT');
    const other = await tool('--company', 'AAAAAAAAAAAA');
    expect([other.code, other.stderr.trim()]).to.deep.equal([1, 'No company file has the token AAAAAAAAAAAA']);
  });

  it('names an event that was removed', async () => {
    const revision = (await last()) - 1;
    await run('DELETE FROM log.events WHERE stream = $1 AND revision = $2', revision);
    expect(await problem()).to.include({ revision: revision + 1, reason: 'revision_out_of_order' });
  });

  it('names events that were swapped', async () => {
    const revision = (await last()) - 1;
    for (const [from, to] of [
      [revision, -1],
      [revision + 1, revision],
      [-1, revision + 1],
    ])
      await run('UPDATE log.events SET revision = $3 WHERE stream = $1 AND revision = $2', from, to);
    expect(await problem()).to.include({ revision, reason: 'hash_mismatch' });
  });

  it('names a log that was cut off, by a head that was signed before', async () => {
    await history.anchorStreams(new Date());
    const revision = await last();
    await run('DELETE FROM log.events WHERE stream = $1 AND revision = $2', revision);
    expect(await problem()).to.include({ revision, reason: 'truncated' });
  });

  it('names a history that was written anew with hashes that fit', async () => {
    await history.anchorStreams(new Date());
    const revision = await last();
    await run(
      `UPDATE log.events SET data = replace(data::text, '250.50', '150.50')::json WHERE stream = $1 AND revision = $2`,
      revision,
    );
    await rehashed(revision);
    expect(await problem()).to.include({ revision, reason: 'head_mismatch' });
  });

  it('names a forged entry that contradicts the books, also where every hash fits', async () => {
    const revision = await last();
    await run(
      `UPDATE log.events SET data = regexp_replace(data::text, '"250.50"', '"150.50"')::json WHERE stream = $1 AND revision = $2`,
      revision,
    );
    await rehashed(revision);
    const found = await problem();
    expect(found).to.include({ revision, reason: 'contradiction' });
    expect(found?.message).to.match(/does not balance|has a total of/);
  });

  it('names an event that nobody could have written', async () => {
    const revision = await last();
    await run(`UPDATE log.events SET type = 'EntryDeleted' WHERE stream = $1 AND revision = $2`, revision);
    await rehashed(revision);
    expect(await problem()).to.include({ revision, reason: 'unknown_event' });
    await run(
      `UPDATE log.events SET type = 'EntryPosted', data = '{"id":1}' WHERE stream = $1 AND revision = $2`,
      revision,
    );
    await rehashed(revision);
    expect(await problem()).to.include({ revision, reason: 'wrong_shape' });
  });

  /** As a forger with time would: everything behind the change gets the hash that it must have. */
  async function rehashed(from: number): Promise<void> {
    let before: RecordedEvent | null = null;
    for (const event of await service.events(file.id)) {
      const metadata: EventMetadata = { ...event.metadata, prev_hash: before?.metadata.hash ?? null };
      before =
        event.revision < from
          ? event
          : { ...event, metadata: { ...metadata, hash: computeEventHash({ ...event, metadata }) } };
      if (event.revision >= from)
        await service.core.pool.query('UPDATE log.events SET metadata = $1 WHERE event_id = $2', [
          before.metadata,
          event.id,
        ]);
    }
  }
});
