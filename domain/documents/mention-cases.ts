import type { MentionCase, RequirementCase } from '../country-packs/mentions.ts';
import {
  hasCapital,
  isBusinessCustomer,
  isDomesticCustomer,
  isLegalPerson,
  isTaxed,
  listUsedCodes,
  owesCustomerTax,
  resolveNature,
  type InvoiceContext,
} from './invoice-context.ts';
import { getText } from './mention-values.ts';

type Check = (context: InvoiceContext) => boolean;

const isSet = (context: InvoiceContext, path: string): boolean => getText(context, path) !== null;
const hasDiscount: Check = ({ document }) => document.discount !== null;
const isInvoice: Check = ({ document }) => !document.is_credit_note;

/** Whether a document carries the mentions of a case. Those of VAT codes are found by the codes themselves. */
export const MENTION_CHECKS: Readonly<Record<Exclude<MentionCase, 'vat_code'>, Check>> = {
  credit_note: ({ document }) => document.is_credit_note,
  self_billed: ({ document }) => document.kind === 'self_billed',
  business_customer: (context) => isInvoice(context) && isBusinessCustomer(context),
  domestic_business_customer: (context) => isBusinessCustomer(context) && isDomesticCustomer(context),
  supply_date: ({ document }) => document.supply_date !== null && document.supply_date !== document.document_date,
  supply_period: ({ document }) => document.supply_period !== null,
  foreign_currency: ({ document, pack }) => document.currency !== pack.currency,
  order_reference: ({ document }) => document.order_reference !== null,
  delivery_address: ({ document }) => document.delivery_address !== null,
  nature_goods: (context) => resolveNature(context) === 'goods',
  nature_services: (context) => resolveNature(context) === 'services',
  nature_both: (context) => resolveNature(context) === 'both',
  vat_on_debits: (context) => context.settings['invoices.vat_on_debits'] === true && resolveNature(context) !== 'goods',
  cash_accounting: (context) => listUsedCodes(context).some(({ exigibility }) => exigibility === 'payment'),
  vat_unit: ({ company }) => company.vat_regime === 'unit',
  discount: (context) => isInvoice(context) && hasDiscount(context),
  no_discount: (context) => isInvoice(context) && !hasDiscount(context) && isBusinessCustomer(context),
  discount_stated: (context) => isInvoice(context) && !hasDiscount(context) && isSet(context, 'invoices.discount_text'),
  late_interest_stated: (context) =>
    isInvoice(context) &&
    (isSet(context, 'invoices.late_interest_text') || isSet(context, 'invoices.late_interest_rate')),
  company_with_capital: hasCapital,
  company_without_capital: (context) => !hasCapital(context),
  capital_stated: (context) => isSet(context, 'legal.capital'),
  form_stated: (context) => isSet(context, 'legal.form_text') && !isSet(context, 'legal.capital'),
};

export const REQUIREMENT_CHECKS: Readonly<Record<RequirementCase, Check>> = {
  always: () => true,
  taxed: isTaxed,
  business_customer: isBusinessCustomer,
  business_customer_invoice: (context) => isInvoice(context) && isBusinessCustomer(context),
  customer_owes_tax: owesCustomerTax,
  legal_person: isLegalPerson,
};
