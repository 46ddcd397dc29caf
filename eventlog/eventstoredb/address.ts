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
    if (match === null) return `has a host that is none: “${host}”`;
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
