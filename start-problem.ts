/** The service cannot start for a reason that its operator can put right, and which names the variable to look at. */
export class StartProblem extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'StartProblem';
  }
}

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

/** Of the network, and of PostgreSQL itself. */
const REACHING: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was cut',
  ENOTFOUND: 'the name of the host is not known',
  EAI_AGAIN: 'the name of the host could not be looked up',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'there is no way to the host',
  ENETUNREACH: 'there is no way to the host',
  ENOENT: 'there is no such socket',
  '28P01': 'the password is not accepted',
  '28000': 'the user is not accepted',
  '3D000': 'there is no such database',
  '42501': 'the user may not create schemas in this database',
  '53300': 'it has too many connections already',
  '57P03': 'the server is starting or stopping',
};

/** Why the server of `DATABASE_URL` cannot be used; without its password, which would end up in logs. */
export function problemOfDatabase(error: unknown, databaseUrl: string): unknown {
  const code = codeOf(error);
  const words = REACHING[code] ?? (isTimeout(error) ? 'it does not answer' : undefined);
  if (words === undefined) return error;
  return new StartProblem(
    `the database of DATABASE_URL cannot be used (${placeOf(databaseUrl)}): ${words}${code === '' ? '' : ` (${code})`}`,
    error,
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
