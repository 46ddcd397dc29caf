import crypto from 'node:crypto';
import type { Random } from './random.ts';

/** Replaces the sources of randomness of Node by a seeded one. */
export function installChance(random: Random): void {
  Math.random = () => random.next();
  const fill = <T extends ArrayBufferView>(target: T, offset = 0, size?: number): T => {
    const view = new Uint8Array(target.buffer, target.byteOffset, target.byteLength);
    view.set(random.bytes(size ?? view.length - offset), offset);
    return target;
  };
  type Done<T> = (error: null, result: T) => void;
  const replaced = {
    randomUUID: () => random.uuid(),
    randomBytes(size: number, done?: Done<Buffer>) {
      const bytes = Buffer.from(random.bytes(size));
      if (!done) return bytes;
      process.nextTick(() => done(null, bytes));
      return undefined;
    },
    randomFillSync: fill,
    randomInt(low: number, high?: number | Done<number>, done?: Done<number>) {
      const [from, to] = typeof high === 'number' ? [low, high] : [0, low];
      const callback = typeof high === 'function' ? high : done;
      const value = from + random.below(to - from);
      if (!callback) return value;
      process.nextTick(() => callback(null, value));
      return undefined;
    },
  };
  Object.assign(crypto, replaced, { generateKeyPairSync: () => createKeyPair(random) });
  Object.defineProperty(globalThis.crypto, 'getRandomValues', { value: fill });
  Object.defineProperty(globalThis.crypto, 'randomUUID', { value: replaced.randomUUID });
}

/** The fixed part of a private key of Ed25519. */
const KEY_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

function createKeyPair(random: Random): crypto.KeyPairKeyObjectResult {
  const key = Buffer.concat([KEY_PREFIX, random.bytes(32)]);
  const privateKey = crypto.createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  return { privateKey, publicKey: crypto.createPublicKey(privateKey) };
}
