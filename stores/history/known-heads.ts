import type pg from 'pg';
import { formatColumnLiteral } from '../../database/array-literal.ts';
import type { HeadsFolder } from '../../outside/heads-folder.ts';
import type { HeadSigner, SignedHead } from './head.ts';

/**
 * The signed heads of all streams, stored both in the database and in files beside it, so that write access to one cannot
 * remove them from the other. Heads without a valid signature of this service are ignored.
 */
export interface KnownHeads {
  /** The latest genuine head of every stream from both stores. */
  loadLatest(): Promise<ReadonlyMap<string, SignedHead>>;
  /** Every genuine head of a stream, one per day, oldest first. */
  loadStreamHeads(stream: string): Promise<readonly SignedHead[]>;
  /** Log position up to which heads are stored; null if there are none. */
  readPosition(): Promise<number | null>;
  saveHeads(heads: readonly SignedHead[]): Promise<void>;
}

const COLUMNS = `stream, to_char(day, 'YYYY-MM-DD') AS day, revision, position, hash, key, signature, epoch`;

export function openKnownHeads(pool: pg.Pool, folder: HeadsFolder, signer: HeadSigner): KnownHeads {
  const isGenuine = (head: SignedHead): boolean => signer.isGenuine(head);

  async function queryHeads(condition: string, values: readonly unknown[] = []): Promise<SignedHead[]> {
    const { rows: found } = await pool.query<SignedHead>(`SELECT ${COLUMNS} FROM ops.heads ${condition}`, [...values]);
    return found;
  }

  return {
    async loadLatest() {
      const latest = new Map<string, SignedHead>();
      const addIfLater = (head: SignedHead): void => {
        if (isLaterHead(head, latest.get(head.stream)) && isGenuine(head)) latest.set(head.stream, head);
      };
      for await (const line of folder.readLines()) {
        const head = parseHead(line);
        if (head) addIfLater(head);
      }
      (await queryHeads('ORDER BY stream, day')).forEach(addIfLater);
      return latest;
    },
    async loadStreamHeads(stream) {
      const byDay = new Map<string, SignedHead>();
      const addIfLater = (head: SignedHead): void => {
        if (head.stream === stream && isLaterHead(head, byDay.get(head.day)) && isGenuine(head))
          byDay.set(head.day, head);
      };
      const mentioned = JSON.stringify(stream);
      for await (const line of folder.readLines()) {
        const head = line.includes(mentioned) ? parseHead(line) : null;
        if (head) addIfLater(head);
      }
      (await queryHeads('WHERE stream = $1', [stream])).forEach(addIfLater);
      return [...byDay.values()].sort((a, b) => a.day.localeCompare(b.day));
    },
    async readPosition() {
      const { rows: found } = await pool.query<{ position: number | null }>(
        'SELECT max(position) AS position FROM ops.heads WHERE key = $1 AND NOT is_of_earlier_log',
        [signer.key],
      );
      return found[0]?.position ?? null;
    },
    async saveHeads(heads) {
      if (heads.length === 0) return;
      // Write the files first: after a crash, a head that is missing in the database is simply stored again.
      for (const [month, lines] of groupByMonth(heads)) await folder.appendLines(month, lines);
      await pool.query(
        `INSERT INTO ops.heads (stream, day, revision, position, hash, key, signature, epoch)
         SELECT * FROM unnest($1::text[], $2::date[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::text[],
           $8::integer[])
         ON CONFLICT (stream, day) DO UPDATE SET revision = EXCLUDED.revision, position = EXCLUDED.position,
           hash = EXCLUDED.hash, key = EXCLUDED.key, signature = EXCLUDED.signature, epoch = EXCLUDED.epoch,
           is_of_earlier_log = false`,
        [
          ...(['stream', 'day', 'revision', 'position', 'hash', 'key', 'signature'] as const).map((name) =>
            formatColumnLiteral(heads, (head) => head[name]),
          ),
          formatColumnLiteral(heads, ({ epoch = 1 }) => epoch),
        ],
      );
    },
  };
}

/** A later epoch counts more than a later event. */
export function isLaterHead(head: SignedHead, known: SignedHead | undefined): boolean {
  if (known === undefined) return true;
  const [own, other] = [head.epoch ?? 1, known.epoch ?? 1];
  return own === other ? head.revision > known.revision : own > other;
}

function groupByMonth(heads: readonly SignedHead[]): Map<string, string[]> {
  const months = new Map<string, string[]>();
  for (const head of heads) {
    const month = head.day.slice(0, 7);
    const lines = months.get(month) ?? [];
    if (lines.length === 0) months.set(month, lines);
    lines.push(JSON.stringify(head));
  }
  return months;
}

/** Null for a line that is truncated or corrupt. */
export function parseHead(line: string): SignedHead | null {
  try {
    const head = JSON.parse(line) as Partial<SignedHead> | null;
    const isHead =
      typeof head?.stream === 'string' &&
      typeof head.day === 'string' &&
      Number.isSafeInteger(head.revision) &&
      Number.isSafeInteger(head.position) &&
      typeof head.hash === 'string' &&
      typeof head.key === 'string' &&
      typeof head.signature === 'string';
    return isHead ? (head as SignedHead) : null;
  } catch {
    return null;
  }
}
