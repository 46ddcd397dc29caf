import type { ExtractedSheet } from '../../domain/document-imports/sheet.ts';

export const NOBODY: ExtractedSheet['counterparty'] = {
  name: null,
  vat_number: null,
  enterprise_number: null,
  address: null,
  postal_code: null,
  city: null,
  country: null,
  email: null,
  phone: null,
  iban: null,
  bic: null,
};

type Given = Partial<Omit<ExtractedSheet, 'counterparty' | 'totals'>> & {
  readonly counterparty?: Partial<ExtractedSheet['counterparty']>;
  readonly gross?: string | null;
};

/** A sheet of a purchase; what is not given is unknown. */
export const buildSheet = ({ counterparty, gross = null, ...given }: Given = {}): ExtractedSheet => ({
  document_type: 'invoice',
  direction: 'purchase',
  counterparty: { ...NOBODY, ...counterparty },
  number: null,
  date: null,
  due_date: null,
  structured_communication: null,
  currency: 'EUR',
  lines: [],
  totals: { net: null, vat: null, gross, prepaid: null, vat_breakdown: [] },
  payment: { iban: null, bic: null, paid: false },
  nature: null,
  confidence: '0.95',
  language: null,
  ...given,
});
