import { LANGUAGES } from '../language.ts';
import type { DataOf, DraftOf } from '../records/declaration.ts';
import { objectField } from '../records/field.ts';
import type { KeptMandate } from '../sepa/message.ts';

export const THIRD_PARTY_TYPES = ['supplier', 'customer'] as const;

export const fields = {
  type: { kind: 'choice', values: THIRD_PARTY_TYPES, required: true, editable: 'while_unused' },
  code: { kind: 'text', max: 20, format: 'code', isGenerated: true },
  name: { kind: 'text', max: 200, required: true },
  vat_number: { kind: 'text', max: 20, format: 'national_vat_number' },
  enterprise_number: { kind: 'text', max: 20 },
  /** Of a person, for slips to the tax administration: sealed before it is recorded, and shown on the slip alone. */
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
  /** By which its account may be debited. */
  mandates: { ...objectField<readonly KeptMandate[]>('mandates'), initial: [] },
  /** Nothing is paid to it until somebody says so. */
  is_payment_blocked: { kind: 'boolean', initial: false },
  payment_block_reason: { kind: 'text', max: 200 },
  /** Whether it is reminded of what it owes: `normal`, `never`, or not until a day is over. */
  reminders: { kind: 'text', max: 10, format: 'reminders', initial: 'normal' },
  payment_days: { kind: 'integer', min: 0, max: 365 },
  account_id: { kind: 'reference', to: 'accounts' },
  default_account_id: { kind: 'reference', to: 'accounts' },
  default_vat_code_id: { kind: 'reference', to: 'vat-codes' },
  peppol_identifier: { kind: 'text', max: 60, format: 'peppol_identifier' },
  /** Whether the network knows the identifier; found out by looking it up, never typed in. */
  peppol_registered: { kind: 'boolean', initial: false, editable: 'internal' },
  peppol_checked_at: { kind: 'timestamp', editable: 'internal' },
  /** What VIES says of the VAT number, and when it was asked; null: not asked yet. */
  vat_checked_at: { kind: 'timestamp', editable: 'internal' },
  vat_valid: { kind: 'boolean', editable: 'internal' },
  vat_name: { kind: 'text', max: 300, editable: 'internal' },
  vat_address: { kind: 'text', max: 500, editable: 'internal' },
  /** Proves that the question was asked; given to an asker with a valid number of its own. */
  vat_consultation_number: { kind: 'text', max: 40, editable: 'internal' },
  is_active: { kind: 'boolean', initial: true },
  notes: { kind: 'text', max: 5000 },
  /** The one that this one went into when they turned out to be the same. */
  merged_into_id: { kind: 'reference', to: 'third-parties', editable: 'internal' },
} as const;

/** A third party as it is kept. */
export type ThirdPartyData = DataOf<typeof fields>;
/** What is known of one so far. */
export type ThirdPartyDraft = DraftOf<typeof fields>;
export type ThirdPartyField = keyof typeof fields;
