import { hash } from 'node:crypto';
import type { Json } from '../../../domain/json.ts';
import { canonicalJson } from '../../../domain/json.ts';
import { isSecretKey } from '../input/body.ts';

/** An answer as it is kept for replays: bytes and headers, not values, so that a replay is the same to the letter. */
export interface MemorisedReply {
  readonly status: number;
  /** The serialised JSON, or null for an answer without a body. */
  readonly body: string | null;
  /** The headers that belong to the answer, such as `Content-Type`, `ETag`, `X-Operation-Id`, `X-Trashed`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Secrets of the body, which are null in it, encrypted: see shown-once.ts. */
  readonly sealed?: string;
}

export interface IdempotentRequest {
  /** A key counts within one user and one company file (null: outside company files). */
  readonly scope: { readonly userId: number; readonly companyId: number | null };
  readonly key: string;
  /** SHA-256, hex, of method, path, body and base version. */
  readonly fingerprint: string;
}

export type IdempotentOutcome =
  | { readonly reply: MemorisedReply; readonly replayed: boolean }
  /** Another request has this key, or the same one is still running after the longest wait. */
  | { readonly problem: 'idempotency_key_reused' | 'request_in_progress' };

export interface IdempotencePort {
  /**
   * Runs `execute` unless the key is known; keeps its reply when `isMemorised(status)`. When `execute` throws, the error
   * passes through, and the next request with the key is reported that it resumes an interrupted one.
   */
  run(request: IdempotentRequest, execute: (isResumed: boolean) => Promise<MemorisedReply>): Promise<IdempotentOutcome>;
  /** Which of the keys have an answer already. Such a one never changes. */
  completed(scope: IdempotentRequest['scope'], keys: readonly string[]): Promise<CompletedReplies>;
}

/** Memorised answers by their key, each with what the key stands for. */
export type CompletedReplies = ReadonlyMap<string, { readonly fingerprint: string; readonly reply: MemorisedReply }>;

/** What has happened must not happen again. A refusal left nothing behind and is judged anew: what was locked may be open. */
export const isMemorised = (status: number): boolean => status >= 200 && status < 300;

interface FingerprintOptions {
  /** A change of another version of the record is another request. */
  readonly baseVersion?: number | null;
  readonly conceal?: (secret: string) => string;
}

/**
 * What a key stands for. A plain hash of a password could be guessed from a copy of the database: passwords go through
 * `conceal` first.
 */
export function fingerprintOf(
  method: string,
  path: string,
  body: unknown,
  { baseVersion = null, conceal = () => '' }: FingerprintOptions = {},
): string {
  const plain = canonicalJson((body ?? null) as Json);
  const text = /password/i.test(plain) ? canonicalJson(concealed((body ?? null) as Json, conceal)) : plain;
  const version = baseVersion === null ? '' : `\nversion ${baseVersion}`;
  return hash('sha256', `${method}\n${path}\n${text}${version}`, 'hex');
}

function concealed(value: Json, conceal: (secret: string) => string): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => concealed(item, conceal));
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      typeof member === 'string' && isSecretKey(key) ? conceal(member) : concealed(member ?? null, conceal),
    ]),
  );
}
