import { setMaxListeners } from 'node:events';
import { expect } from 'chai';
import type pg from 'pg';
import { openLiveHeads } from '../../projections/sync/live-heads.ts';

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Tables of one company file, whose feed grows when the test says so. */
function createTables() {
  const listeners = new Set<() => void>();
  let seq = 1;
  let queries = 0;
  const pool = {
    query: async () => {
      queries += 1;
      return { rows: [{ id: 7, seq }] };
    },
  } as unknown as pg.Pool;
  const stopping = new AbortController();
  const progress = {
    onAdvance(handler: () => void) {
      listeners.add(handler);
      return () => listeners.delete(handler);
    },
  };
  return {
    heads: openLiveHeads({ pool, progress, stopping: stopping.signal }),
    stop: () => stopping.abort(),
    countQueries: () => queries,
    grow() {
      seq += 1;
      for (const listener of listeners) listener();
    },
  };
}

describe('Those who wait for a change', () => {
  const nobody = new AbortController().signal;
  setMaxListeners(0, nobody);

  it('are woken by it, however many begin to wait meanwhile', async () => {
    const { heads, grow, stop } = createTables();
    let isWoken = false;
    const waiting = heads.waitBeyond(7, 1, 60_000, nobody).then(() => (isWoken = true));
    await pause(100);
    grow();
    for (let turn = 0; turn < 100 && !isWoken; turn += 1) {
      void heads.waitBeyond(7, 2, 60_000, nobody);
      await pause(5);
    }
    expect(isWoken).to.equal(true);
    stop();
    await waiting;
  });

  it('are woken by a change between their last look and now', async () => {
    const { heads, grow, stop } = createTables();
    void heads.waitBeyond(7, 1, 60_000, nobody);
    await pause(60);
    grow();
    await pause(60);
    await heads.waitBeyond(7, 1, 60_000, nobody);
    stop();
    expect(heads.waiting).to.equal(0);
  });

  it('cost no query each while nothing changes', async () => {
    const { heads, stop, countQueries } = createTables();
    for (let turn = 0; turn < 20; turn += 1) {
      void heads.waitBeyond(7, 1, 60_000, nobody);
      await pause(30);
    }
    expect(countQueries()).to.be.at.most(2);
    stop();
  });

  it('go on when their time is over, when they leave and when the process stops', async () => {
    const { heads, stop } = createTables();
    await heads.waitBeyond(7, 1, 10, nobody);
    const leaving = new AbortController();
    const left = heads.waitBeyond(7, 1, 60_000, leaving.signal);
    leaving.abort();
    await left;
    const stopped = heads.waitBeyond(7, 1, 60_000, nobody);
    stop();
    await stopped;
    expect(heads.waiting).to.equal(0);
  });
});
