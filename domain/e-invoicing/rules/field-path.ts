import type { Located } from './checked-document.ts';

/**
 * The field of a document that an element carries, in the names of the API: `lines.1.unit_price`. Elements below a field
 * belong to it. Null if the document has no such field.
 */
export function findFieldPath(at: Located): string | null {
  const names: string[] = [];
  for (let one: Located | null = at; one !== null && one.parent !== null; one = one.parent) {
    const { name } = one.element;
    if (LINES.has(name) && one.parent.parent === null) return joinPath(`lines.${countBefore(one)}`, names, OF_LINES);
    names.unshift(name);
  }
  return joinPath('', names, OF_DOCUMENT);
}

const LINES: ReadonlySet<string> = new Set(['InvoiceLine', 'CreditNoteLine']);

const OF_LINES: Readonly<Record<string, string>> = {
  InvoicedQuantity: 'quantity',
  CreditedQuantity: 'quantity',
  LineExtensionAmount: 'amount_net',
  Item: 'description',
  'Item/ClassifiedTaxCategory': 'vat_code_id',
  Price: 'unit_price',
  AllowanceCharge: 'discount_percent',
};

const OF_DOCUMENT: Readonly<Record<string, string>> = {
  ID: 'number',
  IssueDate: 'document_date',
  DueDate: 'due_date',
  'PaymentMeans/PaymentDueDate': 'due_date',
  InvoiceTypeCode: 'kind',
  CreditNoteTypeCode: 'kind',
  ProfileID: 'nature',
  Note: 'notes',
  DocumentCurrencyCode: 'currency',
  OrderReference: 'order_reference',
  BillingReference: 'credits',
  InvoicePeriod: 'supply_period',
  Delivery: 'delivery_address',
  'Delivery/ActualDeliveryDate': 'supply_date',
  AccountingSupplierParty: 'company',
  AccountingCustomerParty: 'third_party',
  PaymentTerms: 'payment_terms_text',
  TaxTotal: 'vat_amounts',
  'LegalMonetaryTotal/TaxExclusiveAmount': 'amount_net',
  'LegalMonetaryTotal/TaxInclusiveAmount': 'amount_gross',
};

/** The longest part of the path that is a field. */
function joinPath(prefix: string, names: readonly string[], fields: Readonly<Record<string, string>>): string | null {
  for (let length = names.length; length > 0; length -= 1) {
    const path = names.slice(0, length).join('/');
    const field = Object.hasOwn(fields, path) ? fields[path] : undefined;
    if (field !== undefined) return prefix === '' ? field : `${prefix}.${field}`;
  }
  return prefix === '' ? null : prefix;
}

function countBefore({ element, parent }: Located): number {
  return parent!.element.children.filter(({ name }) => name === element.name).indexOf(element);
}
