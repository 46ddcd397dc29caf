/**
 * Parses the connection string of a server or cluster: several hosts, optional ports, user and password with escaped
 * characters. It is not a regular URL, so it is validated here. Error messages never contain the password.
 */

const SCHEME = /^esdb(?:\+discover)?:\/\//;
const HOST = /^(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)(?::(\d{1,5}))?$/i;
const NUMBER = /^-?\d+$/;
const BOOLEAN = /^(?:true|false)$/i;
const ANYTHING = /^[^&?]+$/;

/** Parameters by lower-case name. The client silently ignores any others. */
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

/** The parts of the connection string that the engine needs. */
export interface Address {
  /** One server, or if `isDiscovered`, names that resolve to the members of a cluster. */
  readonly hosts: readonly Endpoint[];
  readonly isDiscovered: boolean;
  readonly isSecure: boolean;
  readonly credentials: { readonly username: string; readonly password: string } | null;
  readonly caFile: string | null;
  readonly userCertificate: { readonly certFile: string; readonly keyFile: string } | null;
  readonly preference: 'leader' | 'follower' | 'readonlyreplica' | 'random';
  /** Null if not given. */
  readonly keepAliveIntervalMs: number | null;
  readonly keepAliveTimeoutMs: number | null;
  readonly connectionName: string | null;
}

export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

const DEFAULT_PORT = 2113;

/** @throws Error if the address is invalid; the message does not contain the password */
export function parseAddress(text: string): Address {
  const problem = findAddressProblem(text);
  if (problem !== null) throw new Error(`The EventStoreDB URL ${problem}`);
  const scheme = SCHEME.exec(text)![0];
  const [before = '', query = ''] = text.slice(scheme.length).replace(/\/+$/, '').split('?');
  const authority = before.replace(/\/+$/, '');
  const at = authority.lastIndexOf('@');
  const hosts = authority
    .slice(at + 1)
    .split(',')
    .map(parseEndpoint);
  const [username, password] = at < 0 ? [] : authority.slice(0, at).split(':').map(decodeURIComponent);
  const given = new Map(
    query === ''
      ? []
      : query.split('&').map((pair) => [normaliseName(pair.split('=')[0]!), pair.slice(pair.indexOf('=') + 1)]),
  );
  const getText = (name: string): string | null => (given.has(name) ? decodeURIComponent(given.get(name)!) : null);
  const getNumber = (name: string): number | null => (given.has(name) ? Number(given.get(name)) : null);
  const [certFile, keyFile] = [getText('usercertfile'), getText('userkeyfile')];
  return {
    hosts,
    isDiscovered: scheme !== 'esdb://' || hosts.length > 1,
    isSecure: given.get('tls')?.toLowerCase() !== 'false',
    credentials: username === undefined || password === undefined ? null : { username, password },
    caFile: getText('tlscafile'),
    userCertificate: certFile !== null && keyFile !== null ? { certFile, keyFile } : null,
    preference: normaliseName(given.get('nodepreference') ?? 'leader') as Address['preference'],
    keepAliveIntervalMs: getNumber('keepaliveinterval'),
    keepAliveTimeoutMs: getNumber('keepalivetimeout'),
    connectionName: getText('connectionname'),
  };
}

const normaliseName = (name: string): string => name.trim().toLowerCase().replace(/[_-]/g, '');

function parseEndpoint(text: string): Endpoint {
  const [host = '', port = String(DEFAULT_PORT)] = text.trim().split(':');
  return { host, port: Number(port) };
}

/** Null if the address is valid. */
export function findAddressProblem(text: string): string | null {
  const scheme = SCHEME.exec(text)?.[0];
  if (scheme === undefined) return 'must start with esdb:// or esdb+discover://';
  const rest = text.slice(scheme.length);
  const mark = rest.indexOf('?');
  const authority = (mark < 0 ? rest : rest.slice(0, mark)).replace(/\/+$/, '');
  return (
    findCredentialsProblem(authority) ??
    findHostsProblem(authority.slice(authority.lastIndexOf('@') + 1)) ??
    (mark < 0 ? null : findParametersProblem(rest.slice(mark + 1).replace(/\/+$/, '')))
  );
}

function findCredentialsProblem(authority: string): string | null {
  const at = authority.lastIndexOf('@');
  if (at < 0) return null;
  const [user = '', password = '', ...more] = authority.slice(0, at).split(':');
  if (user === '' || password === '' || more.length > 0 || authority.indexOf('@') !== at)
    return 'must have user:password before the @, with %3A for a colon and %40 for an @ in either of them';
  try {
    decodeURIComponent(user + password);
    return null;
  } catch {
    return 'has a % in its user or password that does not start an escaped character: write it as %25';
  }
}

function findHostsProblem(hosts: string): string | null {
  if (hosts === '') return 'must name a host';
  for (const host of hosts.split(',')) {
    const match = HOST.exec(host.trim());
    if (match === null)
      return `has an invalid host: “${host}” (give a host name, followed by a port number if it is not 2113)`;
    if (match[1] !== undefined && (Number(match[1]) < 1 || Number(match[1]) > 65_535))
      return `has an invalid port: “${host}”`;
  }
  return null;
}

function findParametersProblem(query: string): string | null {
  for (const pair of query.split('&')) {
    const [name = '', value = ''] = pair.split('=');
    const form = PARAMETERS[name.toLowerCase().replace(/[_-]/g, '')];
    if (form === undefined) return `has an unknown parameter: “${name}”`;
    if (!form.test(value)) return `has an invalid value for “${name}”`;
  }
  return null;
}
