import type pg from 'pg';
import { openPlatform } from '../commands/approved-platform/open-platform.ts';
import { openAccessPoint } from '../commands/peppol/access-point.ts';
import { openBridge } from '../outside/bridge/platform.ts';
import { openConnectors } from '../outside/integrations/index.ts';
import { openWebhookCalls } from '../outside/webhooks/calls.ts';
import { readQueueLength, type QueueLength } from '../projections/support/queue-length.ts';
import { createSecretBox } from '../stores/identity/secret-box.ts';
import { IMPORTS_CHANNEL } from '../stores/document-imports/wake.ts';
import { INTEGRATIONS_CHANNEL } from '../stores/integrations/runs.ts';
import { openIntegrationSecrets } from '../stores/integrations/secrets.ts';
import { MAILS_CHANNEL } from '../stores/mail/attempts.ts';
import { PEPPOL_CHANNEL } from '../stores/peppol/due.ts';
import { WEBHOOKS_CHANNEL } from '../stores/webhooks/delivery-queue.ts';
import { openWebhookSecrets } from '../stores/webhooks/secrets.ts';
import { startMigrator } from '../workers/book-migrations/migrator.ts';
import { startAnalysisWorker } from '../workers/document-imports/analysis.ts';
import { startIntegrationRunner } from '../workers/integrations/runner.ts';
import { startMailSender } from '../workers/mail/sender.ts';
import { startPeppolExchange } from '../workers/peppol/exchange.ts';
import { startWebhookSender } from '../workers/webhooks/sender.ts';
import type { Closer } from './close-all.ts';
import type { ServiceOptions } from './options.ts';

/** The subjects that exchange with other systems: their notifications, clients, secrets and background work. */

/** Notifications of waiting work. */
export const WORK_CHANNELS = [INTEGRATIONS_CHANNEL, MAILS_CHANNEL, WEBHOOKS_CHANNEL, PEPPOL_CHANNEL, IMPORTS_CHANNEL];

/** Lengths of the queues of work, for metrics. Each is read through a partial index of the waiting rows. */
export const QUEUES: Readonly<Record<string, (pool: pg.Pool) => Promise<QueueLength>>> = {
  imports: (pool) => readQueueLength(pool, 'document_imports', `status = 'queued' AND deleted_at IS NULL`),
  mail: (pool) => readQueueLength(pool, 'mails', `status = 'queued'`),
  peppol: (pool) => readQueueLength(pool, 'peppol_messages', `status = 'queued'`),
};

export const starters = {
  migrations: startMigrator,
  exchange: startPeppolExchange,
  runs: startIntegrationRunner,
  deliveries: startWebhookSender,
  mails: startMailSender,
  analyses: startAnalysisWorker,
};

/** Clients of external services, and the secrets they need. */
export function openOutsideServices(
  pool: pg.Pool,
  appKey: string,
  { config, timeouts, resolveName }: ServiceOptions,
  closers: Closer[],
) {
  const [timeoutMs, resolve] = [timeouts?.outsideMs, resolveName];
  const webhookCalls = openWebhookCalls({ allowedHosts: config.webhookAllowedHosts, timeoutMs, resolve });
  const bridge = config.bridge && openBridge({ ...config.bridge, timeoutMs });
  const platform = config.platform && openPlatform(pool, config.platform);
  const accessPoint = config.accessPoint && openAccessPoint(pool, config.accessPoint, timeoutMs);
  closers.push(
    () => webhookCalls.close(),
    () => Promise.resolve(bridge?.close()),
    () => Promise.resolve(accessPoint?.close()),
    () => Promise.resolve(platform?.close()),
  );
  return {
    webhookCalls,
    webhookSecrets: openWebhookSecrets(pool, createSecretBox(appKey, 'webhooks')),
    integrationSecrets: openIntegrationSecrets(pool, createSecretBox(appKey, 'integrations')),
    connectors: openConnectors({ allowedHosts: config.integrationAllowedHosts, timeoutMs, resolve }),
    bridge,
    accessPoint,
    platform,
  };
}
