import type { ReadTable } from '../support/table.ts';

export const entries: ReadTable = {
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
    status: 'text NOT NULL',
    origin: 'text NOT NULL',
    third_party_id: 'bigint',
    total: 'numeric(20,2) NOT NULL',
    lines_count: 'integer NOT NULL',
    version: 'integer NOT NULL',
    seq: 'bigint NOT NULL',
    created_at: 'timestamptz NOT NULL',
    updated_at: 'timestamptz NOT NULL',
    created_by: 'bigint',
  },
  key: ['id'],
  indexes: ['company_id, entry_date DESC, id DESC'],
};

export const entryLines: ReadTable = {
  name: 'entry_lines',
  columns: {
    entry_id: 'bigint NOT NULL',
    line_number: 'integer NOT NULL',
    id: 'bigint NOT NULL',
    company_id: 'bigint NOT NULL',
    account_id: 'bigint NOT NULL',
    third_party_id: 'bigint',
    entry_date: 'date NOT NULL',
    debit: 'numeric(20,2) NOT NULL',
    credit: 'numeric(20,2) NOT NULL',
    label: 'text',
  },
  key: ['entry_id', 'line_number'],
  repeated: 'impossible',
  indexes: [
    'company_id, account_id, entry_date',
    '(company_id, third_party_id, entry_date) WHERE third_party_id IS NOT NULL',
  ],
};

/** Movements by account and period, kept current: a trial balance reads these, never the lines. */
export const balances: ReadTable = {
  name: 'balances',
  columns: {
    company_id: 'bigint NOT NULL',
    account_id: 'bigint NOT NULL',
    period_id: 'bigint NOT NULL',
    fiscal_year_id: 'bigint NOT NULL',
    debit: 'numeric(20,2) NOT NULL',
    credit: 'numeric(20,2) NOT NULL',
  },
  key: ['company_id', 'account_id', 'period_id'],
  added: ['debit', 'credit'],
};

/** Movements by third party, account and period. */
export const thirdPartyBalances: ReadTable = {
  name: 'third_party_balances',
  columns: {
    company_id: 'bigint NOT NULL',
    third_party_id: 'bigint NOT NULL',
    account_id: 'bigint NOT NULL',
    period_id: 'bigint NOT NULL',
    fiscal_year_id: 'bigint NOT NULL',
    debit: 'numeric(20,2) NOT NULL',
    credit: 'numeric(20,2) NOT NULL',
  },
  key: ['company_id', 'third_party_id', 'account_id', 'period_id'],
  added: ['debit', 'credit'],
};

/** How many entries a journal has in a fiscal year, and the number of the last. */
export const journalCounters: ReadTable = {
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
};

export const ledgerTables = [entries, entryLines, balances, thirdPartyBalances, journalCounters];
