import type pg from 'pg';
import type { EntryOrigin, VatEffect } from '../../domain/ledger/entry-events.ts';
import { countsFor, joinMerges } from '../third-parties/merges.ts';

export interface EntryRow {
  readonly id: number;
  readonly journal_id: number;
  readonly fiscal_year_id: number;
  readonly period_id: number;
  readonly number: number;
  readonly entry_date: string;
  readonly due_date: string | null;
  readonly label: string | null;
  readonly reference: string | null;
  readonly status: 'posted' | 'reversed';
  readonly origin: EntryOrigin;
  readonly reversed_entry_id: number | null;
  readonly reversed_by_entry_id: number | null;
  readonly credited_entry_id: number | null;
  readonly vat: readonly VatEffect[] | null;
  readonly total: string;
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly journal_code: string;
  readonly journal_type: string;
  readonly third_party_id: number | null;
  readonly third_party_name: string | null;
}

export interface LineRow {
  readonly entry_id: number;
  readonly id: number;
  readonly account_id: number;
  readonly debit: string;
  readonly credit: string;
  readonly label: string | null;
  readonly third_party_id: number | null;
  readonly account_number: string;
  readonly account_label: string;
  readonly account_labels: Readonly<Record<string, string>> | null;
  readonly vat_code_id: number | null;
  readonly vat_code: string | null;
  readonly due_date: string | null;
  readonly reference: string | null;
}

export type EntryWithLines = EntryRow & { readonly lines: readonly LineRow[] };

const HEADS = `SELECT e.id, e.journal_id, e.fiscal_year_id, e.period_id, e.number, e.entry_date, e.due_date, e.label, e.reference, e.status, e.origin,
    e.reversed_entry_id, e.reversed_by_entry_id, e.credited_entry_id, e.vat, e.total, e.version, e.created_at, e.updated_at, j.code AS journal_code, j.type AS journal_type, ${countsFor('e')} AS third_party_id, p.name AS third_party_name
  FROM read.entries e JOIN read.journals j ON j.id = e.journal_id ${joinMerges('e')} LEFT JOIN read.third_parties p ON p.id = ${countsFor('e')}`;

/** The statements themselves are exported for the benchmark, which runs the same ones bare. */
export const ENTRY_STATEMENT = { name: 'find-entry', text: `${HEADS} WHERE e.company_id = $1 AND e.id = $2` };

export const HEADS_STATEMENT = {
  name: 'entries-by-ids',
  text: `${HEADS} WHERE e.company_id = $1 AND e.id = ANY($2::bigint[])`,
};

export const LINES_STATEMENT = {
  name: 'lines-of-entries',
  text: `SELECT l.entry_id, l.id, l.account_id, l.debit, l.credit, l.label, ${countsFor('l')} AS third_party_id,
      a.number AS account_number, a.label AS account_label, a.labels AS account_labels, l.vat_code_id, v.code AS vat_code, l.due_date, l.reference
    FROM read.entry_lines l JOIN read.accounts a ON a.id = l.account_id LEFT JOIN read.vat_codes v ON v.id = l.vat_code_id ${joinMerges('l')}
    WHERE l.entry_id = ANY($1::bigint[]) ORDER BY l.entry_id, l.line_number`,
};

export async function findEntry(pool: pg.Pool, companyId: number, id: number): Promise<EntryWithLines | undefined> {
  const [heads, lines] = await Promise.all([
    pool.query<EntryRow>({ ...ENTRY_STATEMENT, values: [companyId, id] }),
    pool.query<LineRow>({ ...LINES_STATEMENT, values: [[id]] }),
  ]);
  const head = heads.rows[0];
  return head && { ...head, lines: lines.rows };
}

/** In the order of these ids; those that the company file does not have are left out. */
export async function entriesByIds(
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
): Promise<EntryWithLines[]> {
  if (ids.length === 0) return [];
  const [heads, lines] = await Promise.all([
    pool.query<EntryRow>({ ...HEADS_STATEMENT, values: [companyId, ids] }),
    pool.query<LineRow>({ ...LINES_STATEMENT, values: [ids] }),
  ]);
  return inOrder(ids, heads.rows, lines.rows);
}

/** The same, or null when they have more lines together than that. */
export async function entriesOfFewLines(
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
  mostLines: number,
): Promise<EntryWithLines[] | null> {
  if (ids.length === 0) return [];
  const [heads, lines] = await Promise.all([
    pool.query<EntryRow>({ ...HEADS_STATEMENT, values: [companyId, ids] }),
    pool.query<LineRow>({
      name: `first-${mostLines}-${LINES_STATEMENT.name}`,
      text: `${LINES_STATEMENT.text} LIMIT ${mostLines + 1}`,
      values: [ids],
    }),
  ]);
  return lines.rows.length > mostLines ? null : inOrder(ids, heads.rows, lines.rows);
}

function inOrder(ids: readonly number[], heads: readonly EntryRow[], lines: readonly LineRow[]): EntryWithLines[] {
  const entries = new Map(heads.map((head) => [head.id, { ...head, lines: [] as LineRow[] }]));
  for (const line of lines) entries.get(line.entry_id)?.lines.push(line);
  return ids.flatMap((id) => entries.get(id) ?? []);
}
