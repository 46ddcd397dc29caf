import { hash } from 'node:crypto';
import type { Json } from '../../domain/json.ts';
import { canonicalJson } from '../../domain/json.ts';
import { isSecretKey } from './body.ts';

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
  /** SHA-256, hex, of method, path and body. */
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
}

/** Outcomes that a repetition must see again. Access, limits and failures are judged anew each time. */
export function isMemorised(status: number): boolean {
  return (status >= 200 && status < 300) || status === 409 || status === 422;
}

/**
 * What a key stands for. A plain hash of a password could be guessed from a copy of the database: passwords go through
 * `conceal` first.
 */
export function fingerprintOf(
  method: string,
  path: string,
  body: unknown,
  conceal: (secret: string) => string = () => '',
): string {
  const plain = canonicalJson((body ?? null) as Json);
  const text = /password/i.test(plain) ? canonicalJson(concealed((body ?? null) as Json, conceal)) : plain;
  return hash('sha256', `${method}\n${path}\n${text}`, 'hex');
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
