import type { Layer } from '../../domain/ledger/entry-events.ts';
import { table, text, type RowOf } from '../support/table.ts';
import { pastAnalyticBalances, pastAnalyticMoves } from './past.ts';

/**
 * History of analytic allocations: a share is added with its line, and a correction removes it (with the opposite sign)
 * and adds others. Rows are only ever added, so the state at a moment consists of the rows recorded until then.
 */
export const analyticMoves = table({
  name: 'analytic_moves',
  columns: {
    entry_id: 'bigint NOT NULL',
    /** Version of the entry at which it was added. */
    version: 'integer NOT NULL',
    line_number: 'integer NOT NULL',
    /** Number among the shares of the line, starting at 1; negative if removed. */
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

/** Amount of each code per account and period, kept up to date: reports read these and the balances, never the lines. */
export const analyticBalances = table({
  name: 'analytic_balances',
  columns: {
    company_id: 'bigint NOT NULL',
    code_id: 'bigint NOT NULL',
    account_id: 'bigint NOT NULL',
    period_id: 'bigint NOT NULL',
    layer: text<Layer>('COLLATE "C" NOT NULL'),
    /** First day of the month in which it was recorded, as for balances. */
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

declare module '../database.ts' {
  interface Database {
    readonly 'read.analytic_moves': RowOf<typeof analyticMoves>;
    readonly 'read.analytic_balances': RowOf<typeof analyticBalances>;
  }
}
