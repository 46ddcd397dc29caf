import { join } from 'node:path';
import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import { openAccess } from './api/access/access.ts';
import { appKeyIn } from './app-key.ts';
import { buildApp } from './api/http/app.ts';
import { statusOf } from './api/http/errors.ts';
import { refusalOfException } from './api/http/unavailable.ts';
import { CertificateProblem, openCertificate } from './api/http/certificate.ts';
import { sharedDefaultLimit } from './api/http/default-limit.ts';
import { keyGuard, type ProviderGuard } from './api/http/guard.ts';
import { isMemorised } from './api/http/idempotence.ts';
import { createMetrics, listenForMetrics, type Metrics } from './api/http/metrics.ts';
import { postgresRateLimits } from './api/http/rate-limit.ts';
import { listen, type Listening } from './api/http/server.ts';
import { openWaitingRoom, type WaitingRoom } from './api/http/waiting-room.ts';
import { createSignedUrls } from './api/http/signed-urls.ts';
import { filesOfMail } from './api/mail/files.ts';
import { routes } from './api/routes.ts';
import { isExtractedSheet } from './commands/document-analysis/answers.ts';
import { openDocumentReader, type DocumentReader } from './commands/document-analysis/index.ts';
import { readEmbedded } from './commands/document-imports/structured.ts';
import type { Services } from './api/services.ts';
import { secretBox } from './commands/identity/secret-box.ts';
import { integrationSecrets } from './commands/integrations/secrets.ts';
import { forgetClaims } from './commands/migrations/store.ts';
import { openAccessPoint } from './commands/peppol/access-point.ts';
import { openHistory, type History } from './commands/history/index.ts';
import { idempotenceStore } from './commands/support/idempotence.ts';
import { syncDevices } from './commands/sync/devices.ts';
import { webhookSecrets } from './commands/webhooks/secrets.ts';
import { awaitServers, serversOf } from './awaited-servers.ts';
import { closeAll, type Closer } from './closing.ts';
import { isOpenToListeners, type Config } from './config.ts';
import { openCore, type Core } from './core.ts';
import { examine, lagOf } from './health.ts';
import { livingProcesses } from './database/living-processes.ts';
import { openApiEngine } from './outside/analysis/api-engine.ts';
import { openAnalyser } from './outside/analysis/index.ts';
import { openBridge } from './outside/bridge/platform.ts';
import { openDirectories } from './outside/directories.ts';
import { openFileStore, type OpenForWriting } from './outside/files/index.ts';
import type { ResolveName } from './outside/http/lookup.ts';
import { openConnectors } from './outside/integrations/index.ts';
import { openMailer } from './outside/mail/mailer.ts';
import { openSmtpPool } from './outside/mail/smtp-pool.ts';
import { openWebhookCalls } from './outside/webhooks/calls.ts';
import { watchStandstill, type Standstill } from './projections/engine/standstill.ts';
import { tablesCaughtUp } from './projections/engine/trust.ts';
import { rememberFeedHeads } from './projections/sync/head-memory.ts';
import { waitingDeliveries } from './projections/webhooks/queries.ts';
import { problemOfListening, StartProblem } from './start-problem.ts';
import { keepDemo, type DemoKeeper } from './workers/demo.ts';
import { startJobs } from './workers/jobs.ts';
import { startIntegrationRunner } from './workers/integrations/runner.ts';
import { startMailSender } from './workers/mail/sender.ts';
import { startMigrator } from './workers/migrations/migrator.ts';
import { startPeppolExchange } from './workers/peppol/exchange.ts';
import { startWebhookSender } from './workers/webhooks/sender.ts';

/** The running service, put together from its configuration. */
export interface Service {
  /** Address that clients use, or null for a process that serves none. */
  readonly url: string | null;
  readonly core: Core;
  /** What came of loading the demo, which goes on behind the start; null: not done by this process. */
  readonly demo: DemoKeeper['first'] | null;
  stop(): Promise<void>;
}

export interface ServiceOptions {
  readonly config: Config;
  readonly logger: Logger;
  /** Answers are checked against their schemas; for tests. */
  readonly checkReplies?: boolean;
  /** Told when the service cannot go on and must be started anew, by whoever supervises it. */
  readonly onFatal?: (error: unknown) => void;
  /** Gives up a start that is under way. */
  readonly signal?: AbortSignal;
  /** Told what the start waits for, at once and every half minute. */
  readonly onWaiting?: (words: string) => void;
  /** Lines that the log could not take; told to whoever measures. */
  readonly droppedLogLines?: () => number;
  /** False: nothing is done by the clock; for tests, which run a job when they want it. */
  readonly runsJobs?: boolean;
  /** False: the demo is offered where it is there, and not loaded; for tests. */
  readonly loadsDemo?: boolean;
  /** False: nothing goes to the Peppol network or comes from there by itself; for tests. */
  readonly exchangesPeppol?: boolean;
  /** False: integrations are run by nobody; for tests. */
  readonly runsIntegrations?: boolean;
  /** False: books of other programs wait; for tests, which bring them along step by step. */
  readonly runsMigrations?: boolean;
  /** How names of webhook receivers, and of sources of integrations, are resolved; for tests. */
  readonly resolveName?: ResolveName | undefined;
  /** How files that arrive are opened; for tests, which fill the disk. */
  readonly openForWriting?: OpenForWriting | undefined;
  /** How long headers and a JSON body may take to arrive, and services outside to answer; for tests, which do not wait. */
  readonly timeouts?: {
    readonly headersMs?: number;
    readonly bodyMs?: number;
    readonly stalledMs?: number;
    readonly outsideMs?: number;
  };
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

/** Answers in place of the service until it takes the port itself. */
interface Room {
  close(): Promise<void>;
}

/** Waits for the servers that the settings name, and lets probes know. @throws StartProblem, StartCancelled */
async function waitForServers({ config, logger, signal, onWaiting }: ServiceOptions, serves: boolean): Promise<Room> {
  const closers: Closer[] = [];
  const close = (): Promise<void> => closeAll(closers);
  let room: WaitingRoom | null = null;
  const open = async (parts: Parameters<WaitingRoom['setMissing']>[0]): Promise<WaitingRoom> => {
    const certificate = config.tls && (await openCertificate(config.tls, logger).catch(asStartProblem));
    if (certificate) closers.push(() => certificate.close());
    const opened = await openWaitingRoom({ host: config.host, port: config.port, certificate }, parts).catch(
      (error: unknown) => {
        throw problemOfListening(error, config.host, config.port);
      },
    );
    closers.push(() => opened.close());
    return opened;
  };
  try {
    await awaitServers(serversOf(config), {
      ...(signal && { signal }),
      tell: (missing) => {
        const reason = missing.map(({ words }) => words).join('; ');
        logger.warn({ reason }, 'the start waits for a server');
        onWaiting?.(reason);
      },
      onMissing: async (missing) => {
        if (!serves) return;
        const parts = missing.map(({ part }) => part);
        if (room === null) room = await open(parts);
        else room.setMissing(parts);
      },
    });
    return { close };
  } catch (error) {
    await close();
    throw error;
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
    const calls = openWebhookCalls({
      allowedHosts: config.webhookAllowedHosts,
      timeoutMs: options.timeouts?.outsideMs,
      resolve: options.resolveName,
    });
    closers.push(() => calls.close());
    const bridge = config.bridge && openBridge({ ...config.bridge, timeoutMs: options.timeouts?.outsideMs });
    closers.push(() => Promise.resolve(bridge?.close()));
    const secrets = webhookSecrets(core.pool, secretBox(appKey, 'webhooks'));
    const integrations = {
      integrationSecrets: integrationSecrets(core.pool, secretBox(appKey, 'integrations')),
      connectors: openConnectors({
        allowedHosts: config.integrationAllowedHosts,
        timeoutMs: options.timeouts?.outsideMs,
        resolve: options.resolveName,
      }),
    };
    const accessPoint =
      config.accessPoint && openAccessPoint(core.pool, config.accessPoint, options.timeouts?.outsideMs);
    if (accessPoint) closers.push(() => accessPoint.close());
    let wakeMigrations: Services['wakeMigrations'] = () => undefined;
    if (config.role === 'all' || config.role === 'worker') {
      if (options.runsMigrations !== false) {
        const isOutage = (error: unknown): boolean => {
          const known = refusalOfException(error);
          return known !== undefined && statusOf(known) === 503;
        };
        const migrator = startMigrator({ ...core, files, isOutage, logger });
        closers.push(() => migrator.stop());
        wakeMigrations = () => migrator.wake();
      }
      if (options.exchangesPeppol !== false) {
        const peppol = startPeppolExchange({ ...core, files, accessPoint, logger });
        closers.push(() => peppol.stop());
      }
      if (options.runsIntegrations !== false) {
        const runner = startIntegrationRunner({ ...core, ...integrations, files, logger });
        closers.push(() => runner.stop());
      }
      const { webhookPool: relaxedPool, ...parts } = core;
      const sender = startWebhookSender({ ...parts, relaxedPool, calls, secrets, logger });
      closers.push(() => sender.stop());
      if (config.mail !== null) {
        const smtp = openSmtpPool({ ...config.mail, ...outsideTime(options) });
        const filesOf = filesOfMail({ pool: core.pool, files });
        const mails = startMailSender({ ...parts, relaxedPool, smtp, filesOf, logger });
        closers.push(() => mails.stop());
      }
      if (options.runsJobs !== false) {
        const resetDemo = async (): Promise<unknown> => demo?.refresh();
        const jobs = startJobs({ ...core, files, documentReader, bridge }, history, sender, logger, resetDemo);
        closers.push(() => jobs.stop());
      }
    }
    const webhooks = { webhookCalls: calls, webhookSecrets: secrets, ...integrations };
    const url = serves
      ? await serve(
          { ...core, files, documentReader, accessPoint, bridge, wakeMigrations },
          history,
          appKey,
          webhooks,
          options,
          closers,
          room,
        )
      : null;
    // Once requests are taken: nobody waits for it.
    if (config.demo && options.loadsDemo !== false && (config.role === 'all' || config.role === 'worker')) {
      const keeper = (demo = keepDemo({ ...core, files }, logger));
      closers.push(() => keeper.stop());
    }
    return { url, core, demo: demo?.first ?? null, stop };
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
}

const outsideTime = ({ timeouts }: ServiceOptions): { timeoutMs?: number } =>
  timeouts?.outsideMs === undefined ? {} : { timeoutMs: timeouts.outsideMs };

/** Nothing is started before the first document is read. */
function readerFor({ analysis }: Config, logger: Logger): DocumentReader {
  return openDocumentReader({
    analyser: openAnalyser(analysis.workers === null ? {} : { workers: analysis.workers }),
    apiEngine: analysis.api && openApiEngine({ ...analysis.api, isSheet: isExtractedSheet }),
    readEmbedded,
    onEngineFailure: (error) => logger.warn({ err: error }, 'the analysis service did not answer as it should'),
  });
}

/** The access point itself knows what it signs with. */
const providerGuard =
  (accessPoint: Services['accessPoint']): ProviderGuard =>
  (provider, headers, body) =>
    accessPoint?.name === provider && accessPoint.notification(headers, body) !== null;

/** How long a start waits for tables that are behind, after a crash of everything at once. */
const CATCH_UP_MS = 5_000;

/** Gives the address that clients use. */
async function serve(
  core: Core & Pick<Services, 'files' | 'documentReader' | 'accessPoint' | 'bridge' | 'wakeMigrations'>,
  history: History,
  appKey: string,
  webhooks: Pick<Services, 'webhookCalls' | 'webhookSecrets' | 'integrationSecrets' | 'connectors'>,
  { config, logger, checkReplies = false, timeouts, droppedLogLines = () => 0 }: ServiceOptions,
  closers: Closer[],
  room: Room,
): Promise<string> {
  const scheme = config.tls === null ? 'http' : 'https';
  const baseUrl = config.baseUrl ?? `${scheme}://${config.host}:${config.port}`;
  const certificate = config.tls && (await openCertificate(config.tls, logger).catch(asStartProblem));
  closers.push(() => Promise.resolve(certificate?.close()));
  if (isOpenToListeners(config))
    logger.warn(
      { host: config.host },
      'anyone on the way can read what is sent: set TLS_CERT and TLS_KEY, or BASE_URL to the https address of the proxy in front',
    );
  const signedUrls = createSignedUrls({ key: appKey, baseUrl, trustProxy: config.trustProxy });
  const mailer = config.mail === null ? null : openMailer(config.mail);
  closers.push(() => Promise.resolve(mailer?.close()));
  const directories = openDirectories({ ...config, timeoutMs: timeouts?.outsideMs });
  closers.push(() => directories.close());
  const access = await openAccess(core.pool, core.notifications, core.processId, core.relaxedPool, config.sessions);
  closers.push(() => access.close());
  if (config.databaseUrl === null) await forgetPredecessors(core);
  // A claim that is lost with the server's memory is lost together with the events that came after it, because both are
  // in the same write-ahead log; a log elsewhere gives no such promise.
  const idempotence = idempotenceStore({
    pool: config.eventStoreUrl === null ? core.relaxedPool : core.pool,
    process: { id: core.processId, others: livingProcesses(core.pool) },
    isMemorised,
  });
  closers.push(() => idempotence.settled());
  const devices = syncDevices(core.relaxedPool);
  closers.push(() => devices.close());
  const services = {
    pool: core.pool,
    commands: core.commands,
    ids: core.ids,
    log: core.log,
    access,
    files: core.files,
    documentReader: core.documentReader,
    accessPoint: core.accessPoint,
    bridge: core.bridge,
    wakeMigrations: core.wakeMigrations,
    licenceKeys: config.licenceKeys,
    directories,
    lookupsPerDay: config.lookupsPerDay,
    mailer,
    signedUrls,
    processId: core.processId,
    ...webhooks,
    offersDemo: config.demo,
    secretBox: secretBox(appKey, 'second factor'),
    verifyStream: (stream: string) => history.verifyStream(stream),
    headsOf: async (stream: string) => (await history.headsOf(stream)).heads,
    devices,
    feedHead: rememberFeedHeads(core.pool, core.progress, () => core.isAlone()),
    lag: () => lagOf(core),
    health: () => examine(core, config.dataDir),
  };
  const metrics = createMetrics();
  const standstill = watchStandstill({
    log: core.log,
    progress: core.progress,
    onChange: ({ standsStill, ...positions }) =>
      standsStill
        ? logger.error(positions, 'the read tables stand still while the log grows: see /v1/status')
        : logger.warn(positions, 'the read tables follow the log again'),
  });
  closers.push(() => standstill.close());
  observe(core, metrics.registry, droppedLogLines, standstill);
  await showMetrics(metrics, config, logger, closers);
  const app = buildApp({
    routes,
    services,
    access,
    idempotence,
    rateLimits: postgresRateLimits(core.pool),
    defaultLimit:
      config.rateLimitPerMinute === 0 ? null : sharedDefaultLimit(core.relaxedPool, config.rateLimitPerMinute),
    refusedLimit:
      config.refusalsPerMinute === 0 ? null : sharedDefaultLimit(core.relaxedPool, config.refusalsPerMinute),
    guards: {
      signed: signedUrls.guard,
      provider: providerGuard(core.accessPoint),
      bridge: keyGuard(config.bridgeIncomingKey),
    },
    config: {
      baseUrl,
      appKey,
      trustProxy: config.trustProxy,
      checkReplies,
      corsOrigins: config.corsOrigins,
      stalledReaderMs: timeouts?.stalledMs,
      metricsToken: config.metricsToken,
      ...(timeouts?.bodyMs !== undefined && { bodyTimeoutMs: timeouts.bodyMs }),
    },
    logger,
    metrics,
  });
  if (!(await tablesCaughtUp(core.log, core.progress, CATCH_UP_MS)))
    logger.warn({}, 'the read tables are behind the log; requests are taken all the same');
  await room.close();
  const listening: Listening = await listen(app, {
    host: config.host,
    port: config.port,
    certificate,
    ...(timeouts?.headersMs !== undefined && { headersTimeoutMs: timeouts.headersMs }),
  }).catch((error: unknown) => {
    throw problemOfListening(error, config.host, config.port);
  });
  closers.push(() => listening.close());
  return config.baseUrl ?? `${scheme}://${config.host}:${listening.port}`;
}

function asStartProblem(error: unknown): never {
  throw error instanceof CertificateProblem ? new StartProblem(error.message, error) : error;
}

const METRICS_VARIABLES = { host: 'METRICS_ADDRESS', port: 'METRICS_ADDRESS' };

/** An address that nobody chose may be taken, by a second process of the same machine for example. */
async function showMetrics(
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

/** Whoever owns the data folder is alone: what other processes have claimed or promised, they did before they died. */
async function forgetPredecessors({ pool, processId }: Core): Promise<void> {
  await pool.query('UPDATE ops.idempotence SET lease_until = now() WHERE lease_until > now()');
  await pool.query('DELETE FROM ops.processes WHERE id <> $1', [processId]);
  await pool.query('UPDATE ops.document_analyses SET claimed_until = now() WHERE claimed_until > now()');
  await forgetClaims(pool);
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
function observe(
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
