import { ERASED, type PersonalFields } from './personal-fields.ts';

/** The personal fields of a third party, as records have them. */

const BOOKS = [
  'name',
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
] as const;
const CONTACT = ['phone', 'notes', 'payment_block_reason'] as const;

/** `at` contains the id of the third party under `id`, and its fields in these members. */
export function declareThirdPartyFields(
  members: readonly string[],
  { at, id = 'id', only }: { readonly at?: string; readonly id?: string; readonly only?: PersonalFields['only'] } = {},
): PersonalFields {
  const listPaths = (fields: readonly string[]): string[] =>
    members.flatMap((member) => fields.map((field) => `${member}.${field}`));
  return {
    ...(at !== undefined && { at }),
    ...(only && { only }),
    person: { thirdParties: [id] },
    books: listPaths(BOOKS),
    contact: listPaths(CONTACT),
    // Only persons have one.
    always: listPaths(['national_number']),
    erased: { name: ERASED, ibans: [], mandates: [] },
  };
}

/** Fields that are erased as soon as the person asks for it, and those that the books need. */
export const CONTACT_FIELDS: readonly string[] = CONTACT;
export const BOOKS_FIELDS: readonly string[] = [...BOOKS, 'national_number'];
