import type { LineShare } from '../../domain/analytics/shares.ts';
import type { Layer } from '../../domain/ledger/entry-events.ts';
import { negate, ZERO } from '../../domain/money.ts';
import { toRecordedMonth } from '../ledger/recorded-month.ts';
import type { Batch } from '../support/batch.ts';
import { analyticBalances, analyticMoves } from './tables.ts';

/** A line whose analytic shares are added or removed. */
export interface MovedLine {
  readonly company_id: number;
  readonly entry_id: number;
  /** Version of the entry at which they are added or removed. */
  readonly version: number;
  readonly line_number: number;
  readonly account_id: number;
  readonly period_id: number;
  readonly fiscal_year_id: number;
  readonly layer: Layer;
  readonly entry_date: string;
  readonly isDebit: boolean;
  readonly recorded_at: string;
}

export function moveShares(line: MovedLine, shares: readonly LineShare[], step: 1 | -1, batch: Batch): void {
  const { company_id, account_id, period_id, fiscal_year_id, layer, isDebit, recorded_at } = line;
  for (const [index, { code_id, share, amount }] of shares.entries()) {
    const moved = step === 1 ? amount : negate(amount);
    const sides = isDebit ? { debit: moved, credit: ZERO } : { debit: ZERO, credit: moved };
    const where = { company_id, code_id, account_id, period_id, fiscal_year_id, layer };
    batch.put(analyticMoves, {
      ...where,
      ...sides,
      entry_id: line.entry_id,
      version: line.version,
      line_number: line.line_number,
      place: step * (index + 1),
      entry_date: line.entry_date,
      share: share ?? null,
      recorded_at,
    });
    batch.add(analyticBalances, { ...where, ...sides, recorded_in: toRecordedMonth(recorded_at), lines_count: step });
  }
}
