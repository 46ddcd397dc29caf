import type { JsonRecord } from '../json.ts';

/** The value given by the user; otherwise true for a third party without VAT number and enterprise number. */
export function isNaturalPerson(data: JsonRecord): boolean {
  const given = data['is_natural_person'];
  if (typeof given === 'boolean') return given;
  return (data['vat_number'] ?? null) === null && (data['enterprise_number'] ?? null) === null;
}
