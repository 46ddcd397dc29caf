import { join } from 'node:path';
import type { Logger } from 'pino';
import { appKeyIn } from './app-key.ts';
import { isExtractedSheet } from '../commands/document-analysis/answers.ts';
import { openDocumentReader, type DocumentReader } from '../commands/document-analysis/index.ts';
import { readEmbedded } from '../commands/document-imports/structured.ts';
import { secretBox } from '../stores/identity/secret-box.ts';
import { integrationSecrets } from '../stores/integrations/secrets.ts';
import { openAccessPoint } from '../commands/peppol/access-point.ts';
import { openHistory } from '../commands/history/index.ts';
import { webhookSecrets } from '../stores/webhooks/secrets.ts';
import { closeAll, type Closer } from './close-all.ts';
import type { Config } from '../configuration/config.ts';
import { openCore, type Core } from './core.ts';
import { openApiEngine } from '../outside/analysis/api-engine.ts';
import { openAnalyser } from '../outside/analysis/index.ts';
import { openBridge } from '../outside/bridge/platform.ts';
import { openFileStore } from '../outside/files/index.ts';
import { openConnectors } from '../outside/integrations/index.ts';
import { openWebhookCalls } from '../outside/webhooks/calls.ts';
import { keepDemo, type DemoKeeper } from '../workers/demo.ts';
import type { ServiceOptions } from './options.ts';
import { serve } from './serve.ts';
import { waitForServers, type Room } from './startup/waiting.ts';
import { startWorkers } from './workers.ts';

export type { ServiceOptions } from './options.ts';

/** The running service, put together from its configuration. */
export interface Service {
  /** Address that clients use, or null for a process that serves none. */
  readonly url: string | null;
  readonly core: Core;
  /** What came of loading the demo, which goes on behind the start; null: not done by this process. */
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
  // Whatever was opened is closed in reverse, also when the start fails half-way: a port that is taken ends the process.
  const closers: Closer[] = [() => core.stop(), () => files.close()];
  const stop = (): Promise<void> => closeAll(closers);
  let demo: DemoKeeper | null = null;
  try {
    const appKey = config.appKey ?? (await appKeyIn(config.dataDir));
    const history = openHistory(core, config.dataDir, appKey);
    const documentReader = readerFor(config, logger);
    closers.push(() => documentReader.close());
    const outside = openOutside(core.pool, appKey, options, closers);
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
    // Once requests are taken: nobody waits for it.
    if (config.demo && options.loadsDemo !== false && works) {
      const keeper = (demo = keepDemo({ ...core, files }, logger));
      closers.push(() => keeper.stop());
    }
    return { url, core, demo: demo?.first ?? null, stop };
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
}

/** Nothing is started before the first document is read. */
function readerFor({ analysis }: Config, logger: Logger): DocumentReader {
  return openDocumentReader({
    analyser: openAnalyser(analysis.workers === null ? {} : { workers: analysis.workers }),
    apiEngine: analysis.api && openApiEngine({ ...analysis.api, isSheet: isExtractedSheet }),
    readEmbedded,
    onEngineFailure: (error) => logger.warn({ err: error }, 'the analysis service did not answer as it should'),
  });
}

/** What speaks to services elsewhere, and what it needs to know for that. */
function openOutside(
  pool: Core['pool'],
  appKey: string,
  { config, timeouts, resolveName }: ServiceOptions,
  closers: Closer[],
) {
  const [timeoutMs, resolve] = [timeouts?.outsideMs, resolveName];
  const webhookCalls = openWebhookCalls({ allowedHosts: config.webhookAllowedHosts, timeoutMs, resolve });
  const bridge = config.bridge && openBridge({ ...config.bridge, timeoutMs });
  const accessPoint = config.accessPoint && openAccessPoint(pool, config.accessPoint, timeoutMs);
  closers.push(
    () => webhookCalls.close(),
    () => Promise.resolve(bridge?.close()),
    () => Promise.resolve(accessPoint?.close()),
  );
  return {
    webhookCalls,
    webhookSecrets: webhookSecrets(pool, secretBox(appKey, 'webhooks')),
    integrationSecrets: integrationSecrets(pool, secretBox(appKey, 'integrations')),
    connectors: openConnectors({ allowedHosts: config.integrationAllowedHosts, timeoutMs, resolve }),
    bridge,
    accessPoint,
  };
}
