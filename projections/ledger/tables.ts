import type { LineShare } from '../../domain/analytics/shares.ts';
import type { EntryOrigin, Layer, VatEffect } from '../../domain/ledger/entry-events.ts';
import { json, table, text, type RowOf } from '../support/table.ts';
import { REFERENCE_DIGITS } from './reference-digits.ts';
import { buildLatestDate } from './past-months.ts';
import {
  pastBalances,
  pastEntryCounts,
  pastJournalCounters,
  pastLines,
  pastThirdPartyBalances,
  pastVatBoxes,
  pastVatFamilyBoxes,
  pastVatCounts,
  pastVatMovements,
} from './past.ts';

export const entries = table({
  name: 'entries',
  columns: {
    id: 'bigint NOT NULL',
    company_id: 'bigint NOT NULL',
    journal_id: 'bigint NOT NULL',
    fiscal_year_id: 'bigint NOT NULL',
    period_id: 'bigint NOT NULL',
    number: 'bigint NOT NULL',
    entry_date: 'date NOT NULL',
    due_date: 'date',
    label: 'text',
    reference: 'text',
    status: text<'posted' | 'reversed'>('NOT NULL'),
    origin: text<EntryOrigin>('NOT NULL'),
    layer: text<Layer>('NOT NULL'),
    reversed_entry_id: 'bigint',
    reversed_by_entry_id: 'bigint',
    /** Of a reversal: why the other entry was reversed. */
    reversal_reason: 'text',
    credited_entry_id: 'bigint',
    accrual_entry_id: 'bigint',
    /** The date on which its tax became due, if the return of that date was already validated. */
    tax_point: 'date',
    /** Amounts per VAT code and the boxes of the return they go to; null without VAT. */
    vat: json<readonly VatEffect[]>(),
    third_party_id: 'bigint',
    total: 'numeric(20,2) NOT NULL',
    lines_count: 'integer NOT NULL',
    version: 'integer NOT NULL',
    seq: 'bigint NOT NULL',
    created_at: 'timestamptz NOT NULL',
    updated_at: 'timestamptz NOT NULL',
    created_by: 'bigint',
    /** Search text. */
    search: 'text COLLATE "C" NOT NULL',
  },
  key: ['id'],
  repeated: 'updated',
  past: {
    changing: [
      ...['due_date', 'label', 'reference', 'status', 'reversed_by_entry_id'],
      ...['version', 'seq', 'updated_at', 'search'],
    ],
    buildBound: buildLatestDate,
  },
  indexes: [
    'company_id, entry_date, id',
    'company_id, journal_id, entry_date, id',
    // Reversed entries are rare, so posting pays nothing for this index.
    "(company_id, entry_date, id) WHERE status = 'reversed'",
    // Rare: tax that came too late for the return of its date.
    '(company_id, tax_point) WHERE tax_point IS NOT NULL',
    // For searches by amount, and for lists sorted by amount.
    'company_id, total, id',
    // To check whether a document is already booked; costs nothing for other entries.
    "(company_id, third_party_id, lower(reference)) WHERE origin IN ('invoice', 'credit_note') AND reference IS NOT NULL",
    // Finds the reference named by a payment, however it is written.
    `(company_id, ${REFERENCE_DIGITS}) WHERE reference IS NOT NULL`,
  ],
  trigrams: 'search',
});

export const entryLines = table({
  name: 'entry_lines',
  columns: {
    entry_id: 'bigint NOT NULL',
    /** Below zero: not a line of the entry itself (`brought-lines.ts`). */
    line_number: 'integer NOT NULL',
    id: 'bigint NOT NULL',
    company_id: 'bigint NOT NULL',
    account_id: 'bigint NOT NULL',
    third_party_id: 'bigint',
    journal_id: 'bigint NOT NULL',
    entry_date: 'date NOT NULL',
    debit: 'numeric(20,2) NOT NULL',
    credit: 'numeric(20,2) NOT NULL',
    label: 'text',
    vat_code_id: 'bigint',
    due_date: 'date',
    reference: 'text',
    layer: text<Layer>('NOT NULL'),
    /** Amount settled by letterings: debit positive, credit negative. The open amount is its difference from debit - credit. */
    settled: 'numeric(20,2) NOT NULL',
    /** Reason of the dispute, empty if none was given; null if the line is not disputed. */
    dispute: 'text',
    /** Analytic codes of the line; null if there are none. */
    analytics: json<readonly LineShare[]>(),
    /** Same as its entry; null in tables of a version without this column. */
    recorded_at: 'timestamptz',
    /** Due date when its entry was posted; null in tables of a version without this column. */
    due_on: 'date',
    /** Null if the line is in the currency of the company file, like the next three. */
    currency: 'text COLLATE "C"',
    currency_amount: 'numeric(20,2)',
    exchange_rate: 'numeric',
    /** Like `settled`, in the currency of the line. */
    currency_settled: 'numeric(20,2)',
  },
  key: ['entry_id', 'line_number'],
  sparse: ['dispute', 'analytics', 'currency', 'currency_amount', 'exchange_rate', 'currency_settled'],
  repeated: 'updated',
  past: pastLines,
  indexes: [
    // Includes what lines are selected by, so that an index-only scan finds those in one journal and those without VAT code.
    '(company_id, account_id, entry_date, entry_id) INCLUDE (journal_id, vat_code_id)',
    '(company_id, third_party_id, entry_date, entry_id) WHERE third_party_id IS NOT NULL',
    // Lines to be matched are identified by id.
    'id',
    // For searches by amount; a line has an amount on only one side.
    'company_id, (debit + credit)',
    // Open items are few among the lines of a letterable account.
    '(company_id, account_id, third_party_id) WHERE settled <> debit - credit',
    // Few lines have their own reference: those of an opening balance.
    `(company_id, ${REFERENCE_DIGITS}) WHERE reference IS NOT NULL`,
    // Lines with a currency, which most company files do not have.
    '(company_id, currency, account_id, entry_date, entry_id) WHERE currency IS NOT NULL',
  ],
});

/**
 * Movements by account, period and layer, kept current: a trial balance reads these, never the lines. They are split by
 * the month in which they were recorded, so that a trial balance as of an earlier moment also reads few lines, and by
 * journal, so that the entries of an account in a journal are known without counting them. Readers add them up.
 */
export const balances = table({
  name: 'balances',
  columns: {
    company_id: 'bigint NOT NULL',
    account_id: 'bigint NOT NULL',
    period_id: 'bigint NOT NULL',
    layer: text<Layer>('COLLATE "C" NOT NULL'),
    /** The first day of that month. */
    recorded_in: 'date NOT NULL',
    journal_id: 'bigint NOT NULL',
    fiscal_year_id: 'bigint NOT NULL',
    debit: 'numeric(20,2) NOT NULL',
    credit: 'numeric(20,2) NOT NULL',
    /** Number of lines: a page of a long ledger is found without counting them. */
    lines_count: 'bigint NOT NULL',
    /** Number of entries. */
    entries_count: 'bigint NOT NULL',
  },
  key: ['company_id', 'account_id', 'period_id', 'layer', 'recorded_in', 'journal_id'],
  added: ['debit', 'credit', 'lines_count', 'entries_count'],
  past: pastBalances,
});

/** Movements by third party, account, period and layer. */
export const thirdPartyBalances = table({
  name: 'third_party_balances',
  columns: {
    company_id: 'bigint NOT NULL',
    third_party_id: 'bigint NOT NULL',
    account_id: 'bigint NOT NULL',
    period_id: 'bigint NOT NULL',
    layer: text<Layer>('COLLATE "C" NOT NULL'),
    fiscal_year_id: 'bigint NOT NULL',
    debit: 'numeric(20,2) NOT NULL',
    credit: 'numeric(20,2) NOT NULL',
  },
  key: ['company_id', 'third_party_id', 'account_id', 'period_id', 'layer'],
  added: ['debit', 'credit'],
  past: pastThirdPartyBalances,
});

/** Entries per journal and day: a list knows its total and the start of a distant page without counting. */
export const entryCounts = table({
  name: 'entry_counts',
  columns: {
    company_id: 'bigint NOT NULL',
    entry_date: 'date NOT NULL',
    journal_id: 'bigint NOT NULL',
    entries_count: 'bigint NOT NULL',
    /** Entries reversed since. */
    reversed_count: 'bigint NOT NULL',
    /** Total debit, which equals total credit. */
    total: 'numeric(20,2) NOT NULL',
  },
  key: ['company_id', 'entry_date', 'journal_id'],
  added: ['entries_count', 'reversed_count', 'total'],
  past: pastEntryCounts,
});

/**
 * Amounts per day and box of the VAT return: preparing a return reads one row per day and box, never the entries. Tax due
 * on payment is not included; it comes with the entry of the payment.
 */
export const vatBoxes = table({
  name: 'vat_boxes',
  columns: {
    company_id: 'bigint NOT NULL',
    entry_date: 'date NOT NULL',
    box: 'text COLLATE "C" NOT NULL',
    amount: 'numeric(20,2) NOT NULL',
  },
  key: ['company_id', 'entry_date', 'box'],
  added: ['amount'],
  past: pastVatBoxes,
});

/** The share of a box that belongs to a family of operations, as `81@81+86`: credit notes reduce it on its own. */
export const vatFamilyBoxes = table({
  name: 'vat_family_boxes',
  columns: {
    company_id: 'bigint NOT NULL',
    entry_date: 'date NOT NULL',
    box: 'text COLLATE "C" NOT NULL',
    amount: 'numeric(20,2) NOT NULL',
  },
  key: ['company_id', 'entry_date', 'box'],
  added: ['amount'],
  past: pastVatFamilyBoxes,
});

/**
 * Number of VAT effects per day that fill the same boxes: gives the total of a box's details and the start of a distant
 * page without reading the entries.
 */
export const vatCounts = table({
  name: 'vat_counts',
  columns: {
    company_id: 'bigint NOT NULL',
    entry_date: 'date NOT NULL',
    /** Same format as `shapeOf`. */
    boxes: 'text COLLATE "C" NOT NULL',
    lines_count: 'bigint NOT NULL',
    /** Time of the latest effect: a return may have been computed before it. */
    last_recorded_at: 'timestamptz NOT NULL',
  },
  key: ['company_id', 'entry_date', 'boxes'],
  added: ['lines_count'],
  past: pastVatCounts,
});

/** Amounts per account on lines with a VAT code, debit minus credit: posting a return clears the tax from these accounts. */
export const vatMovements = table({
  name: 'vat_movements',
  columns: {
    company_id: 'bigint NOT NULL',
    entry_date: 'date NOT NULL',
    account_id: 'bigint NOT NULL',
    amount: 'numeric(20,2) NOT NULL',
  },
  key: ['company_id', 'entry_date', 'account_id'],
  added: ['amount'],
  past: pastVatMovements,
});

/**
 * Entries of a journal in a fiscal year, and the last number used. Like the balances they are split by the month in which
 * they were recorded: readers add them up, and take the highest number.
 */
export const journalCounters = table({
  name: 'journal_counters',
  columns: {
    company_id: 'bigint NOT NULL',
    journal_id: 'bigint NOT NULL',
    fiscal_year_id: 'bigint NOT NULL',
    /** The first day of that month. */
    recorded_in: 'date NOT NULL',
    last_number: 'bigint NOT NULL',
    entries_count: 'bigint NOT NULL',
  },
  key: ['company_id', 'journal_id', 'fiscal_year_id', 'recorded_in'],
  added: ['entries_count'],
  refill: `SELECT company_id, journal_id, fiscal_year_id, date_trunc('month', created_at AT TIME ZONE 'UTC')::date,
      max(number), count(*) FROM read.entries GROUP BY 1, 2, 3, 4`,
  past: pastJournalCounters,
});

declare module '../database.ts' {
  interface Database {
    readonly 'read.entries': RowOf<typeof entries>;
    readonly 'read.entry_lines': RowOf<typeof entryLines>;
    readonly 'read.balances': RowOf<typeof balances>;
    readonly 'read.third_party_balances': RowOf<typeof thirdPartyBalances>;
    readonly 'read.entry_counts': RowOf<typeof entryCounts>;
    readonly 'read.vat_boxes': RowOf<typeof vatBoxes>;
    readonly 'read.vat_family_boxes': RowOf<typeof vatFamilyBoxes>;
    readonly 'read.vat_counts': RowOf<typeof vatCounts>;
    readonly 'read.vat_movements': RowOf<typeof vatMovements>;
    readonly 'read.journal_counters': RowOf<typeof journalCounters>;
  }
}
