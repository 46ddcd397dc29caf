import { hash } from 'node:crypto';
import type { Json } from '../../../domain/json.ts';
import { toCanonicalJson } from '../../../domain/json.ts';
import { isSecretKey } from '../input/body.ts';

/** A stored response for replays: bytes and headers instead of values, so that a replay is identical. */
export interface MemorisedReply {
  readonly status: number;
  /** The serialised JSON, or null for a response without a body. */
  readonly body: string | null;
  /** Headers that belong to the response, such as `Content-Type`, `ETag`, `X-Operation-Id`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Encrypted secrets of the body, which are null in it: see shown-once.ts. */
  readonly sealed?: string;
}

export interface IdempotentRequest {
  /** A key is valid within one user and one company file (null: outside company files). */
  readonly scope: { readonly userId: number; readonly companyId: number | null };
  readonly key: string;
  /** SHA-256, hex, of method, path, body and base version. */
  readonly fingerprint: string;
}

export type IdempotentOutcome =
  | { readonly reply: MemorisedReply; readonly replayed: boolean }
  /** Another request uses this key, or the same one is still running after the maximum wait. */
  | { readonly problem: 'idempotency_key_reused' | 'request_in_progress' };

export interface IdempotencePort {
  /**
   * Runs `execute` unless the key is known; stores its reply if `isMemorised(status)`. If `execute` throws, the error is
   * passed on, and the next request with the key learns that it resumes an interrupted one.
   */
  run(request: IdempotentRequest, execute: (isResumed: boolean) => Promise<MemorisedReply>): Promise<IdempotentOutcome>;
  /** The keys that already have a response, which never changes. */
  findCompletedReplies(scope: IdempotentRequest['scope'], keys: readonly string[]): Promise<CompletedReplies>;
}

/** Stored responses by key, each with the fingerprint of its request. */
export type CompletedReplies = ReadonlyMap<string, { readonly fingerprint: string; readonly reply: MemorisedReply }>;

/** A completed request must not run again. A refusal changed nothing and is evaluated again: a lock may be gone. */
export const isMemorised = (status: number): boolean => status >= 200 && status < 300;

interface FingerprintOptions {
  /** A change based on another version of the record is another request. */
  readonly baseVersion?: number | null;
  readonly concealSecret?: (secret: string) => string;
}

/**
 * Fingerprint of the request behind a key. A plain hash of a password could be guessed from a copy of the database, so
 * passwords go through `conceal` first.
 */
export function computeRequestFingerprint(
  method: string,
  path: string,
  body: unknown,
  { baseVersion = null, concealSecret = () => '' }: FingerprintOptions = {},
): string {
  const plain = toCanonicalJson((body ?? null) as Json);
  const text = /password/i.test(plain) ? toCanonicalJson(concealSecrets((body ?? null) as Json, concealSecret)) : plain;
  const version = baseVersion === null ? '' : `\nversion ${baseVersion}`;
  return hash('sha256', `${method}\n${path}\n${text}${version}`, 'hex');
}

function concealSecrets(value: Json, conceal: (secret: string) => string): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => concealSecrets(item, conceal));
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      typeof member === 'string' && isSecretKey(key) ? conceal(member) : concealSecrets(member ?? null, conceal),
    ]),
  );
}
