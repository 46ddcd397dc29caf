import { isCreditorReference } from '../numbers/creditor-reference.ts';
import { formatStructuredCommunication } from '../numbers/structured-communication.ts';

/**
 * Content of a payment QR code (EPC069-12, version 2): a prefilled SEPA credit transfer, so that the account number and
 * the communication need not be typed. The order of the lines is fixed; trailing empty lines are omitted.
 */
export interface PaymentRequest {
  readonly name: string;
  readonly iban: string;
  readonly bic: string | null;
  /** In euros. */
  readonly amount: string;
  /** Twelve digits, an ISO 11649 reference, or free text. */
  readonly communication: string | null;
}

const MAX_NAME = 70;
const MAX_WORDS = 140;
const LARGEST = '999999999.99';

/** Null if no bank would accept it: nothing to pay, or an amount beyond the limit. */
export function buildPaymentCode({ name, iban, bic, amount, communication }: PaymentRequest): string | null {
  const cents = Number(amount.replace('.', ''));
  if (!(cents > 0) || amount.length > LARGEST.length) return null;
  const reference = communication !== null && isCreditorReference(communication) ? communication : '';
  const words = reference === '' ? formatCommunication(communication) : '';
  const lines = [
    'BCD',
    '002',
    '1',
    'SCT',
    bic ?? '',
    toSingleLine(name, MAX_NAME),
    iban,
    `EUR${amount}`,
    '',
    reference,
    words,
  ];
  return lines.join('\n').replace(/\n+$/, '');
}

/** Belgian banks recognise the twelve digits by their punctuation. */
function formatCommunication(communication: string | null): string {
  if (communication === null) return '';
  return /^\d{12}$/.test(communication)
    ? formatStructuredCommunication(communication)
    : toSingleLine(communication, MAX_WORDS);
}

const toSingleLine = (text: string, most: number): string => text.replace(/\s+/g, ' ').trim().slice(0, most);
