/** The parts of API responses that the bank view uses. */

export interface BankAccount {
  readonly journal_id: number;
  readonly code: string;
  readonly iban: string | null;
  readonly currency: string;
  readonly label: string;
  readonly statement_balance: string | null;
  readonly ledger_balance: string;
  readonly difference: string | null;
  readonly pending_count: number;
}

export interface Transaction {
  readonly id: number;
  readonly journal_id: number;
  readonly entry_date: string;
  readonly amount: string;
  readonly currency: string;
  readonly counterpart_name: string | null;
  readonly counterpart_iban: string | null;
  readonly communication: string | null;
  readonly structured_communication: string | null;
  readonly bank_code_label: string | null;
  readonly version: number;
}

export interface Reason {
  readonly code: string;
  readonly message: string;
}

export interface SuggestedItem {
  readonly line_id: number;
  readonly reference: string | null;
  readonly due_date: string | null;
  readonly amount: string;
  readonly currency_amount: string | null;
  readonly reopen: boolean;
}

export interface SuggestedLine {
  readonly account_id: number;
  readonly account?: string | null;
  readonly amount: string;
  readonly vat_code_id?: number | null;
  readonly third_party_id?: number | null;
  readonly label?: string | null;
}

export interface Suggestion {
  readonly score: number;
  readonly is_certain: boolean;
  readonly reasons: readonly Reason[];
  readonly items: readonly SuggestedItem[];
  readonly lines: readonly SuggestedLine[];
  readonly write_off: boolean;
  readonly entry: {
    readonly lines: readonly {
      readonly debit: string;
      readonly credit: string;
      readonly account: { readonly number: string; readonly label: string };
    }[];
  } | null;
}

export interface AutoMatched {
  readonly matched: number;
  readonly proposed: number;
  readonly skipped: number;
  readonly results: readonly {
    readonly transaction_id: number;
    readonly status: string;
    readonly reasons: readonly Reason[];
  }[];
}

export interface Tried {
  readonly count: number;
  readonly examined: number;
  readonly data: readonly {
    readonly transaction_id: number;
    readonly entry_date: string;
    readonly amount: string;
    readonly counterpart_name: string | null;
    readonly communication: string | null;
  }[];
}
