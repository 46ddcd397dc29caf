import { z } from 'zod';
import { findFileType } from '../../outside/files/file-types.ts';
import type { DocumentFileRow } from '../../projections/documents/queries.ts';
import type { AttachmentRow } from '../../projections/attachments/queries.ts';
import { getFilePath } from '../documents/file-path.ts';
import { buildFileLinks } from '../files/serve-file.ts';
import type { SignedUrls } from '../http/routing/signed-urls.ts';
import { recordId, timestamp } from '../http/reply/output.ts';

export const ONE_ENTRY = '/v1/companies/{company}/entries/{id}';

export const Attachment = z
  .object({
    id: recordId,
    entry_id: recordId,
    kind: z.enum(['file', 'document']).meta({
      description:
        'A file attached to the entry, or the file of the document that the entry books (with the id of the document).',
    }),
    original_name: z.string(),
    mime: z.string(),
    /** In bytes. */
    size: z.int(),
    sha256: z.string(),
    /** Downloads the file without a token, for ten minutes. */
    file_url: z.string(),
    /** Shows the file in the browser; null for types that browsers cannot display. */
    preview_url: z.string().nullable(),
    created_at: timestamp,
    created_by: recordId.nullable(),
    version: z.int(),
    lock_version: z.int(),
  })
  .meta({ id: 'Attachment' });

export function presentAttachment(
  { id, entry_id, name, mime, size, sha256, created_at, created_by, version }: AttachmentRow,
  companyToken: string,
  signedUrls: SignedUrls,
): z.input<typeof Attachment> {
  return {
    id,
    entry_id,
    kind: 'file',
    original_name: name,
    mime,
    size,
    sha256,
    ...buildFileLinks(
      signedUrls,
      `/v1/companies/${companyToken}/entries/${entry_id}/attachments/${id}/file`,
      findFileType(name)?.isShown === true,
    ),
    created_at,
    created_by,
    version,
    lock_version: version,
  };
}

/** The file of the document that the entry posts. */
export function presentDocumentFile(
  { id, file, version, created_at, created_by }: DocumentFileRow,
  entryId: number,
  companyToken: string,
  signedUrls: SignedUrls,
): z.input<typeof Attachment> {
  const { name, mime, size, sha256 } = file;
  return {
    id,
    entry_id: entryId,
    kind: 'document',
    original_name: name,
    mime,
    size,
    sha256,
    ...buildFileLinks(signedUrls, getFilePath(companyToken, id), findFileType(name)?.isShown === true),
    created_at,
    created_by,
    version,
    lock_version: version,
  };
}
