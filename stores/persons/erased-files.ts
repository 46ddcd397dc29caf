import type pg from 'pg';

/** Stored files that were removed because the person in them was erased. */

export async function markFilesErased(pool: pg.Pool, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return;
  await pool.query({
    name: 'mark-files-erased',
    text: 'INSERT INTO ops.erased_files (sha256) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING',
    values: [hashes],
  });
}

export async function findErasedFile(pool: pg.Pool, sha256: string): Promise<{ readonly erasedAt: string } | null> {
  const { rows } = await pool.query<{ erased_at: string }>({
    name: 'find-erased-file',
    text: 'SELECT erased_at FROM ops.erased_files WHERE sha256 = $1',
    values: [sha256],
  });
  return rows[0] ? { erasedAt: rows[0].erased_at } : null;
}
