/** Columns of `read.documents as d` that several statements select. */

/** Columns that decisions depend on. */
export const DECIDED_ON = [
  'd.id',
  'd.version',
  'd.direction',
  'd.is_credit_note',
  'd.number',
  'd.document_date',
  'd.due_date',
  'd.currency',
  'd.exchange_rate',
  'd.structured_communication',
  'd.lines',
  'd.vat',
  'd.amount_net',
  'd.amount_vat',
  'd.amount_gross',
  'd.notes',
  'd.kind',
  'd.number_series_id',
  'd.credits',
  'd.deducts',
  'd.supply_date',
  'd.supply_period',
  'd.delivery_address',
  'd.order_reference',
  'd.nature',
  'd.discount',
  'd.payment_terms_text',
  'd.paid_on',
  'd.paid_by',
  'd.exchange_rate_on',
  'd.exchange_rate_source',
  'd.tax_exchange_rate',
  'd.tax_exchange_rate_on',
  'd.tax_exchange_rate_source',
  'd.file',
  'd.last_entry_id',
] as const;

/** Columns for display, including those for decisions. */
export const SHOWN = [
  ...DECIDED_ON,
  'd.origin',
  'd.source',
  'd.import_id',
  'd.converted_from_id',
  'd.converted_to_id',
  'd.status',
  'd.mentions',
  'd.created_at',
  'd.updated_at',
  'd.deleted_at',
] as const;

/** Columns that identify a document. */
export const SAME = ['d.id', 'd.number', 'd.document_date', 'd.is_credit_note'] as const;
