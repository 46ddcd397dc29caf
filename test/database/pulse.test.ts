import { expect } from 'chai';
import type pg from 'pg';
import { createPool } from '../../database/pool.ts';
import type { Gate } from '../../database/gate.ts';
import { openPulse } from '../../database/heartbeat.ts';
import type { Pulse } from '../../database/unresponsive-server.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { waitUntil } from '../support/load.ts';
import { startProxy, parseTarget, routeThroughProxy, type Proxy } from '../support/proxy.ts';
import { rejection } from '../eventlog/contract/support.ts';

const TICK_MS = 40;

describe('the pulse of a database server', function () {
  this.timeout(20_000);
  let database: TestDatabase;
  let wire: Proxy;
  let pulse: Pulse;
  let pool: pg.Pool;
  before(async () => {
    database = await createTestDatabase();
    wire = await startProxy(parseTarget(database.url));
    const url = routeThroughProxy(database.url, wire);
    pulse = openPulse(url, TICK_MS);
    pool = createPool(url, { pulse, max: 3 });
  });
  after(async () => {
    await pool.end();
    await pulse.close();
    await wire.close();
    await database.drop();
  });

  it('is lost when nothing is answered: what waits fails, what comes is refused at once, and all goes on afterwards', async () => {
    await pool.query('SELECT 1');
    wire.setSilent(true);
    const waiting = [pool.query('SELECT 1'), pool.query('SELECT 2'), pool.query('SELECT 3'), pool.query('SELECT 4')];
    for (const error of await Promise.all(waiting.map(rejection))) expect(error).to.have.property('code', '08006');
    expect(pulse.isLost).to.equal(true);
    expect(await rejection(pool.query('SELECT 1'))).to.have.property('code', '08006');
    wire.setSilent(false);
    await waitUntil('the pulse to be back', () => !pulse.isLost);
    expect((await pool.query('SELECT 1 AS one')).rows).to.deep.equal([{ one: 1 }]);
  });

  it('is not lost when a statement takes long, nor when connections are cut', async () => {
    const slow = pool.query(`SELECT pg_sleep(${(TICK_MS * 25) / 1000})`);
    wire.breakConnections();
    expect(await rejection(slow)).to.be.instanceOf(Error);
    await pool.query(`SELECT pg_sleep(${(TICK_MS * 25) / 1000})`);
    expect(pulse.isLost).to.equal(false);
  });

  it('is asked before the gate: whoever comes while it is lost is refused at once, and does not wait there', async () => {
    const lost: Pulse = { isLost: true, onLost: () => () => undefined, close: () => Promise.resolve() };
    let waits = 0;
    const gate: Gate = {
      isClosed: true,
      waitUntilOpen: () => ((waits += 1), new Promise(() => undefined)),
      close: () => undefined,
      open: () => undefined,
    };
    const both = createPool(process.env['TEST_DATABASE_URL']!, { pulse: lost, gate, max: 1 });
    expect(await rejection(both.query('SELECT 1'))).to.have.property('code', '08006');
    expect(waits).to.equal(0);
    await both.end();
  });
});
