import type { CompanyFile } from '../company-file.ts';
import { countryPack } from '../country-packs/index.ts';
import type { JsonRecord } from '../json.ts';
import { countryOfVatNumber, normaliseVatNumber } from '../numbers/vat-number.ts';
import { living, type Collection } from '../records/state.ts';

/** What the service fills in for a third party, and the form in which its numbers are kept. */

export function completed(data: JsonRecord, file: CompanyFile): JsonRecord {
  const country = (data['country'] ?? null) as string | null;
  const vatNumber = typeof data['vat_number'] === 'string' ? normaliseVatNumber(data['vat_number'], country) : null;
  return {
    ...data,
    code: data['code'] ?? nextCode(data, file),
    country: country ?? (vatNumber === null ? null : countryOfVatNumber(vatNumber)),
    account_id: data['account_id'] ?? controlAccount(data['type'], file),
  };
}

export function normalised(data: JsonRecord, file: CompanyFile, changed: ReadonlySet<string>): JsonRecord {
  const { vat_number, enterprise_number, ibans } = data;
  return {
    ...data,
    // What cannot be normalised stays as it is: the checks then name it.
    ...(typeof vat_number === 'string' && {
      vat_number: normaliseVatNumber(vat_number, (data['country'] ?? null) as string | null) ?? vat_number,
    }),
    ...(typeof enterprise_number === 'string' && {
      enterprise_number: normaliseEnterpriseNumber(enterprise_number, countryOf(data, file)) ?? enterprise_number,
    }),
    ...(Array.isArray(ibans) && { ibans: [...new Set(ibans as readonly string[])] }),
    ...followedType(data, file, changed),
  };
}

/** A supplier that becomes a customer stands on the control account of customers, unless told otherwise. */
function followedType(data: JsonRecord, file: CompanyFile, changed: ReadonlySet<string>): JsonRecord {
  if (!changed.has('type') || changed.has('account_id') || typeof data['account_id'] !== 'number') return {};
  const role = living(file.records, 'accounts', data['account_id'])?.data['control_role'] ?? null;
  return role === null || role === data['type'] ? {} : { account_id: controlAccount(data['type'], file) };
}

/** Where its enterprise number comes from: its own country, that of its VAT number, else that of the company file. */
export function countryOf(data: JsonRecord, file: CompanyFile): string | null {
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
function nextCode(data: JsonRecord, file: CompanyFile): string {
  const letter = data['type'] === 'customer' ? 'C' : 'S';
  const taken = file.records['third-parties']!.byKey;
  for (let number = (file.thirdParties.lastNumbers[letter] ?? 0) + 1; ; number += 1) {
    const code = `${letter}${String(number).padStart(5, '0')}`;
    if (!taken.has(`code=${code}`)) return code;
  }
}

const controlAccounts = new WeakMap<Collection, Map<unknown, number | null>>();

/**
 * The one with the lowest number: the order of the records in memory depends on how the state came about. Remembered as
 * long as no account changes, because an import asks for every one of its lines.
 */
function controlAccount(type: unknown, file: CompanyFile): number | null {
  const accounts = file.records['accounts']!;
  let known = controlAccounts.get(accounts);
  if (!known) controlAccounts.set(accounts, (known = new Map<unknown, number | null>()));
  let found = known.get(type);
  if (found === undefined) known.set(type, (found = lowestControlAccount(type, accounts)));
  return found;
}

function lowestControlAccount(type: unknown, accounts: Collection): number | null {
  let lowest: { id: number; number: string } | null = null;
  for (const [id, { data, isTrashed }] of accounts.byId.entries()) {
    if (isTrashed || data['control_role'] !== type || !data['is_postable'] || !data['is_active']) continue;
    const number = data['number'] as string;
    if (!lowest || number < lowest.number) lowest = { id, number };
  }
  return lowest?.id ?? null;
}
