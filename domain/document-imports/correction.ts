import { absolute, add, compare, subtract, sum } from '../money.ts';
import type { SheetRead, StoredWarning } from './import-events.ts';
import { recalculateSheet } from './recalculation.ts';
import type { ExtractedSheet } from './sheet.ts';

/** Warnings that correcting the sheet does not resolve: they concern the books, or how the document was received. */
const LASTING = new Set([
  'similar_document',
  'iban_differs',
  'payee_differs',
  'self_billed',
  'currency_foreign',
  'not_addressed_to_company',
]);

/** Applies a user's corrections: recalculates the totals and lists the remaining checks. */
export function applyCorrection(
  given: ExtractedSheet,
  before: Pick<SheetRead, 'sheet' | 'warnings'>,
): { readonly sheet: ExtractedSheet; readonly warnings: readonly StoredWarning[] } {
  const sheet = recalculateSheet(given);
  const lasting = before.warnings.filter(({ code }) => LASTING.has(code));
  return { sheet, warnings: [...lasting, ...findSheetProblems(sheet).map((code) => ({ code }))] };
}

const TOLERANCE = '0.05';

/** Missing values and contradictions of a sheet. */
export function findSheetProblems({
  counterparty,
  number,
  date,
  due_date,
  direction,
  totals,
  lines,
}: ExtractedSheet): string[] {
  const problems: string[] = [];
  if (counterparty.name === null && counterparty.vat_number === null) problems.push('counterparty_missing');
  if (direction === null) problems.push('direction_unclear');
  if (number === null) problems.push('number_missing');
  if (date === null) problems.push('date_missing');
  if (date !== null && due_date !== null && due_date < date) problems.push('due_date_before_date');
  if (totals.gross === null) problems.push('totals_missing');
  else if (totals.net !== null && totals.vat !== null && isApart(add(totals.net, totals.vat), totals.gross))
    problems.push('totals_mismatch');
  const nets = lines.map(({ amount_net }) => amount_net);
  if (lines.length > 0 && totals.net !== null && nets.every((net) => net !== null) && isApart(sum(nets), totals.net))
    problems.push('lines_mismatch');
  return problems;
}

const isApart = (one: string, other: string): boolean => compare(absolute(subtract(one, other)), TOLERANCE) > 0;
