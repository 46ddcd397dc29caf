import { readFile } from 'node:fs/promises';
import { summariseLongSheet } from '../../domain/document-imports/analysis.ts';
import type { ReadField } from '../../domain/document-imports/fields.ts';
import type { Engine, ImportPreview, PageOf } from '../../domain/document-imports/import-events.ts';
import type { OwnIdentity, ReadDocument } from '../../domain/document-imports/sheet.ts';
import { needsReview } from '../../domain/e-invoicing/index.ts';
import { toStorageFailure } from '../../outside/files/failures.ts';
import { parseFile } from '../file-parsing/parse-file.ts';

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
      readonly pageCount?: number;
      /** Where its values were read. */
      readonly fields?: readonly ReadField[];
      readonly pageOf?: PageOf | null;
    };

/** For an invoice that would take too much time or memory. */
const TOO_COMPLEX = { failed: 'xml_too_large' };

/** Reads a structured invoice, which needs no further analysis. @throws StorageUnavailable */
export async function readStructured(path: string, own: OwnIdentity): Promise<FileReading> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw toStorageFailure(error);
  });
  const found = await parseFile('eInvoice', { bytes, own }, TOO_COMPLEX);
  if (found.failed !== null) return { failed: found.failed };
  const read = summariseLongSheet(found.read);
  return { read, engine: found.format === 'ubl' ? 'ubl' : 'cii', isReliable: !needsReview(read), thirdPartyId: null };
}

/** Reads a structured invoice inside a PDF. Null if there is none; the pages are then read instead. */
export async function readEmbeddedInvoice(
  _name: string,
  content: Uint8Array,
  own: OwnIdentity,
): Promise<ReadDocument | null> {
  const found = await parseFile('eInvoice', { bytes: content, own }, TOO_COMPLEX);
  return found.failed === null ? found.read : null;
}
