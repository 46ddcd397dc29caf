import { lastDayOfMonth, monthsLater, startOfPeriod, type PlainDate } from '../dates.ts';
import type { CountryPack, DeclarationKind, PackDeclaration } from './pack.ts';

/** A declaration to come: the period that it is about, and the last day to file it. */
export interface Deadline {
  readonly starts_on: PlainDate;
  readonly ends_on: PlainDate;
  readonly due_on: PlainDate;
}

type Calendar = Pick<PackDeclaration, 'period' | 'due'>;

const MONTHS = { month: 1, quarter: 3, year: 12 } as const;
/** No declaration of a period is due later than this behind its end. */
const LONGEST_DELAY_MONTHS = 24;

/**
 * The next day on which a company of this regime has to file a VAT return, today included; null for a regime without
 * returns. Periods that ended before the company file begins are nobody's business here.
 */
export function nextVatDeadline(
  pack: CountryPack,
  regime: string,
  today: PlainDate,
  firstDay: PlainDate,
): Deadline | null {
  return calendarsOf(pack, 'vat_return', regime)
    .map((calendar) => nextDeadline(calendar, today, firstDay))
    .reduce<Deadline | null>((first, next) => {
      if (next === null || (first !== null && first.due_on <= next.due_on)) return first;
      return next;
    }, null);
}

function calendarsOf(pack: CountryPack, kind: DeclarationKind, regime: string): readonly Calendar[] {
  const declared = pack.declarations.filter((declaration) => declaration.kind === kind);
  if (declared.length > 0)
    return declared.filter(({ regimes }) => regimes.length === 0 || regimes.some((code) => code === regime));
  const periodic = pack.vatRegimes.find(({ code }) => code === regime)?.periodicReturn;
  return periodic ? [{ period: periodic.period, due: { day: periodic.dueDay, monthsAfter: 1 } }] : [];
}

function nextDeadline({ period, due }: Calendar, today: PlainDate, firstDay: PlainDate): Deadline | null {
  // What follows the fiscal year of a company cannot be told from the calendar.
  if (period === 'fiscal_year') return null;
  const months = MONTHS[period];
  const earliest = monthsLater(today, -LONGEST_DELAY_MONTHS - months);
  let starts_on = startOfPeriod(earliest < firstDay ? firstDay : earliest, months);
  for (;;) {
    const ends_on = lastDayOfMonth(monthsLater(starts_on, months - 1));
    const due_on = dayOfMonth(monthsLater(`${ends_on.slice(0, 7)}-01`, due.monthsAfter), due.day);
    if (due_on >= today) return { starts_on, ends_on, due_on };
    starts_on = monthsLater(starts_on, months);
  }
}

/** A day that a shorter month lacks is its last one. */
export function dayOfMonth(firstDay: PlainDate, day: number): PlainDate {
  const requested = `${firstDay.slice(0, 8)}${String(day).padStart(2, '0')}`;
  const last = lastDayOfMonth(firstDay);
  return requested < last ? requested : last;
}
