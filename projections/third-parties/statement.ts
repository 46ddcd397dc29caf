import type { Queryable } from '../../database/snapshot.ts';
import { DUE_DATE, JOIN_ENTRY, OPEN_OF_THIRD_PARTY } from '../lettering/open-items.ts';
import { isCountedFor } from './merges.ts';

/** What a statement of account adds up to; its lines are read apart, since there may be many. */

export interface StatementSpan {
  /** Null: from the first movement on. */
  readonly from: string | null;
  readonly to: string;
  /** The day on which items are open or late. */
  readonly asOf: string;
}

export interface StatementTotals {
  readonly movements: number;
  /** Debit less credit before the first day. */
  readonly opening: string;
  readonly debit: string;
  readonly credit: string;
  readonly open_items: number;
  readonly not_due: string;
  readonly days_1_30: string;
  readonly days_31_60: string;
  readonly days_61_90: string;
  readonly days_over_90: string;
  readonly open_total: string;
}

export async function statementTotals(
  db: Queryable,
  companyId: number,
  thirdPartyId: number,
  { from, to, asOf }: StatementSpan,
): Promise<StatementTotals> {
  const start = from ?? '0001-01-01';
  const { rows: movements } = await db.query<Pick<StatementTotals, 'movements' | 'opening' | 'debit' | 'credit'>>({
    name: 'statement-movements',
    text: `SELECT count(*) FILTER (WHERE l.entry_date >= $3) AS movements,
             ${sumOf('l.debit - l.credit', 'l.entry_date < $3')} AS opening,
             ${sumOf('l.debit', 'l.entry_date >= $3')} AS debit, ${sumOf('l.credit', 'l.entry_date >= $3')} AS credit
           FROM read.entry_lines l
           WHERE l.company_id = $1 AND ${isCountedFor('l', '$2')} AND l.entry_date <= $4`,
    values: [companyId, thirdPartyId, start, to],
  });
  const { rows: items } = await db.query<Omit<StatementTotals, 'movements' | 'opening' | 'debit' | 'credit'>>({
    name: 'statement-open-items',
    text: `SELECT count(*) AS open_items, ${sumOf('amount', 'late <= 0')} AS not_due,
             ${sumOf('amount', 'late BETWEEN 1 AND 30')} AS days_1_30, ${sumOf('amount', 'late BETWEEN 31 AND 60')} AS days_31_60,
             ${sumOf('amount', 'late BETWEEN 61 AND 90')} AS days_61_90, ${sumOf('amount', 'late > 90')} AS days_over_90,
             ${sumOf('amount', 'true')} AS open_total
           FROM (SELECT l.open AS amount, $2::date - ${DUE_DATE} AS late
                 FROM ${OPEN_OF_THIRD_PARTY} AS l ${JOIN_ENTRY}) AS items`,
    values: [companyId, asOf, thirdPartyId],
  });
  return { ...movements[0]!, ...items[0]! };
}

const sumOf = (amount: string, condition: string): string =>
  `coalesce(sum(${amount}) FILTER (WHERE ${condition}), 0)::numeric(20,2)`;
