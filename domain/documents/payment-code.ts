import { isCreditorReference } from '../numbers/creditor-reference.ts';
import { formatStructuredCommunication } from '../numbers/structured-communication.ts';

/**
 * What a QR code says to the application of a bank (EPC069-12, version 2): a SEPA credit transfer filled in, so that nobody types an
 * account number or a communication. The order of the lines is fixed, and the last ones are left out when they are empty.
 */
export interface PaymentRequest {
  readonly name: string;
  readonly iban: string;
  readonly bic: string | null;
  /** In euros. */
  readonly amount: string;
  /** Twelve digits, an ISO 11649 reference, or any words. */
  readonly communication: string | null;
}

const MAX_NAME = 70;
const MAX_WORDS = 140;
const LARGEST = '999999999.99';

/** Null for what no bank would take: nothing to pay, or more than the code can say. */
export function paymentCode({ name, iban, bic, amount, communication }: PaymentRequest): string | null {
  const cents = Number(amount.replace('.', ''));
  if (!(cents > 0) || amount.length > LARGEST.length) return null;
  const reference = communication !== null && isCreditorReference(communication) ? communication : '';
  const words = reference === '' ? wordsOf(communication) : '';
  const lines = [
    'BCD',
    '002',
    '1',
    'SCT',
    bic ?? '',
    oneLine(name, MAX_NAME),
    iban,
    `EUR${amount}`,
    '',
    reference,
    words,
  ];
  return lines.join('\n').replace(/\n+$/, '');
}

/** Belgian banks recognise the twelve digits by their signs, wherever they stand. */
function wordsOf(communication: string | null): string {
  if (communication === null) return '';
  return /^\d{12}$/.test(communication)
    ? formatStructuredCommunication(communication)
    : oneLine(communication, MAX_WORDS);
}

const oneLine = (text: string, most: number): string => text.replace(/\s+/g, ' ').trim().slice(0, most);
