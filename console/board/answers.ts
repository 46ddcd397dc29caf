import type { Page } from '../support/answers.ts';

/** The parts of API responses that the board uses. */

export interface Firm {
  readonly public_token: string;
  readonly name: string;
}

export interface BoardItem {
  readonly company: { readonly public_token: string; readonly code: string; readonly name: string };
  readonly responsible: { readonly id: number; readonly name: string } | null;
  readonly documents_to_validate: number;
  readonly bank_to_match: number;
  readonly open_conflicts: number;
  readonly vat: {
    readonly label: string;
    readonly due_on: string;
    readonly days_left: number;
    readonly is_late: boolean;
  } | null;
  /** By due date. */
  readonly filings: readonly { readonly kind: string; readonly due_on: string; readonly is_late: boolean }[];
  readonly last_activity: { readonly at: string; readonly user: { readonly name: string | null } | null } | null;
}

export interface Board extends Page<BoardItem> {
  /** Over all pages. */
  readonly totals: Readonly<
    Record<'companies' | 'late' | 'documents_to_validate' | 'bank_to_match' | 'open_conflicts', number>
  >;
}
