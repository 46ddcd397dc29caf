import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { Gauge, type Registry } from 'prom-client';
import { createMetrics, type Metrics } from '../api/http/server/metrics.ts';
import { listenForOperators } from '../api/http/server/operator-listener.ts';
import { UNREADY_REASONS } from '../api/http/server/probes.ts';
import type { Closer } from './close-all.ts';
import type { Core } from './core.ts';
import { watchStandstill, type Standstill } from '../projections/engine/stall.ts';
import type { ServiceOptions } from './options.ts';
import type { ReadReplicas, ReplicaState } from '../database/read-replicas.ts';
import { observeQueues } from './queue-metrics.ts';
import type { Readiness } from './readiness.ts';
import { VERSION } from '../support/version.ts';
import { toListenProblem } from './startup/start-problem.ts';

const METRICS_VARIABLES = { host: 'METRICS_ADDRESS', port: 'METRICS_ADDRESS' };

/** Metrics and probes of the process. Their address is open from the start, so that a slow start can be observed. */
export async function openMetrics(readiness: Readiness, options: ServiceOptions, closers: Closer[]): Promise<Metrics> {
  const metrics = createMetrics();
  observeReadiness(readiness, metrics.registry);
  observeProcess(options, metrics.registry);
  await listenForMetrics(metrics, readiness, options, closers);
  return metrics;
}

/** Metrics of the running core; examines its progress and returns the result. */
export function monitorCore(
  core: Core,
  { registry }: Metrics,
  { logger, countDroppedLogLines = () => 0 }: ServiceOptions,
  closers: Closer[],
): Standstill {
  const standstill = watchStandstill({
    log: core.log,
    progress: core.progress,
    onChange: ({ standsStill, ...positions }) =>
      standsStill
        ? logger.error(positions, 'the read tables are not updated while the log grows: see /v1/status')
        : logger.warn(positions, 'the read tables are following the log again'),
  });
  closers.push(() => standstill.close());
  observeCore(core, registry, countDroppedLogLines, standstill);
  return standstill;
}

/** Asks as a probe does, so that processes that are never probed show it too. */
function observeReadiness(readiness: Readiness, registry: Registry): void {
  new Gauge({
    name: 'grandlivre_not_ready',
    help: 'Whether the process is not ready for requests, by reason',
    labelNames: ['reason'] as const,
    registers: [registry],
    async collect() {
      const reasons = await readiness.listUnreadyReasons();
      for (const reason of UNREADY_REASONS) this.set({ reason }, reasons.includes(reason) ? 1 : 0);
    },
  });
}

/** Version and role of the process, and the disk of its data folder. */
function observeProcess({ config: { role, dataDir } }: ServiceOptions, registry: Registry): void {
  const registers = [registry];
  new Gauge({
    name: 'grandlivre_info',
    help: 'Version and role of the process; always 1',
    labelNames: ['version', 'role'] as const,
    registers,
  }).set({ version: VERSION, role }, 1);
  const addDiskGauge = (name: string, help: string, choose: (disk: StatsFs) => number): void => {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        // Before the first start the folder does not exist.
        const disk = await statfs(dataDir).catch(() => null);
        if (disk !== null) this.set(choose(disk));
      },
    });
  };
  addDiskGauge('grandlivre_disk_size_bytes', 'Size of the disk of the data folder', (disk) => disk.blocks * disk.bsize);
  addDiskGauge(
    'grandlivre_disk_free_bytes',
    'Free space on the disk of the data folder',
    (disk) => disk.bavail * disk.bsize,
  );
}

/** A default address may be in use, for example by a second process on the same machine. */
async function listenForMetrics(
  metrics: Metrics,
  readiness: Readiness,
  { config: { metricsAddress }, logger }: ServiceOptions,
  closers: Closer[],
): Promise<void> {
  if (metricsAddress === null) return;
  const { host, port, isChosen } = metricsAddress;
  try {
    const shown = await listenForOperators(metrics, readiness, metricsAddress);
    closers.push(() => shown.close());
  } catch (error) {
    if (isChosen) throw toListenProblem(error, host, port, METRICS_VARIABLES);
    logger.warn(
      { host, port },
      'metrics and probes are not available there: the address is in use; set METRICS_ADDRESS or turn it off',
    );
  }
}

/** Metrics for operators: the progress of the read tables, and anything that holds them back. */
function observeCore(
  { progress, halted, pool, replicas }: Core,
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
  new Gauge({
    name: 'grandlivre_projected_position',
    help: 'Position in the event log that the read tables have passed, by shard',
    labelNames: ['shard'],
    registers: [registry],
    collect() {
      this.reset();
      progress.positions.forEach((position, shard) => this.set({ shard: String(shard) }, position));
    },
  });
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
  observeQueues(pool, registry);
  if (replicas) observeReplicas(replicas, registry);
}

function observeReplicas(replicas: ReadReplicas, registry: Registry): void {
  const addGauge = (name: string, help: string, read: (state: ReplicaState) => number | null): void => {
    new Gauge({
      name,
      help,
      labelNames: ['replica'] as const,
      registers: [registry],
      collect() {
        this.reset();
        for (const state of replicas.listStates()) {
          const value = read(state);
          if (value !== null) this.set({ replica: state.name }, value);
        }
      },
    });
  };
  addGauge('grandlivre_replica_in_use', 'Whether a read replica serves reads', ({ isInUse }) => (isInUse ? 1 : 0));
  addGauge(
    'grandlivre_replica_lag_seconds',
    'For how long the primary has shown more than a read replica; absent while the replica does not answer',
    ({ lagSeconds }) => lagSeconds,
  );
}
