/** What the invoices of a country must say, and the tables that it is read from. */
import { readLabels, readOneOf, readOptional, readTable, type DataTable } from '../data-table.ts';
import { LANGUAGES, type Labels } from '../language.ts';

/** Goods and services under a margin scheme; each has its own mention. */
export const MARGIN_KINDS = ['second_hand', 'art', 'antiques', 'travel'] as const;
export type MarginKind = (typeof MARGIN_KINDS)[number];

/** How sure a fact about the law is: read in the law, found in agreeing secondary sources, or to be verified. */
export const CERTAINTIES = ['certain', 'likely', 'unsure'] as const;
export type Certainty = (typeof CERTAINTIES)[number];

/** When a document carries a mention. `vat_code`: the VAT code of a line names it. */
export const MENTION_CASES = [
  'vat_code',
  'credit_note',
  'self_billed',
  'business_customer',
  'domestic_business_customer',
  'supply_date',
  'supply_period',
  'foreign_currency',
  'order_reference',
  'delivery_address',
  'nature_goods',
  'nature_services',
  'nature_both',
  'vat_on_debits',
  'cash_accounting',
  'vat_unit',
  'discount',
  'no_discount',
  'discount_stated',
  'late_interest_stated',
  'company_with_capital',
  'company_without_capital',
  'capital_stated',
  'form_stated',
] as const;
export type MentionCase = (typeof MENTION_CASES)[number];

/** Words that the law requires on an invoice. Placeholders such as `{capital}` stand for settings and fields. */
export interface PackMention {
  /** With another start date the same code may have other words. */
  readonly code: string;
  readonly on: MentionCase;
  /** Exemption reason code of electronic invoices (BT-121). */
  readonly vatex: string | null;
  /** Subject code of its note in electronic invoices (BT-21). */
  readonly subject: string | null;
  /** First document date to which it applies. */
  readonly from: string;
  readonly sure: Certainty;
  /** The article that requires it. */
  readonly source: string;
  readonly texts: Labels;
}

export const REQUIREMENT_CASES = [
  'always',
  'taxed',
  'business_customer',
  'business_customer_invoice',
  'customer_owes_tax',
  'legal_person',
] as const;
export type RequirementCase = (typeof REQUIREMENT_CASES)[number];

/** Data that an invoice must show beside its mentions, such as the address of the customer. */
export interface PackInvoiceRequirement {
  readonly code: string;
  readonly on: RequirementCase;
  readonly from: string;
  /** `company.…`, `third_party.…`, `settings.…`, or a field of the document. */
  readonly needs: string;
  readonly sure: Certainty;
  readonly source: string;
}

const MENTION_COLUMNS = ['code', 'on', 'vatex', 'subject', 'from', 'sure', 'source', ...LANGUAGES] as const;
const REQUIREMENT_COLUMNS = ['code', 'on', 'from', 'needs', 'sure', 'source'] as const;

export function readMentions(table: DataTable): readonly PackMention[] {
  return readTable(table, MENTION_COLUMNS).map((row) => ({
    code: row.code,
    on: readOneOf(row.on, MENTION_CASES),
    vatex: readOptional(row.vatex),
    subject: readOptional(row.subject),
    from: row.from,
    sure: readOneOf(row.sure, CERTAINTIES),
    source: row.source,
    texts: readLabels(row),
  }));
}

export function readInvoiceRequirements(table: DataTable): readonly PackInvoiceRequirement[] {
  return readTable(table, REQUIREMENT_COLUMNS).map((row) => ({
    code: row.code,
    on: readOneOf(row.on, REQUIREMENT_CASES),
    from: row.from,
    needs: row.needs,
    sure: readOneOf(row.sure, CERTAINTIES),
    source: row.source,
  }));
}
