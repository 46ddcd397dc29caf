import { keptShare } from '../analytics/shares.ts';
import {
  shape,
  type DataOfEvent,
  type EventCatalogue,
  type EventOf,
  type ObjectOfShapes,
  type TypeOf,
} from '../event.ts';
import type { PersonalFields, PersonReference } from '../persons/personal-fields.ts';
import { turnChangedRatesRound, turnRateRound } from './document-rates.ts';
import { termShapes, type DocumentTerms } from './terms.ts';

/**
 * Origin of a document: entered by hand, issued by a recurring entry, or received by import, the Peppol network, the
 * firm's platform (`external`) or an approved platform (`platform`).
 */
export const DOCUMENT_ORIGINS = [
  'manual',
  'import',
  'peppol',
  'external',
  'integration',
  'platform',
  'recurring',
] as const;
export type DocumentOrigin = (typeof DOCUMENT_ORIGINS)[number];

/** Format that it was read from. */
export const DOCUMENT_SOURCES = ['manual', 'ubl', 'cii', 'facturx', 'pdf', 'image', 'external', 'data'] as const;
export type DocumentSource = (typeof DOCUMENT_SOURCES)[number];

export const DOCUMENT_DIRECTIONS = ['purchase', 'sale'] as const;

/** Quantity, price or exchange rate: more decimals than an amount. */
const decimals = '^-?\\d{1,15}(\\.\\d{1,8})?$';

const line = shape.object(
  {
    id: shape.id,
    description: shape.text,
    quantity: shape.optionalMatching(decimals),
    /** Without VAT. */
    unit_price: shape.optionalMatching(decimals),
    /** Negative for a deduction. Amounts of a credit note are positive, as printed. */
    amount_net: shape.signedAmount,
    account_id: shape.id,
    vat_code_id: shape.id,
  },
  {
    /** Analytic codes for its entry; absent: the defaults apply. */
    analytics: shape.list(keptShare, 1),
    /** Unit of the quantity, such as `h` or `kg`. */
    unit: shape.text,
    /** Discount on the line, which its net amount already contains. */
    discount_percent: shape.matching('^\\d{1,3}(\\.\\d{1,8})?$'),
    /** Line of the invoice that a line of a credit note corrects. */
    credited_line_id: shape.id,
    /** Advance invoice that the line deducts. */
    deducted_document_id: shape.id,
  },
);

export type DocumentLine = TypeOf<typeof line>;

/** Tax of a VAT code on the document. */
const tax = shape.object({
  vat_code_id: shape.id,
  base: shape.signedAmount,
  tax: shape.signedAmount,
  /** Charged part: zero with reverse charge. */
  charged: shape.signedAmount,
});

export type DocumentTax = TypeOf<typeof tax>;

const file = shape.object({
  sha256: shape.matching('^[0-9a-f]{64}$'),
  name: shape.text,
  mime: shape.text,
  /** In bytes. */
  size: shape.positive,
});

export type DocumentFile = TypeOf<typeof file>;

const content = {
  direction: shape.oneOf(...DOCUMENT_DIRECTIONS),
  is_credit_note: shape.flag,
  /** Number given by the issuer; receipts may have none. */
  number: shape.optionalText,
  document_date: shape.date,
  due_date: shape.optionalDate,
  currency: shape.text,
  /** Units of a foreign currency for one unit of the currency of the company file; null: unknown or not needed. */
  exchange_rate: shape.optionalMatching(decimals),
  /** Twelve digits, or an ISO 11649 reference. */
  structured_communication: shape.optionalText,
  third_party_id: shape.id,
  lines: shape.list(line, 1),
  /** By VAT code, in the order of the lines. */
  vat: shape.list(tax),
  amount_net: shape.signedAmount,
  /** Charged part of the tax. */
  amount_vat: shape.signedAmount,
  amount_gross: shape.signedAmount,
  notes: shape.optionalText,
};

/** Content of a document. */
export type DocumentContent = ObjectOfShapes<typeof content> & DocumentTerms;

/** Partial content. */
const changed = shape.object({}, { ...content, ...termShapes });
export type ChangedContent = TypeOf<typeof changed>;

/** Place of a number in its series; the year is empty if the series never restarts. */
const numberPlace = shape.object({ year: shape.text, number: shape.positive });

const one = { id: shape.id, version: shape.positive };
const bookingData = { ...one, entry_id: shape.id, third_party_id: shape.id };

/** Text that the law requires, as it was when the document was issued. */
const mention = shape.object({ code: shape.text, text: shape.text, source: shape.text });
export type Mention = TypeOf<typeof mention>;

function listPersonalFields(person: PersonReference, members: readonly string[]): PersonalFields {
  const listPaths = (...fields: readonly string[]): string[] =>
    members.flatMap((member) => fields.map((field) => `${member}${field}`));
  return {
    person,
    books: listPaths('notes', 'delivery_address'),
    mentions: listPaths('lines[].description', 'order_reference', 'payment_terms_text'),
  };
}

export const documentEvents = {
  DocumentRecorded: {
    version: 2,
    meaning:
      'A document was recorded in the company file: an invoice or credit note, purchase or sale, not booked yet. Its file is stored under its hash.',
    schema: shape.object(
      {
        id: shape.id,
        ...content,
        origin: shape.oneOf(...DOCUMENT_ORIGINS),
        source: shape.oneOf(...DOCUMENT_SOURCES),
      },
      {
        /** Import that it was read by. */
        import_id: shape.id,
        file,
        /** The quotation or pro forma that it was made from. */
        converted_from_id: shape.id,
        ...termShapes,
        /** Number of an offer, given by a series. */
        number_place: numberPlace,
      },
    ),
    upcasters: { 1: turnRateRound },
    personal: [
      listPersonalFields({ thirdParties: ['third_party_id'] }, ['']),
      { person: { thirdParties: ['third_party_id'] }, mentions: ['file.name'] },
    ],
  },
  DocumentChanged: {
    version: 2,
    meaning: 'An unbooked document was changed. The lines are complete, including unchanged ones.',
    schema: shape.object({ ...one, changes: changed, previous: changed }),
    upcasters: { 1: turnChangedRatesRound },
    personal: [
      listPersonalFields({ thirdParties: ['changes.third_party_id', 'previous.third_party_id'], document: 'id' }, [
        'changes.',
        'previous.',
      ]),
    ],
  },
  DocumentFileAttached: {
    version: 1,
    meaning: 'A file was attached to an unbooked document and replaces the previous one.',
    schema: shape.object({ ...one, file }, { previous: file }),
    personal: [{ person: { document: 'id' }, mentions: ['file.name', 'previous.name'] }],
  },
  DocumentBooked: {
    version: 1,
    meaning: 'A document was booked by an entry that is posted with it. A sale is issued by its booking.',
    schema: shape.object(bookingData, {
      /** Number given by a series. */
      number: shape.text,
      number_series_id: shape.id,
      number_place: numberPlace,
      /** Date of the document, for the order of numbers. */
      document_date: shape.date,
      mentions: shape.list(mention),
    }),
  },
  DocumentUnbooked: {
    version: 1,
    meaning: 'The entry of a document was reversed, so that the document can be booked again.',
    schema: shape.object(bookingData),
  },
  DocumentConverted: {
    version: 1,
    meaning:
      'A quotation or pro forma was turned into another document, which is recorded with it. Null: that was undone, so that it can be converted again.',
    schema: shape.object({ ...one, converted_to_id: shape.reference, previous_id: shape.reference }),
  },
  DocumentTrashed: {
    version: 1,
    meaning: 'An unbooked document was moved to the recycle bin.',
    schema: shape.object(one),
  },
  DocumentRestored: {
    version: 1,
    meaning: 'A document was restored from the recycle bin.',
    schema: shape.object(one),
  },
  DocumentsPurged: {
    version: 1,
    meaning: 'Documents were permanently deleted from the recycle bin.',
    schema: shape.object({ documents: shape.list(shape.object(one), 1) }),
  },
} satisfies EventCatalogue;

export type DocumentEvent = EventOf<typeof documentEvents>;
export type RecordedDocument = DataOfEvent<typeof documentEvents, 'DocumentRecorded'>;
export type BookedDocument = DataOfEvent<typeof documentEvents, 'DocumentBooked'>;
