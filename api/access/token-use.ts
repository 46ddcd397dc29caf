import type pg from 'pg';
import { formatArrayLiteral } from '../../database/array-literal.ts';
import type { Caller } from '../http/routing/access.ts';

/**
 * When each token was last used and from which address. A request only records the use in memory; records are saved in
 * batches a moment later, at most one per minute and token across all processes. A crash loses only the last moment.
 */
export interface TokenUse {
  recordUse(caller: Caller, from: { readonly ip: string }): void;
  /** Resolves when all uses recorded so far are saved. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

interface Note {
  readonly usedAt: number;
  readonly ip: string;
}

const BETWEEN_NOTES_MS = 60_000;
const WRITE_AFTER_MS = 500;
const MAX_NOTES = 10_000;

const WRITE = `
  INSERT INTO ops.token_use AS used (token_id, last_used_at, ip)
  SELECT t, now() - make_interval(secs => ago), ip FROM unnest($1::bigint[], $2::float8[], $3::text[]) AS n(t, ago, ip)
  ON CONFLICT (token_id) DO UPDATE SET last_used_at = excluded.last_used_at, ip = excluded.ip
  WHERE used.last_used_at IS NULL OR used.last_used_at <= excluded.last_used_at - interval '${BETWEEN_NOTES_MS} milliseconds'`;

export function trackTokenUse(pool: pg.Pool): TokenUse {
  const notedAt = new WeakMap<Caller, number>();
  const notes = new Map<number, Note>();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  function flushNotes(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    const batch = [...notes].sort(([one], [other]) => one - other);
    notes.clear();
    if (batch.length > 0) writing = writing.then(() => storeBatch(batch));
    return writing;
  }

  async function storeBatch(batch: readonly (readonly [number, Note])[]): Promise<void> {
    const now = performance.now();
    const values = [
      formatArrayLiteral(batch.map(([id]) => id)),
      formatArrayLiteral(batch.map(([, { usedAt }]) => (now - usedAt) / 1_000)),
      formatArrayLiteral(batch.map(([, { ip }]) => ip)),
    ];
    // Not worth failing a request: the next use is recorded again.
    await pool.query({ name: 'token-use', text: WRITE, values }).catch(() => undefined);
  }

  return {
    recordUse(caller, from) {
      const usedAt = performance.now();
      const before = notedAt.get(caller);
      if (before !== undefined && usedAt - before < BETWEEN_NOTES_MS) return;
      if (notes.size >= MAX_NOTES) return;
      notedAt.set(caller, usedAt);
      notes.set(caller.token.id, { usedAt, ip: from.ip });
      timer ??= setTimeout(() => void flushNotes(), WRITE_AFTER_MS).unref();
    },
    flush: flushNotes,
    close: flushNotes,
  };
}
