import type pg from 'pg';
import { passFaultPoint } from '../database/fault-point.ts';
import type { Owner, Term } from '../database/owners.ts';
import { claimJobs, correctSlot, endJob, readJobRecords, type JobRecord } from '../stores/support/job-records.ts';
import type { RunnerLogger } from './projector.ts';
import { findLastSlot, findNextSlot, parseSchedule, type DailyTimes } from './slots.ts';
import { createWakeUpTimer } from './wake-up-timer.ts';

/** Runs scheduled jobs. Records in the database decide what is due; timers only wake. */
export interface Jobs {
  /** Begins every job whose slot has passed. Ends when these have ended. */
  wake(): Promise<void>;
  stop(): Promise<void>;
}

export interface Job {
  readonly name: string;
  /** Seconds, minutes, hours, days, months, weekdays. */
  readonly schedule: string;
  /**
   * `unfinished` if it has to run again soon. The signal is aborted when another process has taken over: a job may run in
   * two processes if one of them stood still. What it has left then is not done, and runs again.
   */
  readonly run: (signal: AbortSignal) => Promise<unknown>;
}

export interface SchedulerParts {
  readonly pool: pg.Pool;
  readonly owner: Owner;
  readonly logger: RunnerLogger;
  /** For tests: a clock instead of that of the database, with no timers that follow it. */
  readonly now?: () => Date;
}

/** Delays before a failed job runs again, unless its next slot comes first. */
const RETRIED_AFTER_MS = [60_000, 5 * 60_000, 15 * 60_000, 60 * 60_000];

/** By then the service is listening: the calendar of node-cron takes 50 ms when it is used for the first time. */
const FIRST_WAKE_MS = 1_000;

interface PlannedJob extends Job {
  readonly times: DailyTimes;
  failure: { readonly slot: Date; readonly at: Date; readonly count: number } | null;
}

/** What a record says about the last slot: to run, or recorded by a clock that was ahead. */
export function decideSlot(
  times: DailyTimes,
  completed: Date | null,
  now: Date,
): { readonly decision: 'due' | 'ahead' | 'done'; readonly slot: Date } {
  const slot = findLastSlot(times, now);
  if (completed === null || completed < slot) return { decision: 'due', slot };
  // The next slot may be completed already, by a clock that was a little ahead. A later one would hold the job back.
  return { decision: completed > findNextSlot(times, now) ? 'ahead' : 'done', slot };
}

export function scheduleJobs(jobs: readonly Job[], parts: SchedulerParts): Jobs {
  const { pool, owner, logger } = parts;
  const planned = jobs.map((job): PlannedJob => ({ ...job, times: parseSchedule(job.schedule), failure: null }));
  const running = new Map<string, Promise<void>>();
  const waking = new Set<Promise<void>>();
  let isStopping = false;

  async function checkSlots(): Promise<Promise<void>[]> {
    const { now: databaseNow, records } = await readJobRecords(pool);
    if (isStopping) return [];
    const now = parts.now?.() ?? databaseNow;
    timer?.wakeIn(Math.min(...planned.map(({ times }) => findNextSlot(times, now).getTime())) - now.getTime());
    const due: DueJob[] = [];
    for (const job of planned) {
      const record = records.get(job.name) ?? { name: job.name, completed: null };
      const { decision, slot } = decideSlot(job.times, record.completed, now);
      if (decision === 'ahead') await correctSlot(pool, record, slot);
      if (decision === 'due' && !running.has(job.name) && !isPaused(job, slot, now)) due.push({ job, record, slot });
    }
    if (due.length === 0) return [];
    const term = owner.getTerm();
    const names = await claimJobs(
      pool,
      term.id,
      due.map(({ record }) => record),
    );
    const claimed = due.filter(({ job }) => names.has(job.name));
    if (isStopping) return claimed.map(({ job }) => endJob(pool, term.id, job.name, null));
    reportMissed(claimed, logger);
    return claimed.map((one) => begin(one, term, now));
  }

  function begin({ job, slot }: DueJob, term: Term, now: Date): Promise<void> {
    const task = runJob(job, slot, term)
      .then(() => void (job.failure = null))
      .catch((error: unknown) => {
        job.failure = {
          slot,
          at: now,
          count: job.failure?.slot.getTime() === slot.getTime() ? job.failure.count + 1 : 1,
        };
        logger.error({ err: error, job: job.name }, 'a job failed; it will run again');
      })
      .finally(() => running.delete(job.name));
    running.set(job.name, task);
    return task;
  }

  async function runJob({ name, run }: Job, slot: Date, term: Term): Promise<void> {
    let isCompleted = false;
    try {
      passFaultPoint('within-job');
      const outcome = await run(term.signal);
      // A job that was stopped half-way belongs to the next process, whatever it answers.
      isCompleted = outcome !== 'unfinished' && !isStopping && !term.signal.aborted;
    } finally {
      await endJob(pool, term.id, name, isCompleted ? slot : null);
    }
  }

  function wake(): Promise<void> {
    const turn = checkSlots()
      .then((tasks) => Promise.all(tasks))
      .then(() => undefined)
      .catch((error: unknown) =>
        logger.warn({ err: error }, 'the scheduled jobs could not be examined; this will be retried'),
      )
      .finally(() => waking.delete(turn));
    waking.add(turn);
    return turn;
  }

  // The result is not awaited, so that node-cron does not take a long job for a long wake-up.
  const timer = parts.now ? null : createWakeUpTimer(() => void wake(), logger);
  const first = timer && setTimeout(() => void wake(), FIRST_WAKE_MS);
  first?.unref();
  const unsubscribe = owner.onTakeover(() => void wake());
  return {
    wake,
    async stop() {
      isStopping = true;
      unsubscribe();
      clearTimeout(first ?? undefined);
      await timer?.stop();
      await Promise.all(waking);
    },
  };
}

interface DueJob {
  readonly job: PlannedJob;
  readonly record: JobRecord;
  readonly slot: Date;
}

/** Whether a failed job is not to be retried yet. Time is compared in both directions, because the clock may step back. */
function isPaused({ failure }: PlannedJob, slot: Date, now: Date): boolean {
  if (failure?.slot.getTime() !== slot.getTime()) return false;
  const wait = RETRIED_AFTER_MS[Math.min(failure.count, RETRIED_AFTER_MS.length) - 1]!;
  return Math.abs(now.getTime() - failure.at.getTime()) < wait;
}

/** One line, however many slots of however many jobs were missed. */
function reportMissed(claimed: readonly DueJob[], logger: RunnerLogger): void {
  const missed = claimed.filter(
    ({ job, record, slot }) =>
      record.completed !== null && findLastSlot(job.times, new Date(slot.getTime() - 1)) > record.completed,
  );
  if (missed.length === 0) return;
  const jobs = missed.map(({ job, record, slot }) => ({ job: job.name, completed: record.completed, slot }));
  logger.info({ jobs }, 'slots of scheduled jobs were missed; each job runs once for all of them');
}
