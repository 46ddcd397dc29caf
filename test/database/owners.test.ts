import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { buildProcessLockSql } from '../../database/live-processes.ts';
import { openNotifications, type Notifications } from '../../database/notifications.ts';
import {
  buildIsFreeSql,
  buildIsGoneSql,
  isEarlierVersionConnected,
  openOwner,
  OwnershipLost,
  requireHeld,
  type Owner,
} from '../../database/owners.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { waitUntil } from '../support/load.ts';

const BEAT_MS = 40;

interface Member {
  readonly owner: Owner;
  readonly takeovers: number[];
  readonly losses: number[];
  /** Nothing reaches the database until it is thawed, as if the process stood still. */
  freeze(): void;
  thaw(): void;
  /** As the system closes the connections of a process that was killed. */
  disconnect(): Promise<void>;
}

describe('owners of claimed work', function () {
  this.timeout(20_000);
  let database: TestDatabase;
  const opened: Member[] = [];
  before(async () => {
    database = await createTestDatabase('migrated');
  });
  after(() => database.drop());
  afterEach(async () => {
    for (const { owner, thaw, disconnect } of opened.splice(0)) {
      thaw();
      await owner.close();
      await disconnect();
    }
  });

  async function join(): Promise<Member> {
    const processId = randomUUID();
    const connection = await openNotifications(database.url, [], buildProcessLockSql(processId));
    let frozen: Promise<void> | null = null;
    let release: () => void = () => undefined;
    const query: Notifications['query'] = async (text, values) => {
      await frozen;
      const rows = await connection.query(text, values);
      // What was sent before the standstill is answered after it.
      await frozen;
      return rows as never;
    };
    const [takeovers, losses] = [[] as number[], [] as number[]];
    const owner = await openOwner({
      notifications: { query },
      processId,
      onLost: () => void losses.push(1),
      beatMs: BEAT_MS,
    });
    owner.onTakeover(() => takeovers.push(1));
    const member: Member = {
      owner,
      takeovers,
      losses,
      freeze: () => void (frozen ??= new Promise((resolve) => (release = resolve))),
      thaw: () => {
        frozen = null;
        release();
      },
      disconnect: () => connection.close(),
    };
    opened.push(member);
    return member;
  }

  const isGone = async (id: string): Promise<boolean> => {
    const text = `SELECT ${buildIsGoneSql('$1::uuid')} AS gone`;
    return (await database.pool.query<{ gone: boolean }>(text, [id])).rows[0]!.gone;
  };

  it('lose it when they stand still, and what they write later finds no claim', async () => {
    const [frozen, standby] = [await join(), await join()];
    const term = frozen.owner.getTerm();
    expect([await isGone(term.id), term.isCertain(), await term.isHeld()]).to.deep.equal([false, true, true]);
    frozen.freeze();
    await waitUntil('the standby to take over', () => standby.takeovers.length > 0);
    // The process itself knows before it has asked anybody.
    expect([await isGone(term.id), term.isCertain()]).to.deep.equal([true, false]);
    frozen.thaw();
    expect(await term.isHeld()).to.equal(false);
    expect(await requireHeld(term).catch((error: unknown) => error)).to.be.instanceOf(OwnershipLost);
    expect([term.signal.aborted, frozen.losses.length]).to.deep.equal([true, 1]);
    const next = frozen.owner.getTerm();
    expect(next.id).not.to.equal(term.id);
    expect([await next.isHeld(), await isGone(next.id), await isGone(term.id)]).to.deep.equal([true, false, true]);
  });

  it('keep it while they beat, however long, and confirm it after a short standstill', async () => {
    const [one, other] = [await join(), await join()];
    const terms = [one.owner.getTerm(), other.owner.getTerm()];
    one.freeze();
    await waitUntil('the term to be uncertain', () => !terms[0]!.isCertain());
    one.thaw();
    // Either of them may have been slow; nobody loses anything without the other having seen it stand still.
    if (await terms[0]!.isHeld()) expect(terms[0]!.isCertain()).to.equal(true);
    const beats = async (): Promise<number> => {
      const { rows } = await database.pool.query<{ beat: number }>('SELECT beat FROM ops.owners WHERE id = $1', [
        terms[1]!.id,
      ]);
      return rows[0]!.beat;
    };
    const before = await beats();
    await waitUntil('many beats', async () => (await beats()) > before + 20);
    expect(terms[1]!.signal.aborted).to.equal(false);
  });

  it('pass it on at once when they stop', async () => {
    const [stopping, standby] = [await join(), await join()];
    const { id } = stopping.owner.getTerm();
    await waitUntil('the standby to know it', async () => {
      const { rows } = await database.pool.query('SELECT FROM ops.owners WHERE id = $1 AND beat > 3', [id]);
      return rows.length > 0;
    });
    await stopping.owner.close();
    await waitUntil('the standby to take over', () => standby.takeovers.length > 0);
    expect(await isGone(id)).to.equal(true);
  });

  it('lose it when they are killed, and so does a process of an earlier version, which only has a connection', async () => {
    const standby = await join();
    const killed = await join();
    killed.freeze();
    await killed.disconnect();
    await waitUntil('the standby to take over', () => standby.takeovers.length > 0);
    expect(await isGone(killed.owner.getTerm().id)).to.equal(true);
    const earlier = randomUUID();
    const client = await database.pool.connect();
    await client.query(buildProcessLockSql(earlier));
    expect(await isGone(earlier)).to.equal(false);
    client.release(true);
    await waitUntil('its connection to end', () => isGone(earlier));
  });

  it('give back what they have forgotten after a time', async () => {
    const { owner } = await join();
    const isFree = async (until: string): Promise<unknown> => {
      const text = `SELECT ${buildIsFreeSql('c.until', 'c.owner')} AS free FROM (SELECT ${until} AS until, $1::uuid AS owner) AS c`;
      return (await database.pool.query<{ free: boolean }>(text, [owner.getTerm().id])).rows[0]!.free;
    };
    const hour = `interval '1 hour'`;
    expect([
      await isFree('NULL::timestamptz'),
      await isFree(`now() + ${hour}`),
      await isFree(`now() - ${hour}`),
    ]).to.deep.equal([true, false, true]);
  });

  it('tell processes of this version from those of versions without terms', async () => {
    await join();
    expect(await isEarlierVersionConnected(database.pool)).to.equal(false);
    const earlier = await openNotifications(database.url, [], buildProcessLockSql(randomUUID()));
    expect(await isEarlierVersionConnected(database.pool)).to.equal(true);
    await earlier.close();
    await waitUntil('the earlier process to be gone', async () => !(await isEarlierVersionConnected(database.pool)));
  });
});
