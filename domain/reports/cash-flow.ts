import { lastDayOfMonth, monthsOf, type PlainDate } from '../dates.ts';
import { add, isZero, negate, subtract, sum, ZERO, type Amount, type SignedAmount } from '../money.ts';
import type { Coverage, ReportPeriod } from './span.ts';

/** What came in and went out by month, and what open items let expect. */

export interface CashMonth {
  /** First day of the month. */
  readonly month: PlainDate;
  /** `overdue`: what should have been paid before the day of the report. */
  readonly nature: 'actual' | 'overdue' | 'expected';
  readonly incoming: Amount;
  readonly outgoing: Amount;
  readonly net: SignedAmount;
  readonly cash_at_end: SignedAmount;
}

/** What was debited to and credited from the accounts of cash within some days. */
export interface CashPart {
  readonly first: PlainDate;
  readonly debit: Amount;
  readonly credit: Amount;
}

/** An open item, debit positive: to be received, or to be paid. */
export interface OpenAmount {
  readonly due: PlainDate;
  readonly open: SignedAmount;
}

/**
 * The months of the report up to the day `asOf`, then what is overdue on it, then the months in which something falls due. Cash goes
 * on from one to the next.
 */
export function cashFlow(
  opening: SignedAmount,
  span: { readonly from: PlainDate; readonly to: PlainDate },
  asOf: PlainDate,
  parts: readonly CashPart[],
  items: readonly OpenAmount[],
): readonly CashMonth[] {
  const rows: CashMonth[] = [];
  let cash = opening;
  const push = (month: PlainDate, nature: CashMonth['nature'], incoming: Amount, outgoing: Amount): void => {
    const net = subtract(incoming, outgoing);
    cash = add(cash, net);
    rows.push({ month, nature, incoming, outgoing, net, cash_at_end: cash });
  };
  const lastActual = asOf < span.to ? asOf : span.to;
  if (span.from <= lastActual)
    for (const { starts_on } of monthsOf(firstOfMonth(span.from), lastDayOfMonth(lastActual))) {
      const own = parts.filter(({ first }) => firstOfMonth(first) === starts_on);
      push(starts_on, 'actual', sum(own.map(({ debit }) => debit)), sum(own.map(({ credit }) => credit)));
    }
  const late = items.filter(({ due }) => due < asOf);
  const [lateIn, lateOut] = sides(late);
  if (!isZero(lateIn) || !isZero(lateOut)) push(firstOfMonth(asOf), 'overdue', lateIn, lateOut);
  const coming = items.filter(({ due }) => due >= asOf);
  for (const month of [...new Set(coming.map(({ due }) => firstOfMonth(due)))].sort()) {
    const [incoming, outgoing] = sides(coming.filter(({ due }) => firstOfMonth(due) === month));
    push(month, 'expected', incoming, outgoing);
  }
  return rows;
}

const firstOfMonth = (day: PlainDate): PlainDate => `${day.slice(0, 8)}01`;

function sides(items: readonly OpenAmount[]): readonly [Amount, Amount] {
  const incoming = items.filter(({ open }) => !open.startsWith('-')).map(({ open }) => open);
  const outgoing = items.filter(({ open }) => open.startsWith('-')).map(({ open }) => negate(open));
  return [incoming.length > 0 ? sum(incoming) : ZERO, outgoing.length > 0 ? sum(outgoing) : ZERO];
}

/** Periods that are longer than a month are read by the month, from their lines. */
export function byMonth(coverage: Coverage): Coverage {
  const isMonth = ({ starts_on, ends_on }: ReportPeriod) => starts_on.slice(0, 7) === ends_on.slice(0, 7);
  const days = [
    ...coverage.partial.map(({ from, to }) => ({ from: from < coverage.from ? coverage.from : from, to })),
    ...coverage.inside
      .filter((period) => !isMonth(period))
      .map(({ starts_on, ends_on }) => ({ from: starts_on, to: ends_on })),
  ];
  return {
    ...coverage,
    inside: coverage.inside.filter(isMonth),
    partial: days.flatMap(({ from, to }) =>
      monthsOf(firstOfMonth(from), lastDayOfMonth(to)).map((month) => ({
        from: month.starts_on < from ? from : month.starts_on,
        to: month.ends_on > to ? to : month.ends_on,
      })),
    ),
  };
}
