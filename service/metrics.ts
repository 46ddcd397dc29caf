import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import { listenForMetrics, type Metrics } from '../api/http/server/metrics.ts';
import type { Closer } from './close-all.ts';
import type { Config } from '../configuration/config.ts';
import type { Core } from './core.ts';
import type { Standstill } from '../projections/engine/stall.ts';
import { waitingDeliveries } from '../projections/webhooks/queries.ts';
import { problemOfListening } from './startup/start-problem.ts';

const METRICS_VARIABLES = { host: 'METRICS_ADDRESS', port: 'METRICS_ADDRESS' };

/** An address that nobody chose may be taken, by a second process of the same machine for example. */
export async function showMetrics(
  metrics: Metrics,
  { metricsAddress }: Config,
  logger: Logger,
  closers: Closer[],
): Promise<void> {
  if (metricsAddress === null) return;
  const { host, port, isChosen } = metricsAddress;
  try {
    const shown = await listenForMetrics(metrics, metricsAddress);
    closers.push(() => shown.close());
  } catch (error) {
    if (isChosen) throw problemOfListening(error, host, port, METRICS_VARIABLES);
    logger.warn(
      { host, port },
      'measurements are not shown: their address is taken, set METRICS_ADDRESS or turn it off',
    );
  }
}

/** Of endpoints that are not paused. A database that does not answer leaves the figures as they were. */
function observeWebhooks(pool: Core['pool'], registry: Registry): void {
  const registers = [registry];
  const oldest = new Gauge({
    name: 'grandlivre_webhook_oldest_seconds',
    help: 'For how long the first of the webhook deliveries that wait has been due',
    registers,
  });
  new Gauge({
    name: 'grandlivre_webhook_deliveries_pending',
    help: 'Webhook deliveries that wait for their first or their next attempt',
    registers,
    async collect() {
      const waiting = await waitingDeliveries(pool).catch(() => null);
      if (waiting === null) return;
      this.set(waiting.pending);
      oldest.set(waiting.oldest_seconds);
    },
  });
}

/** What an operator watches: how far the read tables are, and whether anything holds them back. */
export function observe(
  { progress, halted, pool }: Core,
  registry: Registry,
  droppedLogLines: () => number,
  standstill: Standstill,
): void {
  const gauge = (name: string, help: string, read: () => number): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  };
  gauge(
    'grandlivre_projected_position',
    'Position in the event log that the read tables have passed',
    () => progress.position,
  );
  gauge(
    'grandlivre_log_position',
    'Position of the end of the event log when it was last looked at',
    () => standstill.logPosition,
  );
  gauge(
    'grandlivre_projection_lag_seconds',
    'For how long the read tables have been behind an end of the event log; it grows when they stand still',
    () => standstill.lagSeconds(),
  );
  gauge(
    'grandlivre_halted_streams',
    'Streams whose projection is held by an event that it cannot digest',
    () => halted.size,
  );
  gauge(
    'grandlivre_database_connections_waiting',
    'Requests that wait for a database connection',
    () => pool.waitingCount,
  );
  gauge('grandlivre_log_lines_dropped', 'Log lines that their destination did not take', droppedLogLines);
  observeWebhooks(pool, registry);
}
