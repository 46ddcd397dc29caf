import { searchable } from '../text.ts';
import type { ExtractedSheet } from './sheet.ts';

/** Who the other side of a document is, in a form in which two documents can be compared. */

type Counterparty = ExtractedSheet['counterparty'];

/** Words that say what kind of company it is, and not which. */
const LEGAL_FORMS = new Set(
  'sa nv srl bv bvba sprl sprlu scs comm asbl vzw sc cv scrl cvba snc vof sarl sas sasu eurl sci gmbh ag kg ohg ug ltd limited inc llc plc'.split(
    ' ',
  ),
);

/** `ACME Belgium S.A.` and `acme belgium` are one name. */
export function comparedName(name: string): string {
  const words = searchable(name)
    .replace(/(?<=\b\w)\.(?=\w\b|\s|$)/g, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  const telling = words.filter((word) => !LEGAL_FORMS.has(word));
  return (telling.length > 0 ? telling : words).join(' ');
}

/** A number without its signs. */
export const comparedNumber = (number: string): string => number.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** By the surest that is known of it; null when nothing is. */
export function counterpartyKey({ vat_number, enterprise_number, name }: Counterparty): string | null {
  if (vat_number !== null) return `vat ${comparedNumber(vat_number)}`;
  if (enterprise_number !== null) return `number ${comparedNumber(enterprise_number)}`;
  if (name === null) return null;
  const compared = comparedName(name);
  return compared === '' ? null : `name ${compared}`;
}
