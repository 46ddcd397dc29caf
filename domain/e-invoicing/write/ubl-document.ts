import type { PlainDate } from '../../dates.ts';
import type { Language } from '../../language.ts';
import type { Amount, Percentage, SignedAmount } from '../../money.ts';

/**
 * An invoice or credit note as it is to be written. Whoever fills it in says what was sold and at what rate; totals and the
 * breakdown by rate are the writer's, so that they always add up. Amounts of a credit note are positive.
 */
export interface UblDocument {
  readonly type: 'invoice' | 'credit_note';
  readonly number: string;
  readonly issueDate: PlainDate;
  /** Where neither this nor payment terms are known, the date of issue is written. */
  readonly dueDate: PlainDate | null;
  /** Of ISO 4217. */
  readonly currency: string;
  /** In which the usual words stand in; English where nothing is said. */
  readonly language?: Language;
  /** In the currency in which the seller accounts for VAT, where that is another one. */
  readonly taxInAccountingCurrency?: { readonly currency: string; readonly amount: SignedAmount } | null;
  readonly note?: string | null;
  readonly paymentTerms?: string | null;
  /** What the buyer asked to see on it. Without it and an order, the number of the document itself is written. */
  readonly buyerReference?: string | null;
  readonly orderReference?: string | null;
  readonly contractReference?: string | null;
  /** What a credit note corrects. */
  readonly precedingInvoice?: { readonly number: string; readonly issueDate: PlainDate | null } | null;
  /** Asked for where goods go to another member state: the date of issue and the country of the buyer stand in. */
  readonly delivery?: { readonly date: PlainDate | null; readonly country: string | null } | null;
  readonly period?: { readonly from: PlainDate; readonly to: PlainDate } | null;
  readonly seller: UblParty;
  readonly buyer: UblParty;
  readonly payment: UblPayment | null;
  readonly lines: readonly UblLine[];
  /** Of the document as a whole. */
  readonly allowances?: readonly UblAllowance[];
  readonly charges?: readonly UblAllowance[];
  readonly prepaid?: Amount | null;
  readonly rounding?: SignedAmount | null;
  /** Why no tax is due, by category; the usual words stand in where none are given. */
  readonly exemptionReasons?: Readonly<Partial<Record<VatCategory, string>>>;
  /** The document as people read it. */
  readonly attachments?: readonly UblAttachment[];
}

export const VAT_CATEGORIES = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M'] as const;
/** Of EN 16931: standard, zero, exempt, reverse charge, intra-Community, export, outside the tax, Canaries, Ceuta and Melilla. */
export type VatCategory = (typeof VAT_CATEGORIES)[number];

export interface UblParty {
  /** As registered. */
  readonly name: string;
  readonly tradingName?: string | null;
  /** Where it is reached: `{ scheme: '0208', id: '0477472701' }`. */
  readonly endpoint: UblIdentifier;
  /** With its prefix. */
  readonly vatNumber: string | null;
  /** Number in the register of enterprises, with the code of that register (ISO 6523) where it has one. */
  readonly enterpriseNumber: { readonly scheme: string | null; readonly id: string } | null;
  readonly address: {
    readonly street: string | null;
    readonly additional?: string | null;
    readonly postalCode: string | null;
    readonly city: string | null;
    /** ISO 3166-1, two letters. */
    readonly country: string;
  };
  readonly contact?: {
    readonly name: string | null;
    readonly phone: string | null;
    readonly email: string | null;
  } | null;
}

export interface UblIdentifier {
  readonly scheme: string;
  readonly id: string;
}

export interface UblPayment {
  /** UNTDID 4461; 30 is a transfer, 58 one within SEPA, 48 and 54 cards, 59 a direct debit, 10 cash. */
  readonly means: string;
  readonly iban: string | null;
  readonly bic: string | null;
  readonly accountName?: string | null;
  /** Twelve digits, an ISO 11649 reference, or any words to be given with the payment. */
  readonly reference: string | null;
  /** Of a direct debit, which is not written as one without it. */
  readonly mandate?: { readonly id: string; readonly payerIban: string | null } | null;
}

export interface UblLine {
  readonly name: string;
  readonly description?: string | null;
  /** Of the credited quantity on a credit note; may be negative. */
  readonly quantity: string;
  /** UN/ECE recommendation 20; `C62` is a piece, `ZZ` none in particular. */
  readonly unit: string;
  /** Without VAT; may have more decimals than an amount. The sign of a negative one is written with the quantity. */
  readonly unitPrice: string;
  /** So many units is the price for; 1 where nothing is said. */
  readonly baseQuantity?: string | null;
  readonly category: VatCategory;
  /** Null where nothing can be said, as outside the tax. */
  readonly rate: Percentage | null;
  readonly allowances?: readonly UblLineAllowance[];
  readonly charges?: readonly UblLineAllowance[];
  /**
   * Its net amount where it was fixed elsewhere; otherwise quantity times price, less allowances, plus charges. Where the two
   * differ by more than the rules allow, the line is written as one piece at this price.
   */
  readonly net?: SignedAmount | null;
  readonly sellerItemId?: string | null;
  readonly orderLine?: string | null;
}

export interface UblLineAllowance {
  readonly amount: Amount;
  readonly reason: string;
}

export interface UblAllowance extends UblLineAllowance {
  readonly category: VatCategory;
  readonly rate: Percentage | null;
}

export interface UblAttachment {
  readonly id: string;
  readonly description?: string | null;
  readonly fileName: string;
  /** One of those that EN 16931 takes: PDF, PNG, JPEG, CSV, spreadsheets. */
  readonly mimeType: string;
  readonly base64: string;
}
