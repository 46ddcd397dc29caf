import { STREAM_PREFIXES } from '../port.ts';

/**
 * How streams are called in a store that others use too: `company-12` of the service is `grandlivre_company-12` there, so that
 * its category is `grandlivre_company`. Two installations with two prefixes share a store and do not see each other.
 */
export interface StreamNames {
  /** What the names of this service's streams begin with, for filters of the server. */
  readonly beginnings: readonly string[];
  stored(stream: string): string;
  /** The service's own name of a stream; null for one that is none of its. */
  own(stored: string): string | null;
}

export const DEFAULT_PREFIX = 'grandlivre';

export function streamNames(prefix: string): StreamNames {
  const before = prefix === '' ? '' : `${prefix}_`;
  const beginnings = STREAM_PREFIXES.map((beginning) => `${before}${beginning}`);
  return {
    beginnings,
    stored: (stream) => `${before}${stream}`,
    own: (stored) => (beginnings.some((one) => stored.startsWith(one)) ? stored.slice(before.length) : null),
  };
}
