import { formatStreetLine } from '../street-lines.ts';
import type { PlainDate } from '../dates.ts';
import { isCreditorReference } from '../numbers/creditor-reference.ts';
import { isStructuredCommunication } from '../numbers/structured-communication.ts';
import { sum, type Amount } from '../money.ts';
import { element, type XmlNode } from '../xml.ts';
import { formatBankReference, formatBankText } from './characters.ts';

/** XML elements shared by credit transfers and direct debits. */

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

/** Mandate of a third party. Only active mandates are used. */
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
  /** Twelve digits, an ISO 11649 reference, or free text. */
  readonly communication: string;
}

export interface DirectDebit extends SepaPayment {
  readonly mandate: Mandate;
}

export interface SepaOrder {
  readonly message_id: string;
  /** UTC timestamp. */
  readonly created_at: string;
  /** The ordering party and its account. */
  readonly holder: SepaParty & { readonly enterprise_number: string | null; readonly country_pack: string };
  readonly execution_date: PlainDate;
  readonly batch_booking: boolean;
}

const LONGEST_NAME = 70;
const LONGEST_REMITTANCE = 140;

export const buildNameElement = ({ name }: { readonly name: string }): XmlNode =>
  element('Nm', formatBankText(name, LONGEST_NAME) || 'NOTPROVIDED');

export const buildAccountElement = (name: string, iban: string): XmlNode =>
  element(name, [element('Id', [element('IBAN', iban)])]);

/** Newer formats use another element for the BIC and write structured addresses. */
const isNewerFormat = (format: SepaFormat): boolean => format === 'pain.001.001.09' || format === 'pain.008.001.08';

/** The bank. The element must not be empty, so an unknown BIC is written as NOTPROVIDED. */
export function buildAgentElement(name: string, bic: string | null, format: SepaFormat): XmlNode {
  const known = bic === null ? null : element(isNewerFormat(format) ? 'BICFI' : 'BIC', bic);
  return element(name, [element('FinInstnId', [known ?? element('Othr', [element('Id', 'NOTPROVIDED')])])]);
}

export function buildAddressElement(address: SepaAddress, format: SepaFormat): XmlNode {
  const shortenPart = (text: string | null, longest: number) => (text === null ? null : formatBankText(text, longest));
  const country = address.country === null ? null : element('Ctry', address.country);
  if (isNewerFormat(format)) {
    // Banks refuse partial addresses: without both town and country, no address is written.
    if (address.city === null || address.country === null) return null;
    return element('PstlAdr', [
      element('StrtNm', shortenPart(address.street, 70)),
      element('BldgNb', shortenPart(address.house_number, 16)),
      element('PstCd', shortenPart(address.postal_code, 16)),
      element('TwnNm', shortenPart(address.city, 35)),
      country,
    ]);
  }
  const buildAddressLine = (...parts: readonly (string | null)[]) =>
    element('AdrLine', formatBankText(parts.filter((one) => one !== null).join(' '), 70));
  return element('PstlAdr', [
    country,
    buildAddressLine(formatStreetLine(address, address.country) || null),
    buildAddressLine(address.postal_code, address.city),
  ]);
}

/** Machine-readable references go into their own element; free text is cut to the permitted length. */
export function buildRemittance(communication: string): XmlNode {
  const buildReference = (ref: string, issuer: string | null) =>
    element('RmtInf', [
      element('Strd', [
        element('CdtrRefInf', [
          element('Tp', [element('CdOrPrtry', [element('Cd', 'SCOR')]), element('Issr', issuer)]),
          element('Ref', ref),
        ]),
      ]),
    ]);
  if (isStructuredCommunication(communication)) return buildReference(communication, 'BBA');
  if (isCreditorReference(communication)) return buildReference(communication, 'ISO');
  return element('RmtInf', [element('Ustrd', formatBankText(communication, LONGEST_REMITTANCE))]);
}

export function buildGroupHeader(
  { message_id, created_at, holder }: SepaOrder,
  payments: readonly { readonly amount: Amount }[],
): XmlNode {
  const issuer = holder.country_pack === 'BE' ? 'KBO-BCE' : null;
  const identity = element('Id', [
    element('OrgId', [
      element('Othr', [
        element('Id', holder.enterprise_number && formatBankReference(holder.enterprise_number)),
        holder.enterprise_number === null ? null : element('Issr', issuer),
      ]),
    ]),
  ]);
  return element('GrpHdr', [
    element('MsgId', formatBankReference(message_id)),
    element('CreDtTm', created_at.slice(0, 19)),
    ...buildCountAndSum(payments),
    element('InitgPty', [buildNameElement(holder), identity]),
  ]);
}

export const buildCountAndSum = (payments: readonly { readonly amount: Amount }[]): readonly XmlNode[] => [
  element('NbOfTxs', String(payments.length)),
  element('CtrlSum', sum(payments.map(({ amount }) => amount))),
];

export const buildPaymentId = ({ end_to_end_id }: SepaPayment): XmlNode =>
  element('PmtId', [element('EndToEndId', formatBankReference(end_to_end_id) || 'NOTPROVIDED')]);

export const buildEuroAmount = (name: string, amount: Amount): XmlNode => element(name, amount, { Ccy: 'EUR' });

export const buildDocument = (format: SepaFormat, content: XmlNode): XmlNode =>
  element('Document', [content], { xmlns: `urn:iso:std:iso:20022:tech:xsd:${format}` });
