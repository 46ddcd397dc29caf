import type { RequestedShare } from '../analytics/allocation.ts';
import type { ThirdParty } from '../third-parties/third-party.ts';
import { vatCodes, type VatCode } from '../vat-codes/vat-code.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { findIdByKey, findLiveRecord } from '../records/state.ts';
import { isNegative, isZero, ZERO, type SignedAmount } from '../money.ts';
import { collectValue, NO_PROBLEMS, type Checked, type Problem } from '../refusal.ts';
import { toVatRule, type Direction, type VatRule } from './vat.ts';
import { resolveNamedAccount, type FoundAccount, type NamedAccount } from './named-account.ts';

/** The requested lines of an invoice or credit note, resolved to accounts and VAT codes. */

/** By code, by id, or by both if they agree. */
export interface NamedVatCode {
  readonly vat_code: string | null;
  readonly vat_code_id: number | null;
}

/** Missing fields are derived from the third party and the account. */
export interface InvoiceLine extends NamedAccount, NamedVatCode {
  /** Excluding tax. Negative on a line that reduces the total. */
  readonly amount: SignedAmount;
  /** The taxable base, if it is not the amount: reduced by a cash discount, or the whole amount of a customs document. */
  readonly tax_base?: SignedAmount | null;
  readonly label: string | null;
  /** Analytic codes. Absent or null: the defaults apply. Empty: none. Amounts exclude tax. */
  readonly analytics?: readonly RequestedShare[] | null;
}

export interface ResolvedLine {
  readonly index: number;
  /** Null on a tax-only line without an account. */
  readonly accountId: number | null;
  readonly rule: VatRule;
  readonly amount: SignedAmount;
  readonly base: SignedAmount;
  readonly label: string | null;
  /** The request field of the VAT code. */
  readonly vatField: string;
}

/** Null if a line is invalid. `direction` is null if the journal does not determine it. */
export function resolveInvoiceLines(
  lines: readonly InvoiceLine[],
  thirdParty: ThirdParty | undefined,
  direction: Direction | null,
  file: CompanyFile,
): Checked<readonly ResolvedLine[] | null> {
  const problems: Problem[] = [];
  const rules = new Map<number, VatRule>();
  const resolved: ResolvedLine[] = [];
  for (const [index, line] of lines.entries()) {
    const prefix = `lines.${index}.`;
    const base = line.tax_base ?? line.amount;
    if (!isZero(base) && !isZero(line.amount) && isNegative(base) !== isNegative(line.amount))
      problems.push({ code: 'tax_base_of_other_sign', field: `${prefix}tax_base` });
    const { id: accountId, account, problems: ofAccount } = resolveLineAccount(line, thirdParty, prefix, file);
    problems.push(...ofAccount);
    const named = hasVatCode(line)
      ? collectValue(resolveNamedVatCode(line, prefix, direction, file), problems)
      : findDefaultVatCode([account?.data.vat_code_id, thirdParty?.data.default_vat_code_id], direction, file);
    // Without an account, the default VAT code is unknown.
    if (named === undefined && (account || accountId === null))
      problems.push({ code: 'required', field: `${prefix}vat_code` });
    if (!named) continue;
    let rule = rules.get(named.id);
    if (!rule) rules.set(named.id, (rule = toVatRule(named.id, named.data)));
    const vatField = `${prefix}${line.vat_code_id === null ? 'vat_code' : 'vat_code_id'}`;
    resolved.push({ index, accountId, rule, amount: line.amount, base, label: line.label, vatField });
  }
  return { value: problems.length > 0 || direction === null ? null : resolved, problems };
}

function resolveLineAccount(
  line: InvoiceLine,
  thirdParty: ThirdParty | undefined,
  prefix: string,
  file: CompanyFile,
): Omit<FoundAccount, 'id'> & { readonly id: number | null } {
  const named = withDefaultAccount(line, thirdParty);
  // A tax-only document posts nothing but the tax.
  const isTaxAlone = isZero(line.amount) && !isZero(line.tax_base ?? ZERO);
  if (isTaxAlone && named.account === null && named.account_id === null)
    return { id: null, account: undefined, problems: NO_PROBLEMS };
  return resolveNamedAccount(named, prefix, file);
}

function withDefaultAccount(line: InvoiceLine, thirdParty: ThirdParty | undefined): NamedAccount {
  if (line.account !== null || line.account_id !== null) return line;
  const standing = thirdParty?.data.default_account_id;
  return standing ? { account: null, account_id: standing } : line;
}

export const hasVatCode = ({ vat_code, vat_code_id }: NamedVatCode): boolean =>
  vat_code !== null || vat_code_id !== null;

interface FoundCode {
  readonly id: number;
  readonly data: VatCode['data'];
}

/** The VAT code of a line. Null if it is invalid. */
export function resolveNamedVatCode(
  { vat_code: code, vat_code_id }: NamedVatCode,
  prefix: string,
  direction: Direction | null,
  file: CompanyFile,
): Checked<FoundCode | null> {
  const field = `${prefix}${vat_code_id === null ? 'vat_code' : 'vat_code_id'}`;
  const id = vat_code_id ?? findIdByKey(file.records, vatCodes, 'code', code ?? '') ?? 0;
  const record = findLiveRecord(file.records, vatCodes, id);
  const refuseCode = (problem: string, at = field) => ({ value: null, problems: [{ code: problem, field: at }] });
  if (!record) return refuseCode('vat_code_unknown');
  if (code !== null && record.data.code !== code) return refuseCode('vat_code_contradicts', `${prefix}vat_code`);
  if (!record.data.is_active) return refuseCode('vat_code_inactive');
  if (direction !== null && record.data.direction !== direction) return refuseCode('vat_code_not_of_direction');
  return { value: { id, data: record.data }, problems: NO_PROBLEMS };
}

/** The first default that fits the direction: an account used for purchases and sales has only one code. */
function findDefaultVatCode(
  ids: readonly (number | null | undefined)[],
  direction: Direction | null,
  file: CompanyFile,
): FoundCode | undefined {
  for (const id of ids) {
    const record = findLiveRecord(file.records, vatCodes, id);
    if (!id || !record?.data.is_active) continue;
    if (direction === null || record.data.direction === direction) return { id, data: record.data };
  }
  return undefined;
}
