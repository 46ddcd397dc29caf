import type { AccountName, Page } from '../support/answers.ts';

/** The parts of API responses that the invoices use. */

export type Kind = 'invoice' | 'credit_note' | 'advance' | 'final' | 'quotation' | 'proforma' | 'self_billed';
export type Direction = 'sale' | 'purchase';

export interface VatCode {
  readonly id: number;
  readonly code: string;
  readonly rate: string;
}

export interface Share {
  readonly code_id: number;
  readonly share: string | null;
  readonly amount: string | null;
}

export interface Line {
  readonly id: number;
  readonly description: string;
  readonly quantity: string | null;
  readonly unit_price: string | null;
  readonly amount_net: string;
  readonly discount_percent: string | null;
  readonly unit: string | null;
  readonly actual_account: AccountName;
  readonly vat_code: VatCode;
  readonly analytics: readonly Share[];
}

/** Amounts in the currency of the document and in that of the company file. */
export interface Amounts {
  readonly currency: string;
  readonly exchange_rate: string | null;
  readonly vat: readonly { readonly vat_code: VatCode; readonly base: string; readonly amount: string }[];
  readonly amount_net: string;
  readonly amount_vat: string;
  readonly amount_gross: string;
  readonly base_amount_net: string | null;
  readonly base_amount_vat: string | null;
  readonly base_amount_gross: string | null;
}

export interface Payment {
  readonly status: 'open' | 'partial' | 'paid';
  readonly open_amount: string;
  readonly currency_open_amount: string | null;
  readonly days_late: number;
}

export interface Invoice extends Amounts {
  readonly id: number;
  readonly direction: Direction;
  readonly kind: Kind;
  readonly is_credit_note: boolean;
  readonly number: string | null;
  readonly document_date: string;
  readonly due_date: string | null;
  readonly status: 'pending' | 'booked';
  readonly third_party: { readonly id: number; readonly name: string };
  readonly structured_communication: string | null;
  readonly order_reference: string | null;
  readonly notes: string | null;
  readonly lines: readonly Line[];
  readonly credits: readonly { readonly document_id: number | null; readonly number: string }[];
  readonly journal_entry_id: number | null;
  readonly converted_from_id: number | null;
  readonly converted_to_id: number | null;
  readonly version: number;
}

export interface ListedInvoice extends Invoice {
  readonly payment: Payment | null;
}

export interface InvoicePage extends Page<ListedInvoice> {
  readonly totals: readonly {
    readonly currency: string;
    readonly amount_net: string;
    readonly amount_vat: string;
    readonly amount_gross: string;
    readonly open_amount: string;
  }[];
}

/** What a draft would be recorded as. */
export interface Tried extends Amounts {
  readonly due_date: string | null;
  readonly lines: readonly { readonly amount_net: string }[];
}

export type ChannelName = 'mail' | 'peppol' | 'platform';

export interface Channel {
  readonly channel: ChannelName;
  readonly to: string | null;
  readonly problem: { readonly code: string; readonly message: string } | null;
}

export interface IssuePreview {
  readonly number: string | null;
  readonly missing: readonly { readonly code: string; readonly message: string }[];
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
  readonly rules: readonly { readonly rule: string; readonly message: string }[];
  readonly payment: Payment | null;
  readonly channels: readonly Channel[];
}

export interface Sending {
  readonly id: number;
  readonly status: string;
  readonly error: { readonly message: string } | null;
  readonly created_at: string;
}

export interface SentMail extends Sending {
  readonly to: readonly string[];
  readonly subject: string;
}

export interface SentMessage extends Sending {
  readonly network: 'peppol' | 'platform';
  readonly participant: string;
}
