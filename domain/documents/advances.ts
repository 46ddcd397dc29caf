import { accounts } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { findCountryPack } from '../country-packs/index.ts';
import { getWaitingAccounts } from '../ledger/payment-tax.ts';
import { add, compare } from '../money.ts';
import { findIdByKey, getRecords } from '../records/state.ts';
import { vatCodes, type VatCode } from '../vat-codes/vat-code.ts';
import type { DocumentContent, DocumentLine, DocumentTax } from './document-events.ts';

/** Advance invoices: the account of their lines, and the code of their tax if it is due only on payment. */

const getPack = ({ identity }: CompanyFile) => findCountryPack(identity.country_pack)!;

/** Number of the account of advances from customers. */
export const getAdvanceAccountNumber = (file: CompanyFile): string => getPack(file).advances.account;

/** Null if the company file no longer has it. */
export const findAdvanceAccount = (file: CompanyFile): number | null =>
  findIdByKey(file.records, accounts, 'number', getAdvanceAccountNumber(file)) ?? null;

type Taxable = Pick<DocumentContent, 'kind' | 'direction' | 'lines' | 'vat'>;

/** The document as it is booked: where the tax of an advance is due on payment, its lines have a code that waits for it. */
export function withTaxOfAdvance<Document extends Taxable>(document: Document, file: CompanyFile): Document {
  if (document.direction !== 'sale' || getPack(file).advances.taxDue === 'invoice') return document;
  const account = findAdvanceAccount(file);
  const findCode = (line: DocumentLine): number =>
    isOfAdvance(document, line, account) ? findCodeOfAdvance(line.vat_code_id, file) : line.vat_code_id;
  const lines = document.lines.map((line) => ({ ...line, vat_code_id: findCode(line) }));
  const vat = new Map<number, DocumentTax>();
  for (const tax of document.vat) {
    const codes = new Set(document.lines.filter((line) => line.vat_code_id === tax.vat_code_id).map(findCode));
    const [code] = codes;
    // Tax of a code that only some lines keep is computed again.
    if (codes.size !== 1 || code === undefined) continue;
    const other = vat.get(code);
    vat.set(code, other ? addTaxes(other, tax) : { ...tax, vat_code_id: code });
  }
  return { ...document, lines, vat: [...vat.values()] };
}

/** Also a credit note of an advance, but not the deduction by a final invoice. */
function isOfAdvance({ kind }: Taxable, line: DocumentLine, account: number | null): boolean {
  if (kind === 'advance') return true;
  return kind === 'credit_note' && line.account_id === account && line.deducted_document_id === undefined;
}

const addTaxes = (one: DocumentTax, other: DocumentTax): DocumentTax => ({
  vat_code_id: one.vat_code_id,
  base: add(one.base, other.base),
  tax: add(one.tax, other.tax),
  charged: add(one.charged, other.charged),
});

/**
 * The code under which the tax of an advance waits for its payment. The code itself if its tax is due with the invoice in
 * this country, already waits, or has no counterpart.
 */
export function findCodeOfAdvance(vatCodeId: number, file: CompanyFile): number {
  const { byId } = getRecords(file.records, vatCodes);
  const code = byId.get(vatCodeId)?.data;
  if (getPack(file).advances.taxDue === 'invoice' || !code || !isDueWithInvoice(code)) return vatCodeId;
  const target = findAccountNumber(code.due_account_id, file);
  for (const [id, { data, isTrashed }] of byId.entries())
    if (!isTrashed && data.is_active && isCounterpart(data, code, target, file)) return id;
  return vatCodeId;
}

const isDueWithInvoice = ({ direction, kind, exigibility, nature }: VatCode['data']): boolean =>
  direction === 'sale' && kind === 'standard' && exigibility === 'invoice' && nature !== 'investment';

/** Same rate, with the tax waiting for the account of the other code. */
function isCounterpart(
  other: VatCode['data'],
  code: VatCode['data'],
  target: string | undefined,
  file: CompanyFile,
): boolean {
  if (other.direction !== 'sale' || other.kind !== 'standard' || other.exigibility !== 'payment') return false;
  if (compare(other.rate, code.rate) !== 0) return false;
  const waiting = findAccountNumber(other.due_account_id, file);
  return target !== undefined && waiting !== undefined && getWaitingAccounts(file)[waiting] === target;
}

const findAccountNumber = (id: number | null | undefined, file: CompanyFile): string | undefined =>
  getRecords(file.records, accounts).byId.get(id ?? 0)?.data.number;
