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

export interface EntryFilter {
  readonly from?: string;
  readonly to?: string;
  readonly fiscal_year_id?: number;
  readonly journal_id?: number;
}

const HEADS = `SELECT e.id, e.journal_id, e.fiscal_year_id, e.period_id, e.number, e.entry_date, e.due_date, e.label, e.reference, e.status, e.origin,
    e.reversed_entry_id, e.reversed_by_entry_id, e.credited_entry_id, e.vat, e.total, e.version, e.created_at, e.updated_at, j.code AS journal_code, j.type AS journal_type, ${countsFor('e')} AS third_party_id, p.name AS third_party_name
  FROM read.entries e JOIN read.journals j ON j.id = e.journal_id ${joinMerges('e')} LEFT JOIN read.third_parties p ON p.id = ${countsFor('e')}`;

/** The statements themselves are exported for the benchmark, which runs the same ones bare. */
export const ENTRY_STATEMENT = { name: 'find-entry', text: `${HEADS} WHERE e.company_id = $1 AND e.id = $2` };

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

export async function entriesByIds(
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
): Promise<EntryWithLines[]> {
  const { rows } = await pool.query<EntryRow>({
    name: 'entries-by-ids',
    text: `${HEADS} WHERE e.company_id = $1 AND e.id = ANY($2::bigint[])`,
    values: [companyId, ids],
  });
  return withLines(pool, rows);
}

export interface EntryPage {
  readonly rows: readonly EntryWithLines[];
  readonly total: number;
}

/** Newest first: by entry date, then id. */
export async function listEntries(
  pool: pg.Pool,
  companyId: number,
  filter: EntryFilter,
  page: number,
  perPage: number,
): Promise<EntryPage> {
  const { page: heads, count } = entryListStatements(companyId, filter, page, perPage);
  const [{ rows }, total] = await Promise.all([pool.query<EntryRow>(heads), pool.query<{ total: number }>(count)]);
  return { rows: await withLines(pool, rows), total: total.rows[0]!.total };
}

export function entryListStatements(companyId: number, filter: EntryFilter, page: number, perPage: number) {
  const values: unknown[] = [companyId];
  const conditions = ['e.company_id = $1'];
  if (filter.from) conditions.push(`e.entry_date >= $${values.push(filter.from)}`);
  if (filter.to) conditions.push(`e.entry_date <= $${values.push(filter.to)}`);
  if (filter.fiscal_year_id) conditions.push(`e.fiscal_year_id = $${values.push(filter.fiscal_year_id)}`);
  if (filter.journal_id) conditions.push(`e.journal_id = $${values.push(filter.journal_id)}`);
  const where = conditions.join(' AND ');
  const key = Object.entries(filter)
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name)
    .join('-');
  const paged = [...values, perPage, (page - 1) * perPage];
  return {
    page: {
      name: `list-entries-${key}`,
      text: `${HEADS} WHERE ${where} ORDER BY e.entry_date DESC, e.id DESC LIMIT $${values.length + 1} OFFSET $${values.length + 2}`,
      values: paged,
    },
    count: onlyCounters(filter)
      ? // Whole journals and years are counted already: no need to walk through the entries.
        {
          name: `count-entries-by-counter-${key}`,
          text: `SELECT coalesce(sum(entries_count), 0)::bigint AS total FROM read.journal_counters e WHERE ${where}`,
          values,
        }
      : { name: `count-entries-${key}`, text: `SELECT count(*) AS total FROM read.entries e WHERE ${where}`, values },
  };
}

const onlyCounters = ({ from, to }: EntryFilter): boolean => from === undefined && to === undefined;

async function withLines(pool: pg.Pool, heads: readonly EntryRow[]): Promise<EntryWithLines[]> {
  if (heads.length === 0) return [];
  const { rows } = await pool.query<LineRow>({ ...LINES_STATEMENT, values: [heads.map(({ id }) => id)] });
  const byEntry = new Map<number, LineRow[]>();
  for (const line of rows) {
    const lines = byEntry.get(line.entry_id);
    if (lines) lines.push(line);
    else byEntry.set(line.entry_id, [line]);
  }
  return heads.map((head) => ({ ...head, lines: byEntry.get(head.id) ?? [] }));
}
