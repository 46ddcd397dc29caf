import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { createSystemContext } from '../../commands/support/context.ts';
import { createLane } from '../../commands/support/lane.ts';
import { computeEventHash } from '../../commands/support/sealed-event.ts';
import type { JsonRecord } from '../../domain/json.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { UserCommand } from '../../domain/user.ts';
import { NO_STREAM, type EventLog, type NewEvent } from '../../eventlog/port.ts';
import type { Progress } from '../../projections/engine/progress.ts';
import { deciders } from '../../stores/support/aggregates.ts';
import type { StateStore } from '../../stores/support/snapshots.ts';
import { createPersonalKey, type PersonalKey } from '../../stores/vault/personal-key.ts';
import type { Vault } from '../../stores/vault/vault.ts';

const STREAM = 'user-1';
const states: StateStore = {
  load: (kind) =>
    Promise.resolve({
      state: deciders[kind].initialState,
      end: { stream: STREAM, revision: NO_STREAM, hash: null },
      snapshotRevision: NO_STREAM,
    }),
  refresh: (_kind, loaded) => Promise.resolve({ loaded, tail: [] }),
  saveSnapshotIfDue: (_kind, loaded) => loaded,
  waitForSaves: () => Promise.resolve(),
};

/** A vault without any key at first. */
function openEmptyVault() {
  const keys = new Map<string, PersonalKey>();
  const created: (readonly string[])[] = [];
  const vault = {
    findKey: (id) => keys.get(id),
    createKeys(ids) {
      created.push(ids);
      for (const id of ids) keys.set(id, createPersonalKey(id, randomBytes(32)));
      return Promise.resolve(new Map(keys));
    },
  } as Partial<Vault> as Vault;
  return { vault, created };
}

const details = { id: 1, password_id: 'x', locale: null, is_platform_admin: false } as const;
const register: UserCommand = { type: 'RegisterUser', details: { ...details, name: 'Anne', email: 'a@example.be' } };
const token = { id: 1, kind: 'session', name: 'api', secret_hash: 'a'.repeat(64), abilities: ['read'] } as const;
const openSession: UserCommand = {
  type: 'OpenSession',
  verifiedPassword: null,
  endedSessions: [],
  token: { ...token, expires_at: null },
};

describe('commands whose keys do not exist yet', () => {
  const { decide } = deciders.user;
  let decisions = 0;
  const counted: typeof decide = (command, state) => {
    decisions += 1;
    return decide(command, state);
  };
  before(() => Object.assign(deciders.user, { decide: counted }));
  after(() => Object.assign(deciders.user, { decide }));

  it('are decided once, and sealed when all keys are there', async () => {
    const { vault, created } = openEmptyVault();
    const appended: NewEvent[] = [];
    const log = {
      maxAppendBytes: 1_000_000,
      append: ({ events }) => {
        appended.push(...events);
        return Promise.resolve({ position: appended.length, duplicate: false });
      },
    } as Partial<EventLog> as EventLog;
    const ownEvents = { find: () => Promise.resolve([]) };
    const lane = createLane('user', STREAM, {
      log,
      states,
      ownEvents,
      progress: {} as Progress,
      now: () => new Date(),
      vault,
    });
    const outcomes = await Promise.all(
      [register, openSession].map((command) => lane.execute(command, createSystemContext('test'))),
    );
    expect(outcomes.some(isRefusal)).to.equal(false);
    expect(created).to.deep.equal([[STREAM]]);
    expect(decisions).to.equal(2);
    expect(appended.map(({ type }) => type)).to.deep.equal(['UserRegistered', 'TokenIssued']);
    let end: string | undefined;
    for (const [revision, event] of appended.entries()) {
      const { data, metadata } = event.json!;
      expect(data).not.to.contain('Anne');
      const stored = { ...event, stream: STREAM, revision, data: JSON.parse(data) as JsonRecord };
      expect(computeEventHash({ ...stored, metadata: JSON.parse(metadata) as NewEvent['metadata'] })).to.equal(
        event.metadata['hash'],
      );
      expect(event.metadata['prev_hash'] ?? undefined).to.equal(end);
      end = event.metadata['hash'] as string;
    }
    expect(appended[0]!.data, 'for those who process it next').to.include({ name: 'Anne' });
  });
});
