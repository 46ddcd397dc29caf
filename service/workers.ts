import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { getRefusalStatus } from '../api/http/reply/errors.ts';
import { findExceptionRefusal } from '../api/http/server/unavailable.ts';
import { createDocumentQueue } from '../api/documents/queue-document.ts';
import { createAttachmentLoader } from '../api/mail/files.ts';
import type { Services } from '../api/services.ts';
import type { Closer } from './close-all.ts';
import { openDirectories } from '../outside/directories.ts';
import { openSmtpPool } from '../outside/mail/smtp-pool.ts';
import { startJobs } from '../workers/jobs.ts';
import type { ServiceOptions } from './options.ts';
import type { Parts } from './parts.ts';
import { starters } from './subjects.ts';

/** Background work: the exchanges with other systems, migrations and scheduled jobs. */
export function startWorkers(
  parts: Parts,
  options: ServiceOptions,
  resetDemo: (() => Promise<unknown>) | null,
  closers: Closer[],
): Pick<Services, 'wakeMigrations'> {
  const { config, logger } = options;
  const { webhookCalls: calls, webhookSecrets: secrets, webhookPool: relaxedPool, pool, files } = parts;
  let wakeMigrations: Services['wakeMigrations'] = () => undefined;
  if (options.runsMigrations !== false) {
    const migrator = starters.migrations({ ...parts, isOutage, logger });
    closers.push(() => migrator.stop());
    wakeMigrations = () => migrator.wake();
  }
  if (options.exchangesPeppol !== false) {
    const exchange = starters.exchange({ ...parts, logger });
    closers.push(() => exchange.stop());
  }
  if (options.runsIntegrations !== false) {
    const runner = starters.runs({ ...parts, logger });
    closers.push(() => runner.stop());
  }
  const sender = starters.deliveries({ ...parts, relaxedPool, calls, secrets, logger });
  closers.push(() => sender.stop());
  if (config.mail !== null) {
    const timeoutMs = options.timeouts?.outsideMs;
    const smtp = openSmtpPool({ ...config.mail, ...(timeoutMs !== undefined && { timeoutMs }) });
    const filesOf = createAttachmentLoader({ pool, files });
    const mails = starters.mails({ ...parts, relaxedPool, smtp, loadFiles: filesOf, logger });
    closers.push(() => mails.stop());
  }
  if (options.runsJobs !== false) {
    const analyses = starters.analyses({ ...parts, logger });
    closers.push(() => analyses.stop());
    const place = `${hostname()}:${resolve(config.dataDir)}`;
    const directories = openDirectories({ ...config, timeoutMs: options.timeouts?.outsideMs });
    closers.push(() => directories.close());
    const mail = { hasMail: config.mail !== null, recipientsPerDay: config.mailRecipientsPerDay };
    const queueDocument = createDocumentQueue({ ...parts, ...mail, directories });
    const jobs = startJobs({ ...parts, place, sender, logger, resetDemo, queueDocument });
    closers.push(() => jobs.stop());
  }
  return { wakeMigrations };
}

/** Temporary errors, which end when the missing server is back. */
function isOutage(error: unknown): boolean {
  const known = findExceptionRefusal(error);
  return known !== undefined && getRefusalStatus(known) === 503;
}
