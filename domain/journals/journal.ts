import type { Resource } from '../records/resource.ts';

export const JOURNAL_TYPES = [
  'purchase',
  'purchase_credit',
  'sale',
  'sale_credit',
  'miscellaneous',
  'cash',
  'bank',
] as const;

/** A journal numbers its entries 1, 2, 3… without a gap in each fiscal year. */
export const journals: Resource = {
  name: 'journals',
  fields: {
    code: { kind: 'text', max: 6, format: 'code', required: true, editable: 'while_unused' },
    label: { kind: 'text', max: 200, required: true },
    labels: { kind: 'labels', editable: 'internal', hidden: true },
    type: { kind: 'choice', values: JOURNAL_TYPES, required: true, editable: 'while_unused' },
    control_account_id: { kind: 'reference', to: 'accounts' },
    iban: { kind: 'text', max: 42, format: 'iban' },
    bic: { kind: 'text', max: 11, format: 'bic' },
    is_active: { kind: 'boolean', initial: true },
    is_default: { kind: 'boolean', initial: false },
    description: { kind: 'text', max: 1000 },
  },
  unique: [['code']],
  consequences: (changes) => (changes['label'] === undefined ? {} : { labels: null }),
  isUsed: (id, file) => file.ledger.usedJournals.has(id),
};
