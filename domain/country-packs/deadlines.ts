import { getLastDayOfMonth, addMonths, getStartOfPeriod, type PlainDate } from '../dates.ts';
import type { CountryPack, DeclarationKind, PackDeclaration } from './pack.ts';

/** An upcoming filing: its period and its due date. */
export interface Deadline {
  readonly starts_on: PlainDate;
  readonly ends_on: PlainDate;
  readonly due_on: PlainDate;
}

type Calendar = Pick<PackDeclaration, 'period' | 'due'>;

const MONTHS = { month: 1, quarter: 3, year: 12 } as const;
/** No filing is due later than this after the end of its period. */
const LONGEST_DELAY_MONTHS = 24;

/**
 * Next due date of a VAT return for a company with this regime, today included; null for a regime without returns.
 * Periods that ended before the company file begins are ignored.
 */
export function findNextVatDeadline(
  pack: CountryPack,
  regime: string,
  today: PlainDate,
  firstDay: PlainDate,
): Deadline | null {
  return listCalendars(pack, 'vat_return', regime)
    .map((calendar) => findNextDeadline(calendar, today, firstDay))
    .reduce<Deadline | null>((first, next) => {
      if (next === null || (first !== null && first.due_on <= next.due_on)) return first;
      return next;
    }, null);
}

function listCalendars(pack: CountryPack, kind: DeclarationKind, regime: string): readonly Calendar[] {
  const declared = pack.declarations.filter((declaration) => declaration.kind === kind);
  if (declared.length > 0)
    return declared.filter(({ regimes }) => regimes.length === 0 || regimes.some((code) => code === regime));
  const periodic = pack.vatRegimes.find(({ code }) => code === regime)?.periodicReturn;
  return periodic ? [{ period: periodic.period, due: { day: periodic.dueDay, monthsAfter: 1 } }] : [];
}

function findNextDeadline({ period, due }: Calendar, today: PlainDate, firstDay: PlainDate): Deadline | null {
  // Filings that follow the fiscal year cannot be derived from the calendar.
  if (period === 'fiscal_year') return null;
  const months = MONTHS[period];
  const earliest = addMonths(today, -LONGEST_DELAY_MONTHS - months);
  let starts_on = getStartOfPeriod(earliest < firstDay ? firstDay : earliest, months);
  for (;;) {
    const ends_on = getLastDayOfMonth(addMonths(starts_on, months - 1));
    const due_on = getDayOfMonth(addMonths(`${ends_on.slice(0, 7)}-01`, due.monthsAfter), due.day);
    if (due_on >= today) return { starts_on, ends_on, due_on };
    starts_on = addMonths(starts_on, months);
  }
}

/** Falls back to the last day of a shorter month. */
export function getDayOfMonth(firstDay: PlainDate, day: number): PlainDate {
  const requested = `${firstDay.slice(0, 8)}${String(day).padStart(2, '0')}`;
  const last = getLastDayOfMonth(firstDay);
  return requested < last ? requested : last;
}
