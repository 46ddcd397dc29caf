import { addDays, addMonths, type PlainDate } from '../dates.ts';

/** How long the law requires that a person's data stay in the books. */

export const RETENTION_LAWS = ['accounting', 'vat'] as const;
export type RetentionLaw = (typeof RETENTION_LAWS)[number];

export interface Retention {
  /** Last day on which the data must be kept. */
  readonly until: PlainDate;
  /** The law that requires the latest day. */
  readonly law: RetentionLaw;
  /** End of the last fiscal year in which the person appears. */
  readonly fiscalYearEnd: PlainDate;
}

interface Books {
  readonly country: string;
  readonly fiscalYears: readonly { readonly starts_on: PlainDate; readonly ends_on: PlainDate }[];
}

/** Belgium, France and Luxembourg require the same number of years. */
export const RETENTION_YEARS = 10;

/**
 * `lastDay` is the last day on which the person appears in the books, with everyone merged into the person and in shared
 * documents: the latest day counts. Null if the person never appeared.
 */
export function computeRetention({ country, fiscalYears }: Books, lastDay: PlainDate | null): Retention | null {
  if (lastDay === null) return null;
  const year = fiscalYears.find(({ starts_on, ends_on }) => starts_on <= lastDay && lastDay <= ends_on);
  const fiscalYearEnd = year?.ends_on ?? `${lastDay.slice(0, 4)}-12-31`;
  const accounting = addYears(fiscalYearEnd, RETENTION_YEARS);
  const vat = country === 'BE' ? computeBelgianVatEnd(fiscalYearEnd) : null;
  return vat !== null && vat > accounting
    ? { until: vat, law: 'vat', fiscalYearEnd }
    : { until: accounting, law: 'accounting', fiscalYearEnd };
}

/** Books and invoices are kept for ten years from the 1 January that follows. */
function computeBelgianVatEnd(fiscalYearEnd: PlainDate): PlainDate {
  const start = `${Number(fiscalYearEnd.slice(0, 4)) + 1}-01-01`;
  return addDays(addYears(start, RETENTION_YEARS), -1);
}

const addYears = (date: PlainDate, years: number): PlainDate => addMonths(date, 12 * years);

export const isRetentionOver = (retention: Retention | null, today: PlainDate): boolean =>
  retention === null || today > retention.until;
