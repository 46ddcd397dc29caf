import { shape, type TypeOf } from '../event.ts';

/**
 * Content read from a document, by any engine. Amounts are decimal strings here and in the log; the API presents them as
 * numbers. Amounts of a credit note are positive, as printed. Values that could not be read are null.
 */
const QUANTITY = '^-?\\d{1,15}(\\.\\d{1,8})?$';
const RATE = '^\\d{1,3}(\\.\\d{1,3})?$';

const optionalAmount = shape.optionalMatching('^-?\\d{1,15}\\.\\d{2}$');

const sheetLine = shape.object({
  description: shape.text,
  quantity: shape.optionalMatching(QUANTITY),
  /** Without VAT; may have more decimals than an amount. */
  unit_price: shape.optionalMatching(QUANTITY),
  vat_rate: shape.optionalMatching(RATE),
  /** EN 16931 category (S, Z, E, AE, K, G, O, L, M), if a structured invoice states it. */
  vat_category: shape.optionalText,
  amount_net: optionalAmount,
  amount_vat: optionalAmount,
  amount_gross: optionalAmount,
});

export const extractedSheet = shape.object(
  {
    document_type: shape.oneOf('invoice', 'credit_note'),
    direction: shape.optionalOneOf('purchase', 'sale'),
    /** The supplier of a purchase, or the customer of a sale. */
    counterparty: shape.object(
      shape.texts(
        'name',
        'vat_number',
        'enterprise_number',
        'address',
        'postal_code',
        'city',
        'country',
        'email',
        'phone',
        'iban',
        'bic',
      ),
    ),
    number: shape.optionalText,
    date: shape.optionalDate,
    due_date: shape.optionalDate,
    /** Twelve digits without punctuation, checked; or an ISO 11649 reference. */
    structured_communication: shape.optionalText,
    currency: shape.text,
    lines: shape.list(sheetLine),
    totals: shape.object(
      {
        net: optionalAmount,
        vat: optionalAmount,
        gross: optionalAmount,
        /** Paid in advance, which reduces the payable amount. */
        prepaid: optionalAmount,
        vat_breakdown: shape.list(
          shape.object({
            rate: shape.optionalMatching(RATE),
            category: shape.optionalText,
            base: optionalAmount,
            amount: optionalAmount,
          }),
        ),
      },
      {
        /** Tax in the currency of the company file, if the document has another one and states it; absent: it does not. */
        vat_base_currency: optionalAmount,
      },
    ),
    payment: shape.object({ iban: shape.optionalText, bic: shape.optionalText, paid: shape.flag }),
    /** Goods or services in a few words, for the account suggestion. */
    nature: shape.optionalText,
    /** From 0 to 1, with two decimals. */
    confidence: shape.matching('^(0\\.\\d{2}|1\\.00)$'),
    language: shape.optionalOneOf('fr', 'nl', 'en', 'de'),
  },
  {
    /** Invoices that a credit note corrects; absent: none are named. */
    credits: shape.list(shape.object({ number: shape.text, date: shape.optionalDate }), 1),
    /** Discount for early payment, without VAT; absent: none. */
    discount: shape.object({
      percent: shape.optionalMatching('^\\d{1,3}(\\.\\d{1,8})?$'),
      days: shape.optionalPositive,
      amount: optionalAmount,
      until: shape.optionalDate,
    }),
  },
);

export type ExtractedSheet = TypeOf<typeof extractedSheet>;
export type SheetLine = TypeOf<typeof sheetLine>;

/** A point to check, by code; the API provides the text. */
export interface SheetWarning {
  readonly code: string;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** Identity of the company file: its side on a document determines the direction. */
export interface OwnIdentity {
  readonly name: string;
  readonly vatNumber: string | null;
  readonly enterpriseNumber: string | null;
  readonly ibans: readonly string[];
  readonly country: 'BE' | 'FR' | 'LU';
  /** Registered address; absent or with empty parts if it is not known. */
  readonly address?: {
    readonly street: string | null;
    readonly postalCode: string | null;
    readonly city: string | null;
  };
}

/** Result of any reader or engine. */
export interface ReadDocument {
  readonly sheet: ExtractedSheet;
  readonly warnings: readonly SheetWarning[];
}
