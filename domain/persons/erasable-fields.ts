import type { ThirdPartyField } from '../third-parties/fields.ts';
import type { ErasedPart } from './person-events.ts';

/** Which fields of a natural person are personal data, and which of them the law requires to be kept. */

/** Not part of the accounting: can be erased at any time. */
export const CONTACT_FIELDS = ['phone', 'notes', 'payment_block_reason'] as const satisfies readonly ThirdPartyField[];

/** Kept with the books until the retention period is over. */
export const BOOKS_FIELDS = [
  'name',
  'national_number',
  'address',
  'street',
  'house_number',
  'box',
  'postal_code',
  'city',
  'email',
  'ibans',
  'bic',
  'mandates',
  'vat_name',
  'vat_address',
] as const satisfies readonly ThirdPartyField[];

/** The value of a required text whose key is destroyed. Other fields read null. */
export const ERASED_TEXT = '[erased]';

const ALL_FIELDS = [...CONTACT_FIELDS, ...BOOKS_FIELDS];

export const listPersonalFields = (part: ErasedPart): readonly ThirdPartyField[] =>
  part === 'all' ? ALL_FIELDS : CONTACT_FIELDS;

/** Fields that were erased and can never have a value again. */
export function listErasedFields(data: { readonly erased_part?: ErasedPart | null }): readonly ThirdPartyField[] {
  if (!data.erased_part) return [];
  return data.erased_part === 'all' ? [...ALL_FIELDS, 'is_active'] : CONTACT_FIELDS;
}
