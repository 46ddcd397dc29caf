import { shape, type TypeOf } from '../event.ts';

/**
 * What was read off a document, whatever it was read with. Amounts are decimal strings here and in the log; the API shows them
 * as numbers. Amounts of a credit note are positive, as they stand on it. What could not be read is null.
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
  /** Of EN 16931 (S, Z, E, AE, K, G, O, L, M) where a structured invoice says it. */
  vat_category: shape.optionalText,
  amount_net: optionalAmount,
  amount_vat: optionalAmount,
  amount_gross: optionalAmount,
});

export const extractedSheet = shape.object({
  document_type: shape.oneOf('invoice', 'credit_note'),
  direction: shape.optionalOneOf('purchase', 'sale'),
  /** The other side: the supplier of a purchase, the customer of a sale. */
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
  /** Twelve digits without their signs, checked; or an ISO 11649 reference. */
  structured_communication: shape.optionalText,
  currency: shape.text,
  lines: shape.list(sheetLine),
  totals: shape.object({
    net: optionalAmount,
    vat: optionalAmount,
    gross: optionalAmount,
    /** Paid in advance, so that less than the gross amount is payable. */
    prepaid: optionalAmount,
    vat_breakdown: shape.list(
      shape.object({
        rate: shape.optionalMatching(RATE),
        category: shape.optionalText,
        base: optionalAmount,
        amount: optionalAmount,
      }),
    ),
  }),
  payment: shape.object({ iban: shape.optionalText, bic: shape.optionalText, paid: shape.flag }),
  /** What was bought or sold, in a few words, for the suggestion of an account. */
  nature: shape.optionalText,
  /** From 0 to 1, with two decimals. */
  confidence: shape.matching('^(0\\.\\d{2}|1\\.00)$'),
  language: shape.optionalOneOf('fr', 'nl', 'en', 'de'),
});

export type ExtractedSheet = TypeOf<typeof extractedSheet>;
export type SheetLine = TypeOf<typeof sheetLine>;

/** A point to check, by its code; its words are the API's. */
export interface SheetWarning {
  readonly code: string;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** Who the company file itself is: which of the two sides of a document it is decides the direction. */
export interface OwnIdentity {
  readonly name: string;
  readonly vatNumber: string | null;
  readonly enterpriseNumber: string | null;
  readonly ibans: readonly string[];
  readonly country: 'BE' | 'FR' | 'LU';
}

/** What any reader or engine gives. */
export interface ReadDocument {
  readonly sheet: ExtractedSheet;
  readonly warnings: readonly SheetWarning[];
}
