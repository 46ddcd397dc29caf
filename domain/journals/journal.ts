import { isNamedInSettings } from '../companies/settings.ts';
import type { CompanyFile } from '../company-file.ts';
import type { JsonRecord } from '../json.ts';
import { updated } from '../records/order.ts';
import type { RecordUpdate } from '../records/records.ts';
import type { Resource } from '../records/resource.ts';
import { living } from '../records/state.ts';
import type { Problem } from '../refusal.ts';

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
  writtenBy: 'manager',
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
  check: controlAccountProblems,
  others: (id, given, data, file) => (given['is_default'] === true ? formerDefaults(id, data['type'], file) : []),
  isUsed: (id, file) => file.ledger.usedJournals.has(id) || isNamedInSettings('journals', id, file),
};

/** Every entry of the journal touches it, so that it must take postings. */
function controlAccountProblems(data: JsonRecord, file: CompanyFile, changed: ReadonlySet<string>): Problem[] {
  if (!changed.has('control_account_id')) return [];
  const account = living(file.records, 'accounts', (data['control_account_id'] as number | null) ?? 0);
  if (account?.data['is_postable'] === false) return [{ code: 'account_is_group', field: 'control_account_id' }];
  return account?.data['is_active'] === false ? [{ code: 'account_inactive', field: 'control_account_id' }] : [];
}

/** One journal of each type is the default: the one that was it makes way. */
function formerDefaults(id: number, type: unknown, file: CompanyFile): RecordUpdate[] {
  const former: RecordUpdate[] = [];
  for (const [other, record] of file.records['journals']?.byId.entries() ?? []) {
    const isFormer = other !== id && !record.isTrashed && record.data['type'] === type && record.data['is_default'];
    if (isFormer) former.push(updated(other, record, { is_default: false }));
  }
  return former;
}
