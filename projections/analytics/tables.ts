import type { Layer } from '../../domain/ledger/entry-events.ts';
import { table, text } from '../support/table.ts';
import { pastAnalyticBalances, pastAnalyticMoves } from './past.ts';

/**
 * What lines were told by, one after another: a share comes with its line, and a correction takes it away again (with the opposite
 * sign) and brings others. Rows only ever come: what was known at a moment are those recorded until then.
 */
export const analyticMoves = table({
  name: 'analytic_moves',
  columns: {
    entry_id: 'bigint NOT NULL',
    /** Of the entry, at which it came. */
    version: 'integer NOT NULL',
    line_number: 'integer NOT NULL',
    /** Among the shares of the line, from 1; below zero for one that is taken away. */
    place: 'integer NOT NULL',
    company_id: 'bigint NOT NULL',
    code_id: 'bigint NOT NULL',
    account_id: 'bigint NOT NULL',
    period_id: 'bigint NOT NULL',
    fiscal_year_id: 'bigint NOT NULL',
    layer: text<Layer>('COLLATE "C" NOT NULL'),
    entry_date: 'date NOT NULL',
    share: 'numeric(5,2)',
    debit: 'numeric(20,2) NOT NULL',
    credit: 'numeric(20,2) NOT NULL',
    recorded_at: 'timestamptz NOT NULL',
  },
  key: ['entry_id', 'version', 'line_number', 'place'],
  repeated: 'impossible',
  past: pastAnalyticMoves,
  indexes: ['company_id, code_id, account_id, entry_date, entry_id', 'company_id, recorded_at'],
});

/** What each code has of an account in a period, kept current: a report reads these and the balances, never the lines. */
export const analyticBalances = table({
  name: 'analytic_balances',
  columns: {
    company_id: 'bigint NOT NULL',
    code_id: 'bigint NOT NULL',
    account_id: 'bigint NOT NULL',
    period_id: 'bigint NOT NULL',
    layer: text<Layer>('COLLATE "C" NOT NULL'),
    /** The first day of the month in which it was recorded, as with balances. */
    recorded_in: 'date NOT NULL',
    fiscal_year_id: 'bigint NOT NULL',
    debit: 'numeric(20,2) NOT NULL',
    credit: 'numeric(20,2) NOT NULL',
    lines_count: 'bigint NOT NULL',
  },
  key: ['company_id', 'code_id', 'account_id', 'period_id', 'layer', 'recorded_in'],
  added: ['debit', 'credit', 'lines_count'],
  past: pastAnalyticBalances,
});
