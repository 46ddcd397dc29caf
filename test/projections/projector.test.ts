import { expect } from 'chai';
import type { DomainEvent } from '../../domain/event.ts';
import { BEGINNING, type RecordedEvent } from '../../eventlog/port.ts';
import { LIVE, readStanding } from '../../projections/engine/schema.ts';
import { adoptTables, LeaseLost, readLivePosition } from '../../projections/engine/shards.ts';
import { createProjector, type ProjectorOptions } from '../../projections/engine/projector.ts';
import { runInTransaction } from '../../database/dedicated-connection.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { rejection } from '../eventlog/contract/support.ts';
import {
  continueProjecting,
  dump,
  freshTables,
  recorded,
  sampleEvents,
  sampleFacts,
  workingDay,
  type StreamFact,
} from './support.ts';

describe('projector', function () {
  this.timeout(20_000);
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
  });
  after(() => database.drop());

  const count = async (sql: string): Promise<number> =>
    (await database.pool.query<{ n: number }>(`SELECT count(*) AS n FROM ${sql}`)).rows[0]!.n;
  const projectedInSteps = async (events: readonly RecordedEvent[], size: number) => {
    const { inSteps } = await freshTables(database.pool);
    await inSteps(events, size);
    return dump(database.pool);
  };

  it('makes rows, the feed, the history, balances and announcements from events', async () => {
    const events = sampleEvents();
    const { inSteps } = await freshTables(database.pool);
    await inSteps(events, events.length);
    const tables = await dump(database.pool);
    expect(tables['activity']).to.have.length(events.length);
    expect(tables['companies']).to.have.length(2);
    expect(tables['entries']).to.have.length(12);
    expect(tables['entry_lines']).to.have.length(24);
    expect(await count('ops.outbox')).to.equal(12 + 2 * 2);
    const { rows: balances } = await database.pool.query(
      `SELECT a.number, sum(debit) AS debit, sum(credit) AS credit FROM read.balances b JOIN read.accounts a ON a.id = b.account_id WHERE b.company_id = 1 GROUP BY a.number ORDER BY a.number`,
    );
    expect(balances).to.deep.equal([
      { number: '400000', debit: '21.60', credit: '0.00' },
      { number: '700000', debit: '0.00', credit: '21.60' },
    ]);
    const { rows: counters } = await database.pool.query(
      'SELECT last_number, entries_count FROM read.journal_counters WHERE company_id = 1 ORDER BY journal_id',
    );
    expect(counters).to.deep.equal([
      { last_number: 3, entries_count: 3 },
      { last_number: 3, entries_count: 3 },
    ]);
    const { rows: heads } = await database.pool.query(
      'SELECT company_id, min(seq) AS first, max(seq) AS last, count(*) AS n FROM read.changes GROUP BY company_id ORDER BY company_id',
    );
    for (const { first, last, n } of heads) expect([first, last]).to.deep.equal([1, n]);
    expect((await database.pool.query('SELECT revoked_at FROM read.tokens')).rows[0]).to.deep.equal({
      revoked_at: events.at(-1)!.metadata['recorded_at'],
    });
    expect((await readStanding(database.pool, LIVE)).position).to.equal(events.length);
  });

  it('makes the same rows one by one, by sevens and all at once', async () => {
    const events = sampleEvents();
    const atOnce = await projectedInSteps(events, events.length);
    expect(await projectedInSteps(events, 7)).to.deep.equal(atOnce);
    expect(await projectedInSteps(events, 1)).to.deep.equal(atOnce);
  });

  it('makes the same rows by many statements of one transaction, and none when one of these fails', async () => {
    const events = sampleEvents();
    const atOnce = await projectedInSteps(events, events.length);
    let statements = 0;
    let failsAt = 3;
    const transact: ProjectorOptions['transact'] = (work) =>
      runInTransaction(database.pool, (connection) => {
        const query = (...given: unknown[]): unknown => {
          statements += 1;
          if (statements === failsAt) return Promise.reject(new Error('torn'));
          return Reflect.apply(connection.query, connection, given);
        };
        return work({ query } as Pick<typeof connection, 'query'>);
      });
    const inPieces = { transact, rowsAStatement: 2 };
    const torn = await freshTables(database.pool, inPieces);
    expect(String(await rejection(torn.projector.project(events, BEGINNING)))).to.include('torn');
    expect((await readStanding(database.pool, LIVE)).position, 'the checkpoint is where it was').to.equal(BEGINNING);
    expect(Object.values(await dump(database.pool)).flat(), 'nothing is written').to.deep.equal([]);
    [statements, failsAt] = [0, Infinity];
    const { projector } = await freshTables(database.pool, inPieces);
    await projector.project(events, BEGINNING);
    expect(statements).to.be.above(3);
    expect(await dump(database.pool)).to.deep.equal(atOnce);
  });

  it('makes the same rows when each step is asked for before the one before it is written', async () => {
    const events = sampleEvents();
    const atOnce = await projectedInSteps(events, events.length);
    for (const size of [1, 7]) {
      const { inOverlappingSteps } = await freshTables(database.pool);
      const outcomes = await inOverlappingSteps(events, size);
      expect(outcomes.every(({ status }) => status === 'fulfilled')).to.equal(true);
      expect(await dump(database.pool)).to.deep.equal(atOnce);
    }
  });

  it('writes nothing behind a step that failed, though it was asked for already', async () => {
    const events = sampleEvents();
    await freshTables(database.pool);
    const { generation } = await readStanding(database.pool, LIVE);
    const failing = async (...given: Parameters<typeof database.pool.query>): Promise<unknown> => {
      const { text, values } = given[0] as unknown as { readonly text?: string; readonly values?: readonly unknown[] };
      // The first statement of the fourth step. The steps before it may have taken several.
      if (text?.startsWith('WITH moved') && values?.[0] === 15) throw new Error('out of order');
      return database.pool.query(...given);
    };
    const projector = createProjector({
      connection: { query: failing as typeof database.pool.query },
      schema: LIVE,
      generation,
      isLive: true,
      onHalted: () => undefined,
    });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, (_, step) =>
        projector.project(events.slice(step * 5, step * 5 + 5), step * 5 || BEGINNING),
      ),
    );
    expect(outcomes.map(({ status }) => status)).to.deep.equal([
      ...['fulfilled', 'fulfilled', 'fulfilled'],
      ...['rejected', 'rejected', 'rejected'],
    ]);
    expect((await readStanding(database.pool, LIVE)).position).to.equal(events[14]!.position);
    expect(await count('read.activity')).to.equal(15);
  });

  it('makes the same rows when it starts anew between any two events', async () => {
    const events = sampleEvents();
    const atOnce = await projectedInSteps(events, events.length);
    await freshTables(database.pool);
    let position = BEGINNING;
    for (const event of events)
      position = await (await continueProjecting(database.pool)).inSteps([event], 1, position);
    expect(await dump(database.pool)).to.deep.equal(atOnce);
  });

  it('writes nothing any more when another process has taken over, and that one continues where it was', async () => {
    const events = sampleEvents();
    const atOnce = await projectedInSteps(events, events.length);
    await freshTables(database.pool);
    const setFence = (fence: number): Promise<unknown> =>
      database.pool.query('UPDATE ops.projector_shards SET fence = $1', [fence]);
    await setFence(7);
    const earlier = { shard: 0, shards: 1, fence: 7 };
    const { generation } = await adoptTables(database.pool, earlier);
    const { projector } = await continueProjecting(database.pool, { lease: earlier, generation });
    await projector.project(events.slice(0, 20), BEGINNING);
    const tables = await dump(database.pool);
    await setFence(8);
    expect(await rejection(projector.project(events.slice(20, 40), events[19]!.position)))
      .to.be.an('error')
      .with.property('message', 'The checkpoint is not where this projector left it');
    expect(await dump(database.pool)).to.deep.equal(tables);
    expect(await rejection(adoptTables(database.pool, earlier))).to.be.instanceOf(LeaseLost);
    const lease = { shard: 0, shards: 1, fence: 8 };
    const standing = await adoptTables(database.pool, lease);
    expect(standing).to.deep.equal({ position: events[19]!.position, generation });
    const next = await continueProjecting(database.pool, { lease, generation });
    await next.inSteps(events.slice(20), 7, standing.position);
    expect(await dump(database.pool)).to.deep.equal(atOnce);
    expect(await readLivePosition(database.pool)).to.equal(events.at(-1)!.position);
  });

  it('refuses a batch that it has had already, and nothing changes', async () => {
    const events = sampleEvents();
    const { projector, inSteps } = await freshTables(database.pool);
    await inSteps(events, 20);
    const tables = await dump(database.pool);
    const announced = await count('ops.outbox');
    expect(await rejection(projector.project(events.slice(-8), events.at(-9)!.position)))
      .to.be.an('error')
      .with.property('message', 'The checkpoint is not where this projector left it');
    expect(await rejection(projector.project(events, BEGINNING))).to.be.an('error');
    expect(await dump(database.pool)).to.deep.equal(tables);
    expect(await count('ops.outbox')).to.equal(announced);
  });

  it('refuses to work on tables that were made anew behind its back', async () => {
    const events = sampleEvents();
    const { projector } = await freshTables(database.pool);
    await freshTables(database.pool);
    expect(await rejection(projector.project(events, BEGINNING))).to.be.an('error');
    expect(await count('read.activity')).to.equal(0);
  });

  describe('meets an event that it cannot digest', () => {
    const unknown: DomainEvent = { type: 'CompanyFileSoldToMartians', data: {} };
    const ofUnknownResource: DomainEvent = {
      type: 'RecordUpdated',
      data: { resource: 'unicorns', id: 1, version: 2, changes: {}, previous: {} },
    };

    /** The sample, with something odd in company file 1 in the middle of its day. */
    const withPoison = (...poison: Omit<StreamFact, 'stream'>[]): RecordedEvent[] => {
      const facts = sampleFacts();
      facts.splice(30, 0, ...poison.map((odd) => ({ stream: 'company-1', ...odd })));
      return recorded(facts);
    };
    const poisonIn = (events: readonly RecordedEvent[]) => events[30]!;
    const others = async () => ({
      entries: await count('read.entries WHERE company_id = 2'),
      changes: await count('read.changes WHERE company_id = 2'),
      tokens: await count('read.tokens WHERE revoked_at IS NOT NULL'),
    });

    const cases: readonly (readonly [string, Omit<StreamFact, 'stream'>])[] = [
      ['an unknown type', { fact: unknown }],
      ['an unknown version', { fact: workingDay(1).at(-1)!.fact, version: 99 }],
      ['a change of a resource that is not known', { fact: ofUnknownResource }],
      [
        'a change of a record that is not there',
        { fact: { type: 'RecordTrashed', data: { resource: 'accounts', id: 424_242, version: 2 } } },
      ],
      ['metadata without its operation', { fact: workingDay(1)[2]!.fact, metadata: { operation_id: null } }],
      [
        'a text that the database cannot hold',
        {
          fact: {
            type: 'RecordUpdated',
            data: { resource: 'accounts', id: 10_007, version: 9, changes: { label: 'a\0b' }, previous: {} },
          },
        },
      ],
    ];
    for (const [name, odd] of cases) {
      for (const size of [9, 1_000]) {
        it(`${name}: holds that stream and no other (steps of ${size})`, async () => {
          const events = withPoison(odd);
          const { inSteps, halted, projector } = await freshTables(database.pool);
          await inSteps(events, size);
          expect(halted.map(({ stream, next_revision }) => ({ stream, next_revision }))).to.deep.equal([
            { stream: 'company-1', next_revision: poisonIn(events).revision },
          ]);
          expect([...projector.haltedStreams]).to.deep.equal(['company-1']);
          expect(
            await count(
              `ops.halted_streams WHERE stream = 'company-1' AND next_revision = ${poisonIn(events).revision}`,
            ),
          ).to.equal(1);
          expect(await count(`read.activity WHERE stream = 'company-1'`)).to.equal(poisonIn(events).revision);
          expect(await others()).to.deep.include({ entries: 6, tokens: 1 });
          expect((await readStanding(database.pool, LIVE)).position).to.equal(events.length);
        });
      }
    }

    for (const [name, odd] of cases) {
      it(`${name}: the same when what comes behind was asked for already`, async () => {
        const events = withPoison(odd);
        await (await freshTables(database.pool)).inSteps(events, 3);
        const inTurn = await dump(database.pool);
        const { inOverlappingSteps, halted } = await freshTables(database.pool);
        await inOverlappingSteps(events, 3);
        expect(halted.map(({ stream, next_revision }) => [stream, next_revision])).to.deep.equal([
          ['company-1', poisonIn(events).revision],
        ]);
        expect(await dump(database.pool)).to.deep.equal(inTurn);
        expect((await readStanding(database.pool, LIVE)).position).to.equal(events.length);
      });
    }

    it('two of them in one batch, the first of which only the database finds: held from the first on', async () => {
      const events = withPoison({ fact: workingDay(1)[2]!.fact, metadata: { operation_id: null } }, { fact: unknown });
      const { inSteps, halted } = await freshTables(database.pool);
      await inSteps(events, 1_000);
      expect(halted.map(({ stream, next_revision }) => [stream, next_revision])).to.deep.equal([
        ['company-1', poisonIn(events).revision],
      ]);
    });

    it('two streams in one batch: both are held, the rest goes on', async () => {
      const facts = sampleFacts();
      facts.splice(30, 0, { stream: 'company-1', fact: unknown }, { stream: 'user-1', fact: unknown });
      const { inSteps, halted } = await freshTables(database.pool);
      await inSteps(recorded(facts), 1_000);
      expect(halted.map(({ stream }) => stream).sort()).to.deep.equal(['company-1', 'user-1']);
      expect(await count('read.entries WHERE company_id = 2')).to.equal(6);
    });

    it('and goes on with the stream once it can be digested, to the same rows as if nothing had been', async () => {
      const events = sampleEvents();
      const atOnce = await projectedInSteps(events, events.length);
      const place = 30;
      const odd = { ...events[place]!, type: 'CompanyFileSoldToMartians' };
      const { inSteps } = await freshTables(database.pool);
      await inSteps(
        events.map((event, index) => (index === place ? odd : event)),
        9,
      );
      const again = await continueProjecting(database.pool);
      const { rows } = await database.pool.query<{ stream: string; next_revision: number }>(
        'SELECT stream, next_revision FROM ops.halted_streams',
      );
      again.projector.halt(rows.map(({ stream }) => stream));
      const behind = events.filter(({ stream, revision }) =>
        rows.some((held) => held.stream === stream && revision >= held.next_revision),
      );
      expect(behind.length).to.be.greaterThan(5);
      for (const event of behind) {
        await again.projector.projectHalted([event]);
        // In the same commit: a crash right here must not make it happen twice.
        expect(
          await count(`ops.halted_streams WHERE stream = '${event.stream}' AND next_revision = ${event.revision + 1}`),
        ).to.equal(1);
      }
      expect(await dump(database.pool)).to.deep.equal(atOnce);
    });

    it('does not take an event of a held stream twice', async () => {
      const events = withPoison({ fact: unknown });
      const { inSteps } = await freshTables(database.pool);
      await inSteps(events, 1_000);
      const behind = events
        .filter(({ stream }) => stream === poisonIn(events).stream)
        .slice(poisonIn(events).revision + 1);
      await database.pool.query('UPDATE ops.halted_streams SET next_revision = next_revision + 1');
      const { projector } = await continueProjecting(database.pool);
      await projector.projectHalted(behind.slice(0, 1));
      const tables = await dump(database.pool);
      expect(await rejection(projector.projectHalted(behind.slice(0, 1)))).to.be.an('error');
      expect(await dump(database.pool)).to.deep.equal(tables);
    });
  });
});
