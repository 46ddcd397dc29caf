import type { Readable } from 'node:stream';
import { z } from 'zod';
import { getExtension } from '../../outside/files/file-types.ts';
import { buildContentDisposition } from '../exports/file-name.ts';
import { choice } from '../http/input/fields.ts';
import type { Reply } from '../http/reply/reply.ts';
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
