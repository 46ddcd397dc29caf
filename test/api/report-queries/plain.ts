import { Decimal } from 'decimal.js';
import type { Core } from '../../../service/core.ts';

/** A query put together line by line, without kept sums and without the statements of the service. */

export interface PlainLine {
  readonly account: string;
  readonly journal: string;
  readonly third_party: string | null;
  readonly vat_code: string | null;
  readonly analytics: readonly { readonly axis: string; readonly code: string; readonly amount: string }[] | null;
  readonly entry_date: string;
  readonly year: string;
  readonly layer: string;
  readonly created_at: string;
  readonly debit: string;
  readonly credit: string;
}

export async function readPlainLines({ pool }: Core, companyId: number): Promise<PlainLine[]> {
  const { rows } = await pool.query<PlainLine>(
    `SELECT a.number AS account, j.code AS journal, p.code AS third_party, v.code AS vat_code, l.analytics, e.entry_date,
       y.code AS year, l.layer, e.created_at, l.debit, l.credit
     FROM read.entry_lines l JOIN read.entries e ON e.id = l.entry_id JOIN read.accounts a ON a.id = l.account_id
       JOIN read.journals j ON j.id = e.journal_id JOIN read.fiscal_years y ON y.id = e.fiscal_year_id
       LEFT JOIN read.third_parties p ON p.id = l.third_party_id LEFT JOIN read.vat_codes v ON v.id = l.vat_code_id
     WHERE e.company_id = $1`,
    [companyId],
  );
  return rows;
}

export interface PlainQuery {
  readonly by: readonly string[];
  readonly accounts?: readonly string[] | undefined;
  readonly journals?: readonly string[] | undefined;
  readonly third_parties?: readonly string[] | undefined;
  readonly analytics?: readonly string[] | undefined;
  readonly vat_codes?: readonly string[] | undefined;
  readonly from: string;
  readonly to: string;
  readonly knownAt?: string;
}

/** Debit, credit, balance and number of lines of each group, by the values of `by`. */
export function computePlainly(lines: readonly PlainLine[], query: PlainQuery): Map<string, readonly string[]> {
  const groups = new Map<string, { debit: Decimal; credit: Decimal; count: number }>();
  for (const line of lines) {
    if (!isCounted(line, query)) continue;
    for (const [code, amount] of listShares(line, query)) {
      const key = JSON.stringify(query.by.map((dimension) => readValue(line, dimension, code)));
      const group = groups.get(key) ?? { debit: new Decimal(0), credit: new Decimal(0), count: 0 };
      const isDebit = Number(line.debit) !== 0;
      groups.set(key, {
        debit: group.debit.plus(isDebit ? amount : 0),
        credit: group.credit.plus(isDebit ? 0 : amount),
        count: group.count + 1,
      });
    }
  }
  return new Map(
    [...groups]
      .map(([key, { debit, credit, count }]): [string, readonly string[]] => [
        key,
        [debit.toFixed(2), credit.toFixed(2), debit.minus(credit).toFixed(2), String(count)],
      ])
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

function isCounted(line: PlainLine, query: PlainQuery): boolean {
  const { accounts, journals, third_parties: parties, vat_codes: codes, from, to, knownAt } = query;
  return (
    line.layer === 'movement' &&
    line.entry_date >= from &&
    line.entry_date <= to &&
    (knownAt === undefined || line.created_at <= knownAt) &&
    (accounts === undefined || accounts.some((one) => isInSpan(line.account, one))) &&
    (journals === undefined || journals.includes(line.journal)) &&
    (parties === undefined || parties.includes(line.third_party ?? '')) &&
    (codes === undefined || codes.includes(line.vat_code ?? ''))
  );
}

function isInSpan(number: string, span: string): boolean {
  const [first, last = first] = span.split('-') as [string, string?];
  return (
    Number(number.padEnd(8, '0')) >= Number(first.padEnd(8, '0')) &&
    Number(number.padEnd(8, '0')) <= Number(last.padEnd(8, '9'))
  );
}

function listShares(line: PlainLine, { by, analytics }: PlainQuery): readonly (readonly [string | null, string])[] {
  const axis = by.find((one) => one.startsWith('analytic:'))?.slice('analytic:'.length);
  const whole = Number(line.debit) === 0 ? line.credit : line.debit;
  if (axis === undefined && analytics === undefined) return [[null, whole]];
  const shares = (line.analytics ?? []).filter((one) => (analytics ? analytics.includes(one.code) : one.axis === axis));
  if (shares.length === 0) return analytics ? [] : [[null, whole]];
  return shares.map(({ code, amount }) => [code, amount] as const);
}

function readValue(line: PlainLine, dimension: string, code: string | null): string | null {
  const [kind, digits] = dimension.split(':') as [string, string?];
  const month = Number(line.entry_date.slice(5, 7));
  switch (kind) {
    case 'account':
      return line.account;
    case 'account_prefix':
      return line.account.slice(0, Number(digits));
    case 'journal':
      return line.journal;
    case 'third_party':
      return line.third_party;
    case 'vat_code':
      return line.vat_code;
    case 'analytic':
      return code;
    case 'month':
      return line.entry_date.slice(0, 7);
    case 'quarter':
      return `${line.entry_date.slice(0, 4)}-Q${Math.floor((month - 1) / 3) + 1}`;
    default:
      return line.year;
  }
}
