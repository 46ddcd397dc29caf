/** The parts of API responses that the console uses. */

export interface FiscalYear {
  readonly id: number;
  readonly code: string;
  readonly starts_on: string;
  readonly ends_on: string;
  readonly created_at: string;
}

export interface CompanyFile {
  readonly id: number;
  readonly public_token: string;
  readonly code: string;
  readonly name: string;
  readonly country_pack: 'BE' | 'FR' | 'LU';
  readonly currency: string;
  readonly is_demo: boolean;
  readonly created_at: string;
  readonly fiscal_years?: readonly FiscalYear[];
}

export interface AccountName {
  readonly id: number;
  readonly number: string;
  readonly label: string;
}

export interface TrialBalanceRow {
  readonly account: AccountName;
  readonly opening_debit: string;
  readonly opening_credit: string;
  readonly period_debit: string;
  readonly period_credit: string;
  readonly closing_debit: string;
  readonly closing_credit: string;
  readonly balance: string;
}

export interface TrialBalance {
  readonly rows: readonly TrialBalanceRow[];
  readonly totals: Readonly<Record<string, string>>;
}

export interface Page<Row> {
  readonly data: readonly Row[];
  readonly current_page: number;
  readonly last_page: number;
  readonly total: number;
}

export interface Movement {
  readonly id: number;
  readonly entry_id: number;
  readonly entry_date: string;
  readonly due_date: string | null;
  readonly number: number;
  readonly reference: string | null;
  readonly label: string | null;
  readonly journal: { readonly code: string };
  readonly account: AccountName;
  readonly third_party: { readonly name: string } | null;
  readonly debit: string;
  readonly credit: string;
  readonly lettering_codes: readonly string[];
  readonly balance: string;
}

export interface OpenItem extends Omit<Movement, 'balance'> {
  readonly amount: string;
  readonly days_late: number;
}

export interface OpenItems extends Page<OpenItem> {
  /** Over all pages. */
  readonly totals: { readonly balance: string };
}

export interface EntryLine {
  readonly id: number;
  readonly debit: string;
  readonly credit: string;
  readonly label: string | null;
  readonly account: AccountName;
  readonly vat_code: { readonly code: string } | null;
}

export interface Entry {
  readonly id: number;
  readonly number: number;
  readonly entry_date: string;
  readonly label: string | null;
  readonly reference: string | null;
  readonly status: string;
  readonly origin: string;
  readonly total_debit: string;
  readonly total_credit: string;
  readonly journal: { readonly code: string };
  readonly third_party: { readonly name: string } | null;
  readonly reversed_entry_id: number | null;
  readonly reversed_by_entry_id: number | null;
  readonly reversal_reason: string | null;
  readonly due_date: string | null;
  readonly version: number;
  readonly lines: readonly EntryLine[];
}

export interface Attachment {
  readonly id: number;
  readonly kind: 'file' | 'document';
  readonly original_name: string;
  readonly mime: string;
  readonly file_url: string;
}

export interface Revision {
  readonly id: number;
  readonly resource: string;
  readonly record_id: number;
  readonly op: 'create' | 'update' | 'delete' | 'restore' | 'purge';
  readonly label: string | null;
  /** What was done, as a sentence. */
  readonly summary: string | null;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly changed: readonly string[];
  /** Names of the ids in its fields, by field and id. */
  readonly names: Readonly<Partial<Record<string, Readonly<Partial<Record<string, string>>>>>>;
  readonly operation_id: string;
  readonly user: { readonly id: number; readonly name: string | null } | null;
  readonly device: { readonly name: string | null } | null;
  readonly origin: string;
  readonly recorded_at: string;
}

export interface Operation {
  readonly operation_id: string;
  readonly user: Revision['user'];
  readonly device: Revision['device'];
  readonly origin: string;
  readonly recorded_at: string;
  readonly summary: string;
  readonly revisions: readonly Revision[];
  readonly can_revert: boolean;
  /** Why it cannot be undone. */
  readonly blocked_by: readonly { readonly message: string }[];
}

export interface StatementLine {
  readonly code: string;
  readonly label: string;
  readonly level: number;
  readonly amount: string;
  readonly previous_amount: string | null;
  readonly is_sum: boolean;
  /** Prefixes of its account numbers. */
  readonly accounts: readonly string[];
}

interface Compared {
  readonly previous_period: { readonly from: string; readonly to: string } | null;
}

export interface IncomeStatement extends Compared {
  readonly rows: readonly StatementLine[];
}

type AgedSums = Readonly<
  Record<'not_due' | 'days_1_30' | 'days_31_60' | 'days_61_90' | 'days_over_90' | 'total', string>
>;

export type AgedRow = AgedSums & { readonly third_party: { readonly id: number; readonly name: string } | null };

export interface AgedBalance extends Page<AgedRow> {
  /** Over all pages. */
  readonly totals: AgedSums;
}

export interface BalanceSheet extends Compared {
  readonly assets: readonly StatementLine[];
  readonly liabilities: readonly StatementLine[];
}

export interface ThirdPartyName {
  readonly id: number;
  readonly name: string;
}
