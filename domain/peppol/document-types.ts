import {
  PEPPOL_CUSTOMIZATION,
  PEPPOL_PROFILE,
  SELF_BILLING_CUSTOMIZATION,
  SELF_BILLING_PROFILE,
} from '../e-invoicing/peppol.ts';
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
  self_billed_invoice: { root: 'Invoice', customization: SELF_BILLING_CUSTOMIZATION, process: SELF_BILLING_PROFILE },
  self_billed_credit_note: {
    root: 'CreditNote',
    customization: SELF_BILLING_CUSTOMIZATION,
    process: SELF_BILLING_PROFILE,
  },
  response: { root: 'ApplicationResponse', customization: RESPONSE_CUSTOMIZATION, process: RESPONSE_PROCESS },
} as const;

type NetworkType = keyof typeof TYPES;
export type SentType = Extract<MessageType, NetworkType>;

/** The network has types of its own for what the customer issues. */
export const toNetworkType = (type: SentType, isSelfBilled: boolean): NetworkType =>
  isSelfBilled && type !== 'response' ? `self_billed_${type}` : type;

/** Whether a document that was written here is self-billed. No text of a user can hold this element. */
export const isSelfBillingXml = (xml: Uint8Array): boolean =>
  new TextDecoder().decode(xml.subarray(0, HEAD)).includes(SELF_BILLING_ELEMENT);
const SELF_BILLING_ELEMENT = `<cbc:CustomizationID>${SELF_BILLING_CUSTOMIZATION}</cbc:CustomizationID>`;
/** The element is one of the first. */
const HEAD = 2_000;

export const buildDocumentTypeId = (type: NetworkType): string => {
  const { root, customization } = TYPES[type];
  return `${UBL}${root}-2::${root}##${customization}::2.1`;
};

export const getProcess = (type: NetworkType): string => TYPES[type].process;

/** Detects the type of a document from its root element. */
export function detectDocumentType({ name, namespace }: Pick<XmlElement, 'name' | 'namespace'>): MessageType {
  if (namespace === `${UBL}Invoice-2` && name === 'Invoice') return 'invoice';
  if (namespace === `${UBL}CreditNote-2` && name === 'CreditNote') return 'credit_note';
  if (namespace === `${UBL}ApplicationResponse-2` && name === 'ApplicationResponse') return 'response';
  return 'other';
}
