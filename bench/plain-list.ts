import type pg from 'pg';
import type { EntryFilter } from '../projections/ledger/entry-list.ts';

/**
 * A page of a list of entries as one would write it by hand on the same tables and indexes: the page in its order with a limit
 * and an offset, how many there are by `count(*)`, and the lines of the page. No kept counts, and nothing of the service.
 */
export async function plainList(
  database: Pick<pg.Pool, 'query'>,
  companyId: number,
  filter: EntryFilter,
  page: number,
  perPage: number,
): Promise<string> {
  const { where, values } = conditions(companyId, filter);
  const next = values.length + 1;
  const heads = await database.query<{ id: number }>(
    `SELECT e.id, e.journal_id, j.code, j.type, e.fiscal_year_id, e.period_id, e.number, e.entry_date, e.due_date, e.label,
       e.reference, e.status, e.origin, e.reversed_entry_id, e.reversed_by_entry_id, e.credited_entry_id, e.accrual_entry_id, e.vat, e.total,
       e.third_party_id, t.name, e.version, e.created_at, e.updated_at
     FROM read.entries e JOIN read.journals j ON j.id = e.journal_id LEFT JOIN read.third_parties t ON t.id = e.third_party_id
     WHERE ${where} ORDER BY e.entry_date DESC, e.id DESC LIMIT $${next} OFFSET $${next + 1}`,
    [...values, perPage, (page - 1) * perPage],
  );
  const total = await database.query(`SELECT count(*) AS total FROM read.entries e WHERE ${where}`, values);
  const lines = await database.query(
    `SELECT l.entry_id, l.id, l.account_id, a.number, a.label AS account_label, a.labels, l.debit, l.credit, l.label,
       l.third_party_id, l.vat_code_id, v.code, l.due_date, l.reference
     FROM read.entry_lines l JOIN read.accounts a ON a.id = l.account_id LEFT JOIN read.vat_codes v ON v.id = l.vat_code_id
     WHERE l.entry_id = ANY($1::bigint[]) ORDER BY l.entry_id, l.line_number`,
    [heads.rows.map(({ id }) => id)],
  );
  return JSON.stringify([total.rows, heads.rows, lines.rows]);
}

function conditions(companyId: number, filter: EntryFilter): { where: string; values: unknown[] } {
  const values: unknown[] = [companyId];
  const given = (value: unknown): string => `$${values.push(value)}`;
  const hasLine = (column: string, value: unknown): string =>
    `e.id IN (SELECT l.entry_id FROM read.entry_lines l WHERE l.company_id = $1 AND l.${column} = ${given(value)})`;
  const { from, to, fiscal_year_id, journal_id, account_id, third_party_id, status, q } = filter;
  const all = ['e.company_id = $1'];
  if (from !== undefined) all.push(`e.entry_date >= ${given(from)}`);
  if (to !== undefined) all.push(`e.entry_date <= ${given(to)}`);
  if (fiscal_year_id !== undefined) all.push(`e.fiscal_year_id = ${given(fiscal_year_id)}`);
  if (journal_id !== undefined) all.push(`e.journal_id = ${given(journal_id)}`);
  if (status !== undefined) all.push(`e.status = ${given(status)}`);
  if (account_id !== undefined) all.push(hasLine('account_id', account_id));
  if (third_party_id !== undefined) all.push(hasLine('third_party_id', third_party_id));
  for (const word of q?.split(' ') ?? []) all.push(`e.search LIKE ${given(`%${word}%`)}`);
  return { where: all.join(' AND '), values };
}
