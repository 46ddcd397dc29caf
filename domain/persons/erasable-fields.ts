import type { ThirdPartyField } from '../third-parties/fields.ts';
import { BOOKS_FIELDS, CONTACT_FIELDS } from './personal-field-names.ts';
import type { ErasedPart } from './person-events.ts';

/** Which fields of a natural person are personal data, and which of them the law requires to be kept. */

/** The value of a required text whose key is destroyed. Other fields read null. */
export const ERASED_TEXT = '[erased]';

const ALL_FIELDS: readonly ThirdPartyField[] = [...CONTACT_FIELDS, ...BOOKS_FIELDS];

export const listPersonalFields = (part: ErasedPart): readonly ThirdPartyField[] =>
  part === 'all' ? ALL_FIELDS : CONTACT_FIELDS;

/** Fields that were erased and can never have a value again. */
export function listErasedFields(data: { readonly erased_part?: ErasedPart | null }): readonly ThirdPartyField[] {
  if (!data.erased_part) return [];
  return data.erased_part === 'all' ? [...ALL_FIELDS, 'is_active'] : CONTACT_FIELDS;
}
