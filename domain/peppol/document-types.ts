import { PEPPOL_CUSTOMIZATION, PEPPOL_PROFILE } from '../e-invoicing/peppol.ts';
import type { XmlElement } from '../xml.ts';
import type { MessageType } from './peppol-events.ts';

/** Peppol identifiers of the document types. */

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:';
export const DOCUMENT_TYPE_SCHEME = 'busdox-docid-qns';
export const PROCESS = PEPPOL_PROFILE;

const ROOTS = { invoice: 'Invoice', credit_note: 'CreditNote' } as const;

export type SentType = keyof typeof ROOTS;

export const buildDocumentTypeId = (type: SentType): string =>
  `${UBL}${ROOTS[type]}-2::${ROOTS[type]}##${PEPPOL_CUSTOMIZATION}::2.1`;

/** Detects the type of a document from its root element. */
export function detectDocumentType({ name, namespace }: Pick<XmlElement, 'name' | 'namespace'>): MessageType {
  if (namespace === `${UBL}Invoice-2` && name === 'Invoice') return 'invoice';
  if (namespace === `${UBL}CreditNote-2` && name === 'CreditNote') return 'credit_note';
  if (namespace === `${UBL}ApplicationResponse-2` && name === 'ApplicationResponse') return 'response';
  return 'other';
}
