import type { PlainDate } from '../../dates.ts';
import type { Language } from '../../language.ts';
import type { Amount, Percentage, SignedAmount } from '../../money.ts';

/**
 * An invoice or credit note to be written. The caller provides items and rates; the writer computes totals and the
 * breakdown by rate, so that they always add up. Amounts of a credit note are positive.
 */
export interface UblDocument {
  readonly type: 'invoice' | 'credit_note';
  readonly number: string;
  readonly issueDate: PlainDate;
  /** If neither this nor payment terms are given, the issue date is written. */
  readonly dueDate: PlainDate | null;
  /** ISO 4217. */
  readonly currency: string;
  /** Language of default texts; English if absent. */
  readonly language?: Language;
  /** In the seller's VAT accounting currency, if different. */
  readonly taxInAccountingCurrency?: { readonly currency: string; readonly amount: SignedAmount } | null;
  readonly note?: string | null;
  readonly paymentTerms?: string | null;
  /** Reference requested by the buyer. Without it and without an order, the document number is written. */
  readonly buyerReference?: string | null;
  readonly orderReference?: string | null;
  readonly contractReference?: string | null;
  /** Type other than 380 or 381 (UNTDID 1001), such as 386 for an advance. */
  readonly typeCode?: string | null;
  /** What France requires in addition; absent: a document of the Peppol network. */
  readonly french?: FrenchProfile | null;
  /** Invoices corrected by a credit note, and advances deducted by a final invoice. */
  readonly precedingInvoices?: readonly PrecedingInvoice[];
  /** Required for intra-Community supplies: defaults to the issue date and the buyer's country. */
  readonly delivery?: UblDelivery | null;
  /** When the tax becomes due (BT-8): with the invoice, or with the payment. Absent: not stated. */
  readonly taxPoint?: 'invoice' | 'payment' | null;
  readonly period?: { readonly from: PlainDate; readonly to: PlainDate } | null;
  readonly seller: UblParty;
  readonly buyer: UblParty;
  readonly payment: UblPayment | null;
  readonly lines: readonly UblLine[];
  /** For the document as a whole. */
  readonly allowances?: readonly UblAllowance[];
  readonly charges?: readonly UblAllowance[];
  readonly prepaid?: Amount | null;
  readonly rounding?: SignedAmount | null;
  /** Exemption reasons by category; default texts are used if absent. */
  readonly exemptionReasons?: Readonly<Partial<Record<VatCategory, string>>>;
  /** VATEX codes by category; by default that of the whole category, if it has one. */
  readonly exemptionCodes?: Readonly<Partial<Record<VatCategory, string>>>;
  /** Readable form of the document. */
  readonly attachments?: readonly UblAttachment[];
}

export interface FrenchProfile {
  /** BT-23: `S1` for services, `B4` for a final invoice of goods; null if the nature of the operation is unknown. */
  readonly businessProcess: string | null;
  /** Notes with a subject code: PMT, PMD, AAB, BAR. */
  readonly notes: readonly { readonly subject: string; readonly text: string }[];
}

export interface UblDelivery {
  readonly date: PlainDate | null;
  /** Needed for an address (BG-15). */
  readonly country: string | null;
  readonly address?: DeliveryAddress | null;
}

export interface DeliveryAddress {
  readonly street: string | null;
  readonly additional: string | null;
  /** Further lines. */
  readonly more: string | null;
  readonly postalCode: string | null;
  readonly city: string | null;
}

export interface PrecedingInvoice {
  readonly number: string;
  readonly issueDate: PlainDate | null;
}

export const VAT_CATEGORIES = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M'] as const;
/**
 * EN 16931: standard, zero, exempt, reverse charge, intra-Community, export, outside scope, Canary Islands, Ceuta and
 * Melilla.
 */
export type VatCategory = (typeof VAT_CATEGORIES)[number];

export interface UblParty {
  /** Registered name. */
  readonly name: string;
  readonly tradingName?: string | null;
  /** Electronic address: `{ scheme: '0208', id: '0477472701' }`. Null if unknown, which the network does not accept. */
  readonly endpoint: UblIdentifier | null;
  /** Including the prefix. */
  readonly vatNumber: string | null;
  /** Tax number of a seller without a VAT number (BT-32). */
  readonly taxRegistration?: string | null;
  /** Company registration number, with the code of the register (ISO 6523) if it has one. */
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
  /** UNTDID 4461; 30 is a transfer, 58 a SEPA transfer, 48 and 54 cards, 59 a direct debit, 10 cash. */
  readonly means: string;
  readonly iban: string | null;
  readonly bic: string | null;
  readonly accountName?: string | null;
  /** Twelve digits, an ISO 11649 reference, or free text for the payment. */
  readonly reference: string | null;
  /** Mandate of a direct debit; required to write it as one. */
  readonly mandate?: { readonly id: string; readonly payerIban: string | null } | null;
}

export interface UblLine {
  readonly name: string;
  readonly description?: string | null;
  /** Credited quantity on a credit note; may be negative. */
  readonly quantity: string;
  /** UN/ECE recommendation 20; `C62` is a piece, `ZZ` is unspecified. */
  readonly unit: string;
  /** Without VAT; may have more decimals than an amount. The sign of a negative price is moved to the quantity. */
  readonly unitPrice: string;
  /** Number of units that the price applies to; 1 if absent. */
  readonly baseQuantity?: string | null;
  readonly category: VatCategory;
  /** Null if not applicable, as outside the scope of VAT. */
  readonly rate: Percentage | null;
  readonly allowances?: readonly UblLineAllowance[];
  readonly charges?: readonly UblLineAllowance[];
  /**
   * Net amount if fixed elsewhere; otherwise quantity times price, minus allowances, plus charges. If the two differ by
   * more than the rules allow, the line is written as one piece at this price.
   */
  readonly net?: SignedAmount | null;
  readonly sellerItemId?: string | null;
  readonly orderLine?: string | null;
}

export interface UblLineAllowance {
  readonly amount: Amount;
  readonly reason: string;
  /** UNTDID 5189 of an allowance, UNTDID 7161 of a charge. */
  readonly reasonCode?: string;
}

export interface UblAllowance extends UblLineAllowance {
  readonly category: VatCategory;
  readonly rate: Percentage | null;
}

export interface UblAttachment {
  readonly id: string;
  readonly description?: string | null;
  readonly fileName: string;
  /** A media type allowed by EN 16931: PDF, PNG, JPEG, CSV, spreadsheets. */
  readonly mimeType: string;
  readonly base64: string;
}
