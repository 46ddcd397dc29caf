import { PEPPOL_CUSTOMIZATION, PEPPOL_PROFILE } from '../e-invoicing/peppol.ts';
import type { XmlElement } from '../xml.ts';
import type { MessageType } from './peppol-events.ts';

/** Peppol identifiers of the document types. */

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:';
export const DOCUMENT_TYPE_SCHEME = 'busdox-docid-qns';
const PROCESS = PEPPOL_PROFILE;

export const RESPONSE_CUSTOMIZATION = 'urn:fdc:peppol.eu:poacc:trns:invoice_response:3';
export const RESPONSE_PROCESS = 'urn:fdc:peppol.eu:poacc:bis:invoice_response:3';

const TYPES = {
  invoice: { root: 'Invoice', customization: PEPPOL_CUSTOMIZATION, process: PROCESS },
  credit_note: { root: 'CreditNote', customization: PEPPOL_CUSTOMIZATION, process: PROCESS },
  response: { root: 'ApplicationResponse', customization: RESPONSE_CUSTOMIZATION, process: RESPONSE_PROCESS },
} as const;

export type SentType = keyof typeof TYPES;

export const buildDocumentTypeId = (type: SentType): string => {
  const { root, customization } = TYPES[type];
  return `${UBL}${root}-2::${root}##${customization}::2.1`;
};

export const getProcess = (type: SentType): string => TYPES[type].process;

/** Detects the type of a document from its root element. */
export function detectDocumentType({ name, namespace }: Pick<XmlElement, 'name' | 'namespace'>): MessageType {
  if (namespace === `${UBL}Invoice-2` && name === 'Invoice') return 'invoice';
  if (namespace === `${UBL}CreditNote-2` && name === 'CreditNote') return 'credit_note';
  if (namespace === `${UBL}ApplicationResponse-2` && name === 'ApplicationResponse') return 'response';
  return 'other';
}
