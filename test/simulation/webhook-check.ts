import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { keepWebhook } from '../api/access/webhooks.ts';
import type { Scene } from '../api/access/scene.ts';
import { must } from '../api/access/basics.ts';
import { answerText, startHttpServer, type TestHttpServer } from '../support/http-server.ts';
import type { Failure } from './plan.ts';

/** A receiver of webhooks: everything that is announced must reach it at least once. */
export interface WebhookWatch {
  readonly host: string;
  subscribe(scene: Scene): Promise<void>;
  check(scene: Scene): Promise<Failure[]>;
}

const LONGEST_WAIT_MS = 180_000;
const LOOK_MS = 500;

export async function watchWebhooks(): Promise<WebhookWatch> {
  const receiver = await startHttpServer(answerText('ok'));
  let since = 0;
  return {
    host: receiver.host,
    async subscribe(scene) {
      const fields = { url: `${receiver.url}/`, description: 'simulation', events: ['entry.posted'] };
      const { id } = await must(scene.owner.post(`/v1/firms/${scene.firm.token}/webhooks`, fields));
      keepWebhook(id);
      since = await scene.service.core.log.readHead();
    },
    async check(scene) {
      const { pool } = scene.service.core;
      const expected = await listPostedEntries(pool, scene, since);
      const deadline = performance.now() + LONGEST_WAIT_MS;
      for (;;) {
        const received = listReceivedEntries(receiver);
        const missing = expected.filter((id) => !received.has(id));
        if (missing.length === 0) return [];
        if (performance.now() > deadline)
          return [{ check: 'webhooks come at least once', details: `entries ${missing.slice(0, 20).join(', ')}` }];
        await pause(LOOK_MS);
      }
    },
  };
}

const listReceivedEntries = ({ requests }: TestHttpServer): Set<number> =>
  new Set(requests.map(({ body }) => (JSON.parse(body) as { data?: { id?: number } }).data?.id ?? 0));

/** The entries of the shared company file since the receiver has subscribed, from the log. */
async function listPostedEntries(pool: pg.Pool, { file }: Scene, since: number): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `SELECT (data->>'id')::bigint AS id FROM log.events WHERE stream = $1 AND type = 'EntryPosted' AND position > $2`,
    [`company-${file.id}`, since],
  );
  return rows.map(({ id }) => id);
}
