import { createPublicKey, randomUUID, sign, verify, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import type { Licence, LicenceTerms } from '../../domain/licence/licence.ts';
import { PLAN_CODES } from '../../domain/licence/plans.ts';
import { refuse, type Refusal } from '../../domain/refusal.ts';

/**
 * A licence key is a signed statement that is verified offline: `GL1.<payload>.<signature>`, both base64url. The payload
 * is compact JSON, the signature Ed25519 over the ASCII text before the last dot.
 */

const PREFIX = 'GL1';
const MAX_LENGTH = 2_000;
const HINT_LENGTH = 4;
const BASE64URL = /^[A-Za-z0-9_-]+$/;

const allowance = z.int().min(1).max(1_000_000).nullable();

const Terms = z.object({
  id: z.string().min(1).max(64),
  plan: z.enum(PLAN_CODES),
  firm: z
    .string()
    .regex(/^[A-Za-z0-9]{12}$/)
    .nullable(),
  users: allowance,
  companies: allowance,
  valid_from: z.iso.date(),
  valid_until: z.iso.date().nullable(),
  issued_at: z.iso.datetime(),
});

export function signLicence(terms: LicenceTerms, privateKey: KeyObject): string {
  const statement = `${PREFIX}.${Buffer.from(JSON.stringify(Terms.parse(terms))).toString('base64url')}`;
  return `${statement}.${sign(null, Buffer.from(statement), privateKey).toString('base64url')}`;
}

export const createLicenceId = (): string => randomUUID();

/** Returns the terms of the key if its signature matches one of the public keys. */
export function readLicenceKey(key: string, publicKeys: readonly KeyObject[]): Licence | Refusal {
  // Mail programs may have inserted line breaks.
  const text = key.replace(/\s+/g, '');
  const [prefix, payload, signature, ...rest] = text.split('.');
  const isWellFormed =
    text.length <= MAX_LENGTH &&
    prefix === PREFIX &&
    rest.length === 0 &&
    isBase64Url(payload) &&
    isBase64Url(signature);
  if (!isWellFormed) return refuse('licence_key_malformed', { field: 'key' });
  const statement = Buffer.from(`${prefix}.${payload}`);
  const signed = Buffer.from(signature!, 'base64url');
  if (!publicKeys.some((publicKey) => verify(null, statement, publicKey, signed)))
    return refuse('licence_signature_invalid', { field: 'key' });
  const terms = Terms.safeParse(parseJson(Buffer.from(payload!, 'base64url').toString('utf8')));
  if (!terms.success) return refuse('licence_key_malformed', { field: 'key' });
  return { ...terms.data, key_hint: `${PREFIX}.…${text.slice(-HINT_LENGTH)}` };
}

/** Accepts the canonical encoding only, so that the same key cannot be written differently. */
function isBase64Url(text: string | undefined): boolean {
  return text !== undefined && BASE64URL.test(text) && Buffer.from(text, 'base64url').toString('base64url') === text;
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** @throws when the text is not the 32 bytes of an Ed25519 public key in base64 or base64url */
export function parsePublicKey(text: string): KeyObject {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== 32) throw new Error('An Ed25519 public key must have 32 bytes');
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') }, format: 'jwk' });
}

export function formatPublicKey(key: KeyObject): string {
  return key.export({ format: 'jwk' }).x!;
}
