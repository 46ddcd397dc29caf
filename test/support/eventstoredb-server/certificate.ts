/** A certificate for the loopback names, created for each server: the project contains no private key. */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export interface Certificate {
  readonly certificatePem: string;
  readonly privateKeyPem: string;
}

const VALID_FOR_MS = 24 * 60 * 60 * 1000;
const ECDSA_WITH_SHA256 = Buffer.from('06082a8648ce3d040302', 'hex');
const COMMON_NAME = Buffer.from('0603550403', 'hex');
const SUBJECT_ALTERNATIVE_NAME = Buffer.from('0603551d11', 'hex');
const BASIC_CONSTRAINTS = Buffer.from('0603551d13', 'hex');

/** Valid from the day before until the day after `now`. */
export function createLoopbackCertificate(now = Date.now()): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(ECDSA_WITH_SHA256);
  const name = sequence(element(0x31, sequence(COMMON_NAME, element(0x0c, Buffer.from('localhost')))));
  const alternativeNames = sequence(
    element(0x82, Buffer.from('localhost')),
    element(0x87, Buffer.from([127, 0, 0, 1])),
  );
  const isAuthority = sequence(element(0x01, Buffer.from([0xff])));
  const extensions = sequence(
    sequence(SUBJECT_ALTERNATIVE_NAME, element(0x04, alternativeNames)),
    sequence(BASIC_CONSTRAINTS, element(0x04, isAuthority)),
  );
  const content = sequence(
    element(0xa0, element(0x02, Buffer.from([2]))),
    element(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    name,
    sequence(time(now - VALID_FOR_MS), time(now + VALID_FOR_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    element(0xa3, extensions),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', content, privateKey)]);
  return {
    certificatePem: pem(sequence(content, algorithm, element(0x03, signature))),
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function element(tag: number, content: Buffer): Buffer {
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  return Buffer.concat([Buffer.from([tag, 0x82, length >> 8, length & 0xff]), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return element(0x30, Buffer.concat(parts));
}

function time(milliseconds: number): Buffer {
  const digits = new Date(milliseconds).toISOString().replaceAll(/\D/g, '').slice(2, 14);
  return element(0x17, Buffer.from(`${digits}Z`));
}

function pem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
