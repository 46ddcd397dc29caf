import { defaultShares } from '../analytics/default-shares.ts';
import { LANGUAGES } from '../language.ts';
import { ERASED_PARTS } from '../persons/person-events.ts';
import type { DataOf, DraftOf } from '../records/declaration.ts';
import { objectField } from '../records/field.ts';
import type { KeptMandate } from '../sepa/message.ts';

export const THIRD_PARTY_TYPES = ['supplier', 'customer'] as const;

/** How a customer gets its invoices: by mail, through Peppol, through the approved platform (France), or not by us. */
export const INVOICE_DELIVERIES = ['mail', 'peppol', 'platform', 'none'] as const;
export type InvoiceDelivery = (typeof INVOICE_DELIVERIES)[number];

export const fields = {
  type: { kind: 'choice', values: THIRD_PARTY_TYPES, required: true, editable: 'while_unused' },
  code: { kind: 'text', max: 20, format: 'code', isGenerated: true },
  name: { kind: 'text', max: 200, required: true },
  /** Null: a natural person if it has neither a VAT number nor an enterprise number. */
  is_natural_person: { kind: 'boolean', isDerived: true },
  vat_number: { kind: 'text', max: 20, format: 'national_vat_number' },
  enterprise_number: { kind: 'text', max: 20 },
  /** Number of a person, for slips to the tax administration: encrypted before it is recorded, and shown only on the slip. */
  national_number: { kind: 'text', max: 200, format: 'national_number', hidden: true },
  address: { kind: 'text', max: 300 },
  street: { kind: 'text', max: 200 },
  house_number: { kind: 'text', max: 20 },
  box: { kind: 'text', max: 20 },
  postal_code: { kind: 'text', max: 20 },
  city: { kind: 'text', max: 100 },
  country: { kind: 'text', max: 2, format: 'country' },
  email: { kind: 'text', max: 190, format: 'email' },
  phone: { kind: 'text', max: 40 },
  language: { kind: 'choice', values: LANGUAGES },
  ibans: { kind: 'list', max: 10, format: 'iban', initial: [] },
  bic: { kind: 'text', max: 11, format: 'bic' },
  /** Direct debit mandates. */
  mandates: { ...objectField<readonly KeptMandate[]>('mandates'), initial: [] },
  /** Payments to it are blocked until a user unblocks it. */
  is_payment_blocked: { kind: 'boolean', initial: false },
  payment_block_reason: { kind: 'text', max: 200 },
  /** Whether it gets payment reminders: `normal`, `never`, or a date until which it gets none. */
  reminders: { kind: 'text', max: 10, format: 'reminders', initial: 'normal' },
  /** How recurring invoices are sent to it. Nothing is sent unless someone has asked for it. */
  invoice_delivery: { kind: 'choice', values: INVOICE_DELIVERIES, initial: 'none' },
  payment_days: { kind: 'integer', min: 0, max: 365 },
  account_id: { kind: 'reference', to: 'accounts' },
  default_account_id: { kind: 'reference', to: 'accounts' },
  default_vat_code_id: { kind: 'reference', to: 'vat-codes' },
  analytics: defaultShares,
  peppol_identifier: { kind: 'text', max: 60, format: 'peppol_identifier' },
  /** Whether the network knows the identifier. Set by a look-up, never entered by hand. */
  peppol_registered: { kind: 'boolean', initial: false, editable: 'internal' },
  peppol_checked_at: { kind: 'timestamp', editable: 'internal' },
  /** Result and time of the VIES check of the VAT number; null: not checked yet. */
  vat_checked_at: { kind: 'timestamp', editable: 'internal' },
  vat_valid: { kind: 'boolean', editable: 'internal' },
  vat_name: { kind: 'text', max: 300, editable: 'internal' },
  vat_address: { kind: 'text', max: 500, editable: 'internal' },
  /** Proof of the check, issued to requesters that have a valid VAT number themselves. */
  vat_consultation_number: { kind: 'text', max: 40, editable: 'internal' },
  is_active: { kind: 'boolean', initial: true },
  notes: { kind: 'text', max: 5000 },
  /** When personal data were last erased, and which part of them; null if none was. */
  erased_at: { kind: 'timestamp', editable: 'internal' },
  erased_part: { kind: 'choice', values: ERASED_PARTS, editable: 'internal' },
  /** The third party into which this duplicate was merged. */
  merged_into_id: { kind: 'reference', to: 'third-parties', editable: 'internal' },
} as const;

/** A third party as stored. */
export type ThirdPartyData = DataOf<typeof fields>;
/** A third party that may be incomplete. */
export type ThirdPartyDraft = DraftOf<typeof fields>;
export type ThirdPartyField = keyof typeof fields;
