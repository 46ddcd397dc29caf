import type { CountryPack } from '../country-packs/pack.ts';
import { isSameJson, type Json, type JsonRecord } from '../json.ts';
import { LANGUAGES } from '../language.ts';
import { objectField, type Field } from '../records/field.ts';
import { CREDIT_TRANSFER_FORMATS, DIRECT_DEBIT_FORMATS } from '../sepa/message.ts';

/** Default number of days during which deleted data can be restored. */
export const DEFAULT_RETENTION_DAYS = 30;

/** The settings of a company file: a tree whose leaves are declared here by their dotted path. */

export const ANNUAL_ACCOUNTS_SCHEMES = ['full', 'abbreviated', 'micro'] as const;

/** A leaf is a field like those of records; some contain a number that must be valid in the file or its country. */
export type Setting = Field & {
  readonly isAccount?: true;
  readonly isEnterpriseNumber?: true;
  /** For a choice that was a free text earlier: the meaning of texts that are not among its values. */
  readonly otherwise?: string;
};

/** In which capacity the filer files: for itself, or for the company as its representative or agent. */
export const FILER_QUALITIES = ['declarant', 'representative', 'agent'] as const;

const text = (max: number): Setting => ({ kind: 'text', max });
const email: Setting = { kind: 'text', max: 190, format: 'email' };
const account: Setting = { kind: 'text', max: 20, format: 'digits', isAccount: true };
const enterpriseNumber: Setting = { kind: 'text', max: 30, isEnterpriseNumber: true };
const threshold: Setting = { kind: 'decimal', max: '999999999999.99' };
const journal: Setting = { kind: 'reference', to: 'journals' };

export const settings: Readonly<Record<string, Setting>> = {
  vat_regimes: { ...objectField('vat_regimes'), initial: [] },
  'vat.administration_cell': text(100),
  'vat.structured_communication': { kind: 'text', max: 20, format: 'structured_communication' },
  'vat.directorate_number': text(40),
  'vat.office_number': text(40),
  'vat.pro_rata.general': { kind: 'decimal', max: '100.00', initial: '100.00' },
  'vat.pro_rata.special': { kind: 'boolean', initial: false },
  'vat.pro_rata.by_year': { ...objectField('pro_rata_years'), initial: [] },
  'vat.filings': { ...objectField('vat_filings'), initial: [] },
  'vat.declarant.applicable': { kind: 'boolean', initial: false },
  'vat.declarant.company_name': text(200),
  'vat.declarant.signatory_1': text(200),
  'vat.declarant.signatory_1_title': text(100),
  'vat.declarant.signatory_2': text(200),
  'vat.declarant.signatory_2_title': text(100),
  'vat.declarant.phone': text(40),
  'vat.declarant.fax': text(40),
  'vat.declarant.email': email,
  'vat.declarant.language': { kind: 'choice', values: LANGUAGES },
  'vat.sender_281_50.name': text(200),
  'vat.sender_281_50.enterprise_number': enterpriseNumber,
  'vat.sender_281_50.address': text(300),
  'vat.sender_281_50.phone': text(40),
  'vat.sender_281_50.email': email,
  'vat.filer.quality': { kind: 'choice', values: FILER_QUALITIES, otherwise: 'declarant' },
  'vat.filer.name': text(200),
  'vat.filer.enterprise_number': enterpriseNumber,
  'vat.filer.phone': text(40),
  'vat.filer.email': email,
  'vat.filer.address': text(200),
  'vat.filer.postal_code': text(20),
  'vat.filer.city': text(100),
  'vat.filer.country': { kind: 'text', max: 2, format: 'country' },
  'vat.filer.vat_number': { kind: 'text', max: 20, format: 'vat_number' },
  'vat.ecdf.prefix': { kind: 'text', max: 6, format: 'code' },
  'vat.ecdf.interface_id': text(20),
  'vat.ecdf.matricule': { kind: 'text', max: 13, format: 'digits' },
  'vat.ecdf.rcs': { kind: 'text', max: 8, format: 'code' },
  'legal.rpm_district': text(100),
  'legal.capital': text(60),
  'legal.register_city': text(100),
  'legal.form_text': text(200),
  'invoices.late_interest_text': text(500),
  'invoices.late_interest_rate': { kind: 'decimal', max: '100.00' },
  'invoices.discount_text': text(500),
  'invoices.vat_on_debits': { kind: 'boolean', initial: false },
  'invoices.footer': text(1_000),
  'invoices.colour': { kind: 'text', max: 7, format: 'colour' },
  'invoices.texts': { ...objectField('invoice_texts'), initial: [] },
  'annual_accounts.scheme': { kind: 'choice', values: ANNUAL_ACCOUNTS_SCHEMES },
  'annual_accounts.abridged.total': threshold,
  'annual_accounts.abridged.turnover': threshold,
  'annual_accounts.abridged.employees': { kind: 'integer', min: 0, max: 1_000_000 },
  'annual_accounts.average_employees': { kind: 'integer', min: 0, max: 1_000_000 },
  'annual_accounts.general_meeting_date': { kind: 'date' },
  'annual_accounts.directors': { ...objectField('directors'), initial: [] },
  'annual_accounts.directors_note': text(5_000),
  'annual_accounts.valuation_rules': text(20_000),
  'auto_entries.vat.payable_account': account,
  'auto_entries.vat.receivable_account': account,
  'auto_entries.vat.correction_payable_account': account,
  'auto_entries.vat.correction_receivable_account': account,
  'auto_entries.vat.journal_id': journal,
  'auto_entries.invoices_to_receive.supplier_account': account,
  'auto_entries.invoices_to_receive.customer_account': account,
  'auto_entries.invoices_to_receive.journal_id': journal,
  'auto_entries.reconciliation_difference.expense_account': account,
  'auto_entries.reconciliation_difference.income_account': account,
  'auto_entries.reconciliation_difference.max_amount': { kind: 'decimal', max: '99999.99', initial: '0.00' },
  'auto_entries.transfers.transit_account': account,
  'auto_entries.transfers.journal_id': journal,
  'corporate_tax.reduced_rate': { kind: 'boolean', initial: false },
  'corporate_tax.municipal_rate': { kind: 'decimal', max: '999.99', initial: '225.00' },
  'corporate_tax.disallowed': { ...objectField('disallowed_expenses'), initial: [] },
  'revaluation.reverse': { kind: 'boolean', initial: true },
  'sepa.creditor_identifier': { kind: 'text', max: 35, format: 'creditor_identifier' },
  'sepa.batch_booking': { kind: 'boolean', initial: true },
  'sepa.credit_transfer_format': { kind: 'choice', values: CREDIT_TRANSFER_FORMATS, initial: 'pain.001.001.09' },
  'sepa.direct_debit_format': { kind: 'choice', values: DIRECT_DEBIT_FORMATS, initial: 'pain.008.001.08' },
  'analytics.required': { ...objectField('analytics_required'), initial: [] },
  'reminders.levels': { ...objectField('reminder_levels'), initial: [] },
  'reminders.rates': { ...objectField('interest_rates'), initial: [] },
  'reminders.from': email,
  'reminders.reply_to': email,
  'reminders.attach_statement': { kind: 'boolean', initial: true },
  'history.trash_retention_days': { kind: 'integer', min: 1, max: 3_650, initial: DEFAULT_RETENTION_DAYS },
};

/** Values by path; only those that were set. */
export type SettingValues = Readonly<Record<string, Json>>;

/** Settings of a new file: the country's accounts for automatic entries. */
export function buildInitialSettings(pack: CountryPack, miscellaneousJournalId: number | null): SettingValues {
  const { vat, invoicesToReceive, reconciliationDifference, transfers } = pack.autoEntryAccounts;
  return {
    'auto_entries.vat.payable_account': vat.payable,
    'auto_entries.vat.receivable_account': vat.receivable,
    'auto_entries.vat.correction_payable_account': vat.correctionPayable,
    'auto_entries.vat.correction_receivable_account': vat.correctionReceivable,
    'auto_entries.vat.journal_id': miscellaneousJournalId,
    'auto_entries.invoices_to_receive.supplier_account': invoicesToReceive.supplier,
    'auto_entries.invoices_to_receive.customer_account': invoicesToReceive.customer,
    'auto_entries.invoices_to_receive.journal_id': miscellaneousJournalId,
    'auto_entries.reconciliation_difference.expense_account': reconciliationDifference.expense,
    'auto_entries.reconciliation_difference.income_account': reconciliationDifference.income,
    'auto_entries.transfers.transit_account': transfers.transit,
    'auto_entries.transfers.journal_id': miscellaneousJournalId,
  };
}

/** Where each setting is in the tree; split once, because a list of company files builds hundreds of trees. */
const LEAVES = Object.entries(settings).map(([path, { kind }]) => {
  const names = path.split('.');
  return { path, branches: names.slice(0, -1), leaf: names.at(-1)!, isDecimal: kind === 'decimal' };
});

/** All settings with their values, as the tree that clients see. */
export function buildSettingsTree(values: SettingValues): JsonRecord {
  const tree: Record<string, Json> = {};
  for (const { path, branches, leaf, isDecimal } of LEAVES) {
    const value = readSetting(values, path);
    let branch = tree;
    for (const name of branches) branch = (branch[name] ??= {}) as Record<string, Json>;
    branch[leaf] = isDecimal && value !== null ? Number(value) : value;
  }
  return tree;
}

/** The value of a setting, or its initial one. A text of an earlier version becomes one of the choices. */
export function readSetting(values: SettingValues, path: string): Json {
  const field = settings[path];
  const value = values[path] ?? field?.initial ?? null;
  if (field?.kind !== 'choice' || field.otherwise === undefined || typeof value !== 'string') return value;
  return field.values.find((one) => one === value.trim().toLowerCase()) ?? field.otherwise;
}

/** The requested values that differ from the current ones. */
export function findChangedSettings(requested: SettingValues, values: SettingValues): SettingValues {
  return Object.fromEntries(
    Object.entries(requested).filter(([path, value]) => !isSameJson(value, readSetting(values, path))),
  );
}

/** Number of settings that refer to this account (by number) or journal (by id): it cannot change while there are any. */
export function countSettingsNaming(
  values: SettingValues,
  named: { readonly account: string } | { readonly journal: number },
): number {
  return Object.entries(values).filter(([path, value]) => {
    const field = settings[path];
    if ('account' in named) return field?.isAccount === true && value === named.account;
    return field?.kind === 'reference' && field.to === 'journals' && value === named.journal;
  }).length;
}
