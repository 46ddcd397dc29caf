import { z } from 'zod';
import { countDaysBetween, addMonths, type PlainDate } from '../../domain/dates.ts';
import type { Language } from '../../domain/language.ts';
import { refuseInvalid, isRefusal, type Refusal } from '../../domain/refusal.ts';
import { createFilingCalendarBuilder, FILING_KINDS, type FilingItem } from '../../domain/annual-filings/calendar.ts';
import { CALENDAR_STATUSES, getReturnsStart, type CalendarSpan } from '../../domain/vat-declarations/calendar.ts';
import { findCalendarFile, listCalendarFiles, type CalendarFile } from '../../projections/vat-declarations/calendar.ts';
import { runInTurns } from '../../support/yielding.ts';
import { choice, date, pageQuery } from '../http/input/fields.ts';
import { dateTimestamp, publicToken, recordId } from '../http/reply/output.ts';
import { pageSchema, paginate } from '../http/reply/pagination.ts';
import { ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { getBookToday, toZeroTime } from '../http/reply/time.ts';
import { formatFilingLabel } from './filing-label.ts';

/** Calendar of VAT and annual accounts with due dates, for one company file or all files of a firm. */

const common = { area: 'vat', method: 'get', ability: 'read', role: 'any', demo: 'allowed' } as const;

const Item = z.object({
  kind: z.enum(FILING_KINDS),
  label: z.string(),
  year: z.int(),
  period: z.int().meta({ description: 'Month, quarter, or 1 for a year.' }),
  starts_on: dateTimestamp,
  ends_on: dateTimestamp,
  due_on: dateTimestamp.meta({ description: 'Moved to the next working day on weekends and public holidays.' }),
  status: z.enum(CALENDAR_STATUSES).meta({
    description:
      '`future`: its period is not over; `open`: it can be filed; `late`: it is overdue; `done`: it was filed. Listings are filed by themselves, whatever became of the return.',
  }),
  declaration_id: recordId.nullable(),
  fiscal_year_id: recordId.nullable().meta({ description: 'Of annual accounts: the fiscal year to file.' }),
});
const Calendar = z.object({ data: z.array(Item.meta({ id: 'VatCalendarItem' })) }).meta({ id: 'VatCalendar' });
const FirmItem = Item.extend({
  company: z.object({ public_token: publicToken, code: z.string(), name: z.string() }),
}).meta({ id: 'FirmVatCalendarItem' });

const query = {
  from: date().optional().meta({ description: 'First due date; by default a year before today.' }),
  to: date().optional().meta({ description: 'Last due date; by default three months from today.' }),
  status: choice(CALENDAR_STATUSES).optional(),
};

const MONTHS_BACK = 12;
const MONTHS_AHEAD = 3;
const MOST_DAYS = 3 * 366;

interface Requested {
  readonly from?: PlainDate | undefined;
  readonly to?: PlainDate | undefined;
}

function resolveSpan({ from: first, to: last }: Requested, today: PlainDate): CalendarSpan | Refusal {
  const from = first ?? addMonths(last !== undefined && last < today ? last : today, -MONTHS_BACK);
  const to = last ?? addMonths(first !== undefined && first > today ? first : today, MONTHS_AHEAD);
  if (from > to) return refuseInvalid([{ code: 'period_reversed', field: 'to' }]);
  if (countDaysBetween(from, to) > MOST_DAYS)
    return refuseInvalid([{ code: 'vat_span_too_long', field: 'to', params: { max: MOST_DAYS } }]);
  return { from, to };
}

const presentItem = (item: FilingItem, language: Language): z.output<typeof Item> => ({
  kind: item.kind,
  label: formatFilingLabel(item, language),
  year: item.year,
  period: item.period,
  starts_on: toZeroTime(item.starts_on),
  ends_on: toZeroTime(item.ends_on),
  due_on: toZeroTime(item.due_on),
  status: item.status,
  declaration_id: item.declaration_id,
  fiscal_year_id: item.fiscal_year?.id ?? null,
});

export const calendarRoutes = [
  route({
    ...common,
    path: '/v1/companies/{company}/vat/calendar',
    operationId: 'getVatCalendar',
    summary: 'Get the calendar of VAT and annual accounts of the company: what is due, filed and late',
    showsNow: 'it shows what is due now',
    query: z.object(query),
    replies: { 200: Calendar },
    async handle({ query: { status, ...requested }, services, company, language }) {
      const today = getBookToday();
      const span = resolveSpan(requested, today);
      if (isRefusal(span)) return span;
      const file = await findCalendarFile(services.pool, company.id, getReturnsStart(span));
      const items = file ? createFilingCalendarBuilder(span, today)(file) : [];
      const shown = items.filter((item) => status === undefined || item.status === status);
      return ok({ data: shown.map((item) => presentItem(item, language)) });
    },
  }),
  route({
    ...common,
    path: '/v1/firms/{firm}/vat/calendar',
    operationId: 'getFirmVatCalendar',
    summary:
      'Get the calendar of VAT and annual accounts of all company files of a firm that the caller can see, by due date',
    query: z.object({ ...query, ...pageQuery() }),
    replies: { 200: pageSchema(FirmItem) },
    async handle({ query, services, caller, firm, language, pathUrl }) {
      const { status, page, per_page: perPage, ...requested } = query;
      const today = getBookToday();
      const span = resolveSpan(requested, today);
      if (isRefusal(span)) return span;
      const seen = services.access.listVisibleCompanies(caller, firm.id);
      const files = await listCalendarFiles(services.pool, firm.id, seen, getReturnsStart(span));
      const all = await runInTurns(collectItems(files, createFilingCalendarBuilder(span, today), status));
      all.sort(
        (one, other) => compareText(one.due_on, other.due_on) || compareText(one.company.code, other.company.code),
      );
      const rows = all
        .slice((page - 1) * perPage, page * perPage)
        .map((item) => ({ ...presentItem(item, language), company: item.company }));
      return ok(paginate({ rows, total: all.length, page, perPage, pathUrl, language }));
    },
  }),
];

type OfCompany = FilingItem & { readonly company: z.output<typeof FirmItem>['company'] };

/** Yields after each file, so that other requests get their turn. */
function* collectItems(
  files: readonly CalendarFile[],
  calendarOf: (file: CalendarFile) => readonly FilingItem[],
  status: FilingItem['status'] | undefined,
): Generator<void, OfCompany[]> {
  const found: OfCompany[] = [];
  for (const file of files) {
    const { public_token, code, name } = file;
    for (const item of calendarOf(file))
      if (status === undefined || item.status === status)
        found.push({ ...item, company: { public_token, code, name } });
    yield;
  }
  return found;
}

const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
