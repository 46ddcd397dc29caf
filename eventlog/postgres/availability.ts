import { LogUnavailable } from '../port.ts';

/** Every error of a log query means that the log cannot be used now: its statements are fixed and correct. */
export function unavailable(error: unknown): LogUnavailable {
  return error instanceof LogUnavailable ? error : new LogUnavailable(error);
}
