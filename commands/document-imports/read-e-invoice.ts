import type { OwnIdentity, ReadDocument } from '../../domain/document-imports/sheet.ts';
import { detectEInvoiceFormat, readEInvoice, type EInvoiceFormat } from '../../domain/e-invoicing/index.ts';
import { readXml, UnreadableXml } from '../../outside/xml/read-xml.ts';

export type ReadEInvoice =
  | { readonly failed: string }
  | { readonly failed: null; readonly format: EInvoiceFormat; readonly read: ReadDocument };

/** Reads a structured invoice from the bytes of its file. */
export async function readEInvoiceFile(bytes: Uint8Array, own: OwnIdentity): Promise<ReadEInvoice> {
  try {
    const root = await readXml(bytes);
    const format = detectEInvoiceFormat(root);
    const read = readEInvoice(root, own);
    return format === null || 'refused' in read ? { failed: 'not_an_invoice' } : { failed: null, format, read };
  } catch (error) {
    if (error instanceof UnreadableXml) return { failed: `xml_${error.problem}` };
    throw error;
  }
}
