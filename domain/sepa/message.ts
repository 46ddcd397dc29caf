import type { PlainDate } from '../dates.ts';
import { isCreditorReference } from '../numbers/creditor-reference.ts';
import { isStructuredCommunication } from '../numbers/structured-communication.ts';
import { sum, type Amount } from '../money.ts';
import { element, type XmlNode } from '../xml.ts';
import { bankReference, bankText } from './characters.ts';

/** What orders to a bank have in common, whichever way the money goes. */

export const CREDIT_TRANSFER_FORMATS = ['pain.001.001.03', 'pain.001.001.09'] as const;
export const DIRECT_DEBIT_FORMATS = ['pain.008.001.02', 'pain.008.001.08'] as const;
export type CreditTransferFormat = (typeof CREDIT_TRANSFER_FORMATS)[number];
export type DirectDebitFormat = (typeof DIRECT_DEBIT_FORMATS)[number];
export type SepaFormat = CreditTransferFormat | DirectDebitFormat;

export const MANDATE_TYPES = ['core', 'b2b'] as const;
export const MANDATE_SEQUENCES = ['first', 'recurrent', 'final', 'one_off'] as const;

export type Mandate = {
  readonly reference: string;
  readonly signed_on: PlainDate;
  readonly type: (typeof MANDATE_TYPES)[number];
  readonly sequence: (typeof MANDATE_SEQUENCES)[number];
};

/** Of a third party: only one that is in force is used. */
export type KeptMandate = Mandate & { readonly is_active: boolean };

export interface SepaAddress {
  readonly street: string | null;
  readonly house_number: string | null;
  readonly postal_code: string | null;
  readonly city: string | null;
  readonly country: string | null;
}

export interface SepaParty {
  readonly name: string;
  readonly iban: string;
  readonly bic: string | null;
  readonly address: SepaAddress;
}

export interface SepaPayment extends SepaParty {
  readonly end_to_end_id: string;
  readonly amount: Amount;
  /** Twelve digits, an ISO 11649 reference, or words. */
  readonly communication: string;
}

export interface DirectDebit extends SepaPayment {
  readonly mandate: Mandate;
}

export interface SepaOrder {
  readonly message_id: string;
  /** An instant in UTC. */
  readonly created_at: string;
  /** Who orders it and whose account it is. */
  readonly holder: SepaParty & { readonly enterprise_number: string | null; readonly country_pack: string };
  readonly execution_date: PlainDate;
  readonly batch_booking: boolean;
}

const LONGEST_NAME = 70;
const LONGEST_REMITTANCE = 140;

export const nameOf = ({ name }: { readonly name: string }): XmlNode =>
  element('Nm', bankText(name, LONGEST_NAME) || 'NOTPROVIDED');

export const accountOf = (name: string, iban: string): XmlNode =>
  element(name, [element('Id', [element('IBAN', iban)])]);

/** Formats of later years call the BIC otherwise, and write addresses in their parts. */
const isLater = (format: SepaFormat): boolean => format === 'pain.001.001.09' || format === 'pain.008.001.08';

/** The bank: unknown is said, since its place must not be empty. */
export function agentOf(name: string, bic: string | null, format: SepaFormat): XmlNode {
  const known = bic === null ? null : element(isLater(format) ? 'BICFI' : 'BIC', bic);
  return element(name, [element('FinInstnId', [known ?? element('Othr', [element('Id', 'NOTPROVIDED')])])]);
}

export function addressOf(address: SepaAddress, format: SepaFormat): XmlNode {
  const part = (text: string | null, longest: number) => (text === null ? null : bankText(text, longest));
  const country = address.country === null ? null : element('Ctry', address.country);
  if (isLater(format)) {
    // A town and a country at least, or nothing: banks refuse half an address.
    if (address.city === null || address.country === null) return null;
    return element('PstlAdr', [
      element('StrtNm', part(address.street, 70)),
      element('BldgNb', part(address.house_number, 16)),
      element('PstCd', part(address.postal_code, 16)),
      element('TwnNm', part(address.city, 35)),
      country,
    ]);
  }
  const line = (...parts: readonly (string | null)[]) =>
    element('AdrLine', bankText(parts.filter((one) => one !== null).join(' '), 70));
  return element('PstlAdr', [
    country,
    line(address.street, address.house_number),
    line(address.postal_code, address.city),
  ]);
}

/** A reference that machines read goes into its own place; words are cut to what is carried. */
export function remittanceOf(communication: string): XmlNode {
  const reference = (ref: string, issuer: string | null) =>
    element('RmtInf', [
      element('Strd', [
        element('CdtrRefInf', [
          element('Tp', [element('CdOrPrtry', [element('Cd', 'SCOR')]), element('Issr', issuer)]),
          element('Ref', ref),
        ]),
      ]),
    ]);
  if (isStructuredCommunication(communication)) return reference(communication, 'BBA');
  if (isCreditorReference(communication)) return reference(communication, 'ISO');
  return element('RmtInf', [element('Ustrd', bankText(communication, LONGEST_REMITTANCE))]);
}

export function headerOf(
  { message_id, created_at, holder }: SepaOrder,
  payments: readonly { readonly amount: Amount }[],
): XmlNode {
  const issuer = holder.country_pack === 'BE' ? 'KBO-BCE' : null;
  const identity = element('Id', [
    element('OrgId', [
      element('Othr', [
        element('Id', holder.enterprise_number && bankReference(holder.enterprise_number)),
        holder.enterprise_number === null ? null : element('Issr', issuer),
      ]),
    ]),
  ]);
  return element('GrpHdr', [
    element('MsgId', bankReference(message_id)),
    element('CreDtTm', created_at.slice(0, 19)),
    ...countAndSum(payments),
    element('InitgPty', [nameOf(holder), identity]),
  ]);
}

export const countAndSum = (payments: readonly { readonly amount: Amount }[]): readonly XmlNode[] => [
  element('NbOfTxs', String(payments.length)),
  element('CtrlSum', sum(payments.map(({ amount }) => amount))),
];

export const paymentId = ({ end_to_end_id }: SepaPayment): XmlNode =>
  element('PmtId', [element('EndToEndId', bankReference(end_to_end_id) || 'NOTPROVIDED')]);

export const euros = (name: string, amount: Amount): XmlNode => element(name, amount, { Ccy: 'EUR' });

export const documentOf = (format: SepaFormat, content: XmlNode): XmlNode =>
  element('Document', [content], { xmlns: `urn:iso:std:iso:20022:tech:xsd:${format}` });
