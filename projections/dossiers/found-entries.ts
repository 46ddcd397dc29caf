import type { Queryable } from '../../database/snapshot.ts';
import { buildSearchConditions, parseSearch } from '../ledger/entry-search.ts';
import { ROWS_AT_ONCE } from './list-parameters.ts';

/** Ids of the entries that a search finds, by date and in pages. Plain SQL, like the search of the list. */
export async function* findEntryPages(db: Queryable, companyId: number, q: string): AsyncGenerator<readonly number[]> {
  const search = await parseSearch(db, companyId, q);
  if (search === null) return;
  let after: readonly [date: string, id: number] = ['0001-01-01', 0];
  for (;;) {
    const values: unknown[] = [companyId, ...after, ROWS_AT_ONCE];
    const conditions = [
      'e.company_id = $1',
      '(e.entry_date, e.id) > ($2::date, $3::bigint)',
      ...buildSearchConditions(search, (value) => `$${values.push(value)}`),
    ];
    const { rows } = await db.query<{ id: number; entry_date: string }>({
      text: `SELECT e.id, e.entry_date FROM read.entries e WHERE ${conditions.join(' AND ')} ORDER BY e.entry_date, e.id LIMIT $4`,
      values,
    });
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(({ id }) => id);
    after = [last.entry_date, last.id];
  }
}
