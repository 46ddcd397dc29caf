import { accounts } from '../accounts/account.ts';
import { findDefaultProblems } from '../analytics/default-shares.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { hasCheckedPrefix, normaliseVatNumber } from '../numbers/vat-number.ts';
import { findLiveRecord } from '../records/state.ts';
import type { KeptMandate } from '../sepa/message.ts';
import type { Problem } from '../refusal.ts';
import { vatCodes } from '../vat-codes/vat-code.ts';
import { findThirdPartyCountry, normaliseEnterpriseNumber } from './completion.ts';
import type { ThirdPartyDraft, ThirdPartyField } from './fields.ts';

/** Checks that involve more than one field of a third party. Only changed fields are checked. */
export function findThirdPartyProblems(
  data: ThirdPartyDraft,
  file: CompanyFile,
  changed: ReadonlySet<ThirdPartyField>,
): Problem[] {
  const hasChanged = (...names: readonly ThirdPartyField[]): boolean => names.some((name) => changed.has(name));
  return [
    ...(hasChanged('vat_number') ? findVatNumberProblems(data) : []),
    ...(hasChanged('enterprise_number', 'vat_number', 'country') ? findEnterpriseNumberProblems(data, file) : []),
    ...(hasChanged('account_id', 'type') ? findControlAccountProblems(data, file) : []),
    ...(hasChanged('mandates') ? findMandateProblems(data) : []),
    ...(hasChanged('analytics') ? findDefaultProblems(data.analytics, file) : []),
    ...(hasChanged('default_account_id') ? findDefaultAccountProblems(data, file) : []),
    ...(hasChanged('default_vat_code_id', 'type') ? findVatCodeProblems(data, file) : []),
  ];
}

/** Banks distinguish the mandates of a creditor by their references. */
function findMandateProblems({ mandates }: ThirdPartyDraft): Problem[] {
  // Their format has already been checked.
  const references = ((mandates ?? []) as readonly KeptMandate[]).map(({ reference }) => reference);
  return references.flatMap((reference, index) =>
    references.indexOf(reference) < index
      ? [{ code: 'mandate_reference_repeated', field: `mandates.${index}.reference` }]
      : [],
  );
}

/** A country and a prefix may differ: enterprises register for VAT abroad. */
function findVatNumberProblems({ vat_number: number }: ThirdPartyDraft): Problem[] {
  if (typeof number !== 'string') return [];
  if (!/^[A-Z]{2}/.test(number)) return [{ code: 'vat_number_needs_country', field: 'vat_number' }];
  if (!hasCheckedPrefix(number) || normaliseVatNumber(number, null) !== null) return [];
  return [{ code: 'vat_number_invalid', field: 'vat_number' }];
}

function findEnterpriseNumberProblems(data: ThirdPartyDraft, file: CompanyFile): Problem[] {
  const { enterprise_number: number, vat_number: vatNumber } = data;
  if (typeof number !== 'string') return [];
  const country = findThirdPartyCountry(data, file);
  if (normaliseEnterpriseNumber(number, country) === null)
    return [{ code: 'enterprise_number_invalid', field: 'enterprise_number' }];
  return typeof vatNumber === 'string' && hasContradiction(country, number, vatNumber)
    ? [{ code: 'numbers_contradict', field: 'enterprise_number' }]
    : [];
}

/** In Belgium and France the VAT number contains the enterprise number: if they differ, they belong to two enterprises. */
function hasContradiction(country: string | null, enterpriseNumber: string, vatNumber: string): boolean {
  if (!vatNumber.startsWith(country ?? '')) return false;
  const digits = enterpriseNumber.replace(/\D/g, '');
  if (country === 'BE') return vatNumber.slice(2) !== digits;
  // An establishment number has five digits more than that of its enterprise; Monaco numbers are in no French register.
  return country === 'FR' && digits.length >= 9 && !vatNumber.endsWith(digits.slice(0, 9));
}

/** Any postable class 4 account that is not reserved for VAT or the other type. */
function findControlAccountProblems({ account_id: id, type }: ThirdPartyDraft, file: CompanyFile): Problem[] {
  const account = findLiveRecord(file.records, accounts, id)?.data;
  if (!account) return [];
  const field = 'account_id';
  if (!account.is_postable) return [{ code: 'account_is_group', field }];
  if (!account.is_active) return [{ code: 'account_inactive', field }];
  const role = account.control_role ?? null;
  const fits = role === type || (role === null && account.class === 4);
  return fits ? [] : [{ code: 'account_not_for_third_parties', field }];
}

function findDefaultAccountProblems({ default_account_id: id }: ThirdPartyDraft, file: CompanyFile): Problem[] {
  const account = findLiveRecord(file.records, accounts, id)?.data;
  if (!account) return [];
  if (!account.is_postable) return [{ code: 'account_is_group', field: 'default_account_id' }];
  return account.is_active ? [] : [{ code: 'account_inactive', field: 'default_account_id' }];
}

const DIRECTIONS = { supplier: 'purchase', customer: 'sale' } as const;

function findVatCodeProblems({ default_vat_code_id: id, type }: ThirdPartyDraft, file: CompanyFile): Problem[] {
  const code = findLiveRecord(file.records, vatCodes, id)?.data;
  if (!code || !type || code.direction === DIRECTIONS[type]) return [];
  return [{ code: 'vat_code_direction', field: 'default_vat_code_id' }];
}
