import { HalfRestored, NewerSchema } from '../../database/schema-migrations/index.ts';

/** The service cannot start for a reason that its operator can fix; the message names the variable to check. */
export class StartProblem extends Error {
  /** Exit code of the process. */
  readonly exitCode: number;
  constructor(message: string, cause: unknown, exitCode = 1) {
    super(message, { cause });
    this.name = 'StartProblem';
    this.exitCode = exitCode;
  }
}

/** Only another setting or permission helps: a supervisor need not retry. */
export const UNUSABLE_EXIT = 2;

/** Names of the operator's settings. */
interface Variables {
  readonly host: string;
  readonly port: string;
}

const LISTENING: Readonly<Record<string, (host: string, port: number, set: Variables) => string>> = {
  EADDRINUSE: (host, port, set) =>
    `port ${port} on ${host} is taken by another program: set ${set.port} to a free port, or stop that program`,
  EACCES: (host, port, set) =>
    `port ${port} on ${host} may not be used by this user: set ${set.port} to 1024 or above, or grant the permission to use it`,
  EADDRNOTAVAIL: (host, _port, set) =>
    `this machine has no address ${host}: set ${set.host} to one of its addresses, such as 127.0.0.1`,
  ENOTFOUND: (host, _port, set) =>
    `the host name ${host} cannot be resolved: set ${set.host} to an address of this machine`,
};

/** Explains why the port cannot be opened; returns the error itself if there is no better explanation. */
export function toListenProblem(
  error: unknown,
  host: string,
  port: number,
  set: Variables = { host: 'HOST', port: 'PORT' },
): unknown {
  const code = getErrorCode(error);
  const words = LISTENING[code]?.(host, port, set);
  return words === undefined ? error : new StartProblem(`${words} (${code})`, error);
}

/** Network and PostgreSQL errors that may resolve themselves. */
const AWAY: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was reset',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name could not be looked up',
  ETIMEDOUT: 'it does not respond',
  EHOSTUNREACH: 'the host is unreachable',
  ENETUNREACH: 'the host is unreachable',
  ENOENT: 'the socket does not exist',
  '53300': 'it already has too many connections',
  '57P01': 'the server is stopping',
  '57P03': 'the server is starting or stopping',
};

const TRUST = 'set the certificate of its authority with sslrootcert=… in the address';

/** Lasting errors: the setting, the permission or the certificate must change. */
const REFUSED: Readonly<Record<string, string>> = {
  '28P01': 'the user name or password is not accepted: correct them in the address',
  '28000': 'the user is not accepted: allow it in pg_hba.conf and for login, or name another one',
  '3D000': 'the database does not exist: create it, or name another one',
  '42501': 'the user may not create schemas in this database: grant it CONNECT and CREATE, or set DATABASE_OWNER_URL',
  DEPTH_ZERO_SELF_SIGNED_CERT: `its certificate is not trusted, it is self-signed: ${TRUST}`,
  SELF_SIGNED_CERT_IN_CHAIN: `its certificate is not trusted: ${TRUST}`,
  UNABLE_TO_GET_ISSUER_CERT: `its certificate is not trusted: ${TRUST}`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: `its certificate is not trusted: ${TRUST}`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: `its certificate is not trusted: ${TRUST}`,
  CERT_SIGNATURE_FAILURE: `its certificate is not trusted: ${TRUST}`,
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is issued for another name: use that name in the address',
  CERT_HAS_EXPIRED: 'its certificate has expired: renew it',
};

/** The driver sets no code for this error. */
const NO_TLS = /does not support SSL/i;
const NO_TLS_WORDS = 'it does not use TLS: enable it there, or leave sslmode out of the address';

/** Of poolers that are not configured to drop the settings of connections. */
const POOLER = /unsupported startup parameter/i;
export const POOLER_WORDS =
  'a connection pooler in between drops the settings of connections: use the address of the server itself, or of a ' +
  'proxy that passes connections on as they are (docs/high-availability.md)';

/** Explains why the server of `DATABASE_URL` cannot be used; without its password, which would end up in logs. */
export function toDatabaseProblem(error: unknown, databaseUrl: string, setting = 'DATABASE_URL'): unknown {
  if (error instanceof StartProblem) return error;
  if (isSchemaProblem(error)) return toSchemaProblem(error);
  const code = getErrorCode(error);
  const refused = REFUSED[code] ?? findWordsByMessage(error);
  const words = refused ?? AWAY[code] ?? (isTimeout(error) ? 'it does not respond' : undefined);
  if (words === undefined) return error;
  return new StartProblem(
    `the database of ${setting} cannot be used (${formatServerAddress(databaseUrl)}): ${words}${code === '' ? '' : ` (${code})`}`,
    error,
    refused === undefined ? 1 : UNUSABLE_EXIT,
  );
}

function findWordsByMessage(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (NO_TLS.test(error.message)) return NO_TLS_WORDS;
  return POOLER.test(error.message) ? POOLER_WORDS : undefined;
}

/** A restart does not help: the data belongs to a later version, or is incomplete. */
const isSchemaProblem = (error: unknown): error is NewerSchema | HalfRestored =>
  error instanceof NewerSchema || error instanceof HalfRestored;

/** Other errors are returned as they are. */
export const toSchemaProblem = (error: unknown): unknown =>
  isSchemaProblem(error) ? new StartProblem(error.message, error, UNUSABLE_EXIT) : error;

const getErrorCode = (error: unknown): string => {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === 'string' ? code : '';
};

/** The driver sets no code for this error. */
const isTimeout = (error: unknown): boolean => error instanceof Error && /timeout/i.test(error.message);

function formatServerAddress(databaseUrl: string): string {
  const { hostname, port, pathname } = new URL(databaseUrl);
  return `${hostname}:${port === '' ? '5432' : port}${pathname}`;
}
