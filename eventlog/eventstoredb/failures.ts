/** What an error of the client means to the callers of the log. */
import { ErrorType, isCommandError } from '@eventstore/db-client';
import type { WrongExpectedVersionError } from '@eventstore/db-client';
import { LogUnavailable } from '../port.ts';

/** An operation that fails is tried so many times in all. */
export const ATTEMPTS = 3;
export const PAUSE_BETWEEN_ATTEMPTS_MS = 100;

/** The server may have taken the call, and said nothing for too long. */
export class AnswerTimeout extends Error {
  constructor(timeoutMs: number) {
    super(`The event store did not answer within ${timeoutMs} ms`);
    this.name = 'AnswerTimeout';
  }
}

export function isWrongRevision(error: unknown): error is WrongExpectedVersionError {
  return hasType(error, ErrorType.WRONG_EXPECTED_VERSION);
}

export function isTooLarge(error: unknown): boolean {
  return hasType(error, ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED);
}

export function isStreamNotFound(error: unknown): boolean {
  return hasType(error, ErrorType.STREAM_NOT_FOUND);
}

/** Credentials that were refused once are refused again: asking a second time only makes the caller wait. */
export function isWorthRetrying(error: unknown): boolean {
  return !hasType(error, ErrorType.ACCESS_DENIED) && !hasType(error, ErrorType.STREAM_DELETED);
}

/** A stream that an operator has deleted will not come back, so its error is handed on as it is. */
export function toLogError(error: unknown): unknown {
  return error instanceof LogUnavailable || hasType(error, ErrorType.STREAM_DELETED)
    ? error
    : new LogUnavailable(error);
}

function hasType(error: unknown, type: ErrorType): boolean {
  return error instanceof Error && isCommandError(error) && error.type === type;
}
