import { keptShares } from '../analytics/default-shares.ts';
import { accounts } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { countryPack } from '../country-packs/index.ts';
import { countryOfVatNumber, normaliseVatNumber } from '../numbers/vat-number.ts';
import { living, recordsOf, type Collection } from '../records/state.ts';
import type { DataOf } from '../records/declaration.ts';
import type { ThirdPartyDraft, ThirdPartyField } from './fields.ts';

/** What the service fills in for a third party, and the form in which its numbers are kept. */

export function completed(data: ThirdPartyDraft, file: CompanyFile): ThirdPartyDraft {
  const country = data.country ?? null;
  const vatNumber = data.vat_number ? normaliseVatNumber(data.vat_number, country) : null;
  return {
    ...data,
    code: data.code ?? nextCode(data, file),
    country: country ?? (vatNumber === null ? null : countryOfVatNumber(vatNumber)),
    account_id: data.account_id ?? controlAccount(data.type, file),
  };
}

export function normalised(
  data: ThirdPartyDraft,
  file: CompanyFile,
  changed: ReadonlySet<ThirdPartyField>,
): ThirdPartyDraft {
  const { vat_number, enterprise_number, ibans } = data;
  return {
    ...(changed.has('analytics') ? keptShares(data, file) : data),
    // What cannot be normalised stays as it is: the checks then name it.
    ...(typeof vat_number === 'string' && {
      vat_number: normaliseVatNumber(vat_number, data.country ?? null) ?? vat_number,
    }),
    ...(typeof enterprise_number === 'string' && {
      enterprise_number: normaliseEnterpriseNumber(enterprise_number, countryOf(data, file)) ?? enterprise_number,
    }),
    ...(ibans && { ibans: [...new Set(ibans)] }),
    ...followedType(data, file, changed),
  };
}

/** A supplier that becomes a customer stands on the control account of customers, unless told otherwise. */
function followedType(
  data: ThirdPartyDraft,
  file: CompanyFile,
  changed: ReadonlySet<ThirdPartyField>,
): ThirdPartyDraft {
  if (!changed.has('type') || changed.has('account_id') || !data.account_id) return {};
  const role = living(file.records, accounts, data.account_id)?.data.control_role ?? null;
  return role === null || role === data.type ? {} : { account_id: controlAccount(data.type, file) };
}

/** Where its enterprise number comes from: its own country, that of its VAT number, else that of the company file. */
export function countryOf(data: Pick<ThirdPartyDraft, 'country' | 'vat_number'>, file: CompanyFile): string | null {
  const { country, vat_number } = data;
  if (typeof country === 'string') return country;
  const ofVatNumber = typeof vat_number === 'string' ? countryOfVatNumber(vat_number) : null;
  return ofVatNumber ?? file.identity?.country ?? null;
}

/** Letters, digits and the separators that registers use. */
const REGISTER_NUMBER = /^[\p{L}\p{N}][\p{L}\p{N} ./-]*$/u;

/** By the rules of the country where the service knows them; elsewhere anything that looks like a number of a register. */
export function normaliseEnterpriseNumber(text: string, country: string | null): string | null {
  const format = country === null ? undefined : countryPack(country)?.enterpriseNumber;
  if (format) return format.normalise(text);
  return REGISTER_NUMBER.test(text) ? text.toUpperCase() : null;
}

/** C00001, C00002… for customers, S00001… for suppliers: on from the highest, so that no code ever comes back. */
function nextCode(data: ThirdPartyDraft, file: CompanyFile): string {
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
 * The one with the lowest number: the order of the records in memory depends on how the state came about. Remembered as
 * long as no account changes, because an import asks for every one of its lines.
 */
function controlAccount(type: ThirdPartyDraft['type'], file: CompanyFile): number | null {
  const all = recordsOf(file.records, accounts);
  let known = controlAccounts.get(all);
  if (!known) controlAccounts.set(all, (known = new Map<ThirdPartyDraft['type'], number | null>()));
  let found = known.get(type);
  if (found === undefined) known.set(type, (found = lowestControlAccount(type, all)));
  return found;
}

function lowestControlAccount(type: ThirdPartyDraft['type'], all: Accounts): number | null {
  let lowest: { id: number; number: string } | null = null;
  for (const [id, { data, isTrashed }] of all.byId.entries()) {
    if (isTrashed || data.control_role !== type || !data.is_postable || !data.is_active) continue;
    if (!lowest || data.number < lowest.number) lowest = { id, number: data.number };
  }
  return lowest?.id ?? null;
}
