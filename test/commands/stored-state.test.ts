import { expect } from 'chai';
import { createPool } from '../../database/pool.ts';
import { openNotifications } from '../../database/notifications.ts';
import { companyFile, type CompanyFileState } from '../../domain/company-file.ts';
import { user } from '../../domain/user.ts';
import { NO_STREAM, type EventLog, type NewEvent } from '../../eventlog/port.ts';
import { APPENDED_CHANNEL, openPostgresLog } from '../../eventlog/postgres/index.ts';
import { sealEvent } from '../../commands/support/sealed-event.ts';
import { openStateStore, type StateStore } from '../../stores/support/snapshots.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openedEvents as events, openedFile as state } from '../support/company-file-samples.ts';

const CONTEXT = {
  userId: 1,
  tokenKind: 'session',
  operationId: '00000000-0000-4000-8000-000000000001',
  clientMutationId: null,
  deviceId: null,
  deviceName: null,
  origin: 'api',
  occurredAt: null,
} as const;

describe('the state of a stream', () => {
  let database: TestDatabase;
  let log: EventLog;
  let states: StateStore;
  let close: () => Promise<void>;

  before(async () => {
    database = await createTestDatabase();
    const pool = createPool(database.url);
    const notifications = await openNotifications(database.url, [APPENDED_CHANNEL]);
    log = openPostgresLog(pool, notifications);
    states = openStateStore(pool, log);
    close = async () => {
      await log.close();
      await notifications.close();
      await pool.end();
    };
  });
  after(async () => {
    await close();
    await database.drop();
  });

  async function write(stream: string, written = events): Promise<{ revision: number; hash: string | null }> {
    let end = { stream, revision: NO_STREAM, hash: null as string | null };
    const sealed: NewEvent[] = [];
    for (const [index, event] of written.entries()) {
      const result = sealEvent(event, index, end, CONTEXT, {
        companyId: 1,
        firmId: null,
        recordedAt: '2026-01-01T00:00:00.000000Z',
      });
      sealed.push(result.event);
      end = result.end;
    }
    await log.append({ stream, expectedRevision: NO_STREAM, events: sealed });
    return end;
  }

  const snapshot = (stream: string, revision: number, hash: string | null, packed: object) =>
    database.pool.query(
      'INSERT INTO ops.snapshots (stream, revision, version, hash, state) VALUES ($1, $2, $3, $4, $5)',
      [stream, revision, companyFile.snapshot.version, hash, JSON.stringify(packed)],
    );

  const packed = (file: CompanyFileState) => companyFile.snapshot.pack(file);

  it('comes from the events alone when there is no snapshot', async () => {
    const end = await write('company-1');
    const loaded = await states.load('company', 'company-1');
    expect(loaded.end).to.include(end);
    expect(packed(loaded.state)).to.deep.equal(packed(state));
  });

  it('comes from a snapshot that the log bears out', async () => {
    const end = await write('company-2');
    const marked = { ...packed(state), identity: { name: 'from the snapshot' } };
    await snapshot('company-2', end.revision, end.hash, marked);
    expect((await states.load('company', 'company-2')).state.identity).to.deep.equal({ name: 'from the snapshot' });
  });

  for (const [name, revision, hash] of [
    ['lies behind the end of a restored log', 500, 'f'.repeat(64)],
    ['belongs to another course of events', 3, 'f'.repeat(64)],
  ] as const) {
    it(`ignores a snapshot that ${name}`, async () => {
      const stream = `company-${revision}`;
      const end = await write(stream);
      await snapshot(stream, revision, hash, { ...packed(state), identity: { name: 'from the snapshot' } });
      const loaded = await states.load('company', stream);
      expect(loaded.end).to.include(end);
      expect(packed(loaded.state)).to.deep.equal(packed(state));
    });
  }

  it('ignores a snapshot that cannot be read', async () => {
    const end = await write('company-9');
    await snapshot('company-9', end.revision, end.hash, { records: 'nonsense' });
    expect(packed((await states.load('company', 'company-9')).state)).to.deep.equal(packed(state));
  });

  it('ignores an account that a version before 1.3 has kept without what it could not open', async () => {
    const account = { name: 'Anne', email: 'anne@example.be', locale: null, is_platform_admin: false };
    const end = await write('user-1', [{ type: 'UserRegistered', data: { id: 1, ...account, password_id: 'p' } }]);
    const { account: whole, tokens } = user.snapshot.pack((await states.load('user', 'user-1')).state);
    const { name: _name, email: _email, ...rest } = whole as Record<string, unknown>;
    await database.pool.query(
      'INSERT INTO ops.snapshots (stream, revision, version, hash, state) VALUES ($1, $2, 1, $3, $4)',
      ['user-1', end.revision, end.hash, JSON.stringify({ account: rest, tokens })],
    );
    const { state: loaded } = await states.load('user', 'user-1');
    expect(loaded.account).to.include({ name: 'Anne', email: 'anne@example.be' });
  });

  it('is kept at once when the file is opened, and when it was loaded without a snapshot', async () => {
    const end = await write('company-10');
    const opened = { state, end: { ...end, stream: 'company-10' }, snapshotRevision: NO_STREAM };
    expect(states.saveSnapshotIfDue('company', opened).snapshotRevision).to.equal(end.revision);
    await states.waitForSaves();
    const count = async () =>
      (
        await database.pool.query(
          `SELECT FROM ops.snapshots WHERE stream = 'company-10' AND revision = ${end.revision}`,
        )
      ).rowCount;
    expect(await count()).to.equal(1);
    for (const change of ['version = 9', 'hash = NULL', `state = '{"records":"nonsense"}'`]) {
      await database.pool.query(`UPDATE ops.snapshots SET revision = 1, ${change} WHERE stream = 'company-10'`);
      expect(packed((await states.load('company', 'company-10')).state), change).to.deep.equal(packed(state));
      await states.waitForSaves();
      expect(await count(), change).to.equal(1);
    }
  });

  it('is kept earlier when it leaves memory or took long to load', async () => {
    const keep = (since: number, occasion: 'written' | 'loaded' | 'evicted') => {
      const end = { stream: 'company-11', revision: 1_000 + since, hash: null };
      return states.saveSnapshotIfDue('company', { state, end, snapshotRevision: 1_000 }, occasion).snapshotRevision;
    };
    expect([keep(99, 'written'), keep(9, 'loaded'), keep(9, 'evicted')]).to.deep.equal([1_000, 1_000, 1_000]);
    expect([keep(100, 'written'), keep(11, 'loaded'), keep(10, 'evicted')]).to.deep.equal([1_100, 1_011, 1_010]);
    await states.waitForSaves();
  });

  it('is kept less often while much is written at once', async () => {
    const at = (revision: number) => ({ stream: 'company-8', revision, hash: null });
    const first = states.saveSnapshotIfDue('company', { state, end: at(1_000), snapshotRevision: 0 });
    expect(first.snapshotRevision).to.equal(1_000);
    expect(states.saveSnapshotIfDue('company', { ...first, end: at(5_999) }).snapshotRevision).to.equal(1_000);
    expect(states.saveSnapshotIfDue('company', { ...first, end: at(6_000) }).snapshotRevision).to.equal(6_000);
    const longAgo = { ...first, snapshotAt: performance.now() - 10_001 };
    expect(states.saveSnapshotIfDue('company', { ...longAgo, end: at(1_099) }).snapshotRevision).to.equal(1_000);
    expect(states.saveSnapshotIfDue('company', { ...longAgo, end: at(1_100) }).snapshotRevision).to.equal(1_100);
    await states.waitForSaves();
  });

  it('is kept when it leaves memory, even if it was kept a moment ago', async () => {
    const end = { stream: 'company-12', revision: 1_500, hash: null };
    const rushed = { state, end, snapshotRevision: 1_000, snapshotAt: performance.now() };
    expect(states.saveSnapshotIfDue('company', rushed, 'written').snapshotRevision).to.equal(1_000);
    expect(states.saveSnapshotIfDue('company', rushed, 'evicted').snapshotRevision).to.equal(1_500);
    await states.waitForSaves();
  });

  it('is kept less often the more it holds', async () => {
    const records = Array.from({ length: 10_000 }, (_, index) => ({ id: index + 1, data: { code: `K${index}` } }));
    const large = companyFile.evolve(state, { type: 'RecordsCreated', data: { resource: 'third-parties', records } });
    const keep = (file: CompanyFileState, revision: number) => {
      const loaded = { state: file, end: { stream: 'company-9', revision, hash: null }, snapshotRevision: 0 };
      return states.saveSnapshotIfDue('company', loaded).snapshotRevision;
    };
    expect([keep(state, 99), keep(state, 100)]).to.deep.equal([0, 100]);
    expect([keep(large, 2_000), keep(large, 3_000)]).to.deep.equal([0, 3_000]);
    await states.waitForSaves();
    const { rows } = await database.pool.query<{ revision: number; count: number }>(
      `SELECT revision, json_array_length(state->'records'->'third-parties'->'records') AS count FROM ops.snapshots WHERE stream = 'company-9'`,
    );
    expect(rows).to.deep.equal([{ revision: 3_000, count: 10_000 }]);
  });
});
