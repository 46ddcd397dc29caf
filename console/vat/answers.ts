import type { Page } from '../support/answers.ts';

/** The parts of API responses that the VAT view uses. */

export interface DueItem {
  readonly kind: string;
  readonly label: string;
  readonly year: number;
  readonly period: number;
  readonly due_on: string;
  readonly status: 'future' | 'open' | 'late' | 'done';
  readonly declaration_id: number | null;
}

interface RecordLink {
  readonly resource: string;
  readonly id: number;
}

export interface VatWarning {
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
  readonly solution?: string;
  readonly links: readonly RecordLink[];
}

export interface Declaration {
  readonly id: number;
  readonly form: string;
  readonly label: string;
  readonly starts_on: string;
  readonly ends_on: string;
  readonly due_on: string;
  readonly status: 'draft' | 'validated' | 'filed';
  readonly boxes: Readonly<Record<string, string>>;
  readonly manual: Readonly<Record<string, { readonly amount: string; readonly reason: string }>>;
  readonly amount_due: string;
  readonly amount_refund: string;
  readonly fingerprint: string;
  readonly filed_on: string | null;
  readonly has_moved: boolean;
  readonly differences: readonly { readonly box: string; readonly filed: string; readonly now: string }[];
  readonly warnings: readonly VatWarning[];
  readonly version: number;
}

export interface BoxLine {
  readonly entry_id: number;
  readonly line_id: number;
  readonly entry_date: string;
  readonly journal_code: string;
  readonly number: number;
  readonly reference: string | null;
  readonly third_party: { readonly name: string } | null;
  readonly vat_code: string;
  readonly amount: string;
}

export type BoxLines = Page<BoxLine>;
