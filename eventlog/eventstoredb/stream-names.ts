import { STREAM_PREFIXES } from '../port.ts';

/**
 * Stream names in a shared store: `company-12` of the service is stored as `grandlivre_company-12`, so its category is
 * `grandlivre_company`. Two installations with different prefixes can share a store without seeing each other.
 */
export interface StreamNames {
  /** Prefixes of the streams of this service, for server-side filters. */
  readonly beginnings: readonly string[];
  toStoredName(stream: string): string;
  /** Name of the stream within the service; null if the stream does not belong to it. */
  findOwnName(stored: string): string | null;
}

export const DEFAULT_PREFIX = 'grandlivre';

export function createStreamNames(prefix: string): StreamNames {
  const before = prefix === '' ? '' : `${prefix}_`;
  const beginnings = STREAM_PREFIXES.map((beginning) => `${before}${beginning}`);
  return {
    beginnings,
    toStoredName: (stream) => `${before}${stream}`,
    findOwnName: (stored) => (beginnings.some((one) => stored.startsWith(one)) ? stored.slice(before.length) : null),
  };
}
