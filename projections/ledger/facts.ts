import type pg from 'pg';
import type { EntryHead } from '../../domain/ledger/amendment.ts';
import type { EntryFacts, LetteringFacts, LineFacts } from '../../domain/ledger/entry-facts.ts';
import type { LetteredLine } from '../../domain/lettering/lettering-events.ts';

/** Entries as decisions about them need them: as they were posted, with what letterings have done to their lines since. */

type HeadRow = Omit<EntryFacts, 'lines' | 'letterings' | 'vat'> & { readonly vat: EntryFacts['vat'] | null };

type LineRow = Omit<LineFacts, 'vat_code_id' | 'due_date' | 'reference'> & {
  readonly entry_id: number;
  readonly vat_code_id: number | null;
  readonly due_date: string | null;
  readonly reference: string | null;
};

type LetteredRow = LetteredLine & { readonly lettering_id: number; readonly version: number };

/** What can be amended, and what an amendment depends on. */
export async function entryHead(pool: pg.Pool, companyId: number, entryId: number): Promise<EntryHead | undefined> {
  const { rows } = await pool.query<EntryHead>({
    name: 'head-of-entry',
    text: `SELECT id, version, entry_date, label, reference, due_date FROM read.entries WHERE company_id = $1 AND id = $2`,
    values: [companyId, entryId],
  });
  return rows[0];
}

export async function entryFacts(pool: pg.Pool, companyId: number, entryId: number): Promise<EntryFacts | undefined> {
  return (await factsOfEntries(pool, companyId, [entryId]))[0];
}

/** In the order in which they were posted; ids that are not of the company file are passed over. */
export async function factsOfEntries(
  pool: pg.Pool,
  companyId: number,
  entryIds: readonly number[],
): Promise<EntryFacts[]> {
  if (entryIds.length === 0) return [];
  const values = [companyId, entryIds];
  const [heads, lines, lettered] = await Promise.all([
    pool.query<HeadRow>({
      name: 'facts-of-entries',
      text: `SELECT id, version, journal_id, fiscal_year_id, number, entry_date, due_date, label, reference, third_party_id, status,
               origin, layer, vat, reversed_entry_id, reversed_by_entry_id
             FROM read.entries WHERE company_id = $1 AND id = ANY($2::bigint[]) ORDER BY id`,
      values,
    }),
    pool.query<LineRow>({
      name: 'line-facts-of-entries',
      text: `SELECT l.entry_id, l.line_number, l.id, l.account_id, l.debit, l.credit, l.label, l.third_party_id, l.vat_code_id,
               l.due_date, l.reference, l.settled, a.is_letterable
             FROM read.entry_lines l JOIN read.accounts a ON a.id = l.account_id
             WHERE l.company_id = $1 AND l.entry_id = ANY($2::bigint[]) ORDER BY l.entry_id, l.line_number`,
      values,
    }),
    pool.query<LetteredRow>({
      name: 'letterings-of-entries',
      text: `SELECT o.lettering_id, o.line_id, o.entry_id, o.line_number, o.amount, g.version
             FROM read.letterings g JOIN read.lettering_lines o ON o.lettering_id = g.id
             WHERE g.company_id = $1 AND g.id IN
               (SELECT lettering_id FROM read.lettering_lines WHERE entry_id = ANY($2::bigint[]) AND NOT is_undone)
             ORDER BY o.lettering_id, o.entry_id, o.line_number`,
      values,
    }),
  ]);
  const linesByEntry = groupedBy(lines.rows, ({ entry_id }) => entry_id);
  const letterings = letteringsOf(lettered.rows);
  return heads.rows.map(({ vat, ...head }) => ({
    ...head,
    ...(vat && { vat }),
    lines: (linesByEntry.get(head.id) ?? []).map(lineFacts),
    letterings: letterings.filter((lettering) => lettering.lines.some(({ entry_id }) => entry_id === head.id)),
  }));
}

function lineFacts({ entry_id: _entry, vat_code_id, due_date, reference, ...line }: LineRow): LineFacts {
  return {
    ...line,
    ...(vat_code_id !== null && { vat_code_id }),
    ...(due_date !== null && { due_date }),
    ...(reference !== null && { reference }),
  };
}

function letteringsOf(rows: readonly LetteredRow[]): LetteringFacts[] {
  const byLettering = groupedBy(rows, ({ lettering_id }) => lettering_id);
  return [...byLettering].map(([id, lettered]) => ({
    id,
    version: lettered[0]!.version,
    lines: lettered.map(({ line_id, entry_id, line_number, amount }) => ({ line_id, entry_id, line_number, amount })),
  }));
}

function groupedBy<Item>(items: readonly Item[], keyOf: (item: Item) => number): Map<number, Item[]> {
  const groups = new Map<number, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
