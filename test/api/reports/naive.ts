import { Decimal } from 'decimal.js';
import type { Core } from '../../../service/core.ts';
import type { AnswerBody } from '../../support/client.ts';

/** Reports put together line by line, without what the service keeps or knows: what its answers are compared with. */

export interface NaiveLine {
  readonly number: string;
  readonly type: string;
  readonly entry_date: string;
  readonly layer: string;
  readonly created_at: string;
  readonly third_party_id: number | null;
  readonly debit: string;
  readonly credit: string;
}

export async function allLines({ pool }: Core, companyId: number): Promise<NaiveLine[]> {
  const { rows } = await pool.query<NaiveLine>(
    `SELECT a.number, a.type, e.entry_date, l.layer, e.created_at, l.third_party_id, l.debit, l.credit
     FROM read.entry_lines l JOIN read.entries e ON e.id = l.entry_id JOIN read.accounts a ON a.id = l.account_id
     WHERE e.company_id = $1`,
    [companyId],
  );
  return rows;
}

export interface NaiveOptions {
  readonly from: string;
  readonly to: string;
  /** First day of the fiscal year of `from`. */
  readonly yearStart: string;
  readonly withoutClosing?: boolean;
  readonly asOf?: string;
}

/** By account number: opening, debit and credit. The result of earlier years stands under `result`. */
export function naiveSums(lines: readonly NaiveLine[], options: NaiveOptions): Map<string, [string, string, string]> {
  const { from, to, yearStart, withoutClosing = false, asOf } = options;
  const sums = new Map<string, [Decimal, Decimal, Decimal]>();
  const add = (number: string, column: 0 | 1 | 2, amount: Decimal.Value) => {
    const found = sums.get(number) ?? [new Decimal(0), new Decimal(0), new Decimal(0)];
    found[column] = found[column].plus(amount);
    sums.set(number, found);
  };
  for (const { number, type, entry_date, layer, created_at, debit, credit } of lines) {
    if (layer === 'carried' || entry_date > to || (asOf !== undefined && created_at > asOf)) continue;
    const isOfResult = type === 'income' || type === 'expense';
    const balance = new Decimal(debit).minus(credit);
    if (entry_date < yearStart && isOfResult) add('result', 0, balance);
    else if (entry_date < from || layer === 'opening') add(number, 0, balance);
    else if (layer !== 'closing' || !withoutClosing) {
      add(number, 1, debit);
      add(number, 2, credit);
    }
  }
  return new Map(
    [...sums]
      .filter(([, columns]) => columns.some((column) => !column.isZero()))
      .map(([number, [opening, debit, credit]]) => [number, [opening.toFixed(2), debit.toFixed(2), credit.toFixed(2)]]),
  );
}

export interface ReportRow {
  readonly account: { readonly id: number | null; readonly number: string; readonly label: string };
  readonly opening_debit: string;
  readonly opening_credit: string;
  readonly period_debit: string;
  readonly period_credit: string;
  readonly closing_debit: string;
  readonly closing_credit: string;
  readonly balance: string;
  readonly provisional: boolean;
  readonly currency?: string | null;
  readonly in_currency?: object | null;
}

export const rowsOf = (body: AnswerBody): readonly ReportRow[] => body.rows as ReportRow[];

/** The rows of a trial balance in the form of `naiveSums`. */
export const answeredSums = (body: AnswerBody): Map<string, [string, string, string]> =>
  new Map(
    rowsOf(body).map((row) => [
      row.provisional ? 'result' : row.account.number,
      [new Decimal(row.opening_debit).minus(row.opening_credit).toFixed(2), row.period_debit, row.period_credit],
    ]),
  );

export const sorted = <T>(sums: ReadonlyMap<string, T>): [string, T][] =>
  [...sums].sort(([one], [other]) => (one < other ? -1 : 1));
