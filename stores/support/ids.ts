import type pg from 'pg';

/** Allocates integer ids in blocks, so that a write rarely needs a query for one. */
export interface IdAllocator {
  /** Returns ids never allocated before, in ascending order. `resource` is the name of the projection table. */
  allocate(resource: string, count: number): Promise<readonly number[]>;
}

/** Blocks for records created with a company file suffice for several files. */
const BLOCK: Readonly<Record<string, number>> = {
  entries: 500,
  entry_lines: 2_000,
  accounts: 8_000,
  vat_codes: 1_200,
  journals: 80,
  periods: 130,
  bank_transactions: 500,
};
const SMALL_BLOCK = 20;

interface Block {
  next: number;
  last: number;
}

export function createIdAllocator(pool: pg.Pool): IdAllocator {
  const blocks = new Map<string, Block>();
  const refills = new Map<string, Promise<void>>();

  async function refillBlock(resource: string, atLeast: number): Promise<void> {
    const size = Math.max(atLeast, BLOCK[resource] ?? SMALL_BLOCK);
    const { rows } = await pool.query<{ last_id: number }>({
      name: 'allocate-ids',
      text: `INSERT INTO ops.id_counters AS counter (resource, last_id) VALUES ($1, $2)
             ON CONFLICT (resource) DO UPDATE SET last_id = counter.last_id + $2 RETURNING last_id`,
      values: [resource, size],
    });
    const last = rows[0]!.last_id;
    blocks.set(resource, { next: last - size + 1, last });
  }

  return {
    async allocate(resource, count) {
      for (;;) {
        const block = blocks.get(resource);
        if (block && block.last - block.next + 1 >= count) {
          const first = block.next;
          block.next += count;
          return count === 1 ? [first] : Array.from({ length: count }, (_, index) => first + index);
        }
        // All callers that find the block exhausted wait for the same refill.
        let pending = refills.get(resource);
        if (!pending) {
          pending = refillBlock(resource, count).finally(() => refills.delete(resource));
          refills.set(resource, pending);
        }
        await pending;
      }
    },
  };
}

/** Makes the ids of a resource start after this one, if none was allocated yet. */
export async function startIdsAfter(pool: pg.Pool, resource: string, last: number): Promise<void> {
  await pool.query('INSERT INTO ops.id_counters (resource, last_id) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    resource,
    last,
  ]);
}

/** The highest id that may have been allocated; 0 if there is none. */
export async function readLastId(pool: pg.Pool, resource: string): Promise<number> {
  const { rows } = await pool.query<{ last_id: number }>('SELECT last_id FROM ops.id_counters WHERE resource = $1', [
    resource,
  ]);
  return rows[0]?.last_id ?? 0;
}
