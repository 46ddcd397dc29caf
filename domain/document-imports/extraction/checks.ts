import { daysLater, type PlainDate } from '../../dates.ts';
import { absolute, add, centsOf, percent, subtract, sum } from '../../money.ts';
import type { ExtractedSheet, ReadDocument, SheetWarning } from '../sheet.ts';

/** The arithmetic of a sheet, whoever filled it in: an engine elsewhere is checked as our own is. */

/** What is rounded a line may differ by a cent a line. */
const apart = (one: string, other: string): number => centsOf(absolute(subtract(one, other)));

export function crossChecked(sheet: ExtractedSheet, today: PlainDate): SheetWarning[] {
  const { totals, counterparty } = sheet;
  const warnings: SheetWarning[] = [];
  const warn = (code: string, when: boolean): void => void (when && warnings.push({ code }));
  warn('counterparty_missing', counterparty.name === null && counterparty.vat_number === null);
  warn('direction_unclear', sheet.direction === null);
  warn('number_missing', sheet.number === null);
  warn('date_missing', sheet.date === null);
  warn('date_in_future', sheet.date !== null && sheet.date > daysLater(today, 1));
  warn('due_date_before_date', sheet.date !== null && sheet.due_date !== null && sheet.due_date < sheet.date);
  warn('totals_missing', totals.gross === null || totals.net === null || totals.vat === null);
  warn('totals_mismatch', !addsUp(totals));
  warn('vat_mismatch', !isTaxed(totals));
  warn('lines_mismatch', !linesAddUp(sheet));
  return warnings;
}

function addsUp({ net, vat, gross }: ExtractedSheet['totals']): boolean {
  return net === null || vat === null || gross === null || apart(add(net, vat), gross) === 0;
}

/** Each part at its rate, and all of them together. */
function isTaxed({ net, vat, vat_breakdown: parts }: ExtractedSheet['totals']): boolean {
  if (parts.length === 0) return true;
  const isEach = parts.every(
    ({ rate, base, amount }) =>
      rate === null || base === null || amount === null || apart(percent(base, rate), amount) <= 5,
  );
  const together = (pick: 'base' | 'amount'): string => sum(parts.map((part) => part[pick] ?? '0.00'));
  return (
    isEach &&
    (vat === null || apart(together('amount'), vat) <= 1) &&
    (net === null || apart(together('base'), net) <= 1)
  );
}

function linesAddUp({ lines, totals }: ExtractedSheet): boolean {
  const sumOf = (pick: 'amount_net' | 'amount_gross'): string | null =>
    lines.every((line) => line[pick] !== null) ? sum(lines.map((line) => line[pick] ?? '0.00')) : null;
  if (lines.length === 0) return true;
  const [net, gross] = [sumOf('amount_net'), sumOf('amount_gross')];
  if (net !== null && totals.net !== null) return apart(net, totals.net) <= lines.length;
  return gross === null || totals.gross === null || apart(gross, totals.gross) <= lines.length;
}

/** From here on what was read is right as a rule. */
export const RELIABLE = 0.9;

/** Whoever sees one of these looks at the document. */
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
