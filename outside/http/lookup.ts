import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './addresses.ts';
import { HttpFailure } from './failures.ts';

/** Resolves a name to all its addresses. */
export type ResolveName = (
  hostname: string,
  options: LookupOptions & { readonly all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * The `lookup` of a connection that refuses a name when any of its addresses is local. What it answers is what gets
 * connected to: the name is not resolved a second time, so that it cannot mean something else by then.
 */
export function guardedLookup(resolve: ResolveName = systemLookup): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, []);
      if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address)))
        return done(new HttpFailure('forbidden'), []);
      if (options.all) return done(null, addresses);
      done(null, addresses[0]!.address, addresses[0]!.family);
    });
  };
}
