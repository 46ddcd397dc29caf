import { readFile } from 'node:fs/promises';
import { shortened } from '../../domain/document-imports/analysis.ts';
import type { Engine, ImportPreview } from '../../domain/document-imports/import-events.ts';
import type { OwnIdentity, ReadDocument } from '../../domain/document-imports/sheet.ts';
import { eInvoiceFormat, needsReview, readEInvoice } from '../../domain/e-invoicing/index.ts';
import { asStorageFailure } from '../../outside/files/failures.ts';
import { readXml, UnreadableXml } from '../../outside/xml/read-xml.ts';

/** What was read off a file, whatever it was read with, or why nothing could be. */
export type FileReading =
  | { readonly failed: string }
  | {
      readonly read: ReadDocument;
      readonly engine: Engine;
      readonly isReliable: boolean;
      /** Whom the engine itself has recognised. */
      readonly thirdPartyId: number | null;
      /** A picture of it, kept already. */
      readonly preview?: ImportPreview | null;
    };

/** A structured invoice says everything itself: it is read at once. @throws StorageUnavailable */
export async function readStructured(path: string, own: OwnIdentity): Promise<FileReading> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw asStorageFailure(error);
  });
  try {
    const root = await readXml(bytes);
    const format = eInvoiceFormat(root);
    const found = readEInvoice(root, own);
    if (format === null || 'refused' in found) return { failed: 'not_an_invoice' };
    const read = shortened(found);
    return { read, engine: format === 'ubl' ? 'ubl' : 'cii', isReliable: !needsReview(read), thirdPartyId: null };
  } catch (error) {
    if (error instanceof UnreadableXml) return { failed: XML_PROBLEMS[error.problem] };
    throw error;
  }
}

/** A structured invoice inside a PDF; null where there is none, so that the pages are read instead. */
export async function readEmbedded(_name: string, content: Uint8Array, own: OwnIdentity): Promise<ReadDocument | null> {
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
