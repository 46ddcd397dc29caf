import { isStructuredCommunication, formatStructuredCommunication } from '../../numbers/structured-communication.ts';
import { EXEMPTIONS } from './exemption-reasons.ts';
import type { DeliveryAddress, UblDocument, UblPayment } from './ubl-document.ts';
import type { UblTax } from './ubl-totals.ts';
import { trimOrDash, trimToNull } from './words.ts';

/** What a document says in either syntax, UBL or CII. */

export const getTypeCode = ({ type, typeCode }: UblDocument): string =>
  typeCode ?? (type === 'invoice' ? '380' : '381');

export interface StatedNote {
  /** BT-21. */
  readonly subject: string | null;
  readonly text: string;
}

/** Notes with their subject, then the free one. */
export function listNotes({ french, note }: UblDocument): readonly StatedNote[] {
  const free = trimToNull(note);
  return [...(french?.notes ?? []), ...(free === null ? [] : [{ subject: null, text: free }])];
}

export const getDueDate = ({ dueDate, issueDate }: UblDocument): string => dueDate ?? issueDate;

export const getBuyerReference = ({ buyerReference, orderReference, number }: UblDocument): string | null =>
  trimToNull(buyerReference) ?? (trimToNull(orderReference) === null ? trimOrDash(number) : null);

type TaxInCurrency = NonNullable<UblDocument['taxInAccountingCurrency']>;

export const findTaxInOtherCurrency = ({ currency, taxInAccountingCurrency: tax }: UblDocument): TaxInCurrency | null =>
  tax && tax.currency !== currency ? tax : null;

/** BT-8: UNTDID 2005 in UBL, UNTDID 2475 in CII. */
export const TAX_POINT_CODES = {
  invoice: { ubl: '3', cii: '5' },
  payment: { ubl: '432', cii: '72' },
} as const;

export interface StatedDelivery {
  readonly date: string | null;
  readonly country: string | null;
  readonly address: DeliveryAddress | null;
}

/** An intra-Community supply of goods must state the delivery date and the country of destination. */
export function getDelivery({ delivery, period, issueDate, buyer }: UblDocument, isNeeded: boolean): StatedDelivery {
  return {
    date: delivery?.date ?? (isNeeded && !period ? issueDate : null),
    country: delivery?.country ?? (isNeeded ? buyer.address.country : null),
    address: delivery?.address ?? null,
  };
}

const TRANSFERS: ReadonlySet<string> = new Set(['30', '58']);
const DIRECT_DEBITS: ReadonlySet<string> = new Set(['49', '59']);
/** Code for unspecified means of payment, used when required details are missing. */
const ANY_MEANS = '1';

export function chooseMeansCode({ means, iban, mandate }: UblPayment): string {
  const lacksAccount = TRANSFERS.has(means) && iban === null;
  const lacksMandate = DIRECT_DEBITS.has(means) && !mandate;
  return lacksAccount || lacksMandate ? ANY_MEANS : means;
}

export function formatPaymentReference({ reference }: UblPayment): string | null {
  const words = trimToNull(reference);
  return words !== null && isStructuredCommunication(words) ? formatStructuredCommunication(words) : words;
}

/** Why no tax is due; null if it is, or if the category needs no reason. */
export function findExemption(
  { exemptionReasons, exemptionCodes, language, lines }: UblDocument,
  { category }: UblTax,
): { readonly code: string | null; readonly words: string } | null {
  const usual = EXEMPTIONS[category];
  if (!usual) return null;
  // Lines outside the scope of VAT in a mixed document are written as exempt, but keep their own reason.
  const ownWords = trimToNull(exemptionReasons?.[category]);
  const outside =
    category === 'E' && lines.every((line) => line.category !== 'E') ? trimToNull(exemptionReasons?.O) : null;
  return {
    code: exemptionCodes?.[category] ?? usual.code,
    words: ownWords ?? outside ?? usual.words[language ?? 'en'],
  };
}
