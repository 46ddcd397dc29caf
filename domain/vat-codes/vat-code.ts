import { MARGIN_KINDS } from '../country-packs/mentions.ts';
import type { PackVatCode, VatKind, VatNature } from '../country-packs/pack.ts';
import { objectField } from '../records/field.ts';
import { resource } from '../records/resource.ts';
import type { RecordOf } from '../records/state.ts';
import { findBoxProblems, normaliseBoxes } from './box-effects.ts';
import { findMentionProblems } from './mention.ts';

export const VAT_DIRECTIONS = ['purchase', 'sale'] as const satisfies readonly PackVatCode['direction'][];
export const VAT_KINDS = [
  'standard',
  'margin',
  'reverse_charge',
  'intracom',
  'import',
  'export',
  'exempt',
  'outside_scope',
  'non_deductible',
] as const satisfies readonly VatKind[];
export const VAT_NATURES = ['goods', 'services', 'investment'] as const satisfies readonly VatNature[];
export const EXIGIBILITIES = ['invoice', 'payment'] as const satisfies readonly PackVatCode['exigibility'][];
export const INTRA_LISTINGS = ['L', 'T', 'S'] as const satisfies readonly PackVatCode['intraListing'][];

/** How an invoice line is taxed, which accounts the tax is posted to and which boxes of the return it fills. */
export const vatCodes = resource({
  name: 'vat-codes',
  namedBy: ['vat_code_id'],
  writtenBy: 'manager',
  fields: {
    code: { kind: 'text', max: 20, format: 'code', required: true, editable: 'while_unused' },
    label: { kind: 'text', max: 200, required: true },
    labels: { kind: 'labels', editable: 'internal', hidden: true },
    direction: { kind: 'choice', values: VAT_DIRECTIONS, required: true, editable: 'while_unused' },
    kind: { kind: 'choice', values: VAT_KINDS, required: true, editable: 'while_unused' },
    nature: { kind: 'choice', values: VAT_NATURES },
    rate: { kind: 'decimal', max: '100.00', required: true, editable: 'while_unused' },
    deductible_rate: { kind: 'decimal', max: '100.00', initial: '100.00' },
    /** When the tax becomes due: on invoice or on payment. */
    exigibility: { kind: 'choice', values: EXIGIBILITIES, initial: 'invoice' },
    /** Code of the intra-Community sales listing: goods, triangular sale, services. */
    intra_listing: { kind: 'choice', values: INTRA_LISTINGS },
    /** A mention of the country on invoices by its code, or own words; null: by the kind. */
    mention: { kind: 'text', max: 500 },
    /** What is sold under the margin scheme. */
    margin_kind: { kind: 'choice', values: MARGIN_KINDS },
    due_account_id: { kind: 'reference', to: 'accounts' },
    deductible_account_id: { kind: 'reference', to: 'accounts' },
    boxes: objectField<PackVatCode['boxes']>('vat_boxes'),
    is_active: { kind: 'boolean', initial: true },
  },
  unique: [['code']],
  deriveConsequences: (changes) => (changes.label === undefined ? {} : { labels: null }),
  normalise: (data, _file, changed) =>
    changed.has('boxes') ? { ...data, boxes: normaliseBoxes(data.boxes ?? null) } : data,
  check: (data, file, changed) => [
    ...(changed.has('boxes') ? findBoxProblems(data.boxes ?? null, file.identity.country_pack) : []),
    ...(changed.has('mention') ? findMentionProblems(data.mention ?? null, file.identity.country_pack) : []),
  ],
});

export type VatCode = RecordOf<typeof vatCodes>;
