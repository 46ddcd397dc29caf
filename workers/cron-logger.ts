import type { TaskOptions } from 'node-cron';
import type { RunnerLogger } from './projector.ts';

type CronLogger = NonNullable<TaskOptions['logger']>;

/** The scheduler writes to the console unless it gets a logger: its messages go to the log of the service. */
export function createCronLogger(logger: RunnerLogger, job: string): CronLogger {
  return {
    info: (message) => logger.info({ job }, message),
    warn: (message) => logger.warn({ job }, message),
    error: (message, error) => logger.error(...toLogLine(job, message, error)),
    debug: (message, error) => logger.debug(...toLogLine(job, message, error)),
  };
}

/** An error comes alone or after a message. */
function toLogLine(job: string, message: string | Error, error?: Error): [facts: object, message: string] {
  if (message instanceof Error) return [{ err: message, job }, 'the scheduler reported an error'];
  return [error === undefined ? { job } : { err: error, job }, message];
}
