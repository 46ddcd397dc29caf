import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { MemorisedReply } from '../routing/idempotence.ts';

/**
 * Secrets that a response shows once, such as a token. A response stored for replays keeps them encrypted with a key
 * derived from the caller's token. Only a hash of that token is stored, so neither a copy of the database nor the key of
 * the service can decrypt them. They are shown again for ten minutes, in case the first response was lost.
 */

const SHOWN_FOR_MS = 10 * 60_000;

/** What is encrypted. */
interface Sealed {
  /** When the secrets were created, in milliseconds. */
  readonly at: number;
  readonly members: Readonly<Record<string, unknown>>;
}

/** Derives a key available only to requests with the same token, different for each purpose. */
export function deriveCallerKey(appKey: string, token: string, purpose: string): Buffer {
  return createHmac('sha256', appKey).update(`${purpose}\n${token}`).digest();
}

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Moves the secret members of the reply out of its body, encrypted. `at`: when they were created. */
export function sealSecrets(
  reply: MemorisedReply,
  members: readonly string[],
  key: Buffer,
  at = Date.now(),
): MemorisedReply {
  if (reply.body === null || reply.status >= 300) return reply;
  const body = JSON.parse(reply.body) as unknown;
  const secrets: Record<string, unknown> = {};
  for (const path of members) {
    const place = findMember(body, path);
    if (!place) continue;
    secrets[path] = place.holder[place.name] ?? null;
    place.holder[place.name] = null;
  }
  return {
    ...reply,
    body: JSON.stringify(body),
    sealed: encryptText(JSON.stringify({ at, members: secrets } satisfies Sealed), key),
  };
}

/** Restores the reply; without its secrets for a caller with another token, and once their time is over. */
export function openSecrets({ sealed, ...reply }: MemorisedReply, key: Buffer, now = Date.now()): MemorisedReply {
  const text = sealed === undefined ? null : decryptText(sealed, key);
  if (text === null || reply.body === null) return reply;
  // Earlier versions stored no time.
  const { at = 0, members = {} } = JSON.parse(text) as Partial<Sealed>;
  // A clock that was put back does not show them again either.
  if (Math.abs(now - at) > SHOWN_FOR_MS) return reply;
  const body = JSON.parse(reply.body) as unknown;
  for (const [path, secret] of Object.entries(members)) {
    const place = findMember(body, path);
    if (place) place.holder[place.name] = secret;
  }
  return { ...reply, body: JSON.stringify(body) };
}

/** Resolves a dotted path such as `invitation.url`; null if the body has no such member. */
function findMember(body: unknown, path: string): { holder: Record<string, unknown>; name: string } | null {
  const names = path.split('.');
  const name = names.pop()!;
  let holder = body;
  for (const step of names) holder = isHolder(holder) ? holder[step] : null;
  return isHolder(holder) ? { holder, name } : null;
}

const isHolder = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function encryptText(text: string, key: Buffer): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce);
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64');
}

function decryptText(sealed: string, key: Buffer): string | null {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
