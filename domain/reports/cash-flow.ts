import { getLastDayOfMonth, splitIntoMonths, type PlainDate } from '../dates.ts';
import { add, isZero, negate, subtract, sum, ZERO, type Amount, type SignedAmount } from '../money.ts';
import type { Coverage, ReportPeriod } from './span.ts';

/** Cash received and paid by month, and the cash expected from open items. */

export interface CashMonth {
  /** First day of the month. */
  readonly month: PlainDate;
  /** `overdue`: amounts due before the date of the report. */
  readonly nature: 'actual' | 'overdue' | 'expected';
  readonly incoming: Amount;
  readonly outgoing: Amount;
  readonly net: SignedAmount;
  readonly cash_at_end: SignedAmount;
}

/** Debits and credits of the cash accounts in a range of days. */
export interface CashPart {
  readonly first: PlainDate;
  readonly debit: Amount;
  readonly credit: Amount;
}

/** An open item. Positive (debit): to receive; negative: to pay. */
export interface OpenAmount {
  readonly due: PlainDate;
  readonly open: SignedAmount;
}

/**
 * The months of the report up to `asOf`, then the overdue amounts on that date, then the months in which items fall due.
 * The cash balance continues from one row to the next.
 */
export function buildCashFlow(
  opening: SignedAmount,
  span: { readonly from: PlainDate; readonly to: PlainDate },
  asOf: PlainDate,
  parts: readonly CashPart[],
  items: readonly OpenAmount[],
): readonly CashMonth[] {
  const rows: CashMonth[] = [];
  let cash = opening;
  const addRow = (month: PlainDate, nature: CashMonth['nature'], incoming: Amount, outgoing: Amount): void => {
    const net = subtract(incoming, outgoing);
    cash = add(cash, net);
    rows.push({ month, nature, incoming, outgoing, net, cash_at_end: cash });
  };
  const lastActual = asOf < span.to ? asOf : span.to;
  if (span.from <= lastActual)
    for (const { starts_on } of splitIntoMonths(getFirstOfMonth(span.from), getLastDayOfMonth(lastActual))) {
      const own = parts.filter(({ first }) => getFirstOfMonth(first) === starts_on);
      addRow(starts_on, 'actual', sum(own.map(({ debit }) => debit)), sum(own.map(({ credit }) => credit)));
    }
  const late = items.filter(({ due }) => due < asOf);
  const [lateIn, lateOut] = sumSides(late);
  if (!isZero(lateIn) || !isZero(lateOut)) addRow(getFirstOfMonth(asOf), 'overdue', lateIn, lateOut);
  const coming = items.filter(({ due }) => due >= asOf);
  for (const month of [...new Set(coming.map(({ due }) => getFirstOfMonth(due)))].sort()) {
    const [incoming, outgoing] = sumSides(coming.filter(({ due }) => getFirstOfMonth(due) === month));
    addRow(month, 'expected', incoming, outgoing);
  }
  return rows;
}

const getFirstOfMonth = (day: PlainDate): PlainDate => `${day.slice(0, 8)}01`;

function sumSides(items: readonly OpenAmount[]): readonly [Amount, Amount] {
  const incoming = items.filter(({ open }) => !open.startsWith('-')).map(({ open }) => open);
  const outgoing = items.filter(({ open }) => open.startsWith('-')).map(({ open }) => negate(open));
  return [incoming.length > 0 ? sum(incoming) : ZERO, outgoing.length > 0 ? sum(outgoing) : ZERO];
}

/** Splits periods longer than a month into months, which are read from their lines. */
export function splitByMonth(coverage: Coverage): Coverage {
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
      splitIntoMonths(getFirstOfMonth(from), getLastDayOfMonth(to)).map((month) => ({
        from: month.starts_on < from ? from : month.starts_on,
        to: month.ends_on > to ? to : month.ends_on,
      })),
    ),
  };
}
