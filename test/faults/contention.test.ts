import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { isMemorised } from '../../api/http/routing/idempotence.ts';
import { findExceptionRefusal } from '../../api/http/server/unavailable.ts';
import { deciders } from '../../stores/support/aggregates.ts';
import type { CommandContext } from '../../commands/support/context.ts';
import { openIdempotenceStore, type IdempotenceStore, type KeyedOutcome } from '../../stores/support/idempotence.ts';
import { createLane, type Lane } from '../../commands/support/lane.ts';
import type { StateStore } from '../../stores/support/snapshots.ts';
import { migrate } from '../../database/schema-migrations/index.ts';
import { createPool } from '../../database/pool.ts';
import type { UserCommand } from '../../domain/user.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { NO_STREAM, WrongRevision, type Append, type Appended, type EventLog } from '../../eventlog/port.ts';
import type { Progress } from '../../projections/engine/progress.ts';
import { cleanUp, freshDatabase } from './support.ts';

const context: CommandContext = {
  userId: 1,
  tokenKind: 'system',
  operationId: randomUUID(),
  clientMutationId: null,
  deviceId: null,
  deviceName: null,
  origin: 'api',
  occurredAt: null,
};

function laneOn(append: (append: Append) => Promise<Appended>): Lane<'user'> {
  const stream = 'user-1';
  const states: StateStore = {
    load: (kind) =>
      Promise.resolve({
        state: deciders[kind].initialState,
        end: { stream, revision: NO_STREAM, hash: null },
        snapshotRevision: NO_STREAM,
      }),
    refresh: (_kind, loaded) => Promise.resolve({ loaded, tail: [] }),
    saveSnapshotIfDue: (_kind, loaded) => loaded,
    waitForSaves: () => Promise.resolve(),
  };
  const log = { append } as EventLog;
  return createLane('user', stream, {
    log,
    states,
    ownEvents: { find: () => Promise.resolve([]) },
    progress: {} as Progress,
    now: () => new Date(),
    vault: null,
  });
}

const register: UserCommand = {
  type: 'RegisterUser',
  details: {
    id: 1,
    name: 'Anne',
    email: 'anne@example.be',
    password_id: 'x',
    locale: null,
    is_platform_admin: false,
  },
};
const token = (id: number): UserCommand => ({
  type: 'OpenSession',
  verifiedPassword: null,
  endedSessions: [],
  token: { id, kind: 'session', name: 'api', secret_hash: 'a'.repeat(64), abilities: ['read'], expires_at: null },
});

describe('commands that wait for the same stream', () => {
  it('do not fail with one among them that fails', async () => {
    const appended: number[] = [];
    const lane = laneOn(({ expectedRevision, events }) => {
      appended.push(events.length);
      return Promise.resolve({
        revision: expectedRevision + events.length,
        position: appended.length,
        duplicate: false,
      });
    });
    const broken = { type: 'IssueToken' } as unknown as UserCommand;
    const outcomes = await Promise.allSettled(
      [register, token(1), broken, token(2)].map((command) => lane.execute(command, context)),
    );
    expect(outcomes.map(({ status }) => status)).to.deep.equal(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(outcomes.every((outcome) => outcome.status === 'rejected' || !isRefusal(outcome.value))).to.equal(true);
    expect(appended).to.deep.equal([1, 2]);
  });

  it('give up after a bounded number of attempts, as a condition that passes', async () => {
    let attempts = 0;
    const lane = laneOn(({ stream, expectedRevision }) => {
      attempts += 1;
      return Promise.reject(new WrongRevision(stream, expectedRevision, expectedRevision + 1));
    });
    const error: unknown = await lane.execute(register, context).catch((thrown: unknown) => thrown);
    expect(attempts).to.be.within(2, 100);
    expect(findExceptionRefusal(error)).to.include({ code: 'overloaded' });
  });
});

describe('keys that two processes claim at once', function () {
  this.timeout(30_000);
  cleanUp();

  it('in different orders: neither process is refused, and each request runs once', async () => {
    const databaseUrl = await freshDatabase();
    const pools = [createPool(databaseUrl, { max: 3 }), createPool(databaseUrl, { max: 3 })];
    try {
      await migrate(pools[0]!);
      const stores = pools.map((pool) => openIdempotenceStore({ pool, isMemorised }));
      const runs = new Map<string, number>();
      const run = (store: IdempotenceStore, key: string): Promise<KeyedOutcome> =>
        store.run({ scope: { userId: 1, companyId: 1 }, key, fingerprint: 'same' }, () => {
          runs.set(key, (runs.get(key) ?? 0) + 1);
          return Promise.resolve({ status: 201, body: key, headers: {} });
        });
      for (let round = 0; round < 8; round += 1) {
        const keys = Array.from({ length: 200 }, (_, index) => `${round}-${String(index).padStart(3, '0')}`);
        const outcomes = await Promise.all([
          ...keys.map((key) => run(stores[0]!, key)),
          ...keys.toReversed().map((key) => run(stores[1]!, key)),
        ]);
        expect(outcomes.filter((outcome) => 'problem' in outcome)).to.deep.equal([]);
        expect(keys.filter((key) => runs.get(key) !== 1)).to.deep.equal([]);
      }
      await Promise.all(stores.map((store) => store.waitUntilIdle()));
    } finally {
      await Promise.all(pools.map((pool) => pool.end()));
    }
  });
});
