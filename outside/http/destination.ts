import { isIP } from 'node:net';
import { isPublicAddress } from './addresses.ts';

/** Where an outgoing request may go, as far as its address alone tells. What a name resolves to is judged on connecting. */

export interface Destination {
  /** With its host name in the form that is looked up: no dot at the end. */
  readonly url: URL;
  /** Named in the configuration: whoever runs the service vouches for it. */
  readonly isTrusted: boolean;
}

/** `malformed`: no http(s) address; `credentials`: a user name inside; `forbidden`: leads to somewhere local. */
export type DestinationProblem = 'malformed' | 'credentials' | 'forbidden';

const MAX_LENGTH = 2_048;

export function destinationOf(address: string, trusts: HostMatch): Destination | DestinationProblem {
  if (address.length > MAX_LENGTH || !URL.canParse(address)) return 'malformed';
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'malformed';
  if (url.username !== '' || url.password !== '') return 'credentials';
  // The parser has written numbers in any base, full-width digits and percent signs as what they mean.
  if (isIP(bareHost(url.hostname)) === 0) url.hostname = url.hostname.replace(/\.$/, '');
  if (trusts(url)) return { url, isTrusted: true };
  return isForbiddenHost(bareHost(url.hostname)) ? 'forbidden' : { url, isTrusted: false };
}

/** Names that mean something inside a network only. */
const LOCAL_NAMES = /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home\.arpa)$/;

function isForbiddenHost(host: string): boolean {
  if (isIP(host) !== 0) return !isPublicAddress(host);
  const labels = host.split('.');
  // A single label is completed from the search list of the network; an empty one is a second dot at the end.
  return labels.length < 2 || labels.includes('') || LOCAL_NAMES.test(host);
}

/** The address of an IPv6 literal without its brackets. */
export const bareHost = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1');

export type HostMatch = (url: URL) => boolean;

export const noHosts: HostMatch = () => false;

/** Hosts by name, with the port where one is given: `smp.example`, `127.0.0.1:8080`, `[::1]:8080`. */
export function hosts(names: readonly string[]): HostMatch {
  const known = names.map(readHost);
  return (url) => known.some(({ host, port }) => host === url.hostname && (port === null || port === portOf(url)));
}

/** The one host and port of an address. */
export function hostOf(address: string): HostMatch {
  const { hostname, protocol, port } = new URL(address);
  const known = { host: hostname.replace(/\.$/, ''), port: portOf({ protocol, port }) };
  return (url) => url.hostname === known.host && portOf(url) === known.port;
}

const HOST = /^(\[[0-9a-f:.]+\]|[^\s:/?#@[\]\\]+)(?::(\d{1,5}))?$/i;

export const isHost = (text: string): boolean => {
  const [, host = '', port] = HOST.exec(text) ?? [];
  return host !== '' && URL.canParse(`http://${host}`) && Number(port ?? 0) <= 65_535;
};

function readHost(text: string): { readonly host: string; readonly port: number | null } {
  const [, host = '', port] = HOST.exec(text) ?? [];
  return {
    host: new URL(`http://${host}`).hostname.replace(/\.$/, ''),
    port: port === undefined ? null : Number(port),
  };
}

function portOf({ protocol, port }: Pick<URL, 'protocol' | 'port'>): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}
