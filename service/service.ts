import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { getAppKey } from './app-key.ts';
import { isExtractedSheet } from '../commands/document-analysis/answers.ts';
import { openDocumentReader, type DocumentReader } from '../commands/document-analysis/index.ts';
import { readEmbeddedInvoice } from '../commands/document-imports/structured.ts';
import { openHistory } from '../commands/history/index.ts';
import { closeAll, type Closer } from './close-all.ts';
import type { Metrics } from '../api/http/server/metrics.ts';
import type { Config } from '../configuration/config.ts';
import { openCore, type Core } from './core.ts';
import { openApiEngine } from '../outside/analysis/api-engine.ts';
import { openAnalyser } from '../outside/analysis/index.ts';
import { openFileStore } from '../outside/files/index.ts';
import { createReadinessCheck } from './health.ts';
import { monitorCore, openMetrics } from './metrics.ts';
import { createReadiness, type Readiness } from './readiness.ts';
import { keepStatistics } from '../workers/statistics.ts';
import { maintainDemo, type DemoKeeper } from '../workers/demo.ts';
import { hostDemo } from './demo/host.ts';
import { dropRetired, refillCopies, refreshDemo, type DemoOutcome, type KeeperParts } from './demo/keeper.ts';
import { trashEarlierDemos } from '../commands/demo/load-demo.ts';
import type { ServiceOptions } from './options.ts';
import { openOutsideServices } from './subjects.ts';
import { toDiskProblem } from './startup/disk-problem.ts';
import { checkSharedFiles } from './startup/shared-files.ts';
import { openTracer } from './tracing.ts';
import type { Tracer } from '../outside/tracing/port.ts';
import { waitForServers, type Room } from './startup/waiting.ts';
import { beginToLoadServing, loadServing } from './load-serving.ts';
import { startWorkers } from './workers.ts';

export type { ServiceOptions } from './options.ts';

/** The running service, assembled from its configuration. */
export interface Service {
  /** Address for clients, or null for a process that serves no requests. */
  readonly url: string | null;
  readonly core: Core;
  /** Result of loading the demo, which continues after the start; null if this process does not load it. */
  readonly demo: DemoKeeper<DemoOutcome>['first'] | null;
  /** The parts that keep the demo; null if it is off. */
  readonly demoParts: KeeperParts | null;
  /** From now on not ready. Requests are still accepted during the delay, so that load balancers can notice. */
  stop(delayMs?: number): Promise<void>;
}

export async function startService(options: ServiceOptions): Promise<Service> {
  const { config } = options;
  const isServing = serves(config);
  const readiness = createReadiness();
  // Everything opened is closed in reverse order, also when the start fails half-way: a port in use ends the process.
  const closers: Closer[] = [];
  try {
    const metrics = await openMetrics(readiness, options, closers);
    const room = await waitForServers(options, readiness, isServing);
    try {
      return await startWithServers({ options, serves: isServing, room, readiness, metrics, closers });
    } finally {
      await room.close();
    }
  } catch (error) {
    await closeAll(closers).catch(() => undefined);
    throw await toDiskProblem(error, config);
  }
}

/** Whether the process serves requests. */
const serves = ({ role }: Config): boolean => role === 'all' || role === 'api';

interface Start {
  readonly options: ServiceOptions;
  readonly serves: boolean;
  readonly room: Room;
  readonly readiness: Readiness;
  readonly metrics: Metrics;
  readonly closers: Closer[];
}

async function startWithServers({ options, serves, room, readiness, metrics, closers }: Start): Promise<Service> {
  const { config, logger } = options;
  const tracer = await openTracer(options, closers);
  const core = await openServiceCore({ options, readiness, metrics, tracer });
  closers.push(() => core.stop());
  const files = openFileStore({
    folder: join(config.dataDir, 'files'),
    bucket: config.bucket,
    ...(options.openForWriting && { openForWriting: options.openForWriting }),
  });
  closers.push(() => files.close());
  const { projector } = core;
  if (projector) {
    const { relaxedPool: pool, progress } = core;
    const { statisticsDelayMs: delayMs } = options;
    const statistics = keepStatistics({ pool, progress, isActive: () => projector.isActive, logger, delayMs });
    closers.push(() => statistics.stop());
  }
  let demo: DemoKeeper<DemoOutcome> | null = null;
  const standstill = monitorCore(core, metrics, options, closers);
  await checkSharedFiles({ files, pool: core.relaxedPool, config, logger, onFatal: options.onFatal });
  const appKey = await getAppKey(config);
  const history = openHistory(core, config.dataDir, appKey);
  const documentReader = createDocumentReader(config, logger);
  closers.push(() => documentReader.close());
  const outside = openOutsideServices(core.pool, appKey, options, closers);
  const works = config.role === 'all' || config.role === 'worker';
  const keepsDemo = works && config.demo && options.loadsDemo !== false;
  const demoReset = createDemoReset();
  const workers = works
    ? startWorkers(
        { ...core, ...outside, files, documentReader, history },
        options,
        keepsDemo ? demoReset.run : null,
        closers,
      )
    : null;
  closers.push(() => demoReset.stop());
  const wakeMigrations = (): void => workers?.wakeMigrations();
  const host =
    config.demo && (serves || works)
      ? hostDemo({
          options,
          main: core,
          shared: serves
            ? { documentReader, appKey, metrics, tracer, probes: readiness, desk: { onCopyGiven: () => demo?.wake() } }
            : null,
        })
      : null;
  closers.push(() => host?.stop());
  const serving = serves ? await loadServing() : null;
  const url =
    serving &&
    (await serving.serve(
      {
        ...core,
        ...outside,
        files,
        documentReader,
        history,
        appKey,
        wakeMigrations,
        metrics,
        tracer,
        probes: readiness,
      },
      options,
      closers,
      room,
      (request) => host?.dispatch(request) ?? null,
    ));
  const demoParts = host && { config, logger, main: core, host };
  // After requests are accepted, so that the start does not wait for it.
  if (demoParts && keepsDemo) {
    const keeper = (demo = keepDemo(demoParts, { ...core, files }));
    closers.push(() => keeper.stop());
    closers.push(() => demoReset.stop());
  }
  demoReset.start(demo);
  readiness.examineWith(createReadinessCheck(core, config, standstill));
  const stop: Service['stop'] = async (delayMs = 0) => {
    readiness.announceShutdown();
    if (delayMs > 0) await pause(delayMs);
    await closeAll(closers);
  };
  return { url, core, demo: demo?.first ?? null, demoParts, stop };
}

interface DemoReset {
  readonly run: () => Promise<DemoOutcome | 'unfinished'>;
  start(keeper: DemoKeeper<DemoOutcome> | null): void;
  stop(): void;
}

/** The nightly reset may be due before the demo is kept: it waits for the rest of the start. */
function createDemoReset(): DemoReset {
  let isStopping = false;
  let start!: DemoReset['start'];
  const started = new Promise<DemoKeeper<DemoOutcome> | null>((resolve) => (start = resolve));
  return {
    async run() {
      const keeper = await started;
      try {
        const outcome = (await keeper?.refresh()) ?? 'busy';
        // Another process loads it, and may not complete it.
        return outcome === 'busy' ? 'unfinished' : outcome;
      } catch (error) {
        if (isStopping) return 'unfinished';
        throw error;
      }
    },
    start,
    stop() {
      isStopping = true;
      start(null);
    },
  };
}

const keepDemo = (parts: KeeperParts, main: Parameters<typeof trashEarlierDemos>[0]): DemoKeeper<DemoOutcome> =>
  maintainDemo(
    {
      async refresh(signal) {
        const outcome = await refreshDemo(parts, { now: new Date(), signal });
        await trashEarlierDemos(main);
        return outcome;
      },
      refill: (signal) => refillCopies(parts, signal),
      clean: () => dropRetired(parts),
    },
    parts.logger,
  );

interface CoreParts extends Pick<Start, 'options' | 'readiness' | 'metrics'> {
  readonly tracer: Tracer | null;
}

function openServiceCore({ options, readiness, metrics, tracer }: CoreParts): Promise<Core> {
  const { config, logger } = options;
  return openCore({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    databaseOwnerUrl: config.databaseOwnerUrl,
    migratesSchema: config.migratesSchema,
    vaultDatabaseUrl: config.vaultDatabaseUrl,
    readAppKey: () => getAppKey(config),
    ...(config.readReplicas.urls.length > 0 && serves(config) && { readReplicas: config.readReplicas }),
    eventStoreUrl: config.eventStoreUrl,
    eventStorePrefix: config.eventStorePrefix,
    isTool: false,
    runsProjector: config.role === 'all' || config.role === 'projector',
    logger,
    onFatal: options.onFatal,
    signal: options.signal,
    setAwaited: (reasons) => readiness.setAwaited(reasons),
    tracer,
    companyCacheMb: config.companyCacheMb,
    readPartitions: config.readPartitions,
    projectorShards: config.projectorShards,
    onAppend: (seconds, events) => metrics.observeAppend(seconds, events),
    ...(serves(config) && { onWaitingForDatabase: beginToLoadServing }),
  });
}

/** Nothing is started until the first document is read. */
function createDocumentReader({ analysis }: Config, logger: Logger): DocumentReader {
  return openDocumentReader({
    analyser: openAnalyser(analysis.workers === null ? {} : { workers: analysis.workers }),
    apiEngine: analysis.api && openApiEngine({ ...analysis.api, isSheet: isExtractedSheet }),
    readEmbeddedInvoice,
    onEngineFailure: (error) => logger.warn({ err: error }, 'the analysis service returned an invalid response'),
  });
}
