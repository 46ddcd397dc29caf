import type { PlainDate } from '../../dates.ts';
import type { SignedAmount } from '../../money.ts';

/** An invoice as written by its sender, in any syntax: missing or unreadable values are null, and nothing is validated. */
export interface WrittenInvoice {
  /** UNTDID 1001. */
  readonly typeCode: string | null;
  /** By the root element if the syntax has a separate one, otherwise by type. */
  readonly isCreditNote: boolean;
  readonly number: string | null;
  readonly issueDate: PlainDate | null;
  readonly dueDate: PlainDate | null;
  readonly currency: string | null;
  readonly notes: readonly string[];
  /** Terms of payment, which are also among the notes. */
  readonly terms: readonly string[];
  /** Earlier invoices that it refers to, such as those that a credit note corrects. */
  readonly precedingInvoices: readonly WrittenReference[];
  readonly seller: WrittenParty;
  readonly buyer: WrittenParty;
  /** Payee, if different from the seller. */
  readonly payee: string | null;
  readonly payments: readonly WrittenPayment[];
  readonly lines: readonly WrittenLine[];
  /** For the document as a whole. */
  readonly allowances: readonly WrittenAllowance[];
  readonly breakdown: readonly WrittenTax[];
  readonly totals: WrittenTotals;
}

export interface WrittenReference {
  readonly number: string;
  readonly date: PlainDate | null;
}

export interface WrittenParty {
  readonly name: string | null;
  readonly tradingName: string | null;
  readonly vatNumbers: readonly string[];
  /** Other identifiers: of registers and networks. */
  readonly identifiers: readonly WrittenIdentifier[];
  readonly endpoint: WrittenIdentifier | null;
  readonly address: string | null;
  readonly postalCode: string | null;
  readonly city: string | null;
  readonly country: string | null;
  readonly email: string | null;
  readonly phone: string | null;
}

export interface WrittenIdentifier {
  readonly scheme: string | null;
  readonly id: string;
}

export interface WrittenPayment {
  /** UNTDID 4461. */
  readonly means: string | null;
  readonly account: string | null;
  readonly bic: string | null;
  readonly references: readonly string[];
  /** Account to be debited. */
  readonly payerAccount: string | null;
}

export interface WrittenLine {
  readonly description: string | null;
  readonly quantity: string | null;
  readonly price: string | null;
  readonly baseQuantity: string | null;
  readonly category: string | null;
  readonly rate: string | null;
  readonly net: SignedAmount | null;
}

export interface WrittenAllowance {
  readonly isCharge: boolean;
  /** UNTDID 5189 or 7161. */
  readonly reasonCode: string | null;
  readonly reason: string | null;
  readonly amount: SignedAmount | null;
  readonly category: string | null;
  readonly rate: string | null;
}

export interface WrittenTax {
  readonly category: string | null;
  readonly rate: string | null;
  readonly base: SignedAmount | null;
  readonly tax: SignedAmount | null;
}

export interface WrittenTotals {
  readonly net: SignedAmount | null;
  readonly vat: SignedAmount | null;
  readonly gross: SignedAmount | null;
  readonly prepaid: SignedAmount | null;
  readonly rounding: SignedAmount | null;
  readonly payable: SignedAmount | null;
  /** Tax in euros, if the document has another currency and states it. */
  readonly vatInEuros: SignedAmount | null;
}
