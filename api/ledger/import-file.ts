import type { RequestedEntry } from '../../commands/ledger/requested.ts';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import { journals } from '../../domain/journals/journal.ts';
import type { RequestedLine } from '../../domain/ledger/entry.ts';
import { ZERO } from '../../domain/money.ts';
import type { DraftOf } from '../../domain/records/declaration.ts';
import { MAX_IMPORT_PROBLEMS, type ImportRow } from '../../domain/records/import.ts';
import { findIdByKey } from '../../domain/records/state.ts';
import { collectValue, refuseInvalid, type Checked, type Problem, type Refusal } from '../../domain/refusal.ts';
import { thirdParties } from '../../domain/third-parties/third-party.ts';
import { readAnalyticCell } from '../records/import/analytic-cells.ts';
import { readColumns, type Column } from '../records/import/columns.ts';
import { readRows } from '../records/import/rows.ts';
import type { UploadedTable } from '../records/import/table.ts';
import { CELL_SCHEMAS, createCellReader, signLikeLine } from '../records/import/typed-cells.ts';
import { ENTRY_NOTATIONS, entryRows } from './import-columns.ts';

/** Reads the rows of a file and groups them into entries. */

/** An entry and the rows of the file that it was read from. */
export interface ReadEntry {
  /** Line numbers, one per line of the entry. */
  readonly rows: readonly number[];
  readonly requested: RequestedEntry;
}

export interface ReadEntries {
  readonly entries: readonly ReadEntry[];
  readonly problems: readonly Problem[];
}

export async function readEntryTable(
  table: UploadedTable,
  ignoresUnknown: boolean,
  file: CompanyFile,
): Promise<ReadEntries | Refusal> {
  const { columns, problems: ofColumns } = readColumns(entryRows, table.header, ignoresUnknown, ENTRY_NOTATIONS);
  const missing = listMissingColumns(columns).map((name): Problem => ({
    code: 'import_column_missing',
    field: `columns.${name}`,
  }));
  if (missing.length > 0) return refuseInvalid([...ofColumns, ...missing]);
  const read = await readRows(columns, table.rows, table.header.length);
  const problems: Problem[] = [...ofColumns, ...read.problems];
  const hasEntryColumn = columns.some(({ name }) => name === 'entry');
  const rows = read.rows.map((row) => collectValue(toReadRow(row, file), problems));
  const entries = groupRows(rows, hasEntryColumn ? 'entry' : 'reference', problems).map((group) =>
    collectValue(toEntry(group), problems),
  );
  return { entries, problems: problems.slice(0, MAX_IMPORT_PROBLEMS) };
}

/** Rows are grouped by their own column, or else by their reference. */
function listMissingColumns(columns: readonly Column[]): string[] {
  const hasColumn = (name: string) => columns.some((column) => column.name === name || column.title === name);
  const missing = ['journal', 'entry_date', 'account', 'debit', 'credit'].filter((name) => !hasColumn(name));
  return hasColumn('entry') || hasColumn('reference') ? missing : [...missing, 'reference'];
}

type RowData = DraftOf<(typeof entryRows)['fields']>;

interface ReadRow {
  readonly line: number;
  readonly data: RowData;
  readonly journalId: number | null;
  readonly entryLine: RequestedLine;
}

/** An id that no record has: its problem is already known. */
const UNKNOWN = Number.MAX_SAFE_INTEGER;

function toReadRow(row: ImportRow, { records }: CompanyFile): Checked<ReadRow> {
  const { line, lookups } = row;
  const data: RowData = row.data;
  const problems: Problem[] = [];
  const readCell = createCellReader(row, problems);
  const at = `lines.${line}`;
  const findId = (code: string, target: typeof journals | typeof thirdParties, problem: Problem): number => {
    const id = findIdByKey(records, target, 'code', code);
    if (id === undefined) problems.push(problem);
    return id ?? UNKNOWN;
  };
  const journal = lookups['journal_id'];
  const journalId =
    journal === undefined
      ? (data.journal_id ?? null)
      : findId(journal, journals, { code: 'journal_unknown', field: `${at}.journal` });
  const party = lookups['third_party_id'];
  const third_party_id =
    party === undefined
      ? (data.third_party_id ?? null)
      : findId(party, thirdParties, { code: 'third_party_unknown', field: `${at}.third_party` });
  const debit = readCell('debit', CELL_SCHEMAS.amount) ?? ZERO;
  const credit = readCell('credit', CELL_SCHEMAS.amount) ?? ZERO;
  const analytics = data.analytic_codes
    ? collectValue(readAnalyticCell(data.analytic_codes, `${at}.analytic_codes`), problems)
    : null;
  const entryLine: RequestedLine = {
    account: lookups['account_id'] ?? null,
    account_id: data.account_id ?? null,
    debit,
    credit,
    label: data.label ?? null,
    third_party_id,
    vat_code: data.vat_code ?? null,
    vat_code_id: null,
    tax_base: readCell('tax_base', CELL_SCHEMAS.signedAmount),
    analytics,
    currency: data.currency?.toUpperCase() ?? null,
    currency_amount: signLikeLine(readCell('currency_amount', CELL_SCHEMAS.signedAmount), credit),
    exchange_rate: readCell('exchange_rate', CELL_SCHEMAS.rate),
  };
  return { value: { line, data, journalId, entryLine }, problems };
}

/** Groups rows in the order of the first row of each entry; an entry need not be in one piece. */
function groupRows(
  rows: readonly ReadRow[],
  column: 'entry' | 'reference',
  problems: Problem[],
): readonly (readonly ReadRow[])[] {
  const groups = new Map<string, ReadRow[]>();
  for (const row of rows) {
    const { line, journalId, data } = row;
    const value = data[column] ?? null;
    if (value === null) problems.push({ code: 'required', field: `lines.${line}.${column}` });
    const key =
      column === 'entry' ? (value ?? `${line}`) : JSON.stringify([value ?? line, journalId, data.entry_date ?? null]);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups.values()];
}

const HEAD = ['entry_date', 'due_date', 'reference', 'entry_label'] as const;

/** The head of an entry is on its first row, and may be repeated on the others. */
function toEntry(group: readonly ReadRow[]): Checked<ReadEntry> {
  const problems: Problem[] = [];
  const [{ line: first }] = group as readonly [ReadRow];
  const readHead = <Value>(title: string, select: (row: ReadRow) => Value | null, isRequired = false): Value | null => {
    const value = group.map(select).find((one) => one !== null) ?? null;
    if (value === null && isRequired) problems.push({ code: 'required', field: `lines.${first}.${title}` });
    for (const row of group) {
      const other = select(row);
      if (other !== null && other !== value)
        problems.push({ code: 'import_entry_differs', field: `lines.${row.line}.${title}`, params: { line: first } });
    }
    return value;
  };
  const journalId = readHead('journal', (row) => row.journalId, true);
  const [entryDate = null, due_date = null, reference = null, label = null] = HEAD.map((name) =>
    readHead(name, ({ data }) => data[name] ?? null, name === 'entry_date'),
  );
  const requested: RequestedEntry = {
    type: 'PostEntry',
    journal_id: journalId ?? UNKNOWN,
    entry_date: entryDate ?? '1900-01-01',
    due_date,
    label,
    reference,
    lines: group.map(({ entryLine }) => entryLine),
  };
  return { value: { rows: group.map(({ line }) => line), requested }, problems };
}
