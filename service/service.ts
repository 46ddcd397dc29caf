import { join } from 'node:path';
import type { Logger } from 'pino';
import { readOrCreateAppKey } from './app-key.ts';
import { isExtractedSheet } from '../commands/document-analysis/answers.ts';
import { openDocumentReader, type DocumentReader } from '../commands/document-analysis/index.ts';
import { readEmbeddedInvoice } from '../commands/document-imports/structured.ts';
import { openHistory } from '../commands/history/index.ts';
import { closeAll, type Closer } from './close-all.ts';
import type { Config } from '../configuration/config.ts';
import { openCore, type Core } from './core.ts';
import { openApiEngine } from '../outside/analysis/api-engine.ts';
import { openAnalyser } from '../outside/analysis/index.ts';
import { openFileStore } from '../outside/files/index.ts';
import { maintainDemo, type DemoKeeper } from '../workers/demo.ts';
import type { ServiceOptions } from './options.ts';
import { serve } from './serve.ts';
import { openOutsideServices } from './subjects.ts';
import { waitForServers, type Room } from './startup/waiting.ts';
import { startWorkers } from './workers.ts';

export type { ServiceOptions } from './options.ts';

/** The running service, assembled from its configuration. */
export interface Service {
  /** Address for clients, or null for a process that serves no requests. */
  readonly url: string | null;
  readonly core: Core;
  /** Result of loading the demo, which continues after the start; null if this process does not load it. */
  readonly demo: DemoKeeper['first'] | null;
  stop(): Promise<void>;
}

export async function startService(options: ServiceOptions): Promise<Service> {
  const { config } = options;
  const serves = config.role === 'all' || config.role === 'api';
  const room = await waitForServers(options, serves);
  try {
    return await startWithServers(options, serves, room);
  } finally {
    await room.close();
  }
}

async function startWithServers(options: ServiceOptions, serves: boolean, room: Room): Promise<Service> {
  const { config, logger } = options;
  const core = await openCore({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    databaseOwnerUrl: config.databaseOwnerUrl,
    eventStoreUrl: config.eventStoreUrl,
    eventStorePrefix: config.eventStorePrefix,
    isTool: false,
    runsProjector: config.role === 'all' || config.role === 'projector',
    logger,
    onFatal: options.onFatal,
    signal: options.signal,
  });
  const files = openFileStore({
    folder: join(config.dataDir, 'files'),
    bucket: config.bucket,
    ...(options.openForWriting && { openForWriting: options.openForWriting }),
  });
  // Everything opened is closed in reverse order, also when the start fails half-way: a port in use ends the process.
  const closers: Closer[] = [() => core.stop(), () => files.close()];
  const stop = (): Promise<void> => closeAll(closers);
  let demo: DemoKeeper | null = null;
  try {
    const appKey = config.appKey ?? (await readOrCreateAppKey(config.dataDir));
    const history = openHistory(core, config.dataDir, appKey);
    const documentReader = createDocumentReader(config, logger);
    closers.push(() => documentReader.close());
    const outside = openOutsideServices(core.pool, appKey, options, closers);
    const works = config.role === 'all' || config.role === 'worker';
    const workers = works
      ? startWorkers(
          { ...core, ...outside, files, documentReader, history },
          options,
          async () => demo?.refresh(),
          closers,
        )
      : null;
    const wakeMigrations = (): void => workers?.wakeMigrations();
    const url = serves
      ? await serve(
          { ...core, ...outside, files, documentReader, history, appKey, wakeMigrations },
          options,
          closers,
          room,
        )
      : null;
    // After requests are accepted, so that the start does not wait for it.
    if (config.demo && options.loadsDemo !== false && works) {
      const keeper = (demo = maintainDemo({ ...core, files }, logger));
      closers.push(() => keeper.stop());
    }
    return { url, core, demo: demo?.first ?? null, stop };
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
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
