import { keptShare } from '../analytics/shares.ts';
import {
  shape,
  type DataOfEvent,
  type EventCatalogue,
  type EventOf,
  type ObjectOfShapes,
  type TypeOf,
} from '../event.ts';

/** What made a document: typed in by hand, or brought in by the importer, the Peppol network or the platform of the firm. */
export const DOCUMENT_ORIGINS = ['manual', 'import', 'peppol', 'external', 'integration'] as const;
export type DocumentOrigin = (typeof DOCUMENT_ORIGINS)[number];

/** What it was read off. */
export const DOCUMENT_SOURCES = ['manual', 'ubl', 'cii', 'facturx', 'pdf', 'image', 'external', 'data'] as const;
export type DocumentSource = (typeof DOCUMENT_SOURCES)[number];

export const DOCUMENT_DIRECTIONS = ['purchase', 'sale'] as const;

/** Of a quantity, a price or a rate of exchange: more places than an amount has. */
const decimals = '^-?\\d{1,15}(\\.\\d{1,8})?$';

const line = shape.object(
  {
    id: shape.id,
    description: shape.text,
    quantity: shape.optionalMatching(decimals),
    /** Without VAT. */
    unit_price: shape.optionalMatching(decimals),
    /** Negative on a line that takes something off. Amounts of a credit note are positive, as they stand on it. */
    amount_net: shape.signedAmount,
    account_id: shape.id,
    vat_code_id: shape.id,
  },
  {
    /** The analytic codes that its entry will be told by; absent: by the defaults. */
    analytics: shape.list(keptShare, 1),
  },
);

export type DocumentLine = TypeOf<typeof line>;

/** What one VAT code comes to on the document. */
const tax = shape.object({
  vat_code_id: shape.id,
  base: shape.signedAmount,
  tax: shape.signedAmount,
  /** The part of it that the document charges: nothing where the tax is reversed onto the customer. */
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
  /** As the one who issued it has numbered it; receipts may have none. */
  number: shape.optionalText,
  document_date: shape.date,
  due_date: shape.optionalDate,
  currency: shape.text,
  /** What one unit of a foreign currency is in the currency of the company file; null: not known yet, or not needed. */
  exchange_rate: shape.optionalMatching(decimals),
  /** Twelve digits, or an ISO 11649 reference. */
  structured_communication: shape.optionalText,
  third_party_id: shape.id,
  lines: shape.list(line, 1),
  /** By VAT code, in the order of the lines. */
  vat: shape.list(tax),
  amount_net: shape.signedAmount,
  /** What is charged of the tax. */
  amount_vat: shape.signedAmount,
  amount_gross: shape.signedAmount,
  notes: shape.optionalText,
};

/** What a document says. */
export type DocumentContent = ObjectOfShapes<typeof content>;

/** Some of it. */
const changed = shape.object({}, content);
export type ChangedContent = TypeOf<typeof changed>;

const one = { id: shape.id, version: shape.positive };
const booking = shape.object({ ...one, entry_id: shape.id, third_party_id: shape.id });

export const documentEvents = {
  DocumentRecorded: {
    version: 1,
    meaning:
      'A document came into the company file: an invoice or credit note, bought or sold, which waits to be booked. What it contains as a file is kept under its hash.',
    schema: shape.object(
      {
        id: shape.id,
        ...content,
        origin: shape.oneOf(...DOCUMENT_ORIGINS),
        source: shape.oneOf(...DOCUMENT_SOURCES),
      },
      {
        /** The import that it was read by. */
        import_id: shape.id,
        file,
      },
    ),
  },
  DocumentChanged: {
    version: 1,
    meaning: 'A document that waits to be booked was changed. Lines are all there, also those that are the same.',
    schema: shape.object({ ...one, changes: changed, previous: changed }),
  },
  DocumentFileAttached: {
    version: 1,
    meaning: 'A file was attached to a document that waits to be booked, in the place of the one that it had before.',
    schema: shape.object({ ...one, file }, { previous: file }),
  },
  DocumentBooked: {
    version: 1,
    meaning: 'An entry stands in the books for a document; it is posted with it.',
    schema: booking,
  },
  DocumentUnbooked: {
    version: 1,
    meaning: 'The entry of a document was taken back, so that the document waits to be booked again.',
    schema: booking,
  },
  DocumentTrashed: {
    version: 1,
    meaning: 'A document that waits to be booked was put into the recycle bin.',
    schema: shape.object(one),
  },
  DocumentRestored: {
    version: 1,
    meaning: 'A document came back from the recycle bin.',
    schema: shape.object(one),
  },
  DocumentsPurged: {
    version: 1,
    meaning: 'Documents of the recycle bin were removed for good.',
    schema: shape.object({ documents: shape.list(shape.object(one), 1) }),
  },
} satisfies EventCatalogue;

export type DocumentEvent = EventOf<typeof documentEvents>;
export type RecordedDocument = DataOfEvent<typeof documentEvents, 'DocumentRecorded'>;
