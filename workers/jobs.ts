import cron from 'node-cron';
import type pg from 'pg';
import { mirrorUnfinished } from '../commands/bridge/unfinished.ts';
import { pushWaiting, type PushToolbox } from '../commands/bridge/push-document.ts';
import { settleRegistrations } from '../commands/companies/change-company-file.ts';
import { RESET_SCHEDULE } from '../commands/demo/reset-time.ts';
import { completeRegistrations } from '../commands/companies/open-company-file.ts';
import { purgeOverdue } from '../commands/history/purge.ts';
import type { History } from '../commands/history/index.ts';
import { dayOfTheBooks, runAllDue } from '../commands/recurring-entries/run.ts';
import { analyseWaiting, type AnalysisToolbox } from '../commands/document-imports/analyse.ts';
import { DEFAULT_RETENTION_DAYS } from '../domain/companies/settings.ts';
import type { EventLog } from '../eventlog/port.ts';
import type { FileStore } from '../outside/files/index.ts';
import { referredDocuments, referredLogos } from '../projections/attachments/references.ts';
import { forgetDisconnected } from '../stores/integrations/runs.ts';
import { forgetSentMails } from '../stores/mail/attempts.ts';
import { forgetOldMigrations } from '../stores/book-migrations/migrations.ts';
import { endInterrupted } from '../stores/webhooks/delivery-outcomes.ts';
import { forgetOldDeliveries } from '../stores/webhooks/delivery-retention.ts';
import { cronLogger } from './cron-logger.ts';
import type { RunnerLogger } from './projector.ts';
import type { WebhookSender } from './webhooks/sender.ts';

/** Scheduled jobs. Each may run in several processes at once without harm. */
export interface Jobs {
  stop(): Promise<void>;
}

export interface Job {
  readonly name: string;
  /** Seconds, minutes, hours, days, months, weekdays. */
  readonly schedule: string;
  readonly run: () => Promise<unknown>;
}

/** Every ten seconds; tests that wait for a job have it run every second. */
const OFTEN = process.env['FREQUENT_JOBS'] ?? '*/10 * * * * *';
/** A request that is still under way gets this long before a job takes over from it. */
const INTERRUPTED_AFTER_SECONDS = 30;
/** Idempotence answers and announced events are kept at least this long. */
const KEPT_DAYS = 31;
/** Finished deliveries of webhooks. */
const DELIVERIES_KEPT_DAYS = 30;
const DAY_MS = 24 * 3600 * 1000;

export function startJobs(
  toolbox: AnalysisToolbox & PushToolbox & { readonly log: EventLog },
  history: History,
  sender: Pick<WebhookSender, 'wake'>,
  logger: RunnerLogger,
  resetDemo: () => Promise<unknown>,
): Jobs {
  const { files } = toolbox;
  const stopping = new AbortController();
  const jobs: readonly Job[] = [
    {
      name: 'open company files whose opening was interrupted',
      schedule: OFTEN,
      run: () => completeRegistrations(toolbox, toolbox.log, INTERRUPTED_AFTER_SECONDS),
    },
    {
      name: 'settle company files whose firm does not know of their change',
      schedule: OFTEN,
      run: () => settleRegistrations(toolbox, INTERRUPTED_AFTER_SECONDS),
    },
    {
      name: 'send to webhooks what waits',
      schedule: '0 * * * * *',
      async run() {
        sender.wake();
        await endInterrupted(toolbox.pool);
      },
    },
    { name: 'forget what need not be kept any longer', schedule: '0 17 3 * * *', run: () => forgetOld(toolbox.pool) },
    {
      name: 'empty recycle bins of what has lain there long enough',
      schedule: '0 37 2 * * *',
      run: () => purgeOverdue(toolbox),
    },
    {
      // Every hour, for a machine that sleeps at night: where nothing is due, one statement finds so.
      name: 'post recurring entries that are due',
      schedule: '0 27 * * * *',
      run: async () => runAllDue(toolbox, { today: await dayOfTheBooks(toolbox.pool), signal: stopping.signal }),
    },
    {
      name: 'analyse documents that wait',
      schedule: '0 * * * * *',
      run: () => analyseWaiting(toolbox, stopping.signal),
    },
    {
      name: 'send documents to the external platform that wait',
      schedule: '20 * * * * *',
      run: () => pushWaiting(toolbox, stopping.signal),
    },
    {
      name: 'mirror firms of the external platform that were left half-way',
      schedule: '40 * * * * *',
      run: () => mirrorUnfinished(toolbox, stopping.signal),
    },
    { name: 'sign where every stream stands', schedule: '0 7 * * * *', run: () => signHeads(history, logger) },
    { name: 'remove what interrupted uploads have left', schedule: '0 47 3 * * *', run: () => files.tidy() },
    {
      name: 'remove files that nothing refers to',
      schedule: '0 57 3 * * *',
      run: () => sweepFiles(toolbox.pool, files),
    },
    { name: 'reset the demo', schedule: RESET_SCHEDULE, run: resetDemo },
  ];
  const scheduled = scheduleJobs(jobs, logger);
  return {
    stop() {
      // A document that is broken off waits for the next process.
      stopping.abort();
      return scheduled.stop();
    },
  };
}

export function scheduleJobs(jobs: readonly Job[], logger: RunnerLogger): Jobs {
  const running = new Set<Promise<void>>();
  const tasks = jobs.map(({ name, schedule, run }) =>
    cron.schedule(
      schedule,
      () => {
        const task = run()
          .then(() => undefined)
          .catch((error: unknown) =>
            logger.error({ err: error, job: name }, 'a job failed and runs again at its next time'),
          )
          .finally(() => running.delete(task));
        running.add(task);
        // The scheduler waits for it: a job that is still under way at its next time is not begun again.
        return task;
      },
      { name, noOverlap: true, logger: cronLogger(logger, name) },
    ),
  );
  return {
    async stop() {
      for (const task of tasks) await task.stop();
      await Promise.all(running);
    },
  };
}

/** A chain that is broken is no failure of the job: it is what the job is there to find. */
async function signHeads(history: History, logger: RunnerLogger): Promise<void> {
  const { broken } = await history.anchor(new Date());
  for (const { stream, revision, reason } of broken)
    logger.error({ stream, revision, reason }, 'the chain of a stream is broken: run npm run verify');
}

/** Files that were uploaded and never recorded, or taken off long ago. */
export async function sweepFiles(pool: pg.Pool, files: FileStore): Promise<void> {
  const old = DEFAULT_RETENTION_DAYS * DAY_MS;
  await files.sweep('documents', old, (hashes) => referredDocuments(pool, hashes));
  await files.sweep('logos', old, (hashes) => referredLogos(pool, hashes));
}

export async function forgetOld(pool: pg.Pool): Promise<void> {
  await pool.query(`DELETE FROM ops.idempotence WHERE created_at < now() - interval '${KEPT_DAYS} days'`);
  await pool.query(
    `DELETE FROM ops.outbox WHERE created_at < now() - interval '${KEPT_DAYS} days'
     AND number <= (SELECT number FROM ops.webhook_dispatch)`,
  );
  await forgetOldDeliveries(pool, DELIVERIES_KEPT_DAYS);
  await forgetSentMails(pool);
  await forgetOldMigrations(pool, KEPT_DAYS);
  await forgetDisconnected(pool);
  await pool.query(`DELETE FROM ops.rate_counters WHERE window_started_at < now() - interval '1 hour'`);
  await pool.query(
    `DELETE FROM ops.guarded_attempts WHERE greatest(pending_since, window_started_at, locked_until) < now() - interval '1 day'`,
  );
  await pool.query(`DELETE FROM ops.account_failures WHERE last_failed_at < now() - interval '1 day'`);
  await pool.query(`DELETE FROM ops.account_links WHERE expires_at < now() - interval '${KEPT_DAYS} days'`);
  // Passwords that were replaced, or that no event has ever named.
  await pool.query(
    `DELETE FROM ops.passwords p WHERE p.set_at < now() - interval '1 day'
     AND NOT EXISTS (SELECT FROM read.users u WHERE u.id = p.user_id AND u.password_id = p.id)`,
  );
  // Addresses of people are kept no longer than the token that they used.
  await pool.query(
    `DELETE FROM ops.token_use used USING read.tokens t WHERE t.id = used.token_id
     AND least(t.revoked_at, t.expires_at) < now() - interval '${KEPT_DAYS} days'`,
  );
  await pool.query(`DELETE FROM ops.document_analyses WHERE claimed_until < now() - interval '1 day'`);
  await pool.query(`DELETE FROM ops.vat_lookups WHERE asked_at < now() - interval '1 day'`);
  await pool.query(`DELETE FROM ops.lookup_counts WHERE day < now() - interval '2 days'`);
  await pool.query(`DELETE FROM ops.processes WHERE expires_at < now() - interval '1 hour'`);
}
