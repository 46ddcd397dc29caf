import { expect } from 'chai';
import type pg from 'pg';
import type { Notifications } from '../../database/notifications.ts';
import { PROJECTED_CHANNEL } from '../../projections/engine/batch-statement.ts';
import { schemaDigest } from '../../projections/engine/schema.ts';
import { ProjectionDelayed, trackProgress } from '../../projections/engine/progress.ts';

/** A database that tells where the tables stand, or that does not answer at all. */
function surroundings() {
  const heard = new Map<string, (payload: string) => void>();
  let onReconnect: (wasLost: boolean) => void = () => undefined;
  const notifications: Notifications = {
    on: (channel, handler) => (heard.set(channel, handler), () => heard.delete(channel)),
    onReconnect: (handler) => ((onReconnect = handler), () => undefined),
    onLost: () => () => undefined,
    isConnected: () => true,
    query: () => Promise.reject(new Error('unused')),
    close: () => Promise.resolve(),
  };
  const database = { position: 0, isSilent: false };
  const query = (): Promise<unknown> =>
    database.isSilent
      ? new Promise(() => undefined)
      : Promise.resolve({
          rows: [
            {
              there: true,
              position: database.position,
              positions: [database.position],
              digest: schemaDigest,
              generation: 'g',
            },
          ],
        });
  return {
    database,
    pool: { query } as unknown as pg.Pool,
    notifications,
    tell: (position: number) => heard.get(PROJECTED_CHANNEL)?.(String(position)),
    reconnect: () => onReconnect(true),
  };
}

describe('the progress of the read tables', () => {
  it('keeps nobody waiting beyond their time when the database does not answer', async () => {
    const { database, pool, notifications } = surroundings();
    const progress = trackProgress(pool, notifications, 300);
    database.isSilent = true;
    const startedAt = performance.now();
    const error: unknown = await progress.waitForPosition(5).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(ProjectionDelayed);
    expect(performance.now() - startedAt).to.be.lessThan(6_000);
    progress.close();
  });

  it('is found in the table when the news was lost', async () => {
    const { database, pool, notifications } = surroundings();
    const progress = trackProgress(pool, notifications);
    database.position = 7;
    await progress.waitForPosition(7);
    expect(progress.position).to.equal(7);
    progress.close();
  });

  it('goes back with the tables when the server has forgotten its last commits', async () => {
    const { database, pool, notifications, tell, reconnect } = surroundings();
    const progress = trackProgress(pool, notifications);
    tell(50);
    await progress.waitForPosition(50);
    database.position = 20;
    reconnect();
    let isPassed = false;
    const waiting = progress.waitForPosition(50).then(() => (isPassed = true));
    await progress.waitForPosition(20);
    expect(isPassed).to.equal(false);
    tell(50);
    await waiting;
    progress.close();
  });
});
