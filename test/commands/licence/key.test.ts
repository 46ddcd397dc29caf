import { generateKeyPairSync, sign } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { parsePublicKey, formatPublicKey, readLicenceKey, signLicence } from '../../../commands/licence/key.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { LICENCE_PUBLIC_KEY, buildLicenceKey, licencePublicKey, buildLicenceTerms } from '../../support/licences.ts';

const keys = [licencePublicKey];
const codeOf = (key: string, vouching = keys): string | undefined => {
  const outcome = readLicenceKey(key, vouching);
  return isRefusal(outcome) ? outcome.code : undefined;
};

describe('licence keys', () => {
  it('state their terms', () => {
    const terms = buildLicenceTerms({ firm: 'AbCdEfGh1234', valid_until: '2027-12-31' });
    const pair = generateKeyPairSync('ed25519');
    const key = signLicence(terms, pair.privateKey);
    expect(key).to.match(/^GL1\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{86}$/);
    expect(readLicenceKey(key, [pair.publicKey])).to.deep.equal({ ...terms, key_hint: `GL1.…${key.slice(-4)}` });
  });

  it('may be wrapped into lines', () => {
    const key = buildLicenceKey();
    expect(codeOf(`  ${key.slice(0, 40)}\r\n ${key.slice(40)}\n`)).to.equal(undefined);
  });

  it('are good when any of several public keys vouches for them', () => {
    const other = generateKeyPairSync('ed25519').publicKey;
    expect(codeOf(buildLicenceKey(), [other, licencePublicKey])).to.equal(undefined);
    expect(codeOf(buildLicenceKey(), [other])).to.equal('licence_signature_invalid');
  });

  it('that are none are malformed', () => {
    const [, payload, signature] = buildLicenceKey().split('.');
    for (const junk of [
      '',
      'GL1',
      'GL1..',
      `GL1.${payload}`,
      `GL2.${payload}.${signature}`,
      `GL1.${payload}.${signature}.x`,
      `GL1.${payload}=.${signature}`,
      `GL1.${payload}.${signature}!`,
      `GL1.é${payload}.${signature}`,
      `GL1.${'A'.repeat(3_000)}.${signature}`,
      '\u0000',
    ])
      expect(codeOf(junk), junk.slice(0, 40)).to.equal('licence_key_malformed');
  });

  it('that were altered anywhere are refused', () => {
    const key = buildLicenceKey();
    fc.assert(
      fc.property(fc.nat({ max: key.length - 1 }), fc.constantFrom('A', 'z', '0', '_', '.', '-'), (at, character) => {
        fc.pre(key[at] !== character);
        const altered = key.slice(0, at) + character + key.slice(at + 1);
        expect(codeOf(altered)).to.be.oneOf(['licence_key_malformed', 'licence_signature_invalid']);
      }),
    );
  });

  it('have one spelling: the spare bits of the last character are nothing to play with', () => {
    const key = buildLicenceKey();
    const last = key.at(-1)!;
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (const other of alphabet)
      if (other !== last) expect(codeOf(key.slice(0, -1) + other), other).not.to.equal(undefined);
  });

  it('whose genuine signature covers nonsense are malformed', () => {
    const pair = generateKeyPairSync('ed25519');
    const signed = (payload: string) => {
      const statement = `GL1.${Buffer.from(payload).toString('base64url')}`;
      return `${statement}.${sign(null, Buffer.from(statement), pair.privateKey).toString('base64url')}`;
    };
    const terms = buildLicenceTerms();
    for (const payload of [
      'x',
      'null',
      '[]',
      '{}',
      JSON.stringify({ ...terms, plan: 'gold' }),
      JSON.stringify({ ...terms, users: 0 }),
      JSON.stringify({ ...terms, users: '5' }),
      JSON.stringify({ ...terms, valid_from: '2026-02-30' }),
      JSON.stringify({ ...terms, firm: 'short' }),
    ])
      expect(codeOf(signed(payload), [pair.publicKey]), payload).to.equal('licence_key_malformed');
    expect(codeOf(signed(JSON.stringify(terms)), [pair.publicKey])).to.equal(undefined);
  });

  it('have a public key that travels as a line of text', () => {
    expect(formatPublicKey(parsePublicKey(LICENCE_PUBLIC_KEY))).to.equal(LICENCE_PUBLIC_KEY);
    expect(
      parsePublicKey(Buffer.from(LICENCE_PUBLIC_KEY, 'base64url').toString('base64')).equals(licencePublicKey),
    ).to.equal(true);
    for (const wrong of ['', 'abc', LICENCE_PUBLIC_KEY.slice(1), `${LICENCE_PUBLIC_KEY}AAAA`])
      expect(() => parsePublicKey(wrong), wrong).to.throw();
  });
});
