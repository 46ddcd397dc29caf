import { hash } from 'node:crypto';
import type { Language } from '../../../domain/language.ts';
import type { Answer } from './answer.ts';
import type { Reply } from './reply.ts';
import type { Route } from '../routing/route.ts';

/**
 * ETags. That of a record is its version, which also guards changes (`If-Match`). Where more is shown than the version
 * tells of, such as counts, a hash of the answer follows it; lists and everything else that is read have the hash alone.
 */

/** Whether what the route answers is worth a tag: not what tells the time, and not what other machines poll. */
export const hasEntityTag = ({ method, ability, fileTypes }: Route): boolean =>
  method === 'get' && (ability === 'read' || ability === 'session') && fileTypes === undefined;

/** The answer to a reader, with its tag. The text is there already: no query is made for it. */
export function tagged(answer: Answer, { version, showsMore }: Reply, language: Language): Answer {
  const { status, headers, body } = answer;
  if (status !== 200 || typeof body !== 'string') return answer;
  if (headers['ETag'] !== undefined && showsMore !== true) return answer;
  // Whoever may not keep an answer has nothing to compare.
  if (headers['Cache-Control']?.includes('no-store') === true) return answer;
  const digest = digestOf(body, language);
  const tag = version === undefined ? `W/"${digest}"` : `"v${version}-${digest}"`;
  return { ...answer, headers: { ...headers, ETag: tag } };
}

/** The tag of an answer that is not there yet, from everything that decides what it shows. */
export const entityTagOf = (...facts: readonly string[]): string => `W/"${digestOf(JSON.stringify(facts), '')}"`;

/** Chance alone makes two answers equal here once in 2^96; nobody gains by looking for such a pair of their own books. */
const digestOf = (text: string, language: string): string =>
  hash('sha256', `${language}\n${text}`, 'base64url').slice(0, 16);

/** True when the client already has what is answered. Compared weakly, as RFC 9110 asks of If-None-Match. */
export function isNotModified({ status, headers }: Answer, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined || status !== 200) return false;
  const etag = headers['ETag'];
  if (etag === undefined) return false;
  const known = opaque(etag);
  return ifNoneMatch.split(',').some((candidate) => candidate.trim() === '*' || opaque(candidate.trim()) === known);
}

const opaque = (tag: string): string => (tag.startsWith('W/') ? tag.slice(2) : tag);
