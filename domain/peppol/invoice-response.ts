import type { PlainDate } from '../dates.ts';
import { element, writeXml, type XmlNode } from '../xml.ts';
import { RESPONSE_CUSTOMIZATION, RESPONSE_PROCESS } from './document-types.ts';
import { getPeppolNumber, getPeppolScheme } from './participant.ts';

/** The response of a buyer to an invoice: Peppol BIS Invoice Response 3, an `ApplicationResponse` of UBL. */
export interface InvoiceResponse {
  readonly id: string;
  readonly issueDate: PlainDate;
  /** A code of UNCL 4343: AB, IP, UQ, CA, RE, AP or PD. */
  readonly code: string;
  /** A code of the list OPStatusReason. */
  readonly reasonCode: string | null;
  readonly reason: string | null;
  readonly sender: ResponseParty;
  readonly recipient: ResponseParty;
  readonly invoice: { readonly number: string; readonly issueDate: PlainDate; readonly isCreditNote: boolean };
}

export interface ResponseParty {
  /** `0208:0477472701` */
  readonly identifier: string;
  readonly name: string | null;
}

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:';
/** UNTDID 1001. */
const TYPE_CODES = { invoice: '380', creditNote: '381' };

export function writeInvoiceResponse(response: InvoiceResponse): string {
  const { id, issueDate, code, sender, recipient, invoice } = response;
  return writeXml(
    element(
      'ApplicationResponse',
      [
        element('cbc:CustomizationID', RESPONSE_CUSTOMIZATION),
        element('cbc:ProfileID', RESPONSE_PROCESS),
        element('cbc:ID', id),
        element('cbc:IssueDate', issueDate),
        element('cac:SenderParty', buildParty(sender)),
        element('cac:ReceiverParty', buildParty(recipient)),
        element('cac:DocumentResponse', [
          element('cac:Response', [
            element('cbc:ResponseCode', code, { listID: 'UNCL4343OpSubset' }),
            element('cbc:EffectiveDate', issueDate),
            buildStatus(response),
          ]),
          element('cac:DocumentReference', [
            element('cbc:ID', invoice.number),
            element('cbc:IssueDate', invoice.issueDate),
            element('cbc:DocumentTypeCode', invoice.isCreditNote ? TYPE_CODES.creditNote : TYPE_CODES.invoice, {
              listID: 'UNCL1001',
            }),
          ]),
        ]),
      ],
      {
        xmlns: `${UBL}ApplicationResponse-2`,
        'xmlns:cac': `${UBL}CommonAggregateComponents-2`,
        'xmlns:cbc': `${UBL}CommonBasicComponents-2`,
      },
    ),
  );
}

const buildParty = ({ identifier, name }: ResponseParty): readonly XmlNode[] => [
  element('cbc:EndpointID', getPeppolNumber(identifier), { schemeID: getPeppolScheme(identifier) }),
  name === null ? null : element('cac:PartyLegalEntity', [element('cbc:RegistrationName', name)]),
];

function buildStatus({ reasonCode, reason }: InvoiceResponse): XmlNode {
  if (reasonCode === null && reason === null) return null;
  return element('cac:Status', [
    reasonCode === null ? null : element('cbc:StatusReasonCode', reasonCode, { listID: 'OPStatusReason' }),
    reason === null ? null : element('cbc:StatusReason', reason),
  ]);
}
