import { z } from 'zod';
import { formatQuarter } from '../../domain/dates.ts';
import type { ClosedYear, PeriodLength } from '../../domain/fiscal-years/fiscal-year-events.ts';
import type { Language } from '../../domain/language.ts';
import type { FiscalYearRow } from '../../projections/fiscal-years/queries.ts';
import { dateTimestamp, decimalString, recordId, timestamp } from '../http/reply/output.ts';
import { toZeroTime } from '../http/reply/time.ts';

const Period = z.object({
  id: recordId,
  number: z.int(),
  label: z.string(),
  starts_on: dateTimestamp,
  ends_on: dateTimestamp,
  is_locked: z.boolean(),
  locked_at: timestamp.nullable(),
  locked_by: recordId.nullable(),
});

/** How the year was closed; an entry is null if there was nothing to post. */
const Closing = z.object({
  result: decimalString.meta({ description: 'Positive for a profit.' }),
  appropriation_entry_id: recordId.nullable(),
  closing_entry_id: recordId.nullable(),
  opening_entry_id: recordId.nullable(),
  next_fiscal_year_id: recordId,
});

export const FiscalYear = z
  .object({
    id: recordId,
    company_id: recordId,
    code: z.string(),
    starts_on: dateTimestamp,
    ends_on: dateTimestamp,
    is_closed: z.boolean(),
    closed_at: timestamp.nullable(),
    closed_by: recordId.nullable(),
    closing: Closing.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
    lock_version: z.int(),
    version: z.int(),
    periods: z.array(Period),
  })
  .meta({ id: 'FiscalYear' });

const monthNames = new Map<Language, Intl.DateTimeFormat>();

const QUARTERS: Readonly<Record<Language, (number: string, year: string) => string>> = {
  fr: (number, year) => `${number === '1' ? '1er' : `${number}e`} trimestre ${year}`,
  nl: (number, year) => `${number}e kwartaal ${year}`,
  en: (number, year) => `Q${number} ${year}`,
  de: (number, year) => `${number}. Quartal ${year}`,
};

/** Labels by start, length and language: a list of company files has thousands of the same periods. */
const labels = new Map<string, string>();
const MAX_LABELS = 10_000;

function getPeriodLabel(date: string, length: PeriodLength, language: Language): string {
  const key = `${date} ${length} ${language}`;
  let label = labels.get(key);
  if (label === undefined) {
    if (labels.size >= MAX_LABELS) labels.clear();
    labels.set(key, (label = formatPeriodLabel(date, length, language)));
  }
  return label;
}

/** `janvier 2026` or `1er trimestre 2026`, in the language of the reader. */
function formatPeriodLabel(date: string, length: PeriodLength, language: Language): string {
  if (length === 'month') return formatMonthLabel(date, language);
  const [year, quarter] = formatQuarter(date).split('-Q') as [string, string];
  return QUARTERS[language](quarter, year);
}

function formatMonthLabel(date: string, language: Language): string {
  let format = monthNames.get(language);
  if (!format)
    monthNames.set(
      language,
      (format = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' })),
    );
  return format.format(new Date(`${date}T00:00:00Z`));
}

export function presentFiscalYear(year: FiscalYearRow, language: Language): z.output<typeof FiscalYear> {
  return {
    id: year.id,
    company_id: year.company_id,
    code: year.code,
    starts_on: toZeroTime(year.starts_on),
    ends_on: toZeroTime(year.ends_on),
    is_closed: year.closed_at !== null,
    closed_at: year.closed_at,
    closed_by: year.closed_by,
    closing: year.closing && presentClosing(year.closing),
    created_at: year.created_at,
    updated_at: year.updated_at,
    lock_version: year.version,
    version: year.version,
    periods: year.periods.map(({ id, number, starts_on, ends_on, locked_at, locked_by }) => ({
      id,
      number,
      label: getPeriodLabel(starts_on, year.period_length, language),
      starts_on: toZeroTime(starts_on),
      ends_on: toZeroTime(ends_on),
      is_locked: locked_at !== null,
      locked_at,
      locked_by,
    })),
  };
}

const presentClosing = (closing: ClosedYear): z.output<typeof Closing> => ({
  result: closing.result,
  appropriation_entry_id: closing.appropriation_entry_id ?? null,
  closing_entry_id: closing.closing_entry_id ?? null,
  opening_entry_id: closing.opening_entry_id ?? null,
  next_fiscal_year_id: closing.next_fiscal_year_id,
});
