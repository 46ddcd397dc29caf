import { readFile } from 'node:fs/promises';
import { summariseLongSheet } from '../../domain/document-imports/analysis.ts';
import type { Engine, ImportPreview } from '../../domain/document-imports/import-events.ts';
import type { OwnIdentity, ReadDocument } from '../../domain/document-imports/sheet.ts';
import { detectEInvoiceFormat, needsReview, readEInvoice } from '../../domain/e-invoicing/index.ts';
import { toStorageFailure } from '../../outside/files/failures.ts';
import { readXml, UnreadableXml } from '../../outside/xml/read-xml.ts';

/** The content read from a file by any engine, or the reason why reading failed. */
export type FileReading =
  | { readonly failed: string }
  | {
      readonly read: ReadDocument;
      readonly engine: Engine;
      readonly isReliable: boolean;
      /** Third party recognised by the engine itself. */
      readonly thirdPartyId: number | null;
      /** Preview image, already stored. */
      readonly preview?: ImportPreview | null;
    };

/** Reads a structured invoice, which needs no further analysis. @throws StorageUnavailable */
export async function readStructured(path: string, own: OwnIdentity): Promise<FileReading> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw toStorageFailure(error);
  });
  try {
    const root = await readXml(bytes);
    const format = detectEInvoiceFormat(root);
    const found = readEInvoice(root, own);
    if (format === null || 'refused' in found) return { failed: 'not_an_invoice' };
    const read = summariseLongSheet(found);
    return { read, engine: format === 'ubl' ? 'ubl' : 'cii', isReliable: !needsReview(read), thirdPartyId: null };
  } catch (error) {
    if (error instanceof UnreadableXml) return { failed: XML_PROBLEMS[error.problem] };
    throw error;
  }
}

/** Reads a structured invoice inside a PDF. Null if there is none; the pages are then read instead. */
export async function readEmbeddedInvoice(
  _name: string,
  content: Uint8Array,
  own: OwnIdentity,
): Promise<ReadDocument | null> {
  try {
    const read = readEInvoice(await readXml(content), own);
    return 'refused' in read ? null : read;
  } catch (error) {
    if (error instanceof UnreadableXml) return null;
    throw error;
  }
}

const XML_PROBLEMS: Readonly<Record<UnreadableXml['problem'], string>> = {
  malformed: 'xml_malformed',
  document_type: 'xml_document_type',
  too_large: 'xml_too_large',
  encoding: 'xml_encoding',
};
