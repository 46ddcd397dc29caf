import { readFile } from 'node:fs/promises';
import type { PdfArchive } from '../page-contents.ts';
import { detectFileKind } from './kinds.ts';
import { MAX_METADATA_CHARACTERS } from './limits.ts';
import { openPdf } from './pdf.ts';
import { readRelationships } from './relationships.ts';
import { Unreadable } from './unreadable.ts';

/** The XML files in a PDF, with what the PDF says about them; its pages are not read. */
export async function readArchive(path: string): Promise<PdfArchive> {
  const content = new Uint8Array(await readFile(path));
  if (detectFileKind(Buffer.from(content.subarray(0, 1024))) !== 'pdf') throw new Unreadable('file_type_unsupported');
  const { byName, isEncrypted } = readRelationships(content);
  // The package takes the bytes away: they are read before.
  const document = await openPdf(content);
  try {
    const [files, metadata] = await Promise.all([document.listEmbeddedInvoices(), document.readMetadata()]);
    return {
      metadata: metadata !== null && metadata.length <= MAX_METADATA_CHARACTERS ? metadata : null,
      files: files.map((file) => ({
        ...file,
        relationship: byName.get(file.name) ?? (isEncrypted ? 'unknown' : null),
      })),
    };
  } finally {
    await document.close();
  }
}
