import { z } from 'zod';
import { inSnapshot, type Queryable } from '../../database/snapshot.ts';
import { LANGUAGES, type Language } from '../../domain/language.ts';
import { isZero, subtract, type SignedAmount } from '../../domain/money.ts';
import { invalid, isRefusal, type Refusal } from '../../domain/refusal.ts';
import { spanOf, type RequestedSpan, type Span } from '../../domain/reports/span.ts';
import { SIDES, type Columns, type NamedAccount, type Side } from '../../domain/reports/trial-balance.ts';
import { fiscalYearsOf, type FiscalYearRow } from '../../projections/fiscal-years/queries.ts';
import { choice, date, id, text } from '../http/fields.ts';
import { dateTimestamp, decimalString, plainDate, recordId } from '../http/output.ts';
import { ok, type Reply } from '../http/reply.ts';
import type { RouteRequest } from '../http/route.ts';
import { todayOfTheBooks, zeroTime } from '../http/time.ts';
import { translate } from '../i18n/translate.ts';

/** What the reports of the ledger have in common. */

const FORMATS = ['JSON'] as const;

/** Spread into the query of every report. */
export const reportQuery = {
  format: z
    .preprocess((value) => (typeof value === 'string' ? value.toUpperCase() : value), choice(FORMATS))
    .optional()
    .meta({ type: 'string', enum: [...FORMATS], default: 'JSON', description: 'In capitals or not.' }),
  lang: choice(LANGUAGES)
    .optional()
    .meta({ type: 'string', enum: [...LANGUAGES], description: 'Language of the labels.' }),
};

/** The days of a report; nothing requested: the fiscal year of today. */
export const spanQuery = {
  fiscal_year_id: id().optional(),
  from: date().optional(),
  to: date().optional(),
};

const accountNumber = () =>
  text(20)
    .refine((value) => /^\d+$/.test(value), { params: { key: 'digits_only' } })
    .meta({ type: 'string', pattern: '^[0-9]+$', maxLength: 20, examples: ['60'] });

/** Accounts by number; the last one with all that begin like it. */
export const rangeQuery = { account_from: accountNumber().optional(), account_to: accountNumber().optional() };

export const report = { area: 'reports', method: 'get', ability: 'read', role: 'any', demo: 'allowed' } as const;

export const YearReference = z
  .object({ id: recordId, code: z.string(), starts_on: dateTimestamp, ends_on: dateTimestamp })
  .meta({ id: 'ReportFiscalYear' });

/** Without an id where no account of the chart has exactly this number. */
export const ReportAccount = z
  .object({ id: recordId.nullable(), number: z.string(), label: z.string() })
  .meta({ id: 'ReportAccount' });

const sides = Object.fromEntries(SIDES.map((side) => [side, decimalString])) as Record<Side, typeof decimalString>;

/** What stood before, what moved, and what stands after. */
export const BalanceColumns = sides;

/** The days of the report. */
export const periodAnswer = {
  period: z
    .object({
      fiscal_year: YearReference.nullable().meta({ description: 'The one that the first day lies in.' }),
      from: plainDate,
      to: plainDate,
    })
    .meta({ id: 'ReportPeriod' }),
};

/** The reports of one request read one instant: what they show must balance while others post. */
export async function ofInstant<T>(
  { services, company }: Pick<RouteRequest, 'services' | 'company'>,
  query: RequestedSpan,
  read: (db: Queryable, span: Span, years: readonly FiscalYearRow[]) => Promise<T>,
): Promise<T | Refusal> {
  return inSnapshot(services.pool, async (db) => {
    const years = await fiscalYearsOf(db, company.id);
    // A company file always has one: there is none before it was opened.
    if (years.length === 0) return invalid([{ code: 'known_at_too_early', field: 'known_at' }]);
    const span = spanOf(years, query, todayOfTheBooks());
    return isRefusal(span) ? span : read(db, span, years);
  });
}

export function presentPeriod({ from, to }: Span, years: readonly FiscalYearRow[]) {
  const year = years.find(({ starts_on, ends_on }) => starts_on <= from && from <= ends_on);
  return { period: { fiscal_year: year ? referenceTo(year) : null, from, to } };
}

/** As the fiscal year itself shows them. */
export const referenceTo = ({ id, code, starts_on, ends_on }: FiscalYearRow) => ({
  id,
  code,
  starts_on: zeroTime(starts_on),
  ends_on: zeroTime(ends_on),
});

export const presentColumns = (columns: Columns): Record<Side, string> =>
  Object.fromEntries(SIDES.map((side) => [side, columns[side]])) as Record<Side, string>;

/** One side of it holds nothing, unless it is that of several accounts. */
export const balanceOf = ({ closing_debit, closing_credit }: Columns): SignedAmount =>
  isZero(closing_credit) ? closing_debit : subtract(closing_debit, closing_credit);

interface AccountLine {
  readonly account: NamedAccount | null;
  readonly number: string;
  readonly isProvisional: boolean;
}

export function presentAccount({ account, number, isProvisional }: AccountLine, language: Language) {
  return {
    id: account?.number === number ? account.id : null,
    number,
    label: isProvisional ? translate('provisional_result', language) : (account?.label ?? number),
  };
}

/** `lang` decides the language of the labels, before the language of the user. */
export const languageOf = (query: { readonly lang?: Language | undefined }, language: Language): Language =>
  query.lang ?? language;

export const reportReply = (body: unknown, language: Language): Reply =>
  ok(body, { headers: { 'Content-Language': language } });
