import { shape, type EventCatalogue, type EventOf, type TypeOf } from '../event.ts';
import { extractedSheet } from './sheet.ts';

/** What a file is, as far as reading it is concerned. */
export const IMPORT_KINDS = ['pdf', 'image', 'xml', 'zip'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** What a sheet was read with: the format of a structured invoice, the analysis of this service, or one that it asks. */
export const ENGINES = ['ubl', 'cii', 'facturx', 'local', 'api'] as const;
export type Engine = (typeof ENGINES)[number];

/** How an analysis ends well. */
export const ANALYSED_STATUSES = ['ready', 'needs_review', 'duplicate'] as const;
export type AnalysedStatus = (typeof ANALYSED_STATUSES)[number];

const importedFile = shape.object({
  id: shape.id,
  /** The archive that it came in. */
  parent_id: shape.reference,
  original_name: shape.text,
  mime: shape.text,
  kind: shape.oneOf(...IMPORT_KINDS),
  /** In bytes. */
  size: shape.positive,
  sha256: shape.matching('^[0-9a-f]{64}$'),
});

const warning = shape.object(
  { code: shape.text },
  { params: shape.objectOf<Readonly<Record<string, string | number>>>() },
);

/** A picture or PDF of what a browser does not show itself; the file storage has it. */
const preview = shape.object({ sha256: shape.matching('^[0-9a-f]{64}$'), mime: shape.text });

/** Why something is suggested: a code, whose words are the API's. */
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
  /** The journal that a rule sends it to, or the default one of such documents. */
  journal_id: shape.reference,
  /** One for each line of the document. */
  lines: shape.list(suggestedLine),
});

export type ImportedFile = TypeOf<typeof importedFile>;
export type ImportPreview = TypeOf<typeof preview>;
export type SuggestedLine = TypeOf<typeof suggestedLine>;
export type Suggestions = TypeOf<typeof suggestions>;
export type StoredWarning = TypeOf<typeof warning>;

const read = { sheet: extractedSheet, warnings: shape.list(warning), suggestions };
const changed = { id: shape.id, version: shape.positive };
const sheetRead = shape.object(read);

export type SheetRead = TypeOf<typeof sheetRead>;

/** The states that an import can be in when it is validated. */
const validable = shape.oneOf(...ANALYSED_STATUSES);

export const importEvents = {
  DocumentsUploaded: {
    version: 1,
    meaning:
      'Documents were uploaded together. An archive stands among them, followed by what it contains. The file storage has what they contain.',
    schema: shape.object({ batch_id: shape.text, imports: shape.list(importedFile, 1) }),
  },
  DocumentAnalysed: {
    version: 1,
    meaning: 'A document was read: what stands on it, what must be checked, and how it may be booked.',
    schema: shape.object(
      {
        ...changed,
        ...read,
        engine: shape.oneOf(...ENGINES),
        status: shape.oneOf(...ANALYSED_STATUSES),
        duplicate_of_import_id: shape.reference,
        duplicate_of_document_id: shape.reference,
        /** Of an invoice that was entered in the books without a document. */
        duplicate_of_entry_id: shape.reference,
      },
      { preview },
    ),
  },
  DocumentAnalysisFailed: {
    version: 1,
    meaning: 'A document could not be read; the analysis can be run again.',
    schema: shape.object({ ...changed, code: shape.text }),
  },
  ImportSheetCorrected: {
    version: 1,
    meaning: 'Someone corrected what was read off a document; its totals were recalculated.',
    schema: shape.object({ ...changed, ...read, previous: sheetRead }),
  },
  ImportValidated: {
    version: 1,
    meaning: 'A document was made of an import, which is thereby finished.',
    schema: shape.object({
      ...changed,
      document_id: shape.id,
      third_party_id: shape.id,
      /** Null while the document waits to be booked. */
      entry_id: shape.reference,
      /** What it was before, to which it goes back when this is undone. */
      status_before: validable,
    }),
  },
  ImportReopened: {
    version: 1,
    meaning: 'The validation of an import was undone: it waits to be validated again.',
    schema: shape.object({ ...changed, status: validable }),
  },
  ImportTrashed: {
    version: 1,
    meaning: 'An import went to the recycle bin.',
    schema: shape.object(changed),
  },
  ImportRestored: {
    version: 1,
    meaning: 'An import came back from the recycle bin.',
    schema: shape.object(changed),
  },
  ImportsPurged: {
    version: 1,
    meaning: 'Imports of the recycle bin were removed for good.',
    schema: shape.object({ imports: shape.list(shape.object(changed), 1) }),
  },
} satisfies EventCatalogue;

export type ImportEvent = EventOf<typeof importEvents>;
export type AnalysedData = Extract<ImportEvent, { type: 'DocumentAnalysed' }>['data'];
