import { createHash, hash } from 'node:crypto';
import type { Language } from '../../../domain/language.ts';
import type { Answer } from './answer.ts';
import type { Reply } from './reply.ts';
import type { Route } from '../routing/route.ts';

/**
 * ETags. The ETag of a record is its version, which also guards changes (`If-Match`). If the response shows more than the
 * version covers, such as counts, a hash of the response is appended. Lists and all other reads use only the hash.
 */

/** Whether responses of the route get a tag: not those that contain the time or are polled by other machines. */
export const hasEntityTag = ({ method, ability, fileTypes }: Route): boolean =>
  method === 'get' && (ability === 'read' || ability === 'session') && fileTypes === undefined;

/** Adds the tag to a response. Computed from the response text, without any query. */
export function withEntityTag(answer: Answer, { version, showsMore }: Reply, language: Language): Answer {
  const { status, headers, body } = answer;
  if (status !== 200 || typeof body !== 'string') return answer;
  if (headers['ETag'] !== undefined && showsMore !== true) return answer;
  // A response that must not be stored has nothing to compare with.
  if (headers['Cache-Control']?.includes('no-store') === true) return answer;
  // Encoded once: for the digest, for the length and for the socket.
  const bytes = body.length > LARGE ? Buffer.from(body) : null;
  const digest = bytes === null ? computeDigest(body, language) : computeLargeDigest(bytes, language);
  const tag = version === undefined ? `W/"${digest}"` : `"v${version}-${digest}"`;
  return { ...answer, headers: { ...headers, ETag: tag }, body: bytes ?? body };
}

/** In characters. */
const LARGE = 64 * 1024;

/** The tag of a response not built yet, from everything that determines its contents. */
export const buildEntityTag = (...facts: readonly string[]): string =>
  `W/"${computeDigest(JSON.stringify(facts), '')}"`;

/** Protects nothing, and takes less than half as long as SHA-256 on processors without instructions for either. */
const DIGEST = 'sha1';

/** The probability of a collision is 2^-96; there is nothing to gain from searching for one in your own books. */
const computeDigest = (text: string, language: string): string =>
  hash(DIGEST, `${language}\n${text}`, 'base64url').slice(0, 16);

/** The same digest without copying the text. */
const computeLargeDigest = (bytes: Uint8Array, language: string): string =>
  createHash(DIGEST).update(`${language}\n`).update(bytes).digest('base64url').slice(0, 16);

/** True if the client already has this response. Weak comparison, as RFC 9110 requires for If-None-Match. */
export function isNotModified({ status, headers }: Answer, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined || status !== 200) return false;
  const etag = headers['ETag'];
  if (etag === undefined) return false;
  const known = stripWeakPrefix(etag);
  return ifNoneMatch
    .split(',')
    .some((candidate) => candidate.trim() === '*' || stripWeakPrefix(candidate.trim()) === known);
}

const stripWeakPrefix = (tag: string): string => (tag.startsWith('W/') ? tag.slice(2) : tag);
