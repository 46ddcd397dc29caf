import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import { listenForMetrics, type Metrics } from '../api/http/server/metrics.ts';
import type { Closer } from './close-all.ts';
import type { Config } from '../configuration/config.ts';
import type { Core } from './core.ts';
import type { Standstill } from '../projections/engine/stall.ts';
import { readWaitingDeliveries } from '../projections/webhooks/queries.ts';
import { toListenProblem } from './startup/start-problem.ts';

const METRICS_VARIABLES = { host: 'METRICS_ADDRESS', port: 'METRICS_ADDRESS' };

/** A default address may be in use, for example by a second process on the same machine. */
export async function exposeMetrics(
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
    if (isChosen) throw toListenProblem(error, host, port, METRICS_VARIABLES);
    logger.warn(
      { host, port },
      'metrics are not available: their address is in use; set METRICS_ADDRESS or turn it off',
    );
  }
}

/** Only active endpoints. If the database does not respond, the figures keep their values. */
function observeWebhooks(pool: Core['pool'], registry: Registry): void {
  const registers = [registry];
  const oldest = new Gauge({
    name: 'grandlivre_webhook_oldest_seconds',
    help: 'How long the oldest waiting webhook delivery has been due',
    registers,
  });
  new Gauge({
    name: 'grandlivre_webhook_deliveries_pending',
    help: 'Webhook deliveries that wait for their first or next attempt',
    registers,
    async collect() {
      const waiting = await readWaitingDeliveries(pool).catch(() => null);
      if (waiting === null) return;
      this.set(waiting.pending);
      oldest.set(waiting.oldest_seconds);
    },
  });
}

/** Metrics for operators: the progress of the read tables, and anything that holds them back. */
export function observeCore(
  { progress, halted, pool }: Core,
  registry: Registry,
  droppedLogLines: () => number,
  standstill: Standstill,
): void {
  const addGauge = (name: string, help: string, read: () => number): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  };
  addGauge(
    'grandlivre_projected_position',
    'Position in the event log that the read tables have passed',
    () => progress.position,
  );
  addGauge(
    'grandlivre_log_position',
    'Position of the end of the event log at the last check',
    () => standstill.logPosition,
  );
  addGauge(
    'grandlivre_projection_lag_seconds',
    'How long the read tables have been behind the end of the event log; grows while they stall',
    () => standstill.getLagSeconds(),
  );
  addGauge(
    'grandlivre_halted_streams',
    'Streams whose projection is halted by an event that cannot be projected',
    () => halted.size,
  );
  addGauge(
    'grandlivre_database_connections_waiting',
    'Requests that wait for a database connection',
    () => pool.waitingCount,
  );
  addGauge('grandlivre_log_lines_dropped', 'Log lines that could not be written', droppedLogLines);
  observeWebhooks(pool, registry);
}
