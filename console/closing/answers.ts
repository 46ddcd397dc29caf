/** The parts of API responses that the closing uses. */

export interface Period {
  readonly id: number;
  readonly label: string;
  readonly is_locked: boolean;
}

export interface YearWithPeriods {
  readonly id: number;
  readonly code: string;
  readonly is_closed: boolean;
  readonly periods: readonly Period[];
}

export interface Finding {
  readonly code: string;
  readonly severity: 'blocking' | 'warning' | 'info';
  readonly message: string;
  readonly links: readonly { readonly label: string; readonly href: string }[];
}

export interface ClosingCheck {
  readonly can_close: boolean;
  readonly result: string;
  readonly outcome: 'profit' | 'loss' | 'zero';
  readonly brought_forward: string;
  readonly to_transfer: string;
  readonly transfer_account: string | null;
  readonly checks: readonly Finding[];
}
