import { elementsAt, textAt, type XmlElement } from '../xml.ts';
import type { MessageStatus, NetworkAnswer } from './peppol-events.ts';

/**
 * What the other side says of a message: a Message Level Response of its access point, which names the envelope, or an Invoice
 * Message Response of the recipient, which names the invoice. Both are an `ApplicationResponse`.
 */
export interface PeppolResponse {
  readonly answer: NetworkAnswer;
  /** Where it leads; null for what says nothing new. */
  readonly status: MessageStatus | null;
  /** Envelope or number of what it is about. */
  readonly about: string;
}

/** Of UNCL 4343: acknowledged, in process, under query, accepted with conditions, rejected, accepted, paid. */
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

/** Null for what answers nothing. */
export function readResponse(root: XmlElement): PeppolResponse | null {
  const [about] = elementsAt(root, 'DocumentResponse/DocumentReference/ID');
  const code = textAt(root, 'DocumentResponse/Response/ResponseCode');
  if (!about || about.text === '' || code === null) return null;
  const kind = textAt(root, 'CustomizationID') === MLR ? 'mlr' : 'imr';
  return {
    answer: { kind, code: code.slice(0, 10), text: wordsOf(root) },
    status: STATUSES[code] ?? null,
    about: about.text.slice(0, 200),
  };
}

/** The reasons that are given, each once. */
function wordsOf(root: XmlElement): string | null {
  const texts = [
    ...elementsAt(root, 'DocumentResponse/Response/Description'),
    ...elementsAt(root, 'DocumentResponse/Response/Status/StatusReason'),
    ...elementsAt(root, 'DocumentResponse/LineResponse/Response/Description'),
  ].map(({ text }) => text);
  const said = [...new Set(texts.filter((text) => text !== ''))].join('; ');
  return said === '' ? null : said.slice(0, MAX_TEXT);
}
