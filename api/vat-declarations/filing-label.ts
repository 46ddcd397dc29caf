import type { Language } from '../../domain/language.ts';
import type { CalendarItem } from '../../domain/vat-declarations/calendar.ts';
import { formatPeriodLabel } from '../../domain/vat-declarations/period.ts';

/** A filing and its period: `Periodic VAT return - Quarter 3 of 2026`. */
export const formatFilingLabel = (item: CalendarItem, language: Language): string =>
  `${item.labels[language]} - ${formatPeriodLabel(item, language)}`;
