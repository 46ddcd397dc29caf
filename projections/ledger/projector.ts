import type {
  EntryEvent,
  EntryLine,
  Layer,
  LineAllocation,
  LineDispute,
  PostedEntry,
} from '../../domain/ledger/entry-events.ts';
import { computeCurrencyTotal, mirrorLineCurrency } from '../../domain/ledger/line-currency.ts';
import { subtract, ZERO } from '../../domain/money.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import { moveShares } from '../analytics/moves.ts';
import type { Batch } from '../support/batch.ts';
import { getFileProvenance, type FileProvenance } from '../support/provenance.ts';
import type { RowOf } from '../support/table.ts';
import { toRecordedMonth } from './recorded-month.ts';
import { extractEntryReference, formatEntryReference, buildEntrySearchText } from './search-text.ts';
import { getExtraLineNumbers } from './brought-lines.ts';
import { addCurrencyBalance } from './currency-balances.ts';
import { balances, entries, entryCounts, entryLines, journalCounters, thirdPartyBalances } from './tables.ts';
import { projectVat } from './vat-sums.ts';

type EntryRow = RowOf<typeof entries>;

export function projectEntry(event: EntryEvent, stored: RecordedEvent, batch: Batch): void {
  const metadata = getFileProvenance(stored);
  if (event.type === 'EntryPosted') return projectPosted(event.data, stored, metadata, batch);
  if (event.type === 'EntryLinesDisputed') return projectDisputes(event.data, metadata, batch);
  if (event.type === 'EntryLinesAllocated') return projectAllocations(event.data, metadata, batch);
  const { id, version } = event.data;
  const before = batch.get(entries, id);
  if (!before) throw new Error(`Entry ${id} does not exist`);
  const { company_id: companyId, recorded_at } = metadata;
  const [was, is]: readonly [Partial<EntryRow>, Partial<EntryRow>] =
    event.type === 'EntryAmended'
      ? [event.data.previous, event.data.changes]
      : [
          { status: 'posted', reversed_by_entry_id: null },
          { status: 'reversed', reversed_by_entry_id: event.data.reversed_by_entry_id },
        ];
  const reason = event.type === 'EntryReversed' ? event.data.reason : undefined;
  const seq = batch.recordChange({
    companyId,
    resource: 'entries',
    id,
    op: 'upsert',
    version,
    // The reason belongs to the reversal; the history of the reversed entry tells it too.
    before: reason === undefined ? was : { ...was, reversal_reason: null },
    after: reason === undefined ? is : { ...is, reversal_reason: reason },
  });
  const changed: EntryRow = { ...before, ...is, version, seq, updated_at: recorded_at };
  const row = {
    ...changed,
    search: buildEntrySearchText(changed.label, changed.reference, extractEntryReference(before.search)),
  };
  batch.put(entries, row);
  if (event.type !== 'EntryReversed') return;
  const { entry_date, journal_id } = before;
  batch.add(entryCounts, {
    company_id: companyId,
    entry_date,
    journal_id,
    entries_count: 0,
    reversed_count: 1,
    total: ZERO,
  });
  batch.announce(stored, () => ({
    event: 'entry.reversed',
    data: buildAnnouncedEntry(row, event.data.journal_code, event.data.fiscal_year_code),
  }));
}

function projectDisputes(
  { id, version, lines, previous }: DisputedLines,
  { company_id: companyId, recorded_at }: FileProvenance,
  batch: Batch,
): void {
  const describeDisputes = (disputes: readonly LineDispute[]) => ({
    is_disputed: disputes.map(({ is_disputed }) => is_disputed),
    dispute_reason: disputes.map(({ reason }) => reason),
  });
  const before = describeDisputes(previous);
  const seq = batch.recordChange({
    companyId,
    resource: 'entries',
    id,
    op: 'upsert',
    version,
    before,
    after: describeDisputes(lines),
  });
  batch.put(entries, { ...batch.get(entries, id)!, version, seq, updated_at: recorded_at });
  for (const { line_number, is_disputed, reason } of lines)
    batch.put(entryLines, {
      ...batch.get(entryLines, id, line_number)!,
      dispute: is_disputed ? (reason ?? '') : null,
    });
}

function projectAllocations(
  { id, version, lines, previous }: AllocatedLines,
  { company_id: companyId, recorded_at }: FileProvenance,
  batch: Batch,
): void {
  const describeAllocations = (allocations: readonly LineAllocation[]) => ({
    analytics: allocations.map(({ line_id, analytics }) => ({ line_id, analytics })),
  });
  const before = describeAllocations(previous);
  const seq = batch.recordChange({
    companyId,
    resource: 'entries',
    id,
    op: 'upsert',
    version,
    before,
    after: describeAllocations(lines),
  });
  const entry = batch.get(entries, id)!;
  batch.put(entries, { ...entry, version, seq, updated_at: recorded_at });
  const { period_id, fiscal_year_id, entry_date } = entry;
  for (const [index, { line_number, analytics }] of lines.entries()) {
    const line = batch.get(entryLines, id, line_number)!;
    batch.put(entryLines, { ...line, analytics: analytics.length > 0 ? analytics : null });
    const { account_id, layer, debit } = line;
    const moved = {
      company_id: companyId,
      entry_id: id,
      version,
      line_number,
      account_id,
      period_id,
      fiscal_year_id,
      layer,
      entry_date,
      isDebit: debit !== ZERO,
      recorded_at,
    };
    moveShares(moved, previous[index]!.analytics, -1, batch);
    moveShares(moved, analytics, 1, batch);
  }
}

type AllocatedLines = Extract<EntryEvent, { readonly type: 'EntryLinesAllocated' }>['data'];
type DisputedLines = Extract<EntryEvent, { readonly type: 'EntryLinesDisputed' }>['data'];

/** An entry whose lines are being projected. */
interface PostedLines {
  readonly entry: PostedEntry;
  readonly metadata: FileProvenance;
  readonly recorded_in: ReturnType<typeof toRecordedMonth>;
  /** Accounts of the lines so far: an entry counts once per account. */
  readonly touched: Set<number>;
  readonly batch: Batch;
}

function projectPosted(entry: PostedEntry, stored: RecordedEvent, metadata: FileProvenance, batch: Batch): void {
  const { company_id, recorded_at } = metadata;
  const { journal_id, journal_code, fiscal_year_id, fiscal_year_code, entry_date } = entry;
  const seq = batch.recordChange({
    companyId: company_id,
    resource: 'entries',
    id: entry.id,
    op: 'upsert',
    version: 1,
    before: null,
    after: null,
  });
  const row = buildEntryRow(entry, metadata, seq);
  batch.put(entries, row);
  const recorded_in = toRecordedMonth(recorded_at);
  batch.add(journalCounters, {
    company_id,
    journal_id,
    fiscal_year_id,
    recorded_in,
    last_number: entry.number,
    entries_count: 1,
  });
  batch.add(entryCounts, {
    company_id,
    entry_date,
    journal_id,
    entries_count: 1,
    reversed_count: 0,
    total: entry.total,
  });
  projectLines({ entry, metadata, recorded_in, touched: new Set(), batch });
  projectVat(entry, { company_id, recorded_at }, batch);
  // Entries migrated from another system are not announced.
  if (entry.origin === 'migration') return;
  batch.announce(stored, () => ({
    event: 'entry.posted',
    data: { ...buildAnnouncedEntry(row, journal_code, fiscal_year_code), ...computeCurrencyTotal(entry.lines) },
  }));
}

function buildEntryRow(
  entry: PostedEntry,
  { company_id, recorded_at, user_id }: FileProvenance,
  seq: EntryRow['seq'],
): EntryRow {
  return {
    id: entry.id,
    company_id,
    journal_id: entry.journal_id,
    fiscal_year_id: entry.fiscal_year_id,
    period_id: entry.period_id,
    number: entry.number,
    entry_date: entry.entry_date,
    due_date: entry.due_date,
    label: entry.label,
    reference: entry.reference,
    status: 'posted',
    origin: entry.origin,
    layer: entry.layer ?? 'movement',
    reversed_entry_id: entry.reversed_entry_id ?? null,
    reversed_by_entry_id: null,
    reversal_reason: entry.reversal_reason ?? null,
    credited_entry_id: entry.credited_entry_id ?? null,
    accrual_entry_id: entry.accrual_entry_id ?? null,
    tax_point: entry.tax_point ?? null,
    vat: entry.vat ?? null,
    third_party_id: entry.third_party_id,
    total: entry.total,
    lines_count: entry.lines.length,
    version: 1,
    seq,
    created_at: recorded_at,
    updated_at: recorded_at,
    created_by: user_id,
    search: buildEntrySearchText(
      entry.label,
      entry.reference,
      formatEntryReference(entry.journal_code, entry.fiscal_year_code, entry.number),
    ),
  };
}

function projectLines(posted: PostedLines): void {
  const { lines, layer = 'movement' } = posted.entry;
  lines.forEach((line, index) =>
    projectLine(posted, line, index + 1, line.brought_from === undefined ? layer : 'awaiting'),
  );
  for (const [index, line] of lines.entries()) {
    if (line.brought_from === undefined) continue;
    // It ended on one account and opens on another: the carried line uses the first account, and the extra line cancels
    // it.
    const { account_id, line_id: id } = line.brought_from;
    const [carried, taken] = getExtraLineNumbers(index + 1);
    projectLine(posted, { ...line, id, account_id }, carried, layer);
    const opposite = { debit: line.credit, credit: line.debit, ...mirrorLineCurrency(line) };
    projectLine(posted, { ...line, id, account_id, ...opposite }, taken, 'awaiting');
  }
}

function projectLine(
  { entry, metadata, recorded_in, touched, batch }: PostedLines,
  line: EntryLine,
  line_number: number,
  layer: Layer,
): void {
  const { company_id, recorded_at } = metadata;
  const { journal_id, period_id, fiscal_year_id, entry_date } = entry;
  const { account_id, third_party_id, debit, credit } = line;
  const entries_count = touched.has(account_id) ? 0 : 1;
  touched.add(account_id);
  batch.put(entryLines, toLineRow(line, line_number, entry, metadata, layer));
  if (line.analytics)
    moveShares(
      {
        company_id,
        entry_id: entry.id,
        version: 1,
        line_number,
        account_id,
        period_id,
        fiscal_year_id,
        layer,
        entry_date,
        isDebit: debit !== ZERO,
        recorded_at,
      },
      line.analytics,
      1,
      batch,
    );
  batch.add(balances, {
    company_id,
    account_id,
    period_id,
    layer,
    recorded_in,
    journal_id,
    fiscal_year_id,
    debit,
    credit,
    lines_count: 1,
    entries_count,
  });
  if (line.currency !== undefined) {
    const place = { company_id, account_id, period_id, layer, recorded_in, journal_id, fiscal_year_id, debit, credit };
    addCurrencyBalance(line, place, batch);
  }
  if (third_party_id !== null) {
    batch.add(thirdPartyBalances, {
      company_id,
      third_party_id,
      account_id,
      period_id,
      layer,
      fiscal_year_id,
      debit,
      credit,
    });
  }
}

function toLineRow(
  line: EntryLine,
  line_number: number,
  entry: PostedEntry,
  { company_id, recorded_at }: FileProvenance,
  layer: Layer,
): RowOf<typeof entryLines> {
  return {
    entry_id: entry.id,
    line_number,
    id: line.id,
    company_id,
    account_id: line.account_id,
    third_party_id: line.third_party_id,
    journal_id: entry.journal_id,
    entry_date: entry.entry_date,
    debit: line.debit,
    credit: line.credit,
    label: line.label,
    vat_code_id: line.vat_code_id ?? null,
    due_date: line.due_date ?? null,
    reference: line.reference ?? null,
    layer,
    // A carried line is still open in the year before until it is matched there.
    settled: entry.layer === 'carried' ? subtract(line.debit, line.credit) : ZERO,
    dispute: null,
    analytics: line.analytics ?? null,
    recorded_at,
    due_on: line.due_date ?? entry.due_date ?? entry.entry_date,
    currency: line.currency ?? null,
    currency_amount: line.currency_amount ?? null,
    exchange_rate: line.exchange_rate ?? null,
    currency_settled: findCurrencySettled(line, entry),
  };
}

function findCurrencySettled({ currency_amount }: EntryLine, { layer }: PostedEntry): string | null {
  if (currency_amount === undefined) return null;
  return layer === 'carried' ? currency_amount : ZERO;
}

/** Payload for webhook endpoints: the head of the entry without its lines. */
function buildAnnouncedEntry(entry: EntryRow, journal_code: string, fiscal_year_code: string): object {
  const { number } = entry;
  return {
    id: entry.id,
    reference: formatEntryReference(journal_code, fiscal_year_code, number),
    journal_code,
    fiscal_year_code,
    number,
    entry_date: entry.entry_date,
    due_date: entry.due_date,
    label: entry.label,
    document_reference: entry.reference,
    status: entry.status,
    origin: entry.origin,
    third_party_id: entry.third_party_id,
    total_debit: entry.total,
    total_credit: entry.total,
    lines_count: entry.lines_count,
    reversed_entry_id: entry.reversed_entry_id,
    reversed_by_entry_id: entry.reversed_by_entry_id,
  };
}
