import { z } from 'zod';
import type { ClosingCheck as Check } from '../../commands/fiscal-years/close-fiscal-year.ts';
import type { FindingLink } from '../../domain/fiscal-years/closing-checks.ts';
import type { FiscalYear } from '../../domain/fiscal-years/fiscal-year-events.ts';
import type { Language } from '../../domain/language.ts';
import { dateTimestamp, decimalString, recordId } from '../http/reply/output.ts';
import { toZeroTime } from '../http/reply/time.ts';
import { translate } from '../i18n/translate.ts';

const Finding = z.object({
  code: z.string(),
  severity: z.enum(['error', 'warning', 'info']),
  message: z.string(),
  count: z.int().optional(),
  amount: decimalString.meta({ description: 'Debit minus credit.' }).optional(),
  links: z.array(z.object({ label: z.string().optional(), href: z.string() })),
});

export const ClosingCheck = z
  .object({
    fiscal_year_id: recordId,
    can_close: z.boolean().meta({ description: 'False if any check is an error.' }),
    result: decimalString.meta({ description: 'Positive for a profit.' }),
    outcome: z.enum(['profit', 'loss', 'zero']),
    brought_forward: decimalString.meta({
      description:
        'Results of earlier years that the closing includes, where the country provides for it; a profit is positive.',
    }),
    to_transfer: decimalString.meta({
      description: 'Amount transferred to equity at closing: including amounts brought forward, minus appropriations.',
    }),
    transfer_account: z.string().nullable(),
    next_fiscal_year: z
      .object({ id: recordId, code: z.string(), starts_on: dateTimestamp, ends_on: dateTimestamp })
      .nullable()
      .meta({ description: 'Null if the closing will open it.' }),
    checks: z.array(Finding),
  })
  .meta({ id: 'ClosingCheck' });

export function presentClosingCheck(
  { year, next, result, broughtForward, toTransfer, account, findings }: Check,
  companyUrl: string,
  language: Language,
): z.output<typeof ClosingCheck> {
  return {
    fiscal_year_id: year.id,
    can_close: !findings.some(({ severity }) => severity === 'error'),
    result,
    outcome: result === '0.00' ? 'zero' : result.startsWith('-') ? 'loss' : 'profit',
    brought_forward: broughtForward,
    to_transfer: toTransfer,
    transfer_account: account,
    next_fiscal_year: next
      ? { id: next.id, code: next.code, starts_on: toZeroTime(next.starts_on), ends_on: toZeroTime(next.ends_on) }
      : null,
    checks: findings.map(({ code, severity, params, count, amount, links }) => ({
      code,
      severity,
      message: translate(code, language, params),
      ...(count !== undefined && { count }),
      ...(amount !== undefined && { amount }),
      links: links.map((link) => ({
        ...(link.label !== undefined && { label: link.label }),
        href: `${companyUrl}/${PLACES[link.to](link, year)}`,
      })),
    })),
  };
}

/** Path of the data behind a check, relative to the company file. */
const PLACES: Readonly<Record<FindingLink['to'], (link: FindingLink, year: FiscalYear) => string>> = {
  account_ledger: ({ id }, year) => `accounts/${id}/ledger?from=${year.starts_on}&to=${year.ends_on}`,
  accounts: ({ label }) => `accounts?q=${encodeURIComponent(label ?? '')}`,
  document: ({ id }) => `documents/${id}`,
  entry: ({ id }) => `entries/${id}`,
  bank_accounts: () => 'bank-accounts',
  bank_transactions: ({ id }, year) => `bank-transactions?status=pending&journal_id=${id}&to=${year.ends_on}`,
  fiscal_year: ({ id }) => `fiscal-years/${id}`,
  journals: () => 'journals?type=miscellaneous',
  fixed_asset: ({ id }) => `fixed-assets/${id}/schedule`,
  recurring_entry: ({ id }) => `recurring-entries/${id}/upcoming`,
  third_party: ({ id }, year) => `third-parties/${id}/ledger?to=${year.ends_on}`,
  vat_declarations: (_, year) => `vat-declarations?year=${year.ends_on.slice(0, 4)}`,
  trial_balance: (_, year) => `reports/trial-balance?from=${year.starts_on}&to=${year.ends_on}`,
};
