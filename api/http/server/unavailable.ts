import { UnknownEvent } from '../../../domain/event-catalogue.ts';
import { AppendTooLarge, LogUnavailable, WrongRevision } from '../../../eventlog/port.ts';
import { LogMoving } from '../../../eventlog/register.ts';
import { PasswordsOverloaded } from '../../../stores/identity/password-hashing.ts';
import { StreamHalted } from '../../../commands/support/command-path.ts';
import { UNDEFINED_TABLE } from '../../../database/pool.ts';
import { OutsideUnavailable } from '../../../outside/http/failures.ts';
import { MailUnavailable } from '../../../outside/mail/mailer.ts';
import { StorageFull, StorageUnavailable } from '../../../outside/files/failures.ts';
import { ProjectionDelayed } from '../../../projections/engine/progress.ts';
import type { HttpRefusal } from '../reply/errors.ts';
import { buildRefusal } from '../reply/errors.ts';

const MAX_CAUSES = 5;
const RETRY_SOON = { 'Retry-After': '1' };
const RETRY_IN_A_WHILE = { 'Retry-After': '10' };
const RETRY_LATER = { 'Retry-After': '60' };

/** Error codes of sockets that could not be opened or broke. */
const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOENT',
]);

/** The system is temporarily out of files, sockets or memory. */
const EXHAUSTED = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'ENOBUFS', 'ERR_MEMORY_ALLOCATION_FAILED']);

/** PostgreSQL states, by code or by class (the first two characters), that mean "not now". */
const DATABASE_STATES: Readonly<Record<string, 'database_unavailable' | 'overloaded'>> = {
  '08': 'database_unavailable', // connection exception
  '53': 'overloaded', // out of connections or memory
  '53100': 'database_unavailable', // out of disk
  '57P01': 'database_unavailable', // administrator stops the server
  '57P02': 'database_unavailable', // crash of another backend
  '57P03': 'database_unavailable', // starting up
  '57P05': 'database_unavailable', // idle session ended
  '57014': 'overloaded', // statement timeout
  '55P03': 'overloaded', // lock timeout
  '25006': 'database_unavailable', // read-only server
  '25P03': 'overloaded', // transaction left idle too long
  '40001': 'overloaded', // serialisation failure that outlived its retries
  '40P01': 'overloaded', // deadlock that outlived its retries
  '58': 'database_unavailable', // disk or system trouble of the server
};

const UNSUPPORTED = '0A000';
/** States of PostgreSQL: undefined column, schema and operator, and another type. */
const OTHER_SHAPE = new Set(['42703', '3F000', '42883', '42804']);

/** Driver errors without codes. */
const DRIVER_MESSAGES: readonly (readonly [string, 'database_unavailable' | 'overloaded'])[] = [
  ['timeout exceeded when trying to connect', 'overloaded'],
  ['Query read timeout', 'overloaded'],
  ['Connection terminated', 'database_unavailable'],
  ['Client has encountered a connection error', 'database_unavailable'],
  ['Client was closed and is not queryable', 'database_unavailable'],
  ['Cannot use a pool after calling end', 'database_unavailable'],
];

/** Maps an exception to a refusal if it is a known condition; undefined for a bug (500). */
export function findExceptionRefusal(thrown: unknown): HttpRefusal | undefined {
  let error = thrown;
  for (let depth = 0; depth < MAX_CAUSES && error instanceof Error; depth++, error = error.cause) {
    if (error instanceof AppendTooLarge) return buildRefusal('append_too_large');
    if (error instanceof ProjectionDelayed) return buildRefusal('projection_delayed', { headers: RETRY_SOON });
    if (error instanceof StreamHalted) return buildRefusal('projection_halted', { headers: RETRY_SOON });
    if (error instanceof PasswordsOverloaded) return buildRefusal('overloaded', { headers: RETRY_SOON });
    if (error instanceof OutsideUnavailable)
      return buildRefusal(`${error.service}_unavailable`, { headers: RETRY_LATER });
    if (error instanceof MailUnavailable) return buildRefusal('mail_unavailable', { headers: { 'Retry-After': '60' } });
    if (error instanceof StorageFull) return buildRefusal('storage_full', { headers: RETRY_LATER });
    if (error instanceof StorageUnavailable) return buildRefusal('storage_unavailable', { headers: RETRY_LATER });
    if (error instanceof WrongRevision) return buildRefusal('overloaded', { headers: RETRY_SOON });
    if (error instanceof UnknownEvent) return buildRefusal('projection_halted', { headers: RETRY_SOON });
    if (error instanceof LogMoving) return buildRefusal('moving', { headers: RETRY_LATER });
    if (error instanceof LogUnavailable) return buildRefusal('event_log_unavailable', { headers: RETRY_SOON });
    if (isTableBeingMade(error)) return buildRefusal('tables_being_made', { headers: RETRY_IN_A_WHILE });
    const code = findDatabaseCondition(error);
    if (code) return buildRefusal(code, { headers: RETRY_SOON });
  }
  return undefined;
}

function findDatabaseCondition(error: Error): 'database_unavailable' | 'overloaded' | undefined {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (/^[0-9A-Z]{5}$/.test(code) && !SOCKET_CODES.has(code))
    return DATABASE_STATES[code] ?? DATABASE_STATES[code.slice(0, 2)];
  if (EXHAUSTED.has(code) || isOutOfMemory(error)) return 'overloaded';
  // ENOENT means a missing Unix socket only when connecting; for a file it is a bug.
  if (SOCKET_CODES.has(code) && 'syscall' in error && isSocketCall(error.syscall)) return 'database_unavailable';
  // Node tries every address of a host name and collects the failures.
  if (error instanceof AggregateError && SOCKET_CODES.has(code)) return 'database_unavailable';
  return DRIVER_MESSAGES.find(([start]) => error.message.startsWith(start))?.[1];
}

/**
 * During an upgrade: a table or column that the other version does not have, or has in another form. The statements of one
 * version fit its own tables, which tests prove, so that these are never mistakes of ours.
 */
function isTableBeingMade(error: Error): boolean {
  const code = 'code' in error ? error.code : undefined;
  if (code === UNDEFINED_TABLE) return /relation "read\.\w+"/.test(error.message);
  if (code === UNSUPPORTED) return error.message.startsWith('cached plan');
  return typeof code === 'string' && OTHER_SHAPE.has(code);
}

/** The engine has no code for this error. */
const isOutOfMemory = (error: Error) =>
  error instanceof RangeError && error.message.startsWith('Array buffer allocation failed');

const isSocketCall = (syscall: unknown) =>
  typeof syscall === 'string' && ['connect', 'read', 'write', 'getaddrinfo'].includes(syscall);
