import type pg from 'pg';
import { columnLiteral } from '../../database/array-literal.ts';
import type { HeadsFolder } from '../../outside/heads-folder.ts';
import type { HeadSigner, SignedHead } from './head.ts';

/**
 * The signed heads of all streams, in the database and beside it: whoever writes to the one cannot take them away from
 * the other. A head whose signature is not of this service proves nothing, and is left aside.
 */
export interface KnownHeads {
  /** The latest genuine one of every stream, wherever it is kept. */
  latest(): Promise<ReadonlyMap<string, SignedHead>>;
  /** Every genuine one of a stream, a day each, oldest first. */
  ofStream(stream: string): Promise<readonly SignedHead[]>;
  /** Position of the log up to which heads are kept; null when there are none. */
  position(): Promise<number | null>;
  keep(heads: readonly SignedHead[]): Promise<void>;
}

const COLUMNS = `stream, to_char(day, 'YYYY-MM-DD') AS day, revision, position, hash, key, signature`;

export function openKnownHeads(pool: pg.Pool, folder: HeadsFolder, signer: HeadSigner): KnownHeads {
  const isGenuine = (head: SignedHead): boolean => signer.isGenuine(head);

  async function rows(condition: string, values: readonly unknown[] = []): Promise<SignedHead[]> {
    const { rows: found } = await pool.query<SignedHead>(`SELECT ${COLUMNS} FROM ops.heads ${condition}`, [...values]);
    return found;
  }

  return {
    async latest() {
      const latest = new Map<string, SignedHead>();
      const consider = (head: SignedHead): void => {
        if (head.revision > (latest.get(head.stream)?.revision ?? -1) && isGenuine(head)) latest.set(head.stream, head);
      };
      for await (const line of folder.lines()) {
        const head = headIn(line);
        if (head) consider(head);
      }
      (await rows('ORDER BY stream, day')).forEach(consider);
      return latest;
    },
    async ofStream(stream) {
      const byDay = new Map<string, SignedHead>();
      const consider = (head: SignedHead): void => {
        const known = byDay.get(head.day);
        if (head.stream === stream && head.revision > (known?.revision ?? -1) && isGenuine(head))
          byDay.set(head.day, head);
      };
      const mentioned = JSON.stringify(stream);
      for await (const line of folder.lines()) {
        const head = line.includes(mentioned) ? headIn(line) : null;
        if (head) consider(head);
      }
      (await rows('WHERE stream = $1', [stream])).forEach(consider);
      return [...byDay.values()].sort((a, b) => a.day.localeCompare(b.day));
    },
    async position() {
      const { rows: found } = await pool.query<{ position: number | null }>(
        'SELECT max(position) AS position FROM ops.heads WHERE key = $1 AND NOT is_of_earlier_log',
        [signer.key],
      );
      return found[0]?.position ?? null;
    },
    async keep(heads) {
      if (heads.length === 0) return;
      // Beside the database first: a head that is only there is kept once more after a crash, which does no harm.
      for (const [month, lines] of byMonth(heads)) await folder.append(month, lines);
      await pool.query(
        `INSERT INTO ops.heads (stream, day, revision, position, hash, key, signature)
         SELECT * FROM unnest($1::text[], $2::date[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::text[])
         ON CONFLICT (stream, day) DO UPDATE SET revision = EXCLUDED.revision, position = EXCLUDED.position,
           hash = EXCLUDED.hash, key = EXCLUDED.key, signature = EXCLUDED.signature, is_of_earlier_log = false`,
        (['stream', 'day', 'revision', 'position', 'hash', 'key', 'signature'] as const).map((name) =>
          columnLiteral(heads, (head) => head[name]),
        ),
      );
    },
  };
}

function byMonth(heads: readonly SignedHead[]): Map<string, string[]> {
  const months = new Map<string, string[]>();
  for (const head of heads) {
    const month = head.day.slice(0, 7);
    const lines = months.get(month) ?? [];
    if (lines.length === 0) months.set(month, lines);
    lines.push(JSON.stringify(head));
  }
  return months;
}

/** A line that was cut off by a full disk, or that someone has spoilt, is none. */
export function headIn(line: string): SignedHead | null {
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
