import { isIP } from 'node:net';
import { destinationOf, hosts, type HostMatch } from '../http/destination.ts';
import { HttpFailure } from '../http/failures.ts';
import { guardedLookup, type ResolveName } from '../http/lookup.ts';
import { SourceFailure } from './source.ts';

/** Where sources may lie: in the internet at large, or where the configuration says so. */
export interface Surroundings {
  /** Hosts that may be local and unencrypted, because whoever runs the service vouches for them. */
  readonly trusts: HostMatch;
  /** How names are resolved; for tests. */
  readonly resolve?: ResolveName | undefined;
  /** How long the other side may be silent; for tests. */
  readonly timeoutMs?: number | undefined;
}

export const surroundings = (
  allowedHosts: readonly string[],
  others: Omit<Surroundings, 'trusts'> = {},
): Surroundings => ({
  trusts: hosts(allowedHosts),
  ...others,
});

export interface JudgedHost {
  /** Connected to as it stands: the name is not resolved a second time. */
  readonly address: string;
  /** What the certificate must be of. */
  readonly name: string;
  readonly isTrusted: boolean;
}

const asAddress = (host: string, port: number): string => `https://${isIP(host) === 6 ? `[${host}]` : host}:${port}`;

/** Whether calls could go there, as far as the address itself tells. */
export function isForbidden(host: string, port: number, { trusts }: Surroundings): boolean {
  return typeof destinationOf(asAddress(host, port), trusts) === 'string';
}

/** Resolves a host and judges what it leads to, as the guarded HTTP client does. @throws SourceFailure */
export async function judgedHost(host: string, port: number, { trusts, resolve }: Surroundings): Promise<JudgedHost> {
  const destination = destinationOf(asAddress(host, port), trusts);
  if (typeof destination === 'string') throw new SourceFailure('forbidden');
  const { url, isTrusted } = destination;
  const name = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(name) !== 0 || isTrusted) return { address: name, name, isTrusted };
  const address = await new Promise<string>((found, failed) => {
    guardedLookup(resolve)(name, { all: false }, (error, given) => {
      if (error) failed(new SourceFailure(error instanceof HttpFailure ? 'forbidden' : 'unreachable', error));
      else found(typeof given === 'string' ? given : given[0]!.address);
    });
  });
  return { address, name, isTrusted };
}

/** For HTTP: without encryption only where whoever runs the service vouches for it. */
export function isForbiddenUrl(url: string, { trusts }: Surroundings): boolean {
  const destination = destinationOf(url, trusts);
  return typeof destination === 'string' || (!destination.isTrusted && destination.url.protocol !== 'https:');
}
