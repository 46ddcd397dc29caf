import { resolveDefaultShares } from '../analytics/default-shares.ts';
import { accounts } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { findCountryPack } from '../country-packs/index.ts';
import { findVatNumberCountry, normaliseVatNumber } from '../numbers/vat-number.ts';
import { findLiveRecord, getRecords, type Collection } from '../records/state.ts';
import type { DataOf } from '../records/declaration.ts';
import type { ThirdPartyDraft, ThirdPartyField } from './fields.ts';

/** Default values for third parties, and the normalised form of their numbers. */

export function completeThirdParty(data: ThirdPartyDraft, file: CompanyFile): ThirdPartyDraft {
  const country = data.country ?? null;
  const vatNumber = data.vat_number ? normaliseVatNumber(data.vat_number, country) : null;
  return {
    ...data,
    code: data.code ?? generateNextCode(data, file),
    country: country ?? (vatNumber === null ? null : findVatNumberCountry(vatNumber)),
    account_id: data.account_id ?? findControlAccount(data.type, file),
  };
}

export function normaliseThirdParty(
  data: ThirdPartyDraft,
  file: CompanyFile,
  changed: ReadonlySet<ThirdPartyField>,
): ThirdPartyDraft {
  const { vat_number, enterprise_number, ibans } = data;
  return {
    ...(changed.has('analytics') ? resolveDefaultShares(data, file) : data),
    // A value that cannot be normalised stays unchanged, and the checks report it.
    ...(typeof vat_number === 'string' && {
      vat_number: normaliseVatNumber(vat_number, data.country ?? null) ?? vat_number,
    }),
    ...(typeof enterprise_number === 'string' && {
      enterprise_number:
        normaliseEnterpriseNumber(enterprise_number, findThirdPartyCountry(data, file)) ?? enterprise_number,
    }),
    ...(ibans && { ibans: [...new Set(ibans)] }),
    ...followTypeChange(data, file, changed),
  };
}

/** A supplier that becomes a customer moves to the control account of customers, unless an account is given. */
function followTypeChange(
  data: ThirdPartyDraft,
  file: CompanyFile,
  changed: ReadonlySet<ThirdPartyField>,
): ThirdPartyDraft {
  if (!changed.has('type') || changed.has('account_id') || !data.account_id) return {};
  const role = findLiveRecord(file.records, accounts, data.account_id)?.data.control_role ?? null;
  return role === null || role === data.type ? {} : { account_id: findControlAccount(data.type, file) };
}

/** Country of its enterprise number: its own, else that of its VAT number, else that of the company file. */
export function findThirdPartyCountry(
  data: Pick<ThirdPartyDraft, 'country' | 'vat_number'>,
  file: CompanyFile,
): string | null {
  const { country, vat_number } = data;
  if (typeof country === 'string') return country;
  const ofVatNumber = typeof vat_number === 'string' ? findVatNumberCountry(vat_number) : null;
  return ofVatNumber ?? file.identity.country;
}

/** Letters, digits and separators used by registers. */
const REGISTER_NUMBER = /^[\p{L}\p{N}][\p{L}\p{N} ./-]*$/u;

/** Applies the country rules if known; otherwise accepts anything that looks like a register number. */
export function normaliseEnterpriseNumber(text: string, country: string | null): string | null {
  const format = country === null ? undefined : findCountryPack(country)?.enterpriseNumber;
  if (format) return format.normalise(text);
  return REGISTER_NUMBER.test(text) ? text.toUpperCase() : null;
}

/** C00001, C00002… for customers, S00001… for suppliers. Counts on from the highest, so that no code is reused. */
function generateNextCode(data: ThirdPartyDraft, file: CompanyFile): string {
  const letter = data.type === 'customer' ? 'C' : 'S';
  const taken = file.records['third-parties']!.byKey;
  for (let number = (file.thirdParties.lastNumbers[letter] ?? 0) + 1; ; number += 1) {
    const code = `${letter}${String(number).padStart(5, '0')}`;
    if (!taken.has(`code=${code}`)) return code;
  }
}

type Accounts = Collection<DataOf<(typeof accounts)['fields']>>;

const controlAccounts = new WeakMap<Accounts, Map<ThirdPartyDraft['type'], number | null>>();

/**
 * Picks the lowest account number, because the order of the records in memory depends on how the state was built. Cached
 * until an account changes, because an import asks once per line.
 */
function findControlAccount(type: ThirdPartyDraft['type'], file: CompanyFile): number | null {
  const all = getRecords(file.records, accounts);
  let known = controlAccounts.get(all);
  if (!known) controlAccounts.set(all, (known = new Map<ThirdPartyDraft['type'], number | null>()));
  let found = known.get(type);
  if (found === undefined) known.set(type, (found = findLowestControlAccount(type, all)));
  return found;
}

function findLowestControlAccount(type: ThirdPartyDraft['type'], all: Accounts): number | null {
  let lowest: { id: number; number: string } | null = null;
  for (const [id, { data, isTrashed }] of all.byId.entries()) {
    if (isTrashed || data.control_role !== type || !data.is_postable || !data.is_active) continue;
    if (!lowest || data.number < lowest.number) lowest = { id, number: data.number };
  }
  return lowest?.id ?? null;
}
