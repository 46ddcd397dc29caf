import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Call } from '../routing/call.ts';

/** How the log names the caller of a request: not at all, by keyed hashes, or in plain text. */
export const CALLER_LOGGING = ['off', 'hash', 'full'] as const;
export type CallerLogging = (typeof CALLER_LOGGING)[number];

export interface LoggedCaller {
  readonly user?: string | undefined;
  readonly address?: string | undefined;
}

const NOTHING: LoggedCaller = {};
const HASH_LENGTH = 16;
const KEPT_HASHES = 5_000;

/** Hashes of one installation can be compared with each other, but not reversed without its key. */
export function createCallerLog(kind: CallerLogging, key: string): (call: Call) => LoggedCaller {
  if (kind === 'off') return () => NOTHING;
  const hashes = new LRUCache<string, string>({ max: KEPT_HASHES });
  const present = (value: string): string => {
    if (kind === 'full') return value;
    const known = hashes.get(value);
    if (known !== undefined) return known;
    const hash = createHmac('sha256', key).update(`log ${value}`).digest('hex').slice(0, HASH_LENGTH);
    hashes.set(value, hash);
    return hash;
  };
  return (call) => {
    const userId = call.knownCaller?.userId;
    return { user: userId === undefined ? undefined : present(`${userId}`), address: present(call.ip) };
  };
}
