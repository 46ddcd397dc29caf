import type { Drawing } from './drawing.ts';
import { invoice, OWN, type Invoice } from './invoice.ts';
import { boxes, french, receipt, sideBySide, totalsStrip, utility } from './layouts/forms.ts';
import { classic, germanLetter, long, plain } from './layouts/letters.ts';

export { pdfOfDrawing, wordsOfDrawing } from './drawing.ts';
export { pictureOfDrawing, wearOf } from './picture.ts';
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

export function drawnInvoice(seed: number): DrawnInvoice {
  const meant = invoice(seed);
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
