/**
 * What the client takes as the address of a server or a cluster: several hosts, ports left out, user and password with
 * escaped characters. It is no web address, so it is judged here; what is wrong is told without the password.
 */

const SCHEME = /^esdb(?:\+discover)?:\/\//;
const HOST = /^(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)(?::(\d{1,5}))?$/i;
const NUMBER = /^-?\d+$/;
const BOOLEAN = /^(?:true|false)$/i;
const ANYTHING = /^[^&?]+$/;

/** Parameters by their name without capitals; the client knows no others and would go on without them. */
const PARAMETERS: Readonly<Record<string, RegExp>> = {
  tls: BOOLEAN,
  tlsverifycert: BOOLEAN,
  tlscafile: ANYTHING,
  usercertfile: ANYTHING,
  userkeyfile: ANYTHING,
  nodepreference: /^(?:leader|follower|read_?only_?replica|random)$/i,
  maxdiscoverattempts: NUMBER,
  discoveryinterval: NUMBER,
  gossiptimeout: NUMBER,
  defaultdeadline: NUMBER,
  keepaliveinterval: NUMBER,
  keepalivetimeout: NUMBER,
  connectionname: ANYTHING,
  throwonappendfailure: BOOLEAN,
};

/** What an address says, as far as the engine needs it. */
export interface Address {
  /** One server, unless `isDiscovered`: then names that lead to the members of a cluster. */
  readonly hosts: readonly Endpoint[];
  readonly isDiscovered: boolean;
  readonly isSecure: boolean;
  readonly credentials: { readonly username: string; readonly password: string } | null;
  readonly caFile: string | null;
  readonly userCertificate: { readonly certFile: string; readonly keyFile: string } | null;
  readonly preference: 'leader' | 'follower' | 'readonlyreplica' | 'random';
  /** Null: not said. */
  readonly keepAliveIntervalMs: number | null;
  readonly keepAliveTimeoutMs: number | null;
  readonly connectionName: string | null;
}

export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

const DEFAULT_PORT = 2113;

/** @throws Error when the address cannot be understood; its message has no password in it */
export function readAddress(text: string): Address {
  const problem = problemOfAddress(text);
  if (problem !== null) throw new Error(`The URL of EventStoreDB ${problem}`);
  const scheme = SCHEME.exec(text)![0];
  const [before = '', query = ''] = text.slice(scheme.length).replace(/\/+$/, '').split('?');
  const authority = before.replace(/\/+$/, '');
  const at = authority.lastIndexOf('@');
  const hosts = authority
    .slice(at + 1)
    .split(',')
    .map(endpointOf);
  const [username, password] = at < 0 ? [] : authority.slice(0, at).split(':').map(decodeURIComponent);
  const given = new Map(
    query === '' ? [] : query.split('&').map((pair) => [flat(pair.split('=')[0]!), pair.slice(pair.indexOf('=') + 1)]),
  );
  const textOf = (name: string): string | null => (given.has(name) ? decodeURIComponent(given.get(name)!) : null);
  const number = (name: string): number | null => (given.has(name) ? Number(given.get(name)) : null);
  const [certFile, keyFile] = [textOf('usercertfile'), textOf('userkeyfile')];
  return {
    hosts,
    isDiscovered: scheme !== 'esdb://' || hosts.length > 1,
    isSecure: given.get('tls')?.toLowerCase() !== 'false',
    credentials: username === undefined || password === undefined ? null : { username, password },
    caFile: textOf('tlscafile'),
    userCertificate: certFile !== null && keyFile !== null ? { certFile, keyFile } : null,
    preference: flat(given.get('nodepreference') ?? 'leader') as Address['preference'],
    keepAliveIntervalMs: number('keepaliveinterval'),
    keepAliveTimeoutMs: number('keepalivetimeout'),
    connectionName: textOf('connectionname'),
  };
}

const flat = (name: string): string => name.trim().toLowerCase().replace(/[_-]/g, '');

function endpointOf(text: string): Endpoint {
  const [host = '', port = String(DEFAULT_PORT)] = text.trim().split(':');
  return { host, port: Number(port) };
}

/** Null when the client understands it. */
export function problemOfAddress(text: string): string | null {
  const scheme = SCHEME.exec(text)?.[0];
  if (scheme === undefined) return 'must start with esdb:// or esdb+discover://';
  const rest = text.slice(scheme.length);
  const mark = rest.indexOf('?');
  const authority = (mark < 0 ? rest : rest.slice(0, mark)).replace(/\/+$/, '');
  return (
    problemOfCredentials(authority) ??
    problemOfHosts(authority.slice(authority.lastIndexOf('@') + 1)) ??
    (mark < 0 ? null : problemOfParameters(rest.slice(mark + 1).replace(/\/+$/, '')))
  );
}

function problemOfCredentials(authority: string): string | null {
  const at = authority.lastIndexOf('@');
  if (at < 0) return null;
  const [user = '', password = '', ...more] = authority.slice(0, at).split(':');
  if (user === '' || password === '' || more.length > 0 || authority.indexOf('@') !== at)
    return 'must have user:password before the @, with %3A for a colon and %40 for an @ in either of them';
  try {
    decodeURIComponent(user + password);
    return null;
  } catch {
    return 'has a % in its user or password that begins no escaped character: write it as %25';
  }
}

function problemOfHosts(hosts: string): string | null {
  if (hosts === '') return 'must name a host';
  for (const host of hosts.split(',')) {
    const match = HOST.exec(host.trim());
    if (match === null)
      return `has a host that is none: “${host}” (name a host, with a port number behind it if it is not 2113)`;
    if (match[1] !== undefined && (Number(match[1]) < 1 || Number(match[1]) > 65_535))
      return `has a port that is none: “${host}”`;
  }
  return null;
}

function problemOfParameters(query: string): string | null {
  for (const pair of query.split('&')) {
    const [name = '', value = ''] = pair.split('=');
    const form = PARAMETERS[name.toLowerCase().replace(/[_-]/g, '')];
    if (form === undefined) return `has a parameter that EventStoreDB does not know: “${name}”`;
    if (!form.test(value)) return `has a value that “${name}” cannot have`;
  }
  return null;
}
