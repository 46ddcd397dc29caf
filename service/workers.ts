import { statusOf } from '../api/http/reply/errors.ts';
import { refusalOfException } from '../api/http/server/unavailable.ts';
import { filesOfMail } from '../api/mail/files.ts';
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

/** What goes on beside the requests: migrations, mail, webhooks, integrations, the Peppol network, and what the clock asks for. */
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
    const filesOf = filesOfMail({ pool, files });
    const mails = startMailSender({ ...parts, relaxedPool, smtp, filesOf, logger });
    closers.push(() => mails.stop());
  }
  if (options.runsJobs !== false) {
    const jobs = startJobs(parts, history, sender, logger, resetDemo);
    closers.push(() => jobs.stop());
  }
  return { wakeMigrations };
}

/** What passes by itself, when whatever is away is there again. */
function isOutage(error: unknown): boolean {
  const known = refusalOfException(error);
  return known !== undefined && statusOf(known) === 503;
}
