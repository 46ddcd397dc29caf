import type { Drawing } from './drawing.ts';
import { createInvoice, OWN, type Invoice } from './invoice.ts';
import { boxes, french, receipt, sideBySide, totalsStrip, utility } from './layouts/forms.ts';
import { classic, germanLetter, long, plain } from './layouts/letters.ts';

export { renderPdf, listWords } from './drawing.ts';
export { renderPicture, createWear } from './picture.ts';
export type { Invoice } from './invoice.ts';

/** Invoices that vary in layout, language, country, formats and rates; the same for the same seed. */
const LAYOUTS: readonly ((invoice: Invoice) => Drawing)[] = [
  classic,
  boxes,
  sideBySide,
  receipt,
  totalsStrip,
  germanLetter,
  long,
  utility,
  plain,
  french,
];

export const INVOICES = 80;

export interface DrawnInvoice {
  readonly invoice: Invoice;
  readonly drawing: Drawing;
}

export function drawInvoice(seed: number): DrawnInvoice {
  const meant = createInvoice(seed);
  return { invoice: meant, drawing: LAYOUTS[meant.layout]!(meant) };
}

/** The company file that they are imported into. */
export const OWN_IDENTITY = {
  name: OWN.name,
  vatNumber: OWN.vatNumber,
  enterpriseNumber: OWN.vatNumber.slice(2),
  ibans: [OWN.iban],
  country: 'BE' as const,
};
