import { hash } from 'node:crypto';
import type { Reply } from '../http/reply/reply.ts';

/** What the routes of the documentation have in common. */

export const PUBLIC = {
  method: 'get',
  area: 'documentation',
  ability: 'public',
  role: 'any',
  demo: 'allowed',
} as const;

const PUBLIC_CACHE = 'public, max-age=300';

export function buildFileReply(
  content: string | Uint8Array,
  type: string,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  const etag = `"${hash('sha256', content, 'hex').slice(0, 32)}"`;
  return {
    status: 200,
    raw: content,
    headers: { 'Content-Type': type, 'Cache-Control': PUBLIC_CACHE, ETag: etag, ...headers },
  };
}
