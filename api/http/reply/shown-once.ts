import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { MemorisedReply } from '../routing/idempotence.ts';

/**
 * Secrets that an answer shows once, such as a token. An answer that is kept for replays keeps them encrypted, under a
 * key that only the caller's own token gives: of that token nothing but a hash is stored, so neither a copy of the
 * database nor the key of the service opens them.
 */

/** A key that only a request with the same token can have, apart for each purpose. */
export function callerKey(appKey: string, token: string, purpose: string): Buffer {
  return createHmac('sha256', appKey).update(`${purpose}\n${token}`).digest();
}

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The reply with its secret members taken out of the body and put aside, encrypted. */
export function sealSecrets(reply: MemorisedReply, members: readonly string[], key: Buffer): MemorisedReply {
  if (reply.body === null || reply.status >= 300) return reply;
  const body = JSON.parse(reply.body) as unknown;
  const secrets: Record<string, unknown> = {};
  for (const path of members) {
    const place = placeOf(body, path);
    if (!place) continue;
    secrets[path] = place.holder[place.name] ?? null;
    place.holder[place.name] = null;
  }
  return { ...reply, body: JSON.stringify(body), sealed: seal(JSON.stringify(secrets), key) };
}

/** The reply as it was; without its secrets for someone who comes with another token. */
export function openSecrets({ sealed, ...reply }: MemorisedReply, key: Buffer): MemorisedReply {
  const secrets = sealed === undefined ? null : open(sealed, key);
  if (secrets === null || reply.body === null) return reply;
  const body = JSON.parse(reply.body) as unknown;
  for (const [path, secret] of Object.entries(JSON.parse(secrets) as Record<string, unknown>)) {
    const place = placeOf(body, path);
    if (place) place.holder[place.name] = secret;
  }
  return { ...reply, body: JSON.stringify(body) };
}

/** Where a dotted path such as `invitation.url` leads; null where the body has nothing of the kind. */
function placeOf(body: unknown, path: string): { holder: Record<string, unknown>; name: string } | null {
  const names = path.split('.');
  const name = names.pop()!;
  let holder = body;
  for (const step of names) holder = isHolder(holder) ? holder[step] : null;
  return isHolder(holder) ? { holder, name } : null;
}

const isHolder = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function seal(text: string, key: Buffer): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce);
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64');
}

function open(sealed: string, key: Buffer): string | null {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
