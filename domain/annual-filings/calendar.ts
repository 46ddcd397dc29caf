import { findCountryPack } from '../country-packs/index.ts';
import { addMonths, type PlainDate } from '../dates.ts';
import {
  CALENDAR_KINDS,
  createCalendarBuilder,
  type CalendarCompany,
  type CalendarItem,
  type CalendarSpan,
} from '../vat-declarations/calendar.ts';
import { computeAnnualDueDate } from './due.ts';

/** The calendar of a company with its annual accounts beside the filings of VAT. */

export const FILING_KINDS = [...CALENDAR_KINDS, 'annual_accounts'] as const;

export interface FilingItem extends Omit<CalendarItem, 'kind'> {
  readonly kind: (typeof FILING_KINDS)[number];
  /** Of annual accounts. */
  readonly fiscal_year: { readonly id: number; readonly code: string } | null;
}

export interface CalendarYear {
  readonly id: number;
  readonly code: string;
  readonly starts_on: PlainDate;
  readonly ends_on: PlainDate;
  readonly is_filed: boolean;
}

export interface FilingCompany extends CalendarCompany {
  readonly fiscal_years: readonly CalendarYear[];
}

/** For many companies, in the order of due dates. */
export function createFilingCalendarBuilder(
  span: CalendarSpan,
  today: PlainDate,
): (company: FilingCompany) => readonly FilingItem[] {
  const buildItems = createCalendarBuilder(span, today);
  return (company) => {
    const vat = buildItems(company).map((item): FilingItem => ({ ...item, fiscal_year: null }));
    const annual = listAnnualAccounts(company, span, today);
    // The order among filings of the same day stays.
    return annual.length === 0 ? vat : [...vat, ...annual].sort(compareByDueDate);
  };
}

const compareByDueDate = (one: FilingItem, other: FilingItem): number =>
  one.due_on < other.due_on ? -1 : one.due_on > other.due_on ? 1 : 0;

export function listAnnualAccounts(
  company: Pick<FilingCompany, 'country_pack' | 'settings' | 'fiscal_years'>,
  { from, to }: CalendarSpan,
  today: PlainDate,
): FilingItem[] {
  const { labels } = findCountryPack(company.country_pack)!.declarations.find(
    ({ kind }) => kind === 'annual_accounts',
  )!;
  return company.fiscal_years
    .map(({ id, code, starts_on, ends_on, is_filed }): FilingItem => {
      const due_on = computeAnnualDueDate(company, ends_on);
      const status = is_filed ? 'done' : ends_on >= today ? 'future' : due_on >= today ? 'open' : 'late';
      const period = { period_type: 'yearly', year: Number(ends_on.slice(0, 4)), period: 1 } as const;
      const fiscal_year = { id, code };
      const item = { kind: 'annual_accounts', labels, ...period, starts_on, ends_on, due_on, status } as const;
      return { ...item, declaration_id: null, fiscal_year };
    })
    .filter(({ due_on }) => from <= due_on && due_on <= to);
}

/** Older years are not asked for. */
const MONTHS_BACK = 12;
const MONTHS_AHEAD = 24;

/** Annual accounts of years that are over, which are not filed yet; in the order of due dates. */
export function listUnfiledAccounts(
  { country_pack, settings, fiscal_years }: Pick<FilingCompany, 'country_pack' | 'settings' | 'fiscal_years'>,
  today: PlainDate,
): readonly FilingItem[] {
  const unfiled = fiscal_years.filter(({ ends_on, is_filed }) => !is_filed && ends_on < today);
  if (unfiled.length === 0) return [];
  const span = { from: addMonths(today, -MONTHS_BACK), to: addMonths(today, MONTHS_AHEAD) };
  return listAnnualAccounts({ country_pack, settings, fiscal_years: unfiled }, span, today).sort(compareByDueDate);
}
