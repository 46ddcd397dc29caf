import { listElements, findText, type XmlElement } from '../xml.ts';
import type { MessageStatus, NetworkAnswer } from './peppol-events.ts';

/**
 * A response to a message: a Message Level Response of the access point, which names the envelope, or an Invoice Message
 * Response of the recipient, which names the invoice. Both are an `ApplicationResponse`.
 */
export interface PeppolResponse {
  readonly answer: NetworkAnswer;
  /** The resulting status. Null if nothing changes. */
  readonly status: MessageStatus | null;
  /** Envelope id or document number. */
  readonly about: string;
}

/** UNCL 4343: acknowledged, in process, under query, accepted with conditions, rejected, accepted, paid. */
const STATUSES: Readonly<Record<string, MessageStatus>> = {
  AB: 'delivered',
  IP: 'delivered',
  UQ: 'delivered',
  CA: 'accepted',
  RE: 'rejected',
  AP: 'accepted',
  PD: 'accepted',
};

const MLR = 'urn:fdc:peppol.eu:poacc:trns:mlr:3';
const MAX_TEXT = 500;

/** Null if it is not a response. */
export function parseResponse(root: XmlElement): PeppolResponse | null {
  const [about] = listElements(root, 'DocumentResponse/DocumentReference/ID');
  const code = findText(root, 'DocumentResponse/Response/ResponseCode');
  if (!about || about.text === '' || code === null) return null;
  const kind = findText(root, 'CustomizationID') === MLR ? 'mlr' : 'imr';
  return {
    answer: { kind, code: code.slice(0, 10), text: extractReasons(root) },
    status: STATUSES[code] ?? null,
    about: about.text.slice(0, 200),
  };
}

/** The reasons given, without duplicates. */
function extractReasons(root: XmlElement): string | null {
  const texts = [
    ...listElements(root, 'DocumentResponse/Response/Description'),
    ...listElements(root, 'DocumentResponse/Response/Status/StatusReason'),
    ...listElements(root, 'DocumentResponse/LineResponse/Response/Description'),
  ].map(({ text }) => text);
  const said = [...new Set(texts.filter((text) => text !== ''))].join('; ');
  return said === '' ? null : said.slice(0, MAX_TEXT);
}
