import type { Excess } from '../../domain/documents/credit-limits.ts';
import type { Language } from '../../domain/language.ts';
import type { Warning } from '../http/reply/warnings.ts';
import { translate } from '../i18n/translate.ts';

/** Warns of a credit note above what was left of its invoices. */
export function listExcessWarnings(excess: Excess | null, language: Language): readonly Warning[] {
  if (!excess) return [];
  const message = translate('credit_exceeds_invoice', language, { ...excess });
  return [{ code: 'credit_exceeds_invoice', message, field: 'lines' }];
}
