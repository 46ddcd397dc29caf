import type { AccountName } from '../support/answers.ts';

/** The parts of API responses that the view of entries uses. */

export interface JournalName {
  readonly id: number;
  readonly code: string;
  readonly label: string;
  readonly type: string;
  readonly is_active: boolean;
}

export interface AnalyticCode {
  readonly id: number;
  readonly axis: string;
  readonly code: string;
  readonly label: string;
}

export interface AnalyticShare {
  readonly code: string;
  readonly axis: string;
}

/** An entry with what a copy of it needs. */
export interface CopiedEntry {
  readonly journal_id: number;
  readonly label: string | null;
  readonly reference: string | null;
  readonly lines: readonly {
    readonly debit: string;
    readonly credit: string;
    readonly label: string | null;
    readonly third_party_id: number | null;
    readonly account: AccountName;
    readonly vat_code: { readonly code: string } | null;
    readonly analytics: readonly AnalyticShare[];
  }[];
}

/** An entry that would be posted. */
export interface EntryPreview {
  readonly journal: { readonly code: string };
  readonly number: number;
  readonly entry_date: string;
  readonly lines: readonly {
    readonly debit: string;
    readonly credit: string;
    readonly label: string | null;
    readonly third_party_id: number | null;
    readonly account: { readonly number: string; readonly label: string };
    readonly vat_code: { readonly code: string } | null;
  }[];
  readonly boxes: readonly { readonly box: string; readonly label: string; readonly amount: string }[];
  readonly warnings?: readonly { readonly message: string }[];
}

export interface EntryTemplate {
  readonly id: number;
  readonly label: string;
  readonly kind: string;
  readonly template: {
    readonly journal_id: number;
    readonly label: string | null;
    readonly reference: string | null;
    readonly third_party_id: number | null;
    readonly lines: readonly {
      readonly account: string | null;
      readonly account_id: number | null;
      readonly vat_code: string | null;
      readonly vat_code_id: number | null;
      readonly label: string | null;
      readonly debit: string | null;
      readonly credit: string | null;
      readonly amount: string | null;
      readonly third_party_id: number | null;
      readonly analytics: readonly AnalyticShare[] | null;
    }[];
  };
}
