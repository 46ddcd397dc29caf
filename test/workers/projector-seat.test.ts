import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import pg from 'pg';
import { acquireProjectorLock } from '../../workers/projector-lock.ts';
import { openProjectorSeat, type ProjectorSeat } from '../../workers/projector-seat.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const PRESENCE_LOCK = 7_201_009;

describe('the right to project', function () {
  this.timeout(30_000);
  let database: TestDatabase;
  const seats: ProjectorSeat[] = [];
  const clients: pg.Client[] = [];
  before(async () => (database = await createTestDatabase()));
  after(() => database.drop());
  beforeEach(() =>
    database.pool.query(
      `DELETE FROM ops.projector_shards; INSERT INTO ops.projector_shards (shard, position) VALUES (0, -1)`,
    ),
  );
  afterEach(async () => {
    await Promise.all(seats.splice(0).map((seat) => seat.close()));
    await Promise.all(clients.splice(0).map((client) => client.end()));
  });

  async function takeSeat(): Promise<ProjectorSeat> {
    const seat = await openProjectorSeat(database.url);
    seats.push(seat);
    return seat;
  }

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: database.url });
    client.on('error', () => undefined);
    await client.connect();
    clients.push(client);
    return client;
  }

  /** An owner as a process that stands still leaves it: connected, without a new heartbeat. */
  async function addSilentOwner(shard: number, heartbeat: string): Promise<pg.Client> {
    const id = randomUUID();
    const client = await connect();
    await client.query(`SELECT pg_advisory_lock(${PRESENCE_LOCK}, hashtext($1))`, [id]);
    await client.query(`INSERT INTO ops.projectors (id, heartbeat_at) VALUES ($1, now() + $2::interval)`, [
      id,
      heartbeat,
    ]);
    await client.query('INSERT INTO ops.projector_shards (shard, owner, position) VALUES ($1, $2, -1)', [shard, id]);
    return client;
  }

  const listShards = async (seat: ProjectorSeat): Promise<number[]> =>
    (await seat.look()).claimable.map(({ shard }) => shard);

  async function claim(seat: ProjectorSeat, wanted = 0) {
    const observed = (await seat.look()).claimable.find(({ shard }) => shard === wanted);
    return observed ? seat.claim(observed) : null;
  }

  it('belongs to one at a time, and a clean release passes it on at once with a higher number', async () => {
    const [first, second] = [await takeSeat(), await takeSeat()];
    const lease = (await claim(first))!;
    expect(lease).to.deep.equal({ shard: 0, shards: 1, fence: 1 });
    expect([first.isCertain(lease), await first.holds(lease)]).to.deep.equal([true, true]);
    expect(await claim(second)).to.equal(null);
    await first.release(lease);
    expect(await claim(second)).to.deep.include({ shard: 0, fence: 2 });
    await second.close();
    expect(await claim(first)).to.deep.include({ shard: 0, fence: 3 });
  });

  it('is taken at once from a process that the server knows to be gone', async () => {
    await database.pool.query(
      `INSERT INTO ops.projectors (id, heartbeat_at) VALUES (gen_random_uuid(), now());
       UPDATE ops.projector_shards SET owner = (SELECT id FROM ops.projectors LIMIT 1)`,
    );
    expect(await claim(await takeSeat())).to.deep.include({ shard: 0, fence: 1 });
  });

  it('is taken from a process that stands still, whatever the clocks say, and its open transaction is ended', async () => {
    const lost: number[] = [];
    const alive = await takeSeat();
    const lease = (await claim(alive))!;
    alive.onLost(({ shard }) => lost.push(shard));
    const seat = await takeSeat();
    await addSilentOwner(1, '1 hour');
    const stuck = await addSilentOwner(2, '-1 hour');
    await stuck.query('BEGIN');
    await stuck.query('UPDATE ops.projector_shards SET position = 5 WHERE shard = 2');
    expect(await listShards(seat), 'at first').to.deep.equal([]);
    const startedAt = performance.now();
    while ((await listShards(seat)).length < 2) await pause(100);
    expect(performance.now() - startedAt).to.be.within(3_000, 10_000);
    expect(await claim(seat, 1)).to.deep.equal({ shard: 1, shards: 3, fence: 1 });
    let taken = await claim(seat, 2);
    for (let turn = 0; turn < 20 && taken === null; turn += 1) {
      await pause(100);
      taken = await claim(seat, 2);
    }
    expect(taken).to.deep.equal({ shard: 2, shards: 3, fence: 1 });
    const { rows } = await database.pool.query('SELECT position FROM ops.projector_shards WHERE shard = 2');
    expect(rows, 'nothing of the transaction is kept').to.deep.equal([{ position: -1 }]);
    expect([lost, await alive.holds(lease)], 'the one that is alive keeps its own').to.deep.equal([[], true]);
  });

  it('is noticed to be lost by the one that had it', async () => {
    const seat = await takeSeat();
    const lease = (await claim(seat))!;
    const lost = new Promise((resolve) => seat.onLost(resolve));
    await database.pool.query('UPDATE ops.projector_shards SET owner = gen_random_uuid(), fence = fence + 1');
    expect(await lost).to.equal(lease);
    expect([seat.isCertain(lease), await seat.holds(lease)]).to.deep.equal([false, false]);
  });

  it('is nobody’s while an earlier version projects, or the tables are given to another log', async () => {
    const lock = await acquireProjectorLock(database.url);
    if (lock === 'taken') throw new Error('The lock is taken');
    const seat = await takeSeat();
    expect(await claim(seat)).to.equal(null);
    await lock.release();
    while ((await claim(seat)) === null) await pause(20);
    expect(await acquireProjectorLock(database.url)).to.equal('taken');
  });
});
