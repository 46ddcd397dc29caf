import { getDeductedShare } from '../companies/vat-regimes.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import type { EntryLine, VatEffect } from '../ledger/entry-events.ts';
import { resolveNamedVatCode } from '../ledger/invoice-lines.ts';
import { findWaitingAccount } from '../ledger/payment-tax.ts';
import { buildVatEffect, splitTax, toVatRule } from '../ledger/vat.ts';
import { absolute, add, compare, divide, isZero, multiply, subtract, type Amount } from '../money.ts';
import { collectValue, NO_PROBLEMS, type Checked, type Problem } from '../refusal.ts';

/** The part of an opening line that concerns tax. */
export interface TaxedOpeningLine {
  /** Path of the line in the request, such as `lines.3`. */
  readonly at: string;
  /** Code of the tax in an open item that becomes due when the item is paid. */
  readonly vat_code?: string | null;
  /** The amount of that tax; null: computed from the rate. */
  readonly tax?: Amount | null;
}

/** Tax in open items of earlier books that becomes due when these are paid: it waits on the account of its code. */
export function resolveOpeningTaxes(
  requested: readonly TaxedOpeningLine[],
  lines: readonly EntryLine[],
  date: PlainDate,
  file: CompanyFile,
): Checked<readonly VatEffect[]> {
  const problems: Problem[] = [];
  const value = requested.flatMap((one, index) => {
    const line = lines[index];
    return line ? (collectValue(resolveTax(one, line, date, file), problems) ?? []) : [];
  });
  return { value, problems };
}

const NO_TAX: Checked<null> = { value: null, problems: NO_PROBLEMS };

function resolveTax(
  { at, vat_code = null, tax = null }: TaxedOpeningLine,
  line: EntryLine,
  date: PlainDate,
  file: CompanyFile,
): Checked<VatEffect | null> {
  const refuseTax = (code: string, field: string): Checked<null> => ({
    value: null,
    problems: [{ code, field: `${at}.${field}` }],
  });
  if (vat_code === null) return tax === null ? NO_TAX : refuseTax('required', 'vat_code');
  if (line.third_party_id === null) return refuseTax('required', 'third_party_id');
  const { value: named, problems } = resolveNamedVatCode({ vat_code, vat_code_id: null }, `${at}.`, null, file);
  if (!named) return { value: null, problems };
  if (findWaitingAccount(named.id, file) === undefined) return refuseTax('opening_tax_due_already', 'vat_code');
  const rule = toVatRule(named.id, named.data);
  const gross = absolute(subtract(line.debit, line.credit));
  const included: Amount = tax ?? divide(multiply(gross, rule.rate), add('100.00', rule.rate), 2);
  if (compare(included, gross) >= 0) return refuseTax('opening_tax_too_large', 'tax');
  const taxed = splitTax(rule, subtract(gross, included), included, getDeductedShare(file.identity, date));
  const isInvoice = (rule.direction === 'sale') === isZero(line.credit);
  return {
    value: { ...buildVatEffect(taxed, isInvoice ? 'invoice' : 'credit_note'), line_id: line.id },
    problems: NO_PROBLEMS,
  };
}
