import { accounts } from '../accounts/account.ts';
import { findDefaultProblems, defaultShares, resolveDefaultShares } from '../analytics/default-shares.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { withoutBookCurrency } from '../currency/book-currency.ts';
import type { DraftOf } from '../records/declaration.ts';
import { buildRecordUpdate } from '../records/order.ts';
import type { RecordUpdate } from '../records/record-events.ts';
import { resource } from '../records/resource.ts';
import { findLiveRecord, getRecords, type RecordOf } from '../records/state.ts';
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
  /** Currency of its bank statements or cash. Null: the currency of the company file. */
  currency: { kind: 'text', max: 3, format: 'currency', editable: 'while_unused' },
} as const;

type Draft = DraftOf<typeof fields>;

/** A journal numbers its entries 1, 2, 3… without gaps in each fiscal year. */
export const journals = resource({
  name: 'journals',
  namedBy: ['journal_id'],
  writtenBy: 'manager',
  fields,
  unique: [['code']],
  deriveConsequences: (changes) => (changes.label === undefined ? {} : { labels: null }),
  normalise: (data, file, changed) => {
    const inCurrency = changed.has('currency') ? withoutBookCurrency(data, file) : data;
    return changed.has('analytics') ? resolveDefaultShares(inCurrency, file) : inCurrency;
  },
  check: (data, file, changed) => [
    ...checkControlAccount(data, file, changed),
    ...checkCurrency(data, file, changed),
    ...(changed.has('analytics') ? findDefaultProblems(data.analytics, file) : []),
  ],
  listOtherUpdates: (id, given, data, file) =>
    given.is_default === true ? unsetFormerDefaults(id, data.type, file) : [],
});

export type Journal = RecordOf<typeof journals>;

/** Every entry of the journal uses this account, so it must be postable. */
function checkControlAccount(data: Draft, file: CompanyFile, changed: ReadonlySet<keyof Draft>): Problem[] {
  if (!changed.has('control_account_id')) return [];
  const account = findLiveRecord(file.records, accounts, data.control_account_id);
  if (account?.data.is_postable === false) return [{ code: 'account_is_group', field: 'control_account_id' }];
  return account?.data.is_active === false ? [{ code: 'account_inactive', field: 'control_account_id' }] : [];
}

/** The movements of a bank or cash account are posted in its currency. */
function checkCurrency(data: Draft, file: CompanyFile, changed: ReadonlySet<keyof Draft>): Problem[] {
  if (!changed.has('currency') && !changed.has('control_account_id')) return [];
  if (data.type !== 'bank' && data.type !== 'cash') return [];
  const account = findLiveRecord(file.records, accounts, data.control_account_id);
  const { currency: bookCurrency } = file.identity;
  const [currency, expected] = [data.currency ?? bookCurrency, account?.data.currency ?? bookCurrency];
  return account && currency !== expected
    ? [{ code: 'currency_mismatch', field: 'currency', params: { currency, expected } }]
    : [];
}

/** Each type has one default journal, so the previous default is unset. */
function unsetFormerDefaults(id: number, type: Draft['type'], file: CompanyFile): RecordUpdate[] {
  const former: RecordUpdate[] = [];
  for (const [other, record] of getRecords(file.records, journals).byId.entries()) {
    const isFormer = other !== id && !record.isTrashed && record.data.type === type && record.data.is_default;
    if (isFormer) former.push(buildRecordUpdate(other, record, { is_default: false }));
  }
  return former;
}
