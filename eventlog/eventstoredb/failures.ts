/** Maps errors of the client to errors of the log. */
import { ErrorType, isCommandError } from '@eventstore/db-client';
import type { WrongExpectedVersionError } from '@eventstore/db-client';
import { LogUnavailable } from '../port.ts';

/** Maximum number of attempts of an operation. */
export const ATTEMPTS = 3;
export const PAUSE_BETWEEN_ATTEMPTS_MS = 100;

/** The server did not answer in time; it may still have received the call. */
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

/** Refused credentials will be refused again: a retry would only delay the answer. */
export function isWorthRetrying(error: unknown): boolean {
  return !isUnauthenticated(error) && !isDenied(error) && !hasType(error, ErrorType.STREAM_DELETED);
}

/** Wrong user name or password. The client uses the same error type for this and for missing permissions. */
export function isUnauthenticated(error: unknown): boolean {
  return getStatusCode(error) === UNAUTHENTICATED;
}

/** The user lacks the permission, or is anonymous. */
export function isDenied(error: unknown): boolean {
  return (
    !isUnauthenticated(error) && (hasType(error, ErrorType.ACCESS_DENIED) || getStatusCode(error) === PERMISSION_DENIED)
  );
}

const ENDING: readonly ErrorType[] = [
  ErrorType.TIMEOUT,
  ErrorType.DEADLINE_EXCEEDED,
  ErrorType.UNAVAILABLE,
  ErrorType.CANCELLED,
  ErrorType.NOT_LEADER,
];

/** Whether the connection or its server is unusable, so that the connection must be replaced. */
export function isConnectionFatal(error: unknown): boolean {
  return (
    error instanceof AnswerTimeout || ENDING.some((type) => hasType(error, type)) || getStatusCode(error) === INTERNAL
  );
}

/** The position is not the start of a record. */
export function isInvalidPosition(error: unknown): boolean {
  return hasType(error, ErrorType.INVALID_ARGUMENT) || hasType(error, ErrorType.UNKNOWN);
}

/** The error for a stream that an operator deleted is passed on unchanged, because it is permanent. */
export function toLogError(error: unknown): unknown {
  return error instanceof LogUnavailable || hasType(error, ErrorType.STREAM_DELETED)
    ? error
    : new LogUnavailable(error);
}

/** gRPC status codes. */
const PERMISSION_DENIED = 7;
const INTERNAL = 13;
const UNAUTHENTICATED = 16;

function getStatusCode(error: unknown): number | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'number' ? code : undefined;
}

function hasType(error: unknown, type: ErrorType): boolean {
  return error instanceof Error && isCommandError(error) && error.type === type;
}
