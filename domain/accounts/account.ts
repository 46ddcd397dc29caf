import { defaultProblems, defaultShares, keptShares } from '../analytics/default-shares.ts';
import { settingsNaming } from '../companies/settings.ts';
import { isNamedByDocument } from '../documents/usage.ts';
import { usedByRecurringEntries } from '../recurring-entries/usage.ts';
import { assetsNaming } from '../fixed-assets/usage.ts';
import { usedByAssets, usedByDocuments, usedByEntries, usedBySettings } from '../records/usage.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { DraftOf } from '../records/declaration.ts';
import { resource } from '../records/resource.ts';
import { idByKey, recordsOf, type RecordOf } from '../records/state.ts';
import type { Problem } from '../refusal.ts';
import { ACCOUNT_COLUMNS } from './column-names.ts';

export const ACCOUNT_TYPES = ['asset', 'liability', 'equity', 'expense', 'income', 'off_balance'] as const;
export const CONTROL_ROLES = [
  'customer',
  'supplier',
  'vat_due',
  'vat_deductible',
  'bank',
  'cash',
  'transit',
  'result',
  'carried_forward',
] as const;

/** Which type the class of an account number suggests in the charts of all three countries. */
const TYPE_OF_CLASS: Readonly<Record<string, (typeof ACCOUNT_TYPES)[number]>> = {
  '0': 'off_balance',
  '1': 'equity',
  '2': 'asset',
  '3': 'asset',
  '4': 'asset',
  '5': 'asset',
  '6': 'expense',
  '7': 'income',
};

const fields = {
  number: { kind: 'text', max: 20, format: 'digits', required: true, editable: 'while_unused' },
  label: { kind: 'text', max: 200, required: true },
  labels: { kind: 'labels', editable: 'internal', hidden: true },
  class: { kind: 'integer', editable: 'internal' },
  type: { kind: 'choice', values: ACCOUNT_TYPES, isGenerated: true },
  control_role: { kind: 'choice', values: CONTROL_ROLES },
  is_postable: { kind: 'boolean', initial: true, editable: 'while_unused' },
  is_letterable: { kind: 'boolean', initial: false },
  is_active: { kind: 'boolean', initial: true },
  vat_code_id: { kind: 'reference', to: 'vat-codes' },
  analytics: defaultShares,
} as const;

type Draft = DraftOf<typeof fields>;

/** An account of the chart; posting goes to accounts that are postable and active. */
export const accounts = resource({
  name: 'accounts',
  writtenBy: 'encoder',
  columnNames: ACCOUNT_COLUMNS,
  fields,
  unique: [['number']],
  complete: (data) => ({ ...data, ...fromNumber(data.number), type: data.type ?? typeOf(data.number) }),
  consequences: (changes) => ({
    ...(changes.number !== undefined && fromNumber(changes.number)),
    // A label typed in replaces the pack's translations, which no longer say the same thing.
    ...(changes.label !== undefined && { labels: null }),
  }),
  normalise: (data, file, changed) => (changed.has('analytics') ? keptShares(data, file) : data),
  check: (data, file, changed) => [
    ...typeProblems(data, file, changed),
    ...(changed.has('analytics') ? defaultProblems(data.analytics, file) : []),
  ],
  usedBy: (id, file) => [
    ...usedByEntries(file.ledger.usedAccounts.has(id)),
    ...usedByDocuments(isNamedByDocument('account', id, file)),
    ...usedByRecurringEntries('accounts', id, file),
    ...usedByAssets(assetsNaming('account', id, file)),
    ...usedBySettings(settingsNamingAccount(id, file)),
  ],
});

function settingsNamingAccount(id: number, { records, identity }: CompanyFile): number {
  const account = recordsOf(records, accounts).byId.get(id)?.data.number;
  return account === undefined ? 0 : settingsNaming(identity?.settings ?? {}, { account });
}

export type Account = RecordOf<typeof accounts>;

/** Income and expenses, which a closing sets to zero; it carries all other accounts into the next year. */
export const isOfResult = (type: unknown): boolean => type === 'income' || type === 'expense';

/**
 * What a closing has done with an account it would have to do otherwise if the account changed sides: the year after would
 * count as its own result what was carried into it.
 */
function typeProblems(data: Draft, { records, ledger }: CompanyFile, changed: ReadonlySet<keyof Draft>): Problem[] {
  if (!changed.has('type') || !data.number) return [];
  const id = idByKey(records, accounts, 'number', data.number);
  const before = id === undefined ? undefined : recordsOf(records, accounts).byId.get(id)?.data.type;
  if (before === undefined || isOfResult(before) === isOfResult(data.type)) return [];
  return ledger.closedAccounts.has(id!) ? [{ code: 'account_in_closed_year', field: 'type' }] : [];
}

const fromNumber = (number: string | null | undefined): Draft => ({
  class: number ? Number(number.slice(0, 1)) : null,
});

const typeOf = (number: string | null | undefined) =>
  number ? (TYPE_OF_CLASS[number.slice(0, 1)] ?? 'off_balance') : null;
