import type { ReadDocument, SheetWarning } from '../document-imports/sheet.ts';

/**
 * Warnings of the structured invoice readers, with the remaining confidence. Below 0.90 the document is reviewed before
 * it is booked; warnings that leave 1.00 are for information only.
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

/** Warnings that require no review: alone they leave a document consistent. */
export const REVIEW_FREE: ReadonlySet<string> = new Set(
  Object.entries(READING_WARNINGS)
    .filter(([, confidence]) => confidence >= '0.90')
    .map(([code]) => code),
);

export const needsReview = ({ warnings }: Pick<ReadDocument, 'warnings'>): boolean =>
  warnings.some(({ code }) => !REVIEW_FREE.has(code));

/** True if the lines are a summary by tax rate, because the document has no usable lines. */
export const hasSummarisedLines = ({ warnings }: Pick<ReadDocument, 'warnings'>): boolean =>
  warnings.some(({ code }) => code === 'lines_summarised');

export function buildWarning(code: ReadingWarning, params?: SheetWarning['params']): SheetWarning {
  return params === undefined ? { code } : { code, params };
}

/** The lowest confidence among the warnings. */
export function computeWarningConfidence(warnings: readonly SheetWarning[]): string {
  return warnings
    .map(({ code }) => READING_WARNINGS[code as ReadingWarning] as string)
    .reduce((least, confidence) => (confidence < least ? confidence : least), '1.00');
}
