import type { Readable } from 'node:stream';
import { z } from 'zod';
import { extensionOf } from '../../outside/files/file-types.ts';
import { contentDisposition } from '../exports/file-name.ts';
import { choice } from '../http/input/fields.ts';
import type { Reply } from '../http/reply/reply.ts';
import { SIGNED_HEADERS, type SignedUrls } from '../http/routing/signed-urls.ts';

/** Files behind signed links, whatever they are: a plain link saves the file, one that was signed with `preview=1` shows it. */

export const FileQuery = z.object({ preview: choice(['1']).optional() });

/** `isShown`: browsers can show it; anything else is only ever saved. */
export function fileLinks(signedUrls: SignedUrls, path: string, isShown: boolean) {
  return {
    file_url: signedUrls.sign(path),
    preview_url: isShown ? signedUrls.sign(path, { preview: 1 }) : null,
  };
}

export interface ServedFile {
  readonly content: Readable | Uint8Array;
  /** Of a stream, which does not tell itself how long it is. */
  readonly bytes?: number;
  readonly mime: string;
  /** With its ending. */
  readonly name: string;
}

export function servedFile({ content, bytes, mime, name }: ServedFile, { preview }: z.output<typeof FileQuery>): Reply {
  const extension = extensionOf(name);
  const stem = name.slice(0, name.length - extension.length - 1);
  return {
    status: 200,
    raw: content,
    headers: {
      ...SIGNED_HEADERS,
      'Content-Type': mime,
      ...(bytes !== undefined && { 'Content-Length': String(bytes) }),
      'Content-Disposition': contentDisposition(stem, extension, preview === '1' ? 'inline' : 'attachment'),
    },
  };
}
