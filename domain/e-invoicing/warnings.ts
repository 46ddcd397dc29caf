import type { ReadDocument, SheetWarning } from '../document-imports/sheet.ts';

/**
 * What a reader of structured invoices has to say about one, with how much confidence is left. Below nine tenths somebody looks
 * at the document before it is booked; what leaves it at one is told and asks for nothing.
 */
export const READING_WARNINGS = {
  counterparty_missing: '0.50',
  direction_unclear: '0.60',
  not_addressed_to_company: '0.60',
  document_type_unclear: '0.60',
  number_missing: '0.70',
  date_missing: '0.70',
  due_date_before_date: '0.85',
  totals_missing: '0.40',
  totals_mismatch: '0.60',
  lines_mismatch: '0.70',
  vat_mismatch: '0.70',
  lines_summarised: '0.80',
  currency_foreign: '0.85',
  currency_unclear: '0.70',
  vat_number_invalid: '0.80',
  negative_credit_note: '0.70',
  self_billed: '0.85',
  payee_differs: '0.85',
  iban_invalid: '0.85',
  structured_communication_invalid: '0.90',
  negative_invoice: '1.00',
  prepaid_amount: '1.00',
  rounding_amount: '1.00',
} as const;

export type ReadingWarning = keyof typeof READING_WARNINGS;

/** Told, but nothing to look at: alone they leave a document consistent. */
export const REVIEW_FREE: ReadonlySet<string> = new Set(
  Object.entries(READING_WARNINGS)
    .filter(([, confidence]) => confidence >= '0.90')
    .map(([code]) => code),
);

export const needsReview = ({ warnings }: Pick<ReadDocument, 'warnings'>): boolean =>
  warnings.some(({ code }) => !REVIEW_FREE.has(code));

/** Lines that stand for the rates of the tax, because the document has none of its own. */
export const summarisesLines = ({ warnings }: Pick<ReadDocument, 'warnings'>): boolean =>
  warnings.some(({ code }) => code === 'lines_summarised');

export function warning(code: ReadingWarning, params?: SheetWarning['params']): SheetWarning {
  return params === undefined ? { code } : { code, params };
}

/** As much as the gravest of the warnings leaves. */
export function confidenceIn(warnings: readonly SheetWarning[]): string {
  return warnings
    .map(({ code }) => READING_WARNINGS[code as ReadingWarning] as string)
    .reduce((least, confidence) => (confidence < least ? confidence : least), '1.00');
}
