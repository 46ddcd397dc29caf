import { findDefaultProblems, defaultShares, resolveDefaultShares } from '../analytics/default-shares.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { withoutBookCurrency } from '../currency/book-currency.ts';
import type { DraftOf } from '../records/declaration.ts';
import { resource } from '../records/resource.ts';
import { findIdByKey, getRecords, type RecordOf } from '../records/state.ts';
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

/** The account type suggested by the class of the number, in the charts of all three countries. */
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
  /** All lines of the account have this currency. Null: any currency. */
  currency: { kind: 'text', max: 3, format: 'currency', editable: 'while_unused' },
} as const;

type Draft = DraftOf<typeof fields>;

/** An account of the chart; entries are posted to accounts that are postable and active. */
export const accounts = resource({
  name: 'accounts',
  namedBy: ['account_id'],
  writtenBy: 'encoder',
  columnNames: ACCOUNT_COLUMNS,
  fields,
  unique: [['number']],
  complete: (data) => ({ ...data, ...deriveClass(data.number), type: data.type ?? deriveType(data.number) }),
  deriveConsequences: (changes) => ({
    ...(changes.number !== undefined && deriveClass(changes.number)),
    // A label typed in replaces the translations of the pack, which no longer match.
    ...(changes.label !== undefined && { labels: null }),
  }),
  normalise: (data, file, changed) => {
    const inCurrency = changed.has('currency') ? withoutBookCurrency(data, file) : data;
    return changed.has('analytics') ? resolveDefaultShares(inCurrency, file) : inCurrency;
  },
  check: (data, file, changed) => [
    ...findTypeProblems(data, file, changed),
    ...(changed.has('analytics') ? findDefaultProblems(data.analytics, file) : []),
  ],
});

export type Account = RecordOf<typeof accounts>;

/** Income and expenses, which a closing resets to zero; all other accounts are carried forward. */
export const isResultType = (type: unknown): boolean => type === 'income' || type === 'expense';

/**
 * An account in a closed year cannot move between result and balance sheet: the next year would count the amounts carried
 * forward as its own result.
 */
function findTypeProblems(data: Draft, { records, ledger }: CompanyFile, changed: ReadonlySet<keyof Draft>): Problem[] {
  if (!changed.has('type') || !data.number) return [];
  const id = findIdByKey(records, accounts, 'number', data.number);
  const before = id === undefined ? undefined : getRecords(records, accounts).byId.get(id)?.data.type;
  if (before === undefined || isResultType(before) === isResultType(data.type)) return [];
  return ledger.closedAccounts.has(id!) ? [{ code: 'account_in_closed_year', field: 'type' }] : [];
}

const deriveClass = (number: string | null | undefined): Draft => ({
  class: number ? Number(number.slice(0, 1)) : null,
});

const deriveType = (number: string | null | undefined) =>
  number ? (TYPE_OF_CLASS[number.slice(0, 1)] ?? 'off_balance') : null;
