import { openAccess, type Access } from '../api/access/access.ts';
import { buildApp } from '../api/http/server/app.ts';
import { openCertificate, type Certificate } from '../api/http/server/certificate.ts';
import { createSharedDefaultLimit } from '../api/http/limits/default-limit.ts';
import { createKeyGuard, type ProviderGuard } from '../api/http/routing/guard.ts';
import { isMemorised } from '../api/http/routing/idempotence.ts';
import { createMetrics, type Metrics } from '../api/http/server/metrics.ts';
import { createPostgresRateLimits } from '../api/http/limits/rate-limit.ts';
import { listen, type Listening } from '../api/http/server/server.ts';
import { createSignedUrls } from '../api/http/routing/signed-urls.ts';
import { routes } from '../api/routes.ts';
import type { Services } from '../api/services.ts';
import { createSecretBox } from '../stores/identity/secret-box.ts';
import { releaseAllClaims } from '../stores/book-migrations/migrations.ts';
import { openIdempotenceStore, type IdempotenceStore } from '../stores/support/idempotence.ts';
import { openSyncDevices } from '../stores/sync/devices.ts';
import type { Closer } from './close-all.ts';
import { isUnencrypted } from '../configuration/config.ts';
import type { Core } from './core.ts';
import { checkHealth, measureLag } from './health.ts';
import { watchLivingProcesses } from '../database/live-processes.ts';
import { openDirectories } from '../outside/directories.ts';
import { openMailer } from '../outside/mail/mailer.ts';
import { watchStandstill } from '../projections/engine/stall.ts';
import { waitForCatchUp } from '../projections/engine/table-trust.ts';
import { cacheFeedHeads } from '../projections/sync/head-memory.ts';
import { toListenProblem } from './startup/start-problem.ts';
import { observeCore, exposeMetrics } from './metrics.ts';
import type { ServiceOptions } from './options.ts';
import type { Parts } from './parts.ts';
import { rethrowStartProblem, type Room } from './startup/waiting.ts';

/** The access point verifies its own signatures. */
const createProviderGuard =
  (accessPoint: Services['accessPoint']): ProviderGuard =>
  (provider, headers, body) =>
    accessPoint?.name === provider && accessPoint.parseNotification(headers, body) !== null;

/** How long a start waits for tables that are behind, after a crash of all parts at once. */
const CATCH_UP_MS = 5_000;

type ServedParts = Parts & Pick<Services, 'wakeMigrations'> & { readonly appKey: string };

/** Shared by the steps of a start. */
interface Serving {
  readonly core: ServedParts;
  readonly options: ServiceOptions;
  readonly baseUrl: string;
  readonly closers: Closer[];
}

/** The parts that only requests need. */
interface RequestParts {
  readonly access: Access;
  readonly idempotence: IdempotenceStore;
  readonly devices: Services['devices'];
  readonly directories: Services['directories'];
  readonly mailer: Services['mailer'];
  readonly signedUrls: ReturnType<typeof createSignedUrls>;
}

/** Returns the address for clients. */
export async function serve(
  core: ServedParts,
  options: ServiceOptions,
  closers: Closer[],
  room: Room,
): Promise<string> {
  const { config, logger } = options;
  const scheme = config.tls === null ? 'http' : 'https';
  const baseUrl = config.baseUrl ?? `${scheme}://${config.host}:${config.port}`;
  const serving: Serving = { core, options, baseUrl, closers };
  const certificate = config.tls && (await openCertificate(config.tls, logger).catch(rethrowStartProblem));
  closers.push(() => Promise.resolve(certificate?.close()));
  if (isUnencrypted(config))
    logger.warn(
      { host: config.host },
      'traffic is not encrypted: set TLS_CERT and TLS_KEY, or set BASE_URL to the https address of the proxy in front',
    );
  const parts = await openRequestParts(serving);
  const metrics = await openMetrics(serving);
  const app = buildServedApp(serving, parts, metrics);
  if (!(await waitForCatchUp(core.log, core.progress, CATCH_UP_MS)))
    logger.warn({}, 'the read tables are behind the log; requests are accepted nevertheless');
  await room.close();
  const { port } = await listenForRequests(serving, app, certificate);
  return config.baseUrl ?? `${scheme}://${config.host}:${port}`;
}

async function openRequestParts({ core, options, baseUrl, closers }: Serving): Promise<RequestParts> {
  const { config, timeouts } = options;
  const signedUrls = createSignedUrls({ key: core.appKey, baseUrl, trustProxy: config.trustProxy });
  const mailer = config.mail === null ? null : openMailer(config.mail);
  closers.push(() => Promise.resolve(mailer?.close()));
  const directories = openDirectories({ ...config, timeoutMs: timeouts?.outsideMs });
  closers.push(() => directories.close());
  const access = await openAccess(core.pool, core.notifications, core.processId, core.relaxedPool, config.sessions);
  closers.push(() => access.close());
  if (config.databaseUrl === null) await forgetPredecessors(core);
  // A claim lost in a server crash is lost together with the events that followed it, because both are
  // in the same write-ahead log; a remote log gives no such guarantee.
  const idempotence = openIdempotenceStore({
    pool: config.eventStoreUrl === null ? core.relaxedPool : core.pool,
    process: { id: core.processId, others: watchLivingProcesses(core.pool) },
    isMemorised,
  });
  closers.push(() => idempotence.waitUntilIdle());
  const devices = openSyncDevices(core.relaxedPool);
  closers.push(() => devices.close());
  return { access, idempotence, devices, directories, mailer, signedUrls };
}

function buildServices({ core, options }: Serving, parts: RequestParts): Services {
  const { config } = options;
  const { history } = core;
  return {
    pool: core.pool,
    commands: core.commands,
    ids: core.ids,
    log: core.log,
    access: parts.access,
    files: core.files,
    documentReader: core.documentReader,
    accessPoint: core.accessPoint,
    bridge: core.bridge,
    wakeMigrations: core.wakeMigrations,
    licenceKeys: config.licenceKeys,
    directories: parts.directories,
    lookupsPerDay: config.lookupsPerDay,
    mailer: parts.mailer,
    signedUrls: parts.signedUrls,
    processId: core.processId,
    webhookCalls: core.webhookCalls,
    webhookSecrets: core.webhookSecrets,
    integrationSecrets: core.integrationSecrets,
    connectors: core.connectors,
    offersDemo: config.demo,
    secretBox: createSecretBox(core.appKey, 'second factor'),
    verifyStream: (stream: string) => history.verifyStream(stream),
    listSignedHeads: async (stream: string) => (await history.listStreamHeads(stream)).heads,
    devices: parts.devices,
    feedHead: cacheFeedHeads(core.pool, core.progress, () => core.isAlone()),
    measureLag: () => measureLag(core),
    checkHealth: () => checkHealth(core, config.dataDir),
  };
}

async function openMetrics({ core, options, closers }: Serving): Promise<Metrics> {
  const { config, logger, countDroppedLogLines = () => 0 } = options;
  const metrics = createMetrics();
  const standstill = watchStandstill({
    log: core.log,
    progress: core.progress,
    onChange: ({ standsStill, ...positions }) =>
      standsStill
        ? logger.error(positions, 'the read tables are not updated while the log grows: see /v1/status')
        : logger.warn(positions, 'the read tables are following the log again'),
  });
  closers.push(() => standstill.close());
  observeCore(core, metrics.registry, countDroppedLogLines, standstill);
  await exposeMetrics(metrics, config, logger, closers);
  return metrics;
}

function buildServedApp(serving: Serving, parts: RequestParts, metrics: Metrics): ReturnType<typeof buildApp> {
  const { core, options, baseUrl } = serving;
  const { config, logger, checkReplies = false, timeouts } = options;
  return buildApp({
    routes,
    services: buildServices(serving, parts),
    access: parts.access,
    idempotence: parts.idempotence,
    rateLimits: createPostgresRateLimits(core.pool),
    defaultLimit:
      config.rateLimitPerMinute === 0 ? null : createSharedDefaultLimit(core.relaxedPool, config.rateLimitPerMinute),
    refusedLimit:
      config.refusalsPerMinute === 0 ? null : createSharedDefaultLimit(core.relaxedPool, config.refusalsPerMinute),
    guards: {
      signed: parts.signedUrls.guard,
      provider: createProviderGuard(core.accessPoint),
      bridge: createKeyGuard(config.bridgeIncomingKey),
    },
    config: {
      baseUrl,
      appKey: core.appKey,
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
}

async function listenForRequests(
  { options: { config, timeouts }, closers }: Serving,
  app: ReturnType<typeof buildApp>,
  certificate: Certificate | null,
): Promise<Listening> {
  const listening = await listen(app, {
    host: config.host,
    port: config.port,
    certificate,
    ...(timeouts?.headersMs !== undefined && { headersTimeoutMs: timeouts.headersMs }),
  }).catch((error: unknown) => {
    throw toListenProblem(error, config.host, config.port);
  });
  closers.push(() => listening.close());
  return listening;
}

/** The owner of the data folder is the only process: claims and leases of other processes date from before they died. */
async function forgetPredecessors({ pool, processId }: Core): Promise<void> {
  await pool.query('UPDATE ops.idempotence SET lease_until = now() WHERE lease_until > now()');
  await pool.query('DELETE FROM ops.processes WHERE id <> $1', [processId]);
  await pool.query('UPDATE ops.document_analyses SET claimed_until = now() WHERE claimed_until > now()');
  await releaseAllClaims(pool);
}
