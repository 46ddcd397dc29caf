import { generateKeyPairSync } from 'node:crypto';
import { createLicenceId, formatPublicKey, signLicence } from '../../commands/licence/key.ts';
import type { Licence, LicenceTerms } from '../../domain/licence/licence.ts';

/** Licences of the tests, signed with a pair of keys of their own. */

const { publicKey, privateKey } = generateKeyPairSync('ed25519');

/** In the format of `LICENCE_PUBLIC_KEY`. */
export const LICENCE_PUBLIC_KEY = formatPublicKey(publicKey);
export const licencePublicKey = publicKey;

export function buildLicenceTerms(changes: Partial<LicenceTerms> = {}): LicenceTerms {
  return {
    id: createLicenceId(),
    plan: 'professional',
    firm: null,
    users: 40,
    companies: 500,
    valid_from: '2020-01-01',
    valid_until: null,
    issued_at: '2020-01-01T00:00:00.000Z',
    ...changes,
  };
}

export function buildLicence(changes: Partial<Licence> = {}): Licence {
  const { key_hint = 'GL1.…test', ...terms } = changes;
  return { ...buildLicenceTerms(terms), key_hint };
}

export const buildLicenceKey = (changes: Partial<LicenceTerms> = {}): string =>
  signLicence(buildLicenceTerms(changes), privateKey);

/** A date some days from now, in UTC. */
export const getDayFromNow = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
