import { readSetting } from '../companies/settings.ts';
import { trimRate } from '../currency/rates.ts';
import { DECIMAL_MARK, formatDate, formatLocalAmount } from '../local-notation.ts';
import { findInvoiceText, type InvoiceTextName } from './invoice-texts.ts';
import type { InvoiceContext } from './invoice-context.ts';

/** Values that mentions name as `{capital}`, and the setting or field that each comes from. */

/** A setting as text in the language of the document; null if it is not set. */
export function getText(
  { settings, language }: Pick<InvoiceContext, 'settings' | 'language'>,
  path: string,
): string | null {
  const name = TEXTS[path];
  const own = name && findInvoiceText(settings, language, name);
  const value = own ?? readSetting(settings, path);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

/** Settings whose text may differ by language. */
const TEXTS: Readonly<Record<string, InvoiceTextName>> = {
  'invoices.late_interest_text': 'late_interest',
  'invoices.discount_text': 'discount',
  'invoices.footer': 'footer',
};

interface Placeholder {
  /** `settings.…`, `company.…`, `third_party.…`, or a field of the document. */
  readonly comesFrom: string;
  readonly read: (context: InvoiceContext) => string | null;
}

const fromSetting = (path: string): Placeholder => ({
  comesFrom: `settings.${path}`,
  read: (context) => getText(context, path),
});

const fromDocument = (field: string, read: Placeholder['read']): Placeholder => ({ comesFrom: field, read });

export const PLACEHOLDERS: Readonly<Record<string, Placeholder>> = {
  capital: { comesFrom: 'settings.legal.capital', read: readCapital },
  register_city: fromSetting('legal.register_city'),
  form: {
    comesFrom: 'settings.legal.form_text',
    read: (context) => getText(context, 'legal.form_text') ?? context.company.legal_form,
  },
  late_interest_rate: {
    comesFrom: 'settings.invoices.late_interest_rate',
    read: (context) => {
      const rate = getText(context, 'invoices.late_interest_rate');
      return rate && formatPercentage(rate, context);
    },
  },
  discount_text: fromSetting('invoices.discount_text'),
  lump_sum: {
    comesFrom: 'settings',
    read: ({ pack, language }) => formatLocalAmount(pack.latePayment.business.lumpSum.replace(/\.00$/, ''), language),
  },
  enterprise_number: {
    comesFrom: 'company.enterprise_number',
    read: ({ company, pack }) => company.enterprise_number && pack.enterpriseNumber.format(company.enterprise_number),
  },
  customer_enterprise_number: { comesFrom: 'third_party.enterprise_number', read: readCustomerNumber },
  supply_date: fromDocument(
    'supply_date',
    ({ document, language }) => document.supply_date && formatDate(document.supply_date, language),
  ),
  supply_from: fromDocument(
    'supply_period',
    ({ document, language }) => document.supply_period && formatDate(document.supply_period.from, language),
  ),
  supply_to: fromDocument(
    'supply_period',
    ({ document, language }) => document.supply_period && formatDate(document.supply_period.to, language),
  ),
  order_reference: fromDocument('order_reference', ({ document }) => document.order_reference),
  delivery_address: fromDocument(
    'delivery_address',
    ({ document }) => document.delivery_address && document.delivery_address.split(/\s*\r?\n\s*/).join(', '),
  ),
  book_currency: fromDocument('currency', ({ pack }) => pack.currency),
  tax: fromDocument(
    'exchange_rate',
    (context) => context.document.booked_vat && formatTax(context.document.booked_vat, context),
  ),
  discount_percent: fromDocument('discount', (context) => {
    const { discount } = context.document;
    return discount?.percent ? formatPercentage(discount.percent, context) : null;
  }),
  discount_until: fromDocument('discount', ({ document, language }) =>
    document.discount?.until ? formatDate(document.discount.until, language) : null,
  ),
};

/** With the rate and its day: `247,06 (1 EUR = 0,85 GBP, 05/10/2026)`. */
function formatTax(tax: string, { document, company, pack, language }: InvoiceContext): string {
  const amount = formatLocalAmount(tax, language);
  const { booked_rate: known, return_rate: further = null, currency } = document;
  if (!known) return amount;
  const format = (rate: string): string => trimRate(rate).replace('.', DECIMAL_MARK[language]);
  // In a file of another currency, the rate says what its own unit is worth.
  const quoted = currency === company.currency ? pack.currency : currency;
  const declared = further === null ? '' : ` = ${format(further)} ${pack.currency}`;
  const rates = `1 ${company.currency} = ${format(known.rate)} ${quoted}${declared}`;
  return `${amount} (${rates}, ${formatDate(known.on, language)})`;
}

/** A bare number is an amount in the currency of the books. */
function readCapital(context: InvoiceContext): string | null {
  const capital = getText(context, 'legal.capital');
  if (capital === null || !/^\d+(\.\d{2})?$/.test(capital)) return capital;
  return `${formatLocalAmount(capital, context.language)}\u00a0${context.company.currency}`;
}

/** A French VAT number contains the SIREN. */
function readCustomerNumber({ customer, pack }: InvoiceContext): string | null {
  const ofVat = /^FR..(?!000)(\d{9})$/.exec(customer.vat_number ?? '')?.[1] ?? null;
  const number = customer.enterprise_number ?? ofVat;
  return number && pack.enterpriseNumber.format(pack.enterpriseNumber.normalise(number) ?? number);
}

const formatPercentage = (rate: string, { language }: InvoiceContext): string =>
  (rate.includes('.') ? rate.replace(/\.?0+$/, '') : rate).replace('.', DECIMAL_MARK[language]);
