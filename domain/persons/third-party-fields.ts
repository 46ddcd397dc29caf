import { BOOKS_FIELDS, CONTACT_FIELDS } from './personal-field-names.ts';
import { ERASED, type PersonalFields } from './personal-fields.ts';

/** The personal fields of a third party, as records have them. */

const KEPT = BOOKS_FIELDS.filter((field) => field !== 'national_number');

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
    books: listPaths(KEPT),
    contact: listPaths(CONTACT_FIELDS),
    // Only persons have one.
    always: listPaths(['national_number']),
    erased: { name: ERASED, ibans: [], mandates: [] },
  };
}
