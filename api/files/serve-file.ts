import type { Readable } from 'node:stream';
import { z } from 'zod';
import { StorageUnavailable } from '../../outside/files/failures.ts';
import { getExtension } from '../../outside/files/file-types.ts';
import { findErasedFile } from '../../stores/persons/erased-files.ts';
import { buildContentDisposition } from '../exports/file-name.ts';
import { choice } from '../http/input/fields.ts';
import type { Reply } from '../http/reply/reply.ts';
import type { Services } from '../services.ts';
import { buildErasedPage } from './erased-page.ts';
import { SIGNED_HEADERS, type SignedUrls } from '../http/routing/signed-urls.ts';

/** Files behind signed links: a plain link downloads the file, a link signed with `preview=1` displays it. */

export const FileQuery = z.object({ preview: choice(['1']).optional() });

/** `isShown`: browsers can display the file; other files can only be downloaded. */
export function buildFileLinks(signedUrls: SignedUrls, path: string, isShown: boolean) {
  return {
    file_url: signedUrls.sign(path),
    preview_url: isShown ? signedUrls.sign(path, { preview: 1 }) : null,
  };
}

export interface ServedFile {
  readonly content: Readable | Uint8Array;
  /** Length of a stream, which is not known otherwise. */
  readonly bytes?: number;
  readonly mime: string;
  /** With its extension. */
  readonly name: string;
}

/** The stored file, or a page that says that it was erased. @throws StorageUnavailable */
export async function serveStoredFile(
  { files, pool }: Pick<Services, 'files' | 'pool'>,
  { sha256, mime, name }: { readonly sha256: string; readonly mime: string; readonly name: string },
  query: z.output<typeof FileQuery>,
): Promise<Reply> {
  const kept = await files.open('documents', sha256);
  if (kept) return replyWithStoredFile({ content: kept.stream, bytes: kept.bytes, mime, name }, query);
  const erased = await findErasedFile(pool, sha256);
  if (!erased) throw new StorageUnavailable(new Error(`File ${sha256} not found`));
  const page = buildErasedPage(erased.erasedAt.slice(0, 10));
  return replyWithStoredFile({ content: page, mime: 'application/pdf', name: 'erased.pdf' }, query);
}

export function replyWithStoredFile(
  { content, bytes, mime, name }: ServedFile,
  { preview }: z.output<typeof FileQuery>,
): Reply {
  const extension = getExtension(name);
  const stem = name.slice(0, name.length - extension.length - 1);
  return {
    status: 200,
    raw: content,
    headers: {
      ...SIGNED_HEADERS,
      'Content-Type': mime,
      ...(bytes !== undefined && { 'Content-Length': String(bytes) }),
      'Content-Disposition': buildContentDisposition(stem, extension, preview === '1' ? 'inline' : 'attachment'),
    },
  };
}
