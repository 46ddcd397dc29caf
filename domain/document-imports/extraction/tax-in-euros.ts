import { toSearchable } from '../../text.ts';

/**
 * Tax in euros beside the amounts of a document in another currency, such as «Montant de la TVA en EUR : 247,06». The law
 * requires it, and it is the amount of the VAT return.
 */
const TAX_IN_EUROS =
  /(?:tva|btw|vat|mwst|mehrwertsteuer|ust|umsatzsteuer|tax)[a-z]*[^\n\d]{0,40}?(?:eur[a-z]*|€)[^\n\d=]{0,12}(\d{1,3}(?:[ .,'\u00a0\u202f]\d{3})*|\d{1,12})[.,](\d{2})(?!\d)/;
/** The amount may also precede its currency: «TVA 247,06 EUR». */
const TAX_BEFORE_SIGN =
  /(?:tva|btw|vat|mwst|mehrwertsteuer|ust|umsatzsteuer|tax)[a-z]*[^\n\d]{0,40}(\d{1,3}(?:[ .,'\u00a0\u202f]\d{3})*|\d{1,12})[.,](\d{2})\s?(?:eur(?![a-z])|€)/;

/** Null for a document in euros, and for one that does not state it. */
export function findTaxInEuros(text: string, currency: string): string | null {
  if (currency === 'EUR') return null;
  const plain = toSearchable(text);
  const found = TAX_IN_EUROS.exec(plain) ?? TAX_BEFORE_SIGN.exec(plain);
  if (!found) return null;
  const units = found[1]!.replace(/\D/g, '').replace(/^0+(?=\d)/, '');
  return units.length > 12 ? null : `${units}.${found[2]}`;
}
