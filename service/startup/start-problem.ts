/** The service cannot start for a reason that its operator can put right, and which names the variable to look at. */
export class StartProblem extends Error {
  /** What the process ends with. */
  readonly exitCode: number;
  constructor(message: string, cause: unknown, exitCode = 1) {
    super(message, { cause });
    this.name = 'StartProblem';
    this.exitCode = exitCode;
  }
}

/** Nothing but another setting, or another right, helps: a supervisor need not try again. */
export const UNUSABLE_EXIT = 2;

/** What the operator sets. */
interface Variables {
  readonly host: string;
  readonly port: string;
}

const LISTENING: Readonly<Record<string, (host: string, port: number, set: Variables) => string>> = {
  EADDRINUSE: (host, port, set) =>
    `port ${port} on ${host} is taken by another program: set ${set.port} to a free one, or end that program`,
  EACCES: (host, port, set) =>
    `port ${port} on ${host} is not open to this user: set ${set.port} to one of 1024 or above, or give the right to use it`,
  EADDRNOTAVAIL: (host, _port, set) =>
    `this machine has no address ${host}: set ${set.host} to one that it has, such as 127.0.0.1`,
  ENOTFOUND: (host, _port, set) =>
    `the name ${host} leads to no address: set ${set.host} to an address of this machine`,
};

/** Why the port cannot be opened; the error itself where nothing better can be said. */
export function problemOfListening(
  error: unknown,
  host: string,
  port: number,
  set: Variables = { host: 'HOST', port: 'PORT' },
): unknown {
  const code = codeOf(error);
  const words = LISTENING[code]?.(host, port, set);
  return words === undefined ? error : new StartProblem(`${words} (${code})`, error);
}

/** Of the network, and of PostgreSQL itself: what may come right by itself. */
const AWAY: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was cut',
  ENOTFOUND: 'the name of the host is not known',
  EAI_AGAIN: 'the name of the host could not be looked up',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'there is no way to the host',
  ENETUNREACH: 'there is no way to the host',
  ENOENT: 'there is no such socket',
  '53300': 'it has too many connections already',
  '57P01': 'the server is stopping',
  '57P03': 'the server is starting or stopping',
};

const TRUST = 'name the certificate of its authority with sslrootcert=… in the address';

/** What will not: the setting, the right or the certificate has to change. */
const REFUSED: Readonly<Record<string, string>> = {
  '28P01': 'the user name or password is not accepted: correct them in the address',
  '28000': 'the user is not accepted: allow it in pg_hba.conf and for login, or name another one',
  '3D000': 'there is no such database: create it, or name another one',
  '42501': 'the user may not create schemas in this database: grant it CONNECT and CREATE, or set DATABASE_OWNER_URL',
  DEPTH_ZERO_SELF_SIGNED_CERT: `its certificate is not trusted, it is signed by itself: ${TRUST}`,
  SELF_SIGNED_CERT_IN_CHAIN: `its certificate is not trusted: ${TRUST}`,
  UNABLE_TO_GET_ISSUER_CERT: `its certificate is not trusted: ${TRUST}`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: `its certificate is not trusted: ${TRUST}`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: `its certificate is not trusted: ${TRUST}`,
  CERT_SIGNATURE_FAILURE: `its certificate is not trusted: ${TRUST}`,
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is made out to another name: use that name in the address',
  CERT_HAS_EXPIRED: 'its certificate has expired: renew it',
};

/** The driver gives this one no code. */
const NO_TLS = /does not support SSL/i;
const NO_TLS_WORDS = 'it does not speak TLS: turn it on there, or leave sslmode out of the address';

/** Why the server of `DATABASE_URL` cannot be used; without its password, which would end up in logs. */
export function problemOfDatabase(error: unknown, databaseUrl: string, setting = 'DATABASE_URL'): unknown {
  if (error instanceof StartProblem) return error;
  const code = codeOf(error);
  const refused = REFUSED[code] ?? (error instanceof Error && NO_TLS.test(error.message) ? NO_TLS_WORDS : undefined);
  const words = refused ?? AWAY[code] ?? (isTimeout(error) ? 'it does not answer' : undefined);
  if (words === undefined) return error;
  return new StartProblem(
    `the database of ${setting} cannot be used (${placeOf(databaseUrl)}): ${words}${code === '' ? '' : ` (${code})`}`,
    error,
    refused === undefined ? 1 : UNUSABLE_EXIT,
  );
}

const codeOf = (error: unknown): string => {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === 'string' ? code : '';
};

/** The driver gives this one no code. */
const isTimeout = (error: unknown): boolean => error instanceof Error && /timeout/i.test(error.message);

function placeOf(databaseUrl: string): string {
  const { hostname, port, pathname } = new URL(databaseUrl);
  return `${hostname}:${port === '' ? '5432' : port}${pathname}`;
}
