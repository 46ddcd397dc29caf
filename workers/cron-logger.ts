import type { TaskOptions } from 'node-cron';
import type { RunnerLogger } from './projector.ts';

type CronLogger = NonNullable<TaskOptions['logger']>;

/** The scheduler writes to the console unless it is given a logger: what it says of a job becomes a line of the service's log. */
export function cronLogger(logger: RunnerLogger, job: string): CronLogger {
  return {
    info: (message) => logger.info({ job }, message),
    warn: (message) => logger.warn({ job }, message),
    error: (message, error) => logger.error(...line(job, message, error)),
    debug: (message, error) => logger.debug(...line(job, message, error)),
  };
}

/** An error comes alone or behind a message. */
function line(job: string, message: string | Error, error?: Error): [facts: object, message: string] {
  if (message instanceof Error) return [{ err: message, job }, 'the scheduler reports an error'];
  return [error === undefined ? { job } : { err: error, job }, message];
}
