import type { FilingItem } from '../../domain/annual-filings/calendar.ts';
import type { Language } from '../../domain/language.ts';
import type { CalendarItem } from '../../domain/vat-declarations/calendar.ts';
import { formatPeriodLabel } from '../../domain/vat-declarations/period.ts';

/** A filing and its period: `Periodic VAT return - Quarter 3 of 2026`. Annual accounts name their fiscal year. */
export const formatFilingLabel = (item: CalendarItem | FilingItem, language: Language): string => {
  const year = 'fiscal_year' in item ? item.fiscal_year : null;
  return `${item.labels[language]} - ${year?.code ?? formatPeriodLabel(item, language)}`;
};
