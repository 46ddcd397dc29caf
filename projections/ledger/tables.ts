import type { LineShare } from '../../domain/analytics/shares.ts';
import type { EntryOrigin, Layer, VatEffect } from '../../domain/ledger/entry-events.ts';
import { json, table, text } from '../support/table.ts';
import { REFERENCE_DIGITS } from './reference-digits.ts';
import {
  pastBalances,
  pastEntryCounts,
  pastJournalCounters,
  pastLines,
  pastThirdPartyBalances,
  pastVatBoxes,
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
    credited_entry_id: 'bigint',
    accrual_entry_id: 'bigint',
    /** The day on which its tax became due, where the return of that day was validated already. */
    tax_point: 'date',
    /** What each VAT code comes to, and the boxes of the return that it goes to; null without VAT. */
    vat: json<readonly VatEffect[]>(),
    third_party_id: 'bigint',
    total: 'numeric(20,2) NOT NULL',
    lines_count: 'integer NOT NULL',
    version: 'integer NOT NULL',
    seq: 'bigint NOT NULL',
    created_at: 'timestamptz NOT NULL',
    updated_at: 'timestamptz NOT NULL',
    created_by: 'bigint',
    /** What a search looks through. */
    search: 'text COLLATE "C" NOT NULL',
  },
  key: ['id'],
  repeated: 'updated',
  past: {
    changing: [
      ...['due_date', 'label', 'reference', 'status', 'reversed_by_entry_id'],
      ...['version', 'seq', 'updated_at', 'search'],
    ],
  },
  indexes: [
    'company_id, entry_date, id',
    'company_id, journal_id, entry_date, id',
    // Reversed entries are few among many, and nobody who posts pays for this one.
    "(company_id, entry_date, id) WHERE status = 'reversed'",
    // Few: tax that came too late for the return of its day.
    '(company_id, tax_point) WHERE tax_point IS NOT NULL',
    // What was searched for as an amount, and a list in the order of amounts.
    'company_id, total, id',
    // Whether a document is in the books already; nobody else pays for this one.
    "(company_id, third_party_id, lower(reference)) WHERE origin IN ('invoice', 'credit_note') AND reference IS NOT NULL",
    // What a payment names is found however it is written.
    `(company_id, ${REFERENCE_DIGITS}) WHERE reference IS NOT NULL`,
  ],
  trigrams: 'search',
});

export const entryLines = table({
  name: 'entry_lines',
  columns: {
    entry_id: 'bigint NOT NULL',
    /** Below zero: no line of the entry itself (`brought-lines.ts`). */
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
    /** What letterings have settled of it: debit is positive, credit negative. Open is what differs from debit - credit. */
    settled: 'numeric(20,2) NOT NULL',
    /** Why what it asks for is disputed, empty where nobody says; null: it is not. */
    dispute: 'text',
    /** The codes that it is told by; null: none. */
    analytics: json<readonly LineShare[]>(),
    /** With its entry; empty in tables of a version that did not have it. */
    recorded_at: 'timestamptz',
    /** When it is to be paid, as its entry was posted; empty in tables of a version that did not have it. */
    due_on: 'date',
  },
  key: ['entry_id', 'line_number'],
  repeated: 'updated',
  past: pastLines,
  indexes: [
    // With the journal in it, what an account has in one journal is counted and found without reading a line.
    '(company_id, account_id, entry_date, entry_id) INCLUDE (journal_id)',
    '(company_id, third_party_id, entry_date, entry_id) WHERE third_party_id IS NOT NULL',
    // Lines that are to settle one another are named by their id.
    'id',
    // What was searched for as an amount; a line has one on one side alone.
    'company_id, (debit + credit)',
    // Open items are few among the lines of an account whose lines settle one another.
    '(company_id, account_id, third_party_id) WHERE settled <> debit - credit',
    // Few lines have a reference of their own: those of an opening balance.
    `(company_id, ${REFERENCE_DIGITS}) WHERE reference IS NOT NULL`,
  ],
});

/**
 * Movements by account, period and layer, kept current: a trial balance reads these, never the lines. They are kept apart by the
 * month in which they were recorded, so that one as of an earlier moment reads few lines too. Whoever reads them adds up.
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
    fiscal_year_id: 'bigint NOT NULL',
    debit: 'numeric(20,2) NOT NULL',
    credit: 'numeric(20,2) NOT NULL',
    /** How many lines these are: a page of a long ledger is found without counting them off. */
    lines_count: 'bigint NOT NULL',
    /** Of how many entries. */
    entries_count: 'bigint NOT NULL',
  },
  key: ['company_id', 'account_id', 'period_id', 'layer', 'recorded_in'],
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

/** How many entries a journal has on a day: a list knows its total, and where a far page begins, without counting them off. */
export const entryCounts = table({
  name: 'entry_counts',
  columns: {
    company_id: 'bigint NOT NULL',
    entry_date: 'date NOT NULL',
    journal_id: 'bigint NOT NULL',
    entries_count: 'bigint NOT NULL',
    /** Those among them that were reversed since. */
    reversed_count: 'bigint NOT NULL',
    /** What their debits come to, and so their credits. */
    total: 'numeric(20,2) NOT NULL',
  },
  key: ['company_id', 'entry_date', 'journal_id'],
  added: ['entries_count', 'reversed_count', 'total'],
  past: pastEntryCounts,
});

/**
 * What the entries of a day put into each box of a VAT return: drawing one up reads a row for each day and box, never the
 * entries. Tax that is due with its payment is not among it; it comes by the entry of the payment.
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

/**
 * How many effects of VAT codes of a day fill the same boxes: what a box is made of has its number, and a far page of it its beginning,
 * without reading the entries.
 */
export const vatCounts = table({
  name: 'vat_counts',
  columns: {
    company_id: 'bigint NOT NULL',
    entry_date: 'date NOT NULL',
    /** As `shapeOf` writes them. */
    boxes: 'text COLLATE "C" NOT NULL',
    lines_count: 'bigint NOT NULL',
    /** Of the latest of them: what a return was computed from may be less. */
    last_recorded_at: 'timestamptz NOT NULL',
  },
  key: ['company_id', 'entry_date', 'boxes'],
  added: ['lines_count'],
  past: pastVatCounts,
});

/** What the lines with a VAT code of the same entries put on each account, debit less credit: settling a return takes back the tax. */
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

/** How many entries a journal has in a fiscal year, and the number of the last. */
export const journalCounters = table({
  name: 'journal_counters',
  columns: {
    company_id: 'bigint NOT NULL',
    journal_id: 'bigint NOT NULL',
    fiscal_year_id: 'bigint NOT NULL',
    last_number: 'bigint NOT NULL',
    entries_count: 'bigint NOT NULL',
  },
  key: ['company_id', 'journal_id', 'fiscal_year_id'],
  added: ['entries_count'],
  past: pastJournalCounters,
});
