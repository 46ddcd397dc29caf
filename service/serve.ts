import { openAccess } from '../api/access/access.ts';
import { buildApp } from '../api/http/server/app.ts';
import { openCertificate } from '../api/http/server/certificate.ts';
import { sharedDefaultLimit } from '../api/http/limits/default-limit.ts';
import { keyGuard, type ProviderGuard } from '../api/http/routing/guard.ts';
import { isMemorised } from '../api/http/routing/idempotence.ts';
import { createMetrics } from '../api/http/server/metrics.ts';
import { postgresRateLimits } from '../api/http/limits/rate-limit.ts';
import { listen, type Listening } from '../api/http/server/server.ts';
import { createSignedUrls } from '../api/http/routing/signed-urls.ts';
import { routes } from '../api/routes.ts';
import type { Services } from '../api/services.ts';
import { secretBox } from '../stores/identity/secret-box.ts';
import { forgetClaims } from '../stores/book-migrations/migrations.ts';
import { idempotenceStore } from '../stores/support/idempotence.ts';
import { syncDevices } from '../stores/sync/devices.ts';
import type { Closer } from './close-all.ts';
import { isOpenToListeners } from '../configuration/config.ts';
import type { Core } from './core.ts';
import { examine, lagOf } from './health.ts';
import { livingProcesses } from '../database/live-processes.ts';
import { openDirectories } from '../outside/directories.ts';
import { openMailer } from '../outside/mail/mailer.ts';
import { watchStandstill } from '../projections/engine/stall.ts';
import { tablesCaughtUp } from '../projections/engine/table-trust.ts';
import { rememberFeedHeads } from '../projections/sync/head-memory.ts';
import { problemOfListening } from './startup/start-problem.ts';
import { observe, showMetrics } from './metrics.ts';
import type { ServiceOptions } from './options.ts';
import type { Parts } from './parts.ts';
import { asStartProblem, type Room } from './startup/waiting.ts';

/** The access point itself knows what it signs with. */
const providerGuard =
  (accessPoint: Services['accessPoint']): ProviderGuard =>
  (provider, headers, body) =>
    accessPoint?.name === provider && accessPoint.notification(headers, body) !== null;

/** How long a start waits for tables that are behind, after a crash of everything at once. */
const CATCH_UP_MS = 5_000;

type ServedParts = Parts & Pick<Services, 'wakeMigrations'> & { readonly appKey: string };

/** Gives the address that clients use. */
export async function serve(
  core: ServedParts,
  { config, logger, checkReplies = false, timeouts, droppedLogLines = () => 0 }: ServiceOptions,
  closers: Closer[],
  room: Room,
): Promise<string> {
  const { history, appKey } = core;
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
    webhookCalls: core.webhookCalls,
    webhookSecrets: core.webhookSecrets,
    integrationSecrets: core.integrationSecrets,
    connectors: core.connectors,
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

/** Whoever owns the data folder is alone: what other processes have claimed or promised, they did before they died. */
async function forgetPredecessors({ pool, processId }: Core): Promise<void> {
  await pool.query('UPDATE ops.idempotence SET lease_until = now() WHERE lease_until > now()');
  await pool.query('DELETE FROM ops.processes WHERE id <> $1', [processId]);
  await pool.query('UPDATE ops.document_analyses SET claimed_until = now() WHERE claimed_until > now()');
  await forgetClaims(pool);
}
