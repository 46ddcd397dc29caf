import { accounts } from '../accounts/account.ts';
import { defaultProblems, defaultShares, keptShares } from '../analytics/default-shares.ts';
import { settingsNaming } from '../companies/settings.ts';
import { usedByEntries, usedBySettings, usedByStatements } from '../records/usage.ts';
import { usedByRecurringEntries } from '../recurring-entries/usage.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { DraftOf } from '../records/declaration.ts';
import { updated } from '../records/order.ts';
import type { RecordUpdate } from '../records/record-events.ts';
import { resource } from '../records/resource.ts';
import { living, recordsOf, type RecordOf } from '../records/state.ts';
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

const fields = {
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
  analytics: defaultShares,
} as const;

type Draft = DraftOf<typeof fields>;

/** A journal numbers its entries 1, 2, 3… without a gap in each fiscal year. */
export const journals = resource({
  name: 'journals',
  writtenBy: 'manager',
  fields,
  unique: [['code']],
  consequences: (changes) => (changes.label === undefined ? {} : { labels: null }),
  normalise: (data, file, changed) => (changed.has('analytics') ? keptShares(data, file) : data),
  check: (data, file, changed) => [
    ...controlAccountProblems(data, file, changed),
    ...(changed.has('analytics') ? defaultProblems(data.analytics, file) : []),
  ],
  others: (id, given, data, file) => (given.is_default === true ? formerDefaults(id, data.type, file) : []),
  usedBy: (id, file) => [
    ...usedByEntries(file.ledger.usedJournals.has(id)),
    ...usedByStatements(file.bank.statements[id] ?? 0),
    ...usedByRecurringEntries('journals', id, file),
    ...usedBySettings(settingsNaming(file.identity?.settings ?? {}, { journal: id })),
  ],
});

export type Journal = RecordOf<typeof journals>;

/** Every entry of the journal touches it, so that it must take postings. */
function controlAccountProblems(data: Draft, file: CompanyFile, changed: ReadonlySet<keyof Draft>): Problem[] {
  if (!changed.has('control_account_id')) return [];
  const account = living(file.records, accounts, data.control_account_id);
  if (account?.data.is_postable === false) return [{ code: 'account_is_group', field: 'control_account_id' }];
  return account?.data.is_active === false ? [{ code: 'account_inactive', field: 'control_account_id' }] : [];
}

/** One journal of each type is the default: the one that was it makes way. */
function formerDefaults(id: number, type: Draft['type'], file: CompanyFile): RecordUpdate[] {
  const former: RecordUpdate[] = [];
  for (const [other, record] of recordsOf(file.records, journals).byId.entries()) {
    const isFormer = other !== id && !record.isTrashed && record.data.type === type && record.data.is_default;
    if (isFormer) former.push(updated(other, record, { is_default: false }));
  }
  return former;
}
