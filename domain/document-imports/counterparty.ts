import { toSearchable } from '../text.ts';
import type { ExtractedSheet } from './sheet.ts';

/** Counterparty of a document, in a form that can be compared between documents. */

type Counterparty = ExtractedSheet['counterparty'];

/** Words for the legal form, which do not identify a company. */
const LEGAL_FORMS = new Set(
  'sa nv srl bv bvba sprl sprlu scs comm asbl vzw sc cv scrl cvba snc vof sarl sas sasu eurl sci gmbh ag kg ohg ug ltd limited inc llc plc'.split(
    ' ',
  ),
);

/** `ACME Belgium S.A.` and `acme belgium` are the same name. */
export function normaliseName(name: string): string {
  const words = toSearchable(name)
    .replace(/(?<=\b\w)\.(?=\w\b|\s|$)/g, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  const telling = words.filter((word) => !LEGAL_FORMS.has(word));
  return (telling.length > 0 ? telling : words).join(' ');
}

/** A number without punctuation. */
export const normaliseNumber = (number: string): string => number.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** Key from the most reliable identification; null if there is none. */
export function buildCounterpartyKey({ vat_number, enterprise_number, name }: Counterparty): string | null {
  if (vat_number !== null) return `vat ${normaliseNumber(vat_number)}`;
  if (enterprise_number !== null) return `number ${normaliseNumber(enterprise_number)}`;
  if (name === null) return null;
  const compared = normaliseName(name);
  return compared === '' ? null : `name ${compared}`;
}
