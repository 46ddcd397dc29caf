import type { PlainDate } from '../dates.ts';
import { isAmount } from '../money.ts';
import { element, findElement, findText, writeXml, type XmlElement, type XmlNode } from '../xml.ts';

/**
 * The message by which platforms exchange a status: a Cross Domain Acknowledgement and Response (CDAR) about one invoice.
 * The invoice is named by its number, its date and the SIREN of its seller.
 */
export interface StatusMessage {
  readonly status: string;
  readonly by: 'seller' | 'buyer' | 'platform';
  readonly number: string;
  readonly issueDate: PlainDate | null;
  readonly sellerSiren: string | null;
  readonly reasonCode: string | null;
  readonly reason: string | null;
  /** Amount received, including VAT. */
  readonly amount: string | null;
  /** `2026-10-05T09:00:00Z` */
  readonly statedAt: string;
}

const STANDARD = 'urn:un:unece:uncefact:data:standard:';
const NAMESPACE = `${STANDARD}CrossDomainAcknowledgementAndResponse:100`;
const ROOT = 'CrossDomainAcknowledgementAndResponse';
/** UNTDID 1001: phase of transmission by the platforms, and phase of treatment by the parties. */
const PHASES = { transmission: '305', treatment: '23' };
/** UNTDID 3035. */
const ROLES = { seller: 'SE', buyer: 'BY', platform: 'WK' } as const;

export function writeStatusMessage(message: StatusMessage): string {
  const { by, statedAt } = message;
  const role = element('ram:RoleCode', ROLES[by]);
  const time = buildTime('ram:IssueDateTime', statedAt);
  return writeXml(
    element(
      `rsm:${ROOT}`,
      [
        element('rsm:ExchangedDocumentContext', [
          element('ram:BusinessProcessSpecifiedDocumentContextParameter', [element('ram:ID', 'REGULATED')]),
        ]),
        element('rsm:ExchangedDocument', [
          time,
          element('ram:SenderTradeParty', [role]),
          element('ram:IssuerTradeParty', [role]),
        ]),
        element('rsm:AcknowledgementDocument', [
          element('ram:TypeCode', by === 'platform' ? PHASES.transmission : PHASES.treatment),
          time,
          buildReference(message),
        ]),
      ],
      {
        'xmlns:rsm': NAMESPACE,
        'xmlns:ram': `${STANDARD}ReusableAggregateBusinessInformationEntity:100`,
        'xmlns:qdt': `${STANDARD}QualifiedDataType:100`,
        'xmlns:udt': `${STANDARD}UnqualifiedDataType:100`,
      },
    ),
  );
}

/** `20261005090000`, format 204. */
const buildTime = (name: string, instant: string): XmlNode =>
  element(name, [element('udt:DateTimeString', instant.replace(/\D/g, '').slice(0, 14), { format: '204' })]);

function buildReference(message: StatusMessage): XmlNode {
  const { status, number, issueDate, sellerSiren, reasonCode, reason, amount } = message;
  return element('ram:ReferenceReferencedDocument', [
    element('ram:IssuerAssignedID', number),
    issueDate === null
      ? null
      : element('ram:FormattedIssueDateTime', [
          element('qdt:DateTimeString', issueDate.replaceAll('-', ''), { format: '102' }),
        ]),
    element('ram:ProcessConditionCode', status),
    element('ram:IssuerTradeParty', [
      element('ram:GlobalID', sellerSiren, { schemeID: '0002' }),
      element('ram:RoleCode', ROLES.seller),
    ]),
    element('ram:SpecifiedDocumentStatus', [
      element('ram:ReasonCode', reasonCode),
      element('ram:Reason', reason),
      amount === null
        ? null
        : element('ram:SpecifiedDocumentCharacteristic', [
            element('ram:TypeCode', RECEIVED),
            element('ram:ValueAmount', amount, { currencyID: 'EUR' }),
          ]),
    ]),
  ]);
}

/** Code of an amount received. */
const RECEIVED = 'MEN';
const MAX_TEXT = 500;

/** Null if it is no status message. */
export function readStatusMessage(root: XmlElement): StatusMessage | null {
  if (root.name !== ROOT) return null;
  const acknowledgement = findElement(root, 'AcknowledgementDocument');
  const reference = findElement(acknowledgement, 'ReferenceReferencedDocument');
  const status = findText(reference, 'ProcessConditionCode');
  const number = findText(reference, 'IssuerAssignedID');
  if (status === null || number === null || !/^\w{2,3}$/.test(status)) return null;
  const said = findElement(reference, 'SpecifiedDocumentStatus');
  const amount = findText(said, 'SpecifiedDocumentCharacteristic/ValueAmount');
  return {
    status,
    by: readSide(findText(root, 'ExchangedDocument/IssuerTradeParty/RoleCode')),
    number: number.slice(0, 200),
    issueDate: readDay(findText(reference, 'FormattedIssueDateTime/DateTimeString')),
    sellerSiren: findText(reference, 'IssuerTradeParty/GlobalID'),
    reasonCode: findText(said, 'ReasonCode')?.slice(0, 50) ?? null,
    reason: findText(said, 'Reason')?.slice(0, MAX_TEXT) ?? null,
    amount: amount !== null && isAmount(amount) ? amount : null,
    statedAt: readInstant(findText(acknowledgement, 'IssueDateTime/DateTimeString')),
  };
}

function readSide(role: string | null): StatusMessage['by'] {
  if (role === ROLES.seller) return 'seller';
  return role === ROLES.buyer ? 'buyer' : 'platform';
}

const readDay = (text: string | null): PlainDate | null =>
  text !== null && /^\d{8}$/.test(text) ? text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3') : null;

const readInstant = (text: string | null): string =>
  /^\d{14}$/.test(text ?? '')
    ? text!.replace(/^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/, '$1-$2-$3T$4:$5:$6Z')
    : '';
