import type pg from 'pg';
import { arrayLiteral } from '../../database/array-literal.ts';
import type { Caller } from '../http/routing/access.ts';

/**
 * When each token was last used and from where. A request only makes a note in memory; notes are written together a
 * moment later, one a minute for each token, in whatever process it is used. What a crash takes along is a moment.
 */
export interface TokenUse {
  note(caller: Caller, from: { readonly ip: string }): void;
  /** Resolves when the notes made so far are written. */
  written(): Promise<void>;
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

  function write(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    const batch = [...notes].sort(([one], [other]) => one - other);
    notes.clear();
    if (batch.length > 0) writing = writing.then(() => store(batch));
    return writing;
  }

  async function store(batch: readonly (readonly [number, Note])[]): Promise<void> {
    const now = performance.now();
    const values = [
      arrayLiteral(batch.map(([id]) => id)),
      arrayLiteral(batch.map(([, { usedAt }]) => (now - usedAt) / 1_000)),
      arrayLiteral(batch.map(([, { ip }]) => ip)),
    ];
    // Not worth a failure of anything: the next use is noted again.
    await pool.query({ name: 'token-use', text: WRITE, values }).catch(() => undefined);
  }

  return {
    note(caller, from) {
      const usedAt = performance.now();
      const before = notedAt.get(caller);
      if (before !== undefined && usedAt - before < BETWEEN_NOTES_MS) return;
      if (notes.size >= MAX_NOTES) return;
      notedAt.set(caller, usedAt);
      notes.set(caller.token.id, { usedAt, ip: from.ip });
      timer ??= setTimeout(() => void write(), WRITE_AFTER_MS).unref();
    },
    written: write,
    close: write,
  };
}
