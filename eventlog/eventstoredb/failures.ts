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
  return !isUnauthenticated(error) && !isDenied(error) && !hasType(error, ErrorType.STREAM_DELETED);
}

/** The user name or the password is wrong. The client has one name for this and for what is denied to a known user. */
export function isUnauthenticated(error: unknown): boolean {
  return codeOf(error) === UNAUTHENTICATED;
}

/** The user is known and lacks the right, or is nobody. */
export function isDenied(error: unknown): boolean {
  return !isUnauthenticated(error) && (hasType(error, ErrorType.ACCESS_DENIED) || codeOf(error) === PERMISSION_DENIED);
}

const ENDING: readonly ErrorType[] = [
  ErrorType.TIMEOUT,
  ErrorType.DEADLINE_EXCEEDED,
  ErrorType.UNAVAILABLE,
  ErrorType.CANCELLED,
  ErrorType.NOT_LEADER,
];

/** Whether the connection that it came over should not be used again, because it or its server is of no use now. */
export function endsConnection(error: unknown): boolean {
  return error instanceof AnswerTimeout || ENDING.some((type) => hasType(error, type)) || codeOf(error) === INTERNAL;
}

/** A place in the log at which no record begins. */
export function isNoPosition(error: unknown): boolean {
  return hasType(error, ErrorType.INVALID_ARGUMENT) || hasType(error, ErrorType.UNKNOWN);
}

/** A stream that an operator has deleted will not come back, so its error is handed on as it is. */
export function toLogError(error: unknown): unknown {
  return error instanceof LogUnavailable || hasType(error, ErrorType.STREAM_DELETED)
    ? error
    : new LogUnavailable(error);
}

/** Status codes of gRPC. */
const PERMISSION_DENIED = 7;
const INTERNAL = 13;
const UNAUTHENTICATED = 16;

function codeOf(error: unknown): number | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'number' ? code : undefined;
}

function hasType(error: unknown, type: ErrorType): boolean {
  return error instanceof Error && isCommandError(error) && error.type === type;
}
