import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Both ends of a line prove that they belong to the installation, without a clock and without showing the key. A proof is
 * for the address of one listener, so that it cannot be passed on to another one.
 */
export interface MutualProof {
  createChallenge(): Buffer;
  /** The answer of the caller, which also challenges the listener. */
  sign(challenge: Buffer, address: string): Buffer;
  /** The signature of the listener; null if the proof is not valid for this challenge. */
  countersign(challenge: Buffer, proof: Buffer, address: string): Buffer | null;
  /** Whether the listener has the key too. */
  isCountersigned(challenge: Buffer, proof: Buffer, signature: Buffer, address: string): boolean;
}

const NONCE_BYTES = 16;

/** All processes of an installation have the same key. */
export function createMutualProof(appKey: string): MutualProof {
  const key = Buffer.from(hkdfSync('sha256', appKey, '', 'forwarded requests', 32));
  const compute = (by: 'caller' | 'listener', challenge: Buffer, nonce: Buffer, address: string): Buffer =>
    createHmac('sha256', key)
      .update(JSON.stringify([by, challenge.toString('hex'), nonce.toString('hex'), address]))
      .digest();
  const isSame = (given: Buffer, expected: Buffer): boolean =>
    given.length === expected.length && timingSafeEqual(given, expected);
  return {
    createChallenge: () => randomBytes(NONCE_BYTES),
    sign(challenge, address) {
      const nonce = randomBytes(NONCE_BYTES);
      return Buffer.concat([nonce, compute('caller', challenge, nonce, address)]);
    },
    countersign(challenge, proof, address) {
      const nonce = proof.subarray(0, NONCE_BYTES);
      const isValid = isSame(proof.subarray(NONCE_BYTES), compute('caller', challenge, nonce, address));
      return isValid ? compute('listener', challenge, nonce, address) : null;
    },
    isCountersigned: (challenge, proof, signature, address) =>
      isSame(signature, compute('listener', challenge, proof.subarray(0, NONCE_BYTES), address)),
  };
}
