import type { Resource } from '../records/resource.ts';

export const VAT_DIRECTIONS = ['purchase', 'sale'] as const;
export const VAT_KINDS = [
  'standard',
  'reverse_charge',
  'intracom',
  'import',
  'export',
  'exempt',
  'outside_scope',
  'non_deductible',
] as const;

/** How a line of an invoice is taxed, which accounts the tax goes to and which boxes of the return it moves. */
export const vatCodes: Resource = {
  name: 'vat-codes',
  fields: {
    code: { kind: 'text', max: 20, format: 'code', required: true, editable: 'while_unused' },
    label: { kind: 'text', max: 200, required: true },
    labels: { kind: 'labels', editable: 'internal', hidden: true },
    direction: { kind: 'choice', values: VAT_DIRECTIONS, required: true, editable: 'while_unused' },
    kind: { kind: 'choice', values: VAT_KINDS, required: true, editable: 'while_unused' },
    nature: { kind: 'text', max: 40 },
    rate: { kind: 'decimal', max: '100.00', required: true, editable: 'while_unused' },
    deductible_rate: { kind: 'decimal', max: '100.00', initial: '100.00' },
    due_account_id: { kind: 'reference', to: 'accounts' },
    deductible_account_id: { kind: 'reference', to: 'accounts' },
    boxes: { kind: 'object' },
    is_active: { kind: 'boolean', initial: true },
  },
  unique: [['code']],
  consequences: (changes) => (changes['label'] === undefined ? {} : { labels: null }),
};
