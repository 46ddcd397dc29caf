import type pg from 'pg';
import type { MigratedEntry, MigratedLettering, MigratedLine } from '../../domain/book-migrations/entries.ts';
import type { SourceCurrency } from '../../domain/book-migrations/source.ts';
import type { AccountBalance } from '../../domain/fiscal-years/result.ts';

/** Reads staged entries and letterings page by page. */

export interface FirstIds {
  readonly firstEntryId: number;
  readonly firstLineId: number;
  readonly firstLetteringId: number;
}

/** Small enough not to hold up other appends: a few hundred entries. */
const LINES_OF_A_PAGE = 1_600;
const LETTERINGS_OF_A_PAGE = 400;

interface LineRow {
  readonly entry_no: number;
  readonly journal: string;
  readonly entry_date: string;
  readonly is_opening: boolean;
  readonly first_place: number;
  readonly account: string;
  readonly party: string | null;
  readonly cents: number;
  readonly label: string | null;
  readonly reference: string | null;
  readonly due_date: string | null;
  readonly currency: string | null;
  readonly currency_cents: number | null;
}

/** The entries after `from`, up to `last`; empty at the end. */
export async function readEntriesAfter(
  pool: pg.Pool,
  migrationId: number,
  range: { readonly from: number; readonly last: number },
  { firstEntryId, firstLineId }: FirstIds,
): Promise<readonly MigratedEntry[]> {
  const { rows } = await pool.query<LineRow>({
    name: 'migration-entries-page',
    text: `
      WITH page AS (
        SELECT e.* FROM ops.migration_entries e
        WHERE e.migration_id = $1 AND e.entry_no > $2 AND e.entry_no <= least($3, $2 + ${LINES_OF_A_PAGE})
          AND e.first_place < $4 + (SELECT first_place FROM ops.migration_entries WHERE migration_id = $1 AND entry_no = $2 + 1)
      )
      SELECT p.entry_no, p.journal, p.entry_date, p.is_opening, p.first_place, l.account, l.party, l.cents, l.label, l.reference, l.due_date,
        l.currency, l.currency_cents
      FROM page p CROSS JOIN unnest(p.lines) AS named(line_no)
      JOIN ops.migration_lines l ON l.migration_id = $1 AND l.line_no = named.line_no
      ORDER BY p.entry_no, l.line_no`,
    values: [migrationId, range.from, range.last, LINES_OF_A_PAGE],
  });
  const entries: (MigratedEntry & { readonly lines: MigratedLine[] })[] = [];
  for (const row of rows) {
    const id = firstEntryId + row.entry_no - 1;
    let entry = entries.at(-1);
    if (entry?.id !== id) {
      const { journal, entry_date: date, is_opening: isOpening, first_place } = row;
      entry = { id, firstLineId: firstLineId + first_place, journal, date, isOpening, lines: [] };
      entries.push(entry);
    }
    const { account, party, cents, label, reference, due_date: dueDate } = row;
    const currency = toSourceCurrency(row.currency, row.currency_cents);
    entry.lines.push({ account, party, cents, label, reference, dueDate, currency });
  }
  return entries;
}

interface LetteringRow {
  readonly lettering_no: number;
  readonly account: string;
  readonly party: string | null;
  readonly settled_on: string;
  readonly entry_nos: readonly number[];
  readonly places: readonly number[];
  readonly numbers: readonly number[];
  readonly cents: readonly string[];
  readonly currencies: readonly (string | null)[];
  readonly currency_cents: readonly (string | null)[];
}

export async function readLetteringsAfter(
  pool: pg.Pool,
  migrationId: number,
  from: number,
  { firstEntryId, firstLineId, firstLetteringId }: FirstIds,
): Promise<readonly MigratedLettering[]> {
  const { rows } = await pool.query<LetteringRow>({
    name: 'migration-letterings-page',
    text: `SELECT lettering_no, account, party, settled_on, entry_nos, places, numbers, cents, currencies, currency_cents
           FROM ops.migration_letterings
           WHERE migration_id = $1 AND lettering_no > $2 AND lettering_no <= $2 + ${LETTERINGS_OF_A_PAGE} ORDER BY lettering_no`,
    values: [migrationId, from],
  });
  return rows.map((row) => ({
    id: firstLetteringId + row.lettering_no - 1,
    account: row.account,
    party: row.party,
    settledOn: row.settled_on,
    lines: row.entry_nos.map((entryNo, index) => ({
      lineId: firstLineId + row.places[index]!,
      entryId: firstEntryId + entryNo - 1,
      number: row.numbers[index]!,
      cents: Number(row.cents[index]!),
      currency: toSourceCurrency(row.currencies[index] ?? null, row.currency_cents[index] ?? null),
    })),
  }));
}

const toSourceCurrency = (code: string | null, cents: string | number | null): SourceCurrency | null =>
  code === null || cents === null ? null : { code, cents: Number(cents) };

/** Reads the opening balances of a year in the source, by account. */
export async function readOpeningBalances(
  pool: pg.Pool,
  migrationId: number,
  yearNo: number,
  idOf: (account: string) => number,
  amountOf: (cents: bigint) => string,
): Promise<readonly AccountBalance[]> {
  const { rows } = await pool.query<{ account: string; cents: string }>({
    name: 'migration-opening',
    text: `SELECT l.account, sum(l.cents)::text AS cents FROM ops.migration_entries e CROSS JOIN unnest(e.lines) AS named(line_no)
           JOIN ops.migration_lines l ON l.migration_id = $1 AND l.line_no = named.line_no
           WHERE e.migration_id = $1 AND e.year_no = $2 AND e.is_opening GROUP BY l.account`,
    values: [migrationId, yearNo],
  });
  return rows.map(({ account, cents }) => ({ account_id: idOf(account), balance: amountOf(BigInt(cents)) }));
}
