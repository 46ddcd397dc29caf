import { LogUnavailable } from '../port.ts';

/** Every error of a log query means that the log is unavailable, because its statements are fixed and correct. */
export function toLogUnavailable(error: unknown): LogUnavailable {
  return error instanceof LogUnavailable ? error : new LogUnavailable(error);
}
