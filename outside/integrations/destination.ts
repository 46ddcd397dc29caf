import { isIP } from 'node:net';
import { parseDestination, matchHosts, type HostMatch } from '../http/destination.ts';
import { HttpFailure } from '../http/failures.ts';
import { createGuardedLookup, type ResolveName } from '../http/lookup.ts';
import { SourceFailure } from './source.ts';

/** Where sources may be: public addresses, or hosts allowed by the configuration. */
export interface Surroundings {
  /** Hosts that may be local and unencrypted, because the operator trusts them. */
  readonly trusts: HostMatch;
  /** Name resolution; for tests. */
  readonly resolve?: ResolveName | undefined;
  /** Longest silence of the other side; for tests. */
  readonly timeoutMs?: number | undefined;
}

export const createSurroundings = (
  allowedHosts: readonly string[],
  others: Omit<Surroundings, 'trusts'> = {},
): Surroundings => ({
  trusts: matchHosts(allowedHosts),
  ...others,
});

export interface JudgedHost {
  /** Used for the connection: the name is not resolved a second time. */
  readonly address: string;
  /** Expected name in the certificate. */
  readonly name: string;
  readonly isTrusted: boolean;
}

const toHttpsUrl = (host: string, port: number): string => `https://${isIP(host) === 6 ? `[${host}]` : host}:${port}`;

/** Whether the address itself is forbidden, before name resolution. */
export function isForbiddenHost(host: string, port: number, { trusts }: Surroundings): boolean {
  return typeof parseDestination(toHttpsUrl(host, port), trusts) === 'string';
}

/** Resolves a host and checks its address, like the guarded HTTP client. @throws SourceFailure */
export async function resolveAllowedHost(
  host: string,
  port: number,
  { trusts, resolve }: Surroundings,
): Promise<JudgedHost> {
  const destination = parseDestination(toHttpsUrl(host, port), trusts);
  if (typeof destination === 'string') throw new SourceFailure('forbidden');
  const { url, isTrusted } = destination;
  const name = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(name) !== 0 || isTrusted) return { address: name, name, isTrusted };
  const address = await new Promise<string>((found, failed) => {
    createGuardedLookup(resolve)(name, { all: false }, (error, given) => {
      if (error) failed(new SourceFailure(error instanceof HttpFailure ? 'forbidden' : 'unreachable', error));
      else found(typeof given === 'string' ? given : given[0]!.address);
    });
  });
  return { address, name, isTrusted };
}

/** For HTTP: unencrypted connections are only allowed to hosts that the operator trusts. */
export function isForbiddenUrl(url: string, { trusts }: Surroundings): boolean {
  const destination = parseDestination(url, trusts);
  return typeof destination === 'string' || (!destination.isTrusted && destination.url.protocol !== 'https:');
}
