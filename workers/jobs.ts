import type pg from 'pg';
import { mirrorUnfinishedFirms } from '../commands/bridge/unfinished.ts';
import { pushPendingDocuments, type PushToolbox } from '../commands/bridge/push-document.ts';
import { completeEarlierFiles } from '../commands/companies/complete-defaults.ts';
import { reconcileRegistrations } from '../commands/companies/change-company-file.ts';
import { RESET_SCHEDULE } from '../commands/demo/reset-time.ts';
import { completeRegistrations } from '../commands/companies/open-company-file.ts';
import { completeAccountErasures } from '../commands/identity/erase-account.ts';
import { completeErasures } from '../commands/persons/complete-erasures.ts';
import { repeatErasures } from '../commands/persons/repeat-erasures.ts';
import { purgeOverdueRecords } from '../commands/history/purge.ts';
import type { History } from '../commands/history/index.ts';
import { sendRecurringDocuments, type DeliveryToolbox } from '../commands/recurring-entries/deliver.ts';
import { readBookDate, runAllDueEntries } from '../commands/recurring-entries/run.ts';
import { DEFAULT_RETENTION_DAYS } from '../domain/companies/settings.ts';
import type { Owner } from '../database/owners.ts';
import { UNDEFINED_TABLE } from '../database/pool.ts';
import type { EventLog } from '../eventlog/port.ts';
import type { FileStore } from '../outside/files/index.ts';
import { findReferredDocuments, findReferredLogos } from '../projections/attachments/references.ts';
import type { Vault } from '../stores/vault/vault.ts';
import { endInterruptedAttempts } from '../stores/webhooks/delivery-outcomes.ts';
import { deleteExpiredData } from './expired-data.ts';
import type { RunnerLogger } from './projector.ts';
import { scheduleJobs, type Job, type Jobs } from './scheduler.ts';
import type { WebhookSender } from './webhooks/sender.ts';

/** Every ten seconds; tests that wait for a job run it every second. */
const OFTEN = process.env['FREQUENT_JOBS'] ?? '*/10 * * * * *';
/** A request still in progress gets this long before a job takes over. */
const INTERRUPTED_AFTER_SECONDS = 30;
const DAY_MS = 24 * 3600 * 1000;

export interface JobParts extends PushToolbox, DeliveryToolbox {
  readonly files: FileStore;
  readonly log: EventLog;
  readonly history: History;
  readonly relaxedPool: pg.Pool;
  readonly vault: Vault;
  readonly owner: Owner;
  /** Machine and data folder, which processes may share or not. */
  readonly place: string;
  readonly logger: RunnerLogger;
  readonly sender: Pick<WebhookSender, 'wake'>;
  /** Null if this process does not keep the demo. */
  readonly resetDemo: (() => Promise<unknown>) | null;
}

export function startJobs(parts: JobParts): Jobs {
  const stopping = new AbortController();
  const scheduled = scheduleJobs(listJobs(parts, stopping.signal), { ...parts, pool: parts.relaxedPool });
  return {
    wake: () => scheduled.wake(),
    stop() {
      // An interrupted document waits for the next process.
      stopping.abort();
      return scheduled.stop();
    },
  };
}

/** Each may safely run in several processes at once. */
export function listJobs(parts: JobParts, stopping: AbortSignal): readonly Job[] {
  const withStop = (signal: AbortSignal): AbortSignal => AbortSignal.any([stopping, signal]);
  const { files, history, logger, sender, resetDemo, place } = parts;
  let hasRepeatedErasures = false;
  return [
    {
      name: 'open company files whose opening was interrupted',
      schedule: OFTEN,
      run: () => completeRegistrations(parts, parts.log, INTERRUPTED_AFTER_SECONDS),
    },
    {
      name: 'reconcile company files with the register of their firm',
      schedule: OFTEN,
      run: () => reconcileRegistrations(parts, INTERRUPTED_AFTER_SECONDS),
    },
    {
      // A new job runs at once: the first start of this version completes the files of earlier ones.
      name: 'complete company files of earlier versions',
      schedule: '0 52 * * * *',
      run: (signal) => waitForTables(() => completeEarlierFiles(parts, withStop(signal))),
    },
    {
      name: 'send waiting webhook deliveries',
      schedule: '0 * * * * *',
      async run() {
        sender.wake();
        await endInterruptedAttempts(parts.pool);
      },
    },
    {
      name: 'delete expired operational data',
      schedule: '0 17 3 * * *',
      run: (signal) => deleteExpiredData(parts.relaxedPool, withStop(signal)),
    },
    {
      // If nothing waits, this costs one statement.
      name: 'complete erasures of personal data',
      schedule: OFTEN,
      run: () =>
        waitForTables(async () => {
          if (!hasRepeatedErasures) await repeatErasures(parts);
          hasRepeatedErasures = true;
          await completeAccountErasures(parts);
          return completeErasures(parts);
        }),
    },
    {
      name: 'purge overdue records from recycle bins',
      schedule: '0 37 2 * * *',
      run: (signal) => purgeOverdueRecords(parts, withStop(signal)),
    },
    {
      // Every hour: if nothing is due, this costs one statement.
      name: 'post due recurring entries',
      schedule: '0 27 * * * *',
      run: async (signal) =>
        runAllDueEntries(parts, { today: await readBookDate(parts.pool), signal: withStop(signal) }),
    },
    {
      // If nothing waits, this costs one statement.
      name: 'send documents of recurring entries',
      schedule: OFTEN,
      run: (signal) =>
        waitForTables(() => sendRecurringDocuments(parts, { isRetried: false, signal: withStop(signal) })),
    },
    {
      name: 'send documents of recurring entries that could not be sent before',
      schedule: '45 */10 * * * *',
      run: (signal) =>
        waitForTables(() => sendRecurringDocuments(parts, { isRetried: true, signal: withStop(signal) })),
    },
    {
      // Often, because it also takes over what a process that is gone has left.
      name: 'send waiting documents to the external platform',
      schedule: OFTEN,
      run: (signal) => pushPendingDocuments(parts, withStop(signal)),
    },
    {
      name: 'complete interrupted mirroring of firms from the external platform',
      schedule: '40 * * * * *',
      run: (signal) => mirrorUnfinishedFirms(parts, withStop(signal)),
    },
    {
      name: `sign the heads of all streams, in ${place}`,
      schedule: '0 7 * * * *',
      run: (signal) => signHeads(history, logger, withStop(signal)),
    },
    {
      name: `remove remains of interrupted uploads, in ${place}`,
      schedule: '0 47 3 * * *',
      run: () => files.removeAbandoned(),
    },
    {
      name: 'remove unreferenced files',
      schedule: '0 57 3 * * *',
      run: () => sweepFiles(parts.pool, files),
    },
    ...(resetDemo === null ? [] : [{ name: 'reset the demo', schedule: RESET_SCHEDULE, run: resetDemo }]),
  ];
}

/** During an upgrade, the tables of a job may not be there yet. */
async function waitForTables(run: () => Promise<unknown>): Promise<unknown> {
  try {
    return await run();
  } catch (error) {
    if ((error as { code?: unknown }).code !== UNDEFINED_TABLE) throw error;
    return 'unfinished';
  }
}

/** A broken chain is not a failure of the job: finding it is the purpose of the job. */
async function signHeads(history: History, logger: RunnerLogger, signal: AbortSignal): Promise<void> {
  const { broken } = await history.anchorStreams(new Date(), signal);
  for (const { stream, revision, reason } of broken)
    logger.error({ stream, revision, reason }, 'the chain of a stream is broken: run npm run verify');
}

/** Removes files that were uploaded but never recorded, or detached long ago. */
export async function sweepFiles(pool: pg.Pool, files: FileStore): Promise<void> {
  const old = DEFAULT_RETENTION_DAYS * DAY_MS;
  await files.sweepUnreferenced('documents', old, (hashes) => findReferredDocuments(pool, hashes));
  await files.sweepUnreferenced('logos', old, (hashes) => findReferredLogos(pool, hashes));
}
