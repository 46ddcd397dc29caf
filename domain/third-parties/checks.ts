import { accounts } from '../accounts/account.ts';
import { defaultProblems } from '../analytics/default-shares.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { hasCheckedPrefix, normaliseVatNumber } from '../numbers/vat-number.ts';
import { living } from '../records/state.ts';
import type { KeptMandate } from '../sepa/message.ts';
import type { Problem } from '../refusal.ts';
import { vatCodes } from '../vat-codes/vat-code.ts';
import { countryOf, normaliseEnterpriseNumber } from './completion.ts';
import type { ThirdPartyDraft, ThirdPartyField } from './fields.ts';

/** What one field of a third party alone cannot tell. Only what changes now is judged. */
export function thirdPartyProblems(
  data: ThirdPartyDraft,
  file: CompanyFile,
  changed: ReadonlySet<ThirdPartyField>,
): Problem[] {
  const anyOf = (...names: readonly ThirdPartyField[]): boolean => names.some((name) => changed.has(name));
  return [
    ...(anyOf('vat_number') ? vatNumberProblems(data) : []),
    ...(anyOf('enterprise_number', 'vat_number', 'country') ? enterpriseNumberProblems(data, file) : []),
    ...(anyOf('account_id', 'type') ? controlAccountProblems(data, file) : []),
    ...(anyOf('mandates') ? mandateProblems(data) : []),
    ...(anyOf('analytics') ? defaultProblems(data.analytics, file) : []),
    ...(anyOf('default_account_id') ? defaultAccountProblems(data, file) : []),
    ...(anyOf('default_vat_code_id', 'type') ? vatCodeProblems(data, file) : []),
  ];
}

/** Banks tell mandates of one creditor apart by their references. */
function mandateProblems({ mandates }: ThirdPartyDraft): Problem[] {
  // Their form was checked before.
  const references = ((mandates ?? []) as readonly KeptMandate[]).map(({ reference }) => reference);
  return references.flatMap((reference, index) =>
    references.indexOf(reference) < index
      ? [{ code: 'mandate_reference_repeated', field: `mandates.${index}.reference` }]
      : [],
  );
}

/** A country and a prefix that differ are no mistake: enterprises register for VAT abroad. */
function vatNumberProblems({ vat_number: number }: ThirdPartyDraft): Problem[] {
  if (typeof number !== 'string') return [];
  if (!/^[A-Z]{2}/.test(number)) return [{ code: 'vat_number_needs_country', field: 'vat_number' }];
  if (!hasCheckedPrefix(number) || normaliseVatNumber(number, null) !== null) return [];
  return [{ code: 'vat_number_invalid', field: 'vat_number' }];
}

function enterpriseNumberProblems(data: ThirdPartyDraft, file: CompanyFile): Problem[] {
  const { enterprise_number: number, vat_number: vatNumber } = data;
  if (typeof number !== 'string') return [];
  const country = countryOf(data, file);
  if (normaliseEnterpriseNumber(number, country) === null)
    return [{ code: 'enterprise_number_invalid', field: 'enterprise_number' }];
  return typeof vatNumber === 'string' && contradict(country, number, vatNumber)
    ? [{ code: 'numbers_contradict', field: 'enterprise_number' }]
    : [];
}

/** In Belgium and France the VAT number is made of the enterprise number: two different ones are of two enterprises. */
function contradict(country: string | null, enterpriseNumber: string, vatNumber: string): boolean {
  if (!vatNumber.startsWith(country ?? '')) return false;
  const digits = enterpriseNumber.replace(/\D/g, '');
  if (country === 'BE') return vatNumber.slice(2) !== digits;
  // An establishment has five digits more than its enterprise; numbers of Monaco stand in no French register.
  return country === 'FR' && digits.length >= 9 && !vatNumber.endsWith(digits.slice(0, 9));
}

/** Any postable account of class 4 that is not kept for something else: VAT, or the other type. */
function controlAccountProblems({ account_id: id, type }: ThirdPartyDraft, file: CompanyFile): Problem[] {
  const account = living(file.records, accounts, id)?.data;
  if (!account) return [];
  const field = 'account_id';
  if (!account.is_postable) return [{ code: 'account_is_group', field }];
  if (!account.is_active) return [{ code: 'account_inactive', field }];
  const role = account.control_role ?? null;
  const fits = role === type || (role === null && account.class === 4);
  return fits ? [] : [{ code: 'account_not_for_third_parties', field }];
}

function defaultAccountProblems({ default_account_id: id }: ThirdPartyDraft, file: CompanyFile): Problem[] {
  const account = living(file.records, accounts, id)?.data;
  if (!account) return [];
  if (!account.is_postable) return [{ code: 'account_is_group', field: 'default_account_id' }];
  return account.is_active ? [] : [{ code: 'account_inactive', field: 'default_account_id' }];
}

const DIRECTIONS = { supplier: 'purchase', customer: 'sale' } as const;

function vatCodeProblems({ default_vat_code_id: id, type }: ThirdPartyDraft, file: CompanyFile): Problem[] {
  const code = living(file.records, vatCodes, id)?.data;
  if (!code || !type || code.direction === DIRECTIONS[type]) return [];
  return [{ code: 'vat_code_direction', field: 'default_vat_code_id' }];
}
