import type { DocumentReader } from '../../commands/document-analysis/index.ts';
import type { InvoiceArchive } from '../../commands/peppol/check-invoice-file.ts';
import { pickInvoiceAttachment } from '../../domain/e-invoicing/index.ts';
import { refuse, type Refusal } from '../../domain/refusal.ts';
import { AnalysisFailed, type AnalysisProblem } from '../../outside/analysis/index.ts';
import type { UploadedFile } from '../http/input/multipart.ts';

/** An uploaded invoice: its XML, and the PDF that it came in. */
export interface UploadedInvoice {
  /** Null if a PDF contains none. */
  readonly bytes: Uint8Array | null;
  readonly archive: InvoiceArchive | null;
}

/** Bytes at the beginning of a PDF in which its mark may stand. */
const HEAD = 1024;

const REFUSALS: Readonly<Partial<Record<AnalysisProblem, 'pdf_encrypted' | 'pdf_unreadable' | 'pdf_too_complex'>>> = {
  file_encrypted: 'pdf_encrypted',
  file_unreadable: 'pdf_unreadable',
  file_type_unsupported: 'pdf_unreadable',
};

/** PDF files are read by the processes that analyse documents, never here. */
export async function readUploadedInvoice(
  file: UploadedFile,
  reader: DocumentReader,
  /** Waiting files take turns by firm. */
  firmId: number | null,
): Promise<UploadedInvoice | Refusal> {
  const bytes = await file.read();
  if (!Buffer.from(bytes.subarray(0, HEAD)).includes('%PDF-')) return { bytes, archive: null };
  try {
    const { files, metadata } = await reader.archives.readArchive({
      path: file.path,
      ...(firmId !== null && { tenant: firmId }),
    });
    const wanted = pickInvoiceAttachment(files.map(({ name }) => name));
    const found = files.find(({ name }) => name === wanted) ?? files[0];
    if (!found) return { bytes: null, archive: null };
    const { name: fileName, relationship, content } = found;
    return { bytes: content, archive: { fileName, relationship, metadata } };
  } catch (error) {
    if (!(error instanceof AnalysisFailed) || error.problem === 'analysis_cancelled') throw error;
    return refuse(REFUSALS[error.problem] ?? 'pdf_too_complex', { field: 'file' });
  }
}
