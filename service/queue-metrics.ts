import { Gauge, type Registry } from 'prom-client';
import type { QueueLength } from '../projections/support/queue-length.ts';
import { readWaitingDeliveries } from '../projections/webhooks/queries.ts';
import type { Core } from './core.ts';
import { QUEUES } from './subjects.ts';

/** If the database does not respond, the figures keep their values. */
export function observeQueues(pool: Core['pool'], registry: Registry): void {
  const registers = [registry];
  const readQueues = shareReading(() =>
    Promise.all(
      Object.entries(QUEUES).map(async ([queue, read]) => ({ queue, length: await read(pool).catch(() => null) })),
    ),
  );
  const addGauge = (name: string, help: string, choose: (length: QueueLength) => number): void => {
    new Gauge({
      name,
      help,
      labelNames: ['queue'] as const,
      registers,
      async collect() {
        for (const { queue, length } of (await readQueues()) ?? [])
          if (length !== null) this.set({ queue }, choose(length));
      },
    });
  };
  addGauge('grandlivre_queue_pending', 'Items of a queue that wait for a worker', ({ pending }) => pending);
  addGauge(
    'grandlivre_queue_oldest_seconds',
    'How long the oldest item of a queue has been waiting',
    (length) => length.oldest_seconds,
  );
  observeWebhooks(pool, registers);
}

/** Only active endpoints. */
function observeWebhooks(pool: Core['pool'], registers: Registry[]): void {
  const readDeliveries = shareReading(() => readWaitingDeliveries(pool));
  const addGauge = (name: string, help: string, choose: (length: QueueLength) => number): void => {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const waiting = await readDeliveries();
        if (waiting !== null) this.set(choose(waiting));
      },
    });
  };
  addGauge(
    'grandlivre_webhook_deliveries_pending',
    'Webhook deliveries that wait for their first or next attempt',
    ({ pending }) => pending,
  );
  addGauge(
    'grandlivre_webhook_oldest_seconds',
    'How long the oldest waiting webhook delivery has been due',
    (length) => length.oldest_seconds,
  );
}

/** Gauges that are collected together share one reading; null if it fails. */
function shareReading<T>(read: () => Promise<T>): () => Promise<T | null> {
  let running: Promise<T | null> | null = null;
  return () =>
    (running ??= read()
      .catch(() => null)
      .finally(() => (running = null)));
}
