import { isIP } from 'node:net';
import { isPublicAddress } from './addresses.ts';

/** Checks the address of an outgoing request. Resolved names are checked on connecting. */

export interface Destination {
  /** With a normalised host name: no trailing dot. */
  readonly url: URL;
  /** Named in the configuration, so the operator trusts it. */
  readonly isTrusted: boolean;
}

/** `malformed`: not an http(s) address; `credentials`: contains a user name; `forbidden`: leads to a local address. */
export type DestinationProblem = 'malformed' | 'credentials' | 'forbidden';

const MAX_LENGTH = 2_048;

export function parseDestination(address: string, trusts: HostMatch): Destination | DestinationProblem {
  if (address.length > MAX_LENGTH || !URL.canParse(address)) return 'malformed';
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'malformed';
  if (url.username !== '' || url.password !== '') return 'credentials';
  // The URL parser has already normalised numbers in any base, full-width digits and percent-encoding.
  if (isIP(stripBrackets(url.hostname)) === 0) url.hostname = url.hostname.replace(/\.$/, '');
  if (trusts(url)) return { url, isTrusted: true };
  return isForbiddenHost(stripBrackets(url.hostname)) ? 'forbidden' : { url, isTrusted: false };
}

/** Names that are only valid inside a local network. */
const LOCAL_NAMES = /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home\.arpa)$/;

function isForbiddenHost(host: string): boolean {
  if (isIP(host) !== 0) return !isPublicAddress(host);
  const labels = host.split('.');
  // A single label would be completed from the search list of the network; an empty label is a second trailing dot.
  return labels.length < 2 || labels.includes('') || LOCAL_NAMES.test(host);
}

/** Host name of a URL; IPv6 literals without brackets. */
export const stripBrackets = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1');

export type HostMatch = (url: URL) => boolean;

export const matchNoHosts: HostMatch = () => false;

/** Matches hosts by name, and by port if given: `smp.example`, `127.0.0.1:8080`, `[::1]:8080`. */
export function matchHosts(names: readonly string[]): HostMatch {
  const known = names.map(parseHost);
  return (url) => known.some(({ host, port }) => host === url.hostname && (port === null || port === getPort(url)));
}

/** Matches the host and port of an address. */
export function matchHostOf(address: string): HostMatch {
  const { hostname, protocol, port } = new URL(address);
  const known = { host: hostname.replace(/\.$/, ''), port: getPort({ protocol, port }) };
  return (url) => url.hostname === known.host && getPort(url) === known.port;
}

const HOST = /^(\[[0-9a-f:.]+\]|[^\s:/?#@[\]\\]+)(?::(\d{1,5}))?$/i;

export const isHost = (text: string): boolean => {
  const [, host = '', port] = HOST.exec(text) ?? [];
  return host !== '' && URL.canParse(`http://${host}`) && Number(port ?? 0) <= 65_535;
};

function parseHost(text: string): { readonly host: string; readonly port: number | null } {
  const [, host = '', port] = HOST.exec(text) ?? [];
  return {
    host: new URL(`http://${host}`).hostname.replace(/\.$/, ''),
    port: port === undefined ? null : Number(port),
  };
}

function getPort({ protocol, port }: Pick<URL, 'protocol' | 'port'>): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}
