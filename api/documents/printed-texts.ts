import { findInvoiceText, type InvoiceTextName } from '../../domain/documents/invoice-texts.ts';
import { getText } from '../../domain/documents/mention-values.ts';
import type { Language } from '../../domain/language.ts';
import { formatDate, formatLocalAmount } from '../exports/notation.ts';
import type { Correspondence } from './parties.ts';

/** Texts and look of the company on its documents, in the language of the customer. */
export interface PrintedTexts {
  readonly introduction: string | null;
  readonly closing: string | null;
  readonly footer: string | null;
  readonly accent: string | null;
}

export const NO_TEXTS: PrintedTexts = { introduction: null, closing: null, footer: null, accent: null };

export function listPrintedTexts({ company, document, thirdParty }: Correspondence, language: Language): PrintedTexts {
  const { settings } = company;
  const values: Readonly<Record<string, string>> = {
    number: document.number ?? '',
    date: formatDate(document.document_date, language),
    due_date: document.due_date === null ? '' : formatDate(document.due_date, language),
    amount: `${formatLocalAmount(document.amount_gross, language)}\u00a0${document.currency}`,
    customer: thirdParty.name,
  };
  const fill = (text: string | null): string | null =>
    text && text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  const find = (name: InvoiceTextName): string | null => fill(findInvoiceText(settings, language, name));
  return {
    introduction: find('introduction'),
    closing: find('closing'),
    footer: fill(getText({ settings, language }, 'invoices.footer')),
    accent: getText({ settings, language }, 'invoices.colour'),
  };
}
