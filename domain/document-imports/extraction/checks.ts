import { addDays, type PlainDate } from '../../dates.ts';
import { absolute, add, toCents, percent, subtract, sum } from '../../money.ts';
import type { ExtractedSheet, ReadDocument, SheetWarning } from '../sheet.ts';

/** Arithmetic checks of a sheet, the same for all engines, internal or external. */

/** Line rounding may cause a difference of one cent per line. */
const computeDifferenceCents = (one: string, other: string): number => toCents(absolute(subtract(one, other)));

export function crossCheckSheet(sheet: ExtractedSheet, today: PlainDate): SheetWarning[] {
  const { totals, counterparty } = sheet;
  const warnings: SheetWarning[] = [];
  const warnIf = (code: string, when: boolean): void => void (when && warnings.push({ code }));
  warnIf('counterparty_missing', counterparty.name === null && counterparty.vat_number === null);
  warnIf('direction_unclear', sheet.direction === null);
  warnIf('number_missing', sheet.number === null);
  warnIf('date_missing', sheet.date === null);
  warnIf('date_in_future', sheet.date !== null && sheet.date > addDays(today, 1));
  warnIf('due_date_before_date', sheet.date !== null && sheet.due_date !== null && sheet.due_date < sheet.date);
  warnIf('totals_missing', totals.gross === null || totals.net === null || totals.vat === null);
  warnIf('totals_mismatch', !isTotalConsistent(totals));
  warnIf('vat_mismatch', !isTaxConsistent(totals));
  warnIf('lines_mismatch', !isLineSumConsistent(sheet));
  return warnings;
}

function isTotalConsistent({ net, vat, gross }: ExtractedSheet['totals']): boolean {
  return net === null || vat === null || gross === null || computeDifferenceCents(add(net, vat), gross) === 0;
}

/** Checks the tax of each part and the sum of all parts. */
function isTaxConsistent({ net, vat, vat_breakdown: parts }: ExtractedSheet['totals']): boolean {
  if (parts.length === 0) return true;
  const isEach = parts.every(
    ({ rate, base, amount }) =>
      rate === null || base === null || amount === null || computeDifferenceCents(percent(base, rate), amount) <= 5,
  );
  const sumParts = (pick: 'base' | 'amount'): string => sum(parts.map((part) => part[pick] ?? '0.00'));
  return (
    isEach &&
    (vat === null || computeDifferenceCents(sumParts('amount'), vat) <= 1) &&
    (net === null || computeDifferenceCents(sumParts('base'), net) <= 1)
  );
}

function isLineSumConsistent({ lines, totals }: ExtractedSheet): boolean {
  const sumLines = (pick: 'amount_net' | 'amount_gross'): string | null =>
    lines.every((line) => line[pick] !== null) ? sum(lines.map((line) => line[pick] ?? '0.00')) : null;
  if (lines.length === 0) return true;
  const [net, gross] = [sumLines('amount_net'), sumLines('amount_gross')];
  if (net !== null && totals.net !== null) return computeDifferenceCents(net, totals.net) <= lines.length;
  return gross === null || totals.gross === null || computeDifferenceCents(gross, totals.gross) <= lines.length;
}

/** From this confidence on, extraction is usually correct. */
export const RELIABLE = 0.9;

/** Warnings that require a review of the document. */
export const WARNINGS_TO_CHECK: ReadonlySet<string> = new Set([
  ...[
    'counterparty_missing',
    'direction_unclear',
    'not_addressed_to_company',
    'document_type_unclear',
    'number_missing',
  ],
  ...['date_missing', 'date_in_future', 'due_date_before_date', 'totals_missing', 'totals_mismatch', 'vat_mismatch'],
  ...['currency_unclear', 'iban_differs', 'low_confidence'],
]);

export function isReliable({ sheet, warnings }: ReadDocument): boolean {
  return Number(sheet.confidence) >= RELIABLE && !warnings.some(({ code }) => WARNINGS_TO_CHECK.has(code));
}
