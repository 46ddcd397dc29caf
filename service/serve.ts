import type { IncomingMessage } from 'node:http';
import type { Application } from 'express';
import { createLiveFeed } from '../api/sync/live.ts';
import { openAccess, type Access } from '../api/access/access.ts';
import { buildApp } from '../api/http/server/app.ts';
import { openCertificate, type Certificate } from '../api/http/server/certificate.ts';
import { createSharedDefaultLimit } from '../api/http/limits/default-limit.ts';
import { DEMO_LANES } from '../api/http/limits/heavy-lanes.ts';
import { createKeyGuard, type ProviderGuard } from '../api/http/routing/guard.ts';
import { isMemorised } from '../api/http/routing/idempotence.ts';
import type { Metrics } from '../api/http/server/metrics.ts';
import { createPostgresRateLimits } from '../api/http/limits/rate-limit.ts';
import { listen, type Handle, type Listening, type ListenOptions } from '../api/http/server/server.ts';
import { createSeenPositions, type SeenPositions } from '../api/http/routing/seen-positions.ts';
import { createSignedUrls } from '../api/http/routing/signed-urls.ts';
import { routes } from '../api/routes.ts';
import type { Services } from '../api/services.ts';
import { openVisitorQuotas } from '../commands/demo/quotas.ts';
import { openUsageCounters } from '../stores/demo/usage.ts';
import { createSecretBox } from '../stores/identity/secret-box.ts';
import { releaseAllClaims } from '../stores/book-migrations/migrations.ts';
import { openIdempotenceStore, type IdempotenceStore } from '../stores/support/idempotence.ts';
import { openSyncDevices } from '../stores/sync/devices.ts';
import { getBaseUrl } from './base-url.ts';
import type { Closer } from './close-all.ts';
import { isUnencrypted } from '../configuration/config.ts';
import type { Core } from './core.ts';
import { openForwarding, type Forwarding } from './forwarding/index.ts';
import { checkHealth, measureLag } from './health.ts';
import { openDirectories } from '../outside/directories.ts';
import type { Tracer } from '../outside/tracing/port.ts';
import { openMailer } from '../outside/mail/mailer.ts';
import { openTxtRecords } from '../outside/mail/txt-records.ts';
import { waitForCatchUp } from '../projections/engine/table-trust.ts';
import { openLiveHeads } from '../projections/sync/live-heads.ts';
import { cacheFeedHeads } from '../projections/sync/head-memory.ts';
import { toListenProblem } from './startup/start-problem.ts';
import type { ServiceOptions } from './options.ts';
import { openSignOn } from './sign-on.ts';
import type { Parts } from './parts.ts';
import { rethrowStartProblem, type Room } from './startup/waiting.ts';

/** The access point verifies its own signatures. */
const createProviderGuard =
  (accessPoint: Services['accessPoint']): ProviderGuard =>
  (provider, headers, body) =>
    accessPoint?.name === provider && accessPoint.parseNotification(headers, body) !== null;

/** How long a start waits for tables that are behind, after a crash of all parts at once. */
const CATCH_UP_MS = 5_000;

export type ServedParts = Parts &
  Pick<Services, 'wakeMigrations' | 'probes'> & {
    readonly appKey: string;
    readonly metrics: Metrics;
    readonly tracer: Tracer | null;
  };

/** Shared by the steps of a start. */
export interface Serving {
  readonly core: ServedParts;
  readonly options: ServiceOptions;
  readonly baseUrl: string;
  readonly closers: Closer[];
  /** Set for the instance of the demo; null for the service itself. */
  readonly demo: Services['demo'];
  /** Shared with what forwards requests; by default the application has its own. */
  readonly seen?: SeenPositions;
}

/** Chooses the application for a request; null for that of the service. */
export type Dispatch = (request: IncomingMessage) => Application | null;

/** The parts that only requests need. */
interface RequestParts {
  readonly access: Access;
  readonly idempotence: IdempotenceStore;
  readonly devices: Services['devices'];
  readonly directories: Services['directories'];
  readonly mailer: Services['mailer'];
  readonly txtRecords: Services['txtRecords'];
  readonly signOn: Services['signOn'];
  readonly signedUrls: ReturnType<typeof createSignedUrls>;
}

/** Returns the address for clients. */
export async function serve(
  core: ServedParts,
  options: ServiceOptions,
  closers: Closer[],
  room: Room,
  dispatch: Dispatch,
): Promise<string> {
  const { config, logger } = options;
  const seen = createSeenPositions();
  const serving: Serving = { core, options, baseUrl: getBaseUrl(config), closers, demo: null, seen };
  const certificate = config.tls && (await openCertificate(config.tls, logger).catch(rethrowStartProblem));
  closers.push(() => Promise.resolve(certificate?.close()));
  if (isUnencrypted(config))
    logger.warn(
      { host: config.host },
      'traffic is not encrypted: set TLS_CERT and TLS_KEY, or set BASE_URL to the https address of the proxy in front',
    );
  const { app } = await openApp(serving);
  if (!(await waitForCatchUp(core.log, core.progress, CATCH_UP_MS)))
    logger.warn({}, 'the read tables are behind the log; requests are accepted nevertheless');
  await room.close();
  const forwarding = config.forwardAddress === 'off' ? null : forwardWrites(serving, app);
  const { port } = await listenForRequests(
    serving,
    app,
    certificate,
    (request) => dispatch(request) ?? forwarding?.findHandler(request) ?? null,
  );
  return getBaseUrl({ ...config, port });
}

/** The application with the parts that only requests need. */
export async function openApp(
  serving: Serving,
): Promise<{ readonly app: Application; readonly isSigned: (request: IncomingMessage) => Promise<boolean> | boolean }> {
  const parts = await openRequestParts(serving);
  return { app: buildServedApp(serving, parts), isSigned: (request) => parts.signedUrls.guard(request) };
}

async function openRequestParts({ core, options, baseUrl, closers }: Serving): Promise<RequestParts> {
  const { config, timeouts } = options;
  const signedUrls = createSignedUrls({ key: core.appKey, baseUrl, trustProxy: config.trustProxy });
  const mailer = config.mail === null ? null : openMailer(config.mail);
  closers.push(() => Promise.resolve(mailer?.close()));
  const txtRecords = openTxtRecords({ dnsServer: config.mailDnsServer });
  closers.push(() => Promise.resolve(txtRecords.close()));
  const directories = openDirectories({ ...config, timeoutMs: timeouts?.outsideMs });
  closers.push(() => directories.close());
  const signOn = openSignOn(core, options, closers);
  const access = await openAccess(core.pool, core.notifications, core.processId, core.relaxedPool, config.sessions);
  closers.push(() => access.close());
  if (config.databaseUrl === null) await forgetPredecessors(core);
  // A claim lost in a server crash is lost together with the events that followed it, because both are
  // in the same write-ahead log; a remote log gives no such guarantee.
  const idempotence = openIdempotenceStore({
    pool: config.eventStoreUrl === null ? core.relaxedPool : core.pool,
    owner: core.owner,
    isMemorised,
  });
  closers.push(() => idempotence.waitUntilIdle());
  const devices = openSyncDevices(core.relaxedPool);
  closers.push(() => devices.close());
  return { access, idempotence, devices, directories, mailer, txtRecords, signOn, signedUrls };
}

function buildServices({ core, options, demo }: Serving, parts: RequestParts): Services {
  const { config } = options;
  const { history } = core;
  return {
    pool: core.pool,
    relaxedPool: core.webhookPool,
    vault: core.vault,
    bulkPool: core.bulkPool,
    commands: core.commands,
    ids: core.ids,
    log: core.log,
    access: parts.access,
    files: core.files,
    documentReader: core.documentReader,
    accessPoint: core.accessPoint,
    platform: core.platform,
    bridge: core.bridge,
    wakeMigrations: core.wakeMigrations,
    licenceKeys: config.licenceKeys,
    directories: parts.directories,
    lookupsPerDay: config.lookupsPerDay,
    mailer: parts.mailer,
    txtRecords: parts.txtRecords,
    recipientsPerDay: config.mailRecipientsPerDay,
    signedUrls: parts.signedUrls,
    signOn: parts.signOn,
    owner: core.owner,
    webhookCalls: core.webhookCalls,
    webhookSecrets: core.webhookSecrets,
    integrationSecrets: core.integrationSecrets,
    connectors: core.connectors,
    offersDemo: config.demo,
    demo,
    secretBox: createSecretBox(core.appKey, 'second factor'),
    verifyStream: (stream: string) => history.verifyStream(stream),
    listSignedHeads: async (stream: string) => (await history.listStreamHeads(stream)).heads,
    devices: parts.devices,
    requirePrimary: () => undefined,
    feedHead: cacheFeedHeads(core.pool, core.progress, () => core.isAlone()),
    liveFeed: createLiveFeed(
      openLiveHeads({ pool: core.pool, progress: core.progress, stopping: core.probes.stopping }),
      core.probes.stopping,
    ),
    measureLag: () => measureLag(core),
    probes: core.probes,
    checkHealth: () => checkHealth(core, config.dataDir),
  };
}

function buildServedApp(serving: Serving, parts: RequestParts): ReturnType<typeof buildApp> {
  const { core, options, baseUrl } = serving;
  const { config, logger, checkReplies = false, timeouts } = options;
  return buildApp({
    routes,
    services: buildServices(serving, parts),
    access: parts.access,
    idempotence: parts.idempotence,
    positions: { progress: core.progress, replicas: core.replicas, seen: serving.seen ?? createSeenPositions() },
    rateLimits: createPostgresRateLimits(core.pool),
    ...(serving.demo && { laneLimits: DEMO_LANES }),
    visitorQuotas: serving.demo && openVisitorQuotas(openUsageCounters(core.relaxedPool)),
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
      ignoredQuery: config.ignoredQuery,
      checkReplies,
      corsOrigins: config.corsOrigins,
      callerLogging: config.logCaller,
      stalledReaderMs: timeouts?.stalledMs,
      metricsToken: config.metricsToken,
      ...(timeouts?.bodyMs !== undefined && { bodyTimeoutMs: timeouts.bodyMs }),
    },
    logger,
    metrics: core.metrics,
    tracer: core.tracer,
  });
}

function forwardWrites({ core, options, closers, seen }: Serving, app: ReturnType<typeof buildApp>): Forwarding {
  const { config, logger } = options;
  const { pool, processId, appKey, projector } = core;
  const forwarding = openForwarding({
    pool,
    processId,
    appKey,
    trustProxy: config.trustProxy,
    address: config.forwardAddress === 'off' ? null : config.forwardAddress,
    isProjecting: () => projector?.isActive === true,
    handle: (request, response) => (app as Application & Handle)(request, response, () => response.destroy()),
    onAnswer: (request, position) => seen?.noteAnswer(request, position),
    onTrouble: (error) => logger.warn({ err: error }, 'other processes could not be looked for'),
  });
  closers.push(() => forwarding.close());
  return forwarding;
}

async function listenForRequests(
  { options: { config, timeouts }, closers }: Serving,
  app: ReturnType<typeof buildApp>,
  certificate: Certificate | null,
  dispatch: NonNullable<ListenOptions['dispatch']>,
): Promise<Listening> {
  const listening = await listen(app, {
    dispatch,
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
async function forgetPredecessors({ pool, processId, owner }: Core): Promise<void> {
  await pool.query('UPDATE ops.idempotence SET lease_until = now() WHERE lease_until > now()');
  await pool.query('DELETE FROM ops.processes WHERE id <> $1', [processId]);
  await pool.query('UPDATE ops.owners SET ended_at = now() WHERE id <> $1 AND ended_at IS NULL', [owner.getTerm().id]);
  await pool.query('UPDATE ops.document_analyses SET claimed_until = now() WHERE claimed_until > now()');
  await releaseAllClaims(pool);
}
