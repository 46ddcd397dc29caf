import { shape, type EventCatalogue, type EventOf, type TypeOf } from '../event.ts';
import type { PersonalFields } from '../persons/personal-fields.ts';
import { BOX_UNIT, type FieldBox } from './fields.ts';
import { extractedSheet } from './sheet.ts';

/** Kind of file, for reading. */
export const IMPORT_KINDS = ['pdf', 'image', 'xml', 'zip', 'eml'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** Kinds of files that only contain documents: each of these is an import of its own. */
const CONTAINERS: ReadonlySet<ImportKind> = new Set(['zip', 'eml']);
export const isContainer = (kind: ImportKind): boolean => CONTAINERS.has(kind);

/** Source of a sheet: the format of a structured invoice, the local analysis, or an external service. */
export const ENGINES = ['ubl', 'cii', 'facturx', 'local', 'api'] as const;
export type Engine = (typeof ENGINES)[number];

/** Statuses after a successful analysis. */
export const ANALYSED_STATUSES = ['ready', 'needs_review', 'duplicate'] as const;
export type AnalysedStatus = (typeof ANALYSED_STATUSES)[number];

const fileFields = {
  id: shape.id,
  /** Archive or message that contained it, or import that it was split from. */
  parent_id: shape.reference,
  original_name: shape.text,
  mime: shape.text,
  kind: shape.oneOf(...IMPORT_KINDS),
  /** In bytes. */
  size: shape.positive,
  sha256: shape.matching('^[0-9a-f]{64}$'),
};

const importedFile = shape.object(fileFields);

/** Pages of another import, from 1, in their order. */
const pageSource = shape.object({ import_id: shape.id, pages: shape.list(shape.positive, 1) });
const derivedFile = shape.object({ ...fileFields, sources: shape.list(pageSource, 1) });

const warning = shape.object(
  { code: shape.text },
  { params: shape.objectOf<Readonly<Record<string, string | number>>>() },
);

/** Image or PDF for formats that a browser cannot show; in the file storage. */
const preview = shape.object({ sha256: shape.matching('^[0-9a-f]{64}$'), mime: shape.text });

/** Reasons are codes; the API provides the texts. */
const suggestedLine = shape.object({
  account_id: shape.reference,
  account_reason: shape.optionalText,
  vat_code_id: shape.reference,
  vat_code_reason: shape.optionalText,
});

const suggestions = shape.object({
  direction: shape.optionalOneOf('purchase', 'sale'),
  third_party_id: shape.reference,
  third_party_reason: shape.optionalText,
  /** Journal chosen by a rule, or the default journal. */
  journal_id: shape.reference,
  /** One per document line. */
  lines: shape.list(suggestedLine),
});

export type ImportedFile = TypeOf<typeof importedFile>;
export type PageSource = TypeOf<typeof pageSource>;
export type DerivedFile = TypeOf<typeof derivedFile>;
export type ImportPreview = TypeOf<typeof preview>;
export type SuggestedLine = TypeOf<typeof suggestedLine>;
export type Suggestions = TypeOf<typeof suggestions>;
export type StoredWarning = TypeOf<typeof warning>;

/** How certain a value is and where it was read. */
const readField = shape.object({
  path: shape.text,
  confidence: shape.matching('^(0\\.\\d{2}|1\\.00)$'),
  page: shape.optionalPositive,
  /** Left, top, width and height in ten-thousandths of the page. */
  box: shape.typed<FieldBox | null>({
    type: ['array', 'null'],
    items: { type: 'integer', minimum: 0, maximum: BOX_UNIT },
    minItems: 4,
    maxItems: 4,
  }),
});

/** Place that a page states about itself, such as 2 of 3. */
const pageOf = shape.object({ number: shape.positive, total: shape.positive });
export type PageOf = TypeOf<typeof pageOf>;

const read = { sheet: extractedSheet, warnings: shape.list(warning), suggestions };
const changed = { id: shape.id, version: shape.positive };
const sheetRead = shape.object(read);

export type SheetRead = TypeOf<typeof sheetRead>;

/** Statuses of an import that was not validated. */
export const OPEN_STATUSES = ['queued', 'error', ...ANALYSED_STATUSES, 'expanded'] as const;
export type OpenStatus = (typeof OPEN_STATUSES)[number];

/** Imports that contain the pages of an expanded one. */
const intoImports = shape.list(shape.id);

/** Statuses in which an import can be validated. */
const validable = shape.oneOf(...ANALYSED_STATUSES);

/** Before its third party is known, a sheet has a key of its own. */
const listSheetFields = (id: string): PersonalFields => ({
  person: {
    thirdParties: ['suggestions.third_party_id'],
    own: {
      kind: 'import',
      id,
      unless: ['sheet.counterparty.vat_number', 'sheet.counterparty.enterprise_number'],
    },
    name: 'sheet.counterparty.name',
  },
  books: [
    ...['name', 'address', 'postal_code', 'city', 'email', 'phone', 'iban', 'bic'].map(
      (field) => `sheet.counterparty.${field}`,
    ),
    'sheet.payment.iban',
    'sheet.payment.bic',
  ],
  mentions: ['sheet.lines[].description', 'sheet.nature', 'warnings[].params'],
});

export const importEvents = {
  DocumentsUploaded: {
    version: 1,
    meaning:
      'Documents were uploaded together. An archive is followed by its contents. The contents of the files are in the file storage.',
    schema: shape.object({ batch_id: shape.text, imports: shape.list(importedFile, 1) }),
  },
  DocumentsDerived: {
    version: 1,
    meaning: 'Documents were made from the pages of other imports, which were split or joined.',
    schema: shape.object({ batch_id: shape.text, imports: shape.list(derivedFile, 1) }),
  },
  ImportExpanded: {
    version: 1,
    meaning: 'An import was split or joined: other imports contain its pages.',
    schema: shape.object(
      {
        ...changed,
        into: intoImports,
        /** Restored when it is undone. */
        status_before: shape.oneOf(...OPEN_STATUSES),
        into_before: intoImports,
      },
      { is_automatic: shape.flag },
    ),
  },
  ImportCollapsed: {
    version: 1,
    meaning: 'The splitting or joining of an import was undone: it is a document of its own again.',
    schema: shape.object(
      { ...changed, status: shape.oneOf(...OPEN_STATUSES), into: intoImports, into_before: intoImports },
      {
        /** What was undone was automatic, and is not done automatically again. */
        is_automatic: shape.flag,
      },
    ),
  },
  DocumentAnalysed: {
    version: 1,
    meaning: 'A document was read: its content, the points to check, and booking suggestions.',
    schema: shape.object(
      {
        ...changed,
        ...read,
        engine: shape.oneOf(...ENGINES),
        status: shape.oneOf(...ANALYSED_STATUSES),
        duplicate_of_import_id: shape.reference,
        duplicate_of_document_id: shape.reference,
        /** Invoice booked without a document. */
        duplicate_of_entry_id: shape.reference,
      },
      { preview, page_count: shape.positive, page_of: pageOf, fields: shape.list(readField, 1) },
    ),
    personal: [listSheetFields('id')],
  },
  DocumentAnalysisFailed: {
    version: 1,
    meaning: 'A document could not be read. The analysis can be run again.',
    schema: shape.object({ ...changed, code: shape.text }),
  },
  ImportSheetCorrected: {
    version: 1,
    meaning: 'A user corrected the extracted data of a document. Its totals were recalculated.',
    schema: shape.object({ ...changed, ...read, previous: sheetRead }),
    personal: [listSheetFields('id'), { ...listSheetFields('/id'), at: 'previous' }],
  },
  ImportValidated: {
    version: 1,
    meaning: 'A document was created from an import, which is now complete.',
    schema: shape.object({
      ...changed,
      document_id: shape.id,
      third_party_id: shape.id,
      /** Null while the document is not booked. */
      entry_id: shape.reference,
      /** Status before validation, restored when it is undone. */
      status_before: validable,
    }),
  },
  ImportReopened: {
    version: 1,
    meaning: 'The validation of an import was undone: it can be validated again.',
    schema: shape.object(
      { ...changed, status: validable },
      {
        /** The suggested third party, which the import shows again. */
        third_party_id: shape.reference,
      },
    ),
  },
  ImportTrashed: {
    version: 1,
    meaning: 'An import was moved to the recycle bin.',
    schema: shape.object(changed),
  },
  ImportRestored: {
    version: 1,
    meaning: 'An import was restored from the recycle bin.',
    schema: shape.object(changed),
  },
  ImportsPurged: {
    version: 1,
    meaning: 'Imports were permanently deleted from the recycle bin.',
    schema: shape.object({ imports: shape.list(shape.object(changed), 1) }),
  },
} satisfies EventCatalogue;

export type ImportEvent = EventOf<typeof importEvents>;
export type AnalysedData = Extract<ImportEvent, { type: 'DocumentAnalysed' }>['data'];
