import { getRefusalStatus } from '../api/http/reply/errors.ts';
import { findExceptionRefusal } from '../api/http/server/unavailable.ts';
import { createAttachmentLoader } from '../api/mail/files.ts';
import type { Services } from '../api/services.ts';
import type { Closer } from './close-all.ts';
import { openSmtpPool } from '../outside/mail/smtp-pool.ts';
import { startIntegrationRunner } from '../workers/integrations/runner.ts';
import { startJobs } from '../workers/jobs.ts';
import { startMailSender } from '../workers/mail/sender.ts';
import { startMigrator } from '../workers/book-migrations/migrator.ts';
import { startPeppolExchange } from '../workers/peppol/exchange.ts';
import { startWebhookSender } from '../workers/webhooks/sender.ts';
import type { ServiceOptions } from './options.ts';
import type { Parts } from './parts.ts';

/** Background work: migrations, mail, webhooks, integrations, the Peppol network and scheduled jobs. */
export function startWorkers(
  parts: Parts,
  options: ServiceOptions,
  resetDemo: () => Promise<unknown>,
  closers: Closer[],
): Pick<Services, 'wakeMigrations'> {
  const { config, logger } = options;
  const { webhookCalls: calls, webhookSecrets: secrets, history, webhookPool: relaxedPool, pool, files } = parts;
  let wakeMigrations: Services['wakeMigrations'] = () => undefined;
  if (options.runsMigrations !== false) {
    const migrator = startMigrator({ ...parts, isOutage, logger });
    closers.push(() => migrator.stop());
    wakeMigrations = () => migrator.wake();
  }
  if (options.exchangesPeppol !== false) {
    const peppol = startPeppolExchange({ ...parts, logger });
    closers.push(() => peppol.stop());
  }
  if (options.runsIntegrations !== false) {
    const runner = startIntegrationRunner({ ...parts, logger });
    closers.push(() => runner.stop());
  }
  const sender = startWebhookSender({ ...parts, relaxedPool, calls, secrets, logger });
  closers.push(() => sender.stop());
  if (config.mail !== null) {
    const timeoutMs = options.timeouts?.outsideMs;
    const smtp = openSmtpPool({ ...config.mail, ...(timeoutMs !== undefined && { timeoutMs }) });
    const filesOf = createAttachmentLoader({ pool, files });
    const mails = startMailSender({ ...parts, relaxedPool, smtp, loadFiles: filesOf, logger });
    closers.push(() => mails.stop());
  }
  if (options.runsJobs !== false) {
    const jobs = startJobs(parts, history, sender, logger, resetDemo);
    closers.push(() => jobs.stop());
  }
  return { wakeMigrations };
}

/** Temporary errors, which end when the missing server is back. */
function isOutage(error: unknown): boolean {
  const known = findExceptionRefusal(error);
  return known !== undefined && getRefusalStatus(known) === 503;
}
