import { toSearchable } from '../text.ts';
import { CREDIT_NOTE, findRole, INVOICE } from './extraction/labels.ts';

/** Messages whose text is the invoice, as shops and subscriptions send them. */

const AMOUNT = /\d[\d .']*[.,]\d{2}(?!\d)/;
const PURCHASE =
  /\b(?:commande|achat|paiement|abonnement|bestelling|aankoop|betaling|order|purchase|payment|subscription|bestellung|kauf|zahlung|abo)\b/;

/** Whether a text contains an amount at all. */
export const hasAmount = (text: string): boolean => AMOUNT.test(text);

/** Whether a text states a total, and that it is about something bought: a letter or an advertisement does not. */
export function isReceipt(text: string): boolean {
  const lines = text.split('\n').map(toSearchable);
  const isAboutPurchase = lines.some((line) => INVOICE.test(line) || CREDIT_NOTE.test(line) || PURCHASE.test(line));
  return isAboutPurchase && lines.some(hasTotal);
}

function hasTotal(line: string): boolean {
  const amount = AMOUNT.exec(line);
  if (!amount) return false;
  const role = findRole(line.slice(0, amount.index));
  return role === 'gross' || role === 'total';
}
