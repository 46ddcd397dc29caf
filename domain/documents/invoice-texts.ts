import type { SettingValues } from '../companies/settings.ts';
import type { Language } from '../language.ts';

/** Texts of the company for its invoices in one language; absent ones are those of the plain settings. */
export type InvoiceTexts = { readonly language: Language } & Readonly<Partial<Record<InvoiceTextName, string | null>>>;

export type InvoiceTextName = 'introduction' | 'closing' | 'late_interest' | 'discount' | 'footer';

export function findInvoiceText(settings: SettingValues, language: Language, name: InvoiceTextName): string | null {
  const texts = (settings['invoices.texts'] ?? []) as readonly InvoiceTexts[];
  const text = texts.find((one) => one.language === language)?.[name];
  return text && text.trim() !== '' ? text : null;
}
