import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/**
 * A log that was written again with personal data sealed begins a new epoch: the same events with other hashes. The first
 * event of each stream says in its metadata where the stream of the previous epoch ended, with a signature. Heads of
 * that epoch are then no longer compared with the events, but with this statement.
 */
export interface Epoch {
  /** 2 for the first log that was written again. */
  readonly number: number;
  /** Last event of the stream in the previous epoch. */
  readonly revision: number;
  readonly previous_hash: string;
  readonly sealed_at: string;
}

export interface SignedEpoch extends Epoch {
  /** The signing key, identified by the first characters of its digest. */
  readonly key: string;
  readonly signature: string;
}

export interface EpochSigner {
  signEpoch(stream: string, epoch: Epoch): SignedEpoch;
  isGenuineEpoch(stream: string, epoch: SignedEpoch): boolean;
}

/** Separate purpose: a signed head, which anyone may hold, must not pass for the beginning of an epoch. */
const PURPOSE = 'grandlivre epochs';

export function createEpochSigner(appKey: string): EpochSigner {
  const secret = Buffer.from(hkdfSync('sha256', appKey, '', PURPOSE, 32));
  const key = createHmac('sha256', secret).update('key').digest('hex').slice(0, 16);
  const computeSignature = (stream: string, { number, revision, previous_hash, sealed_at }: Epoch): Buffer =>
    createHmac('sha256', secret).update([stream, number, revision, previous_hash, sealed_at].join('\n')).digest();
  return {
    signEpoch: (stream, epoch) => ({ ...epoch, key, signature: computeSignature(stream, epoch).toString('hex') }),
    isGenuineEpoch(stream, epoch) {
      const given = Buffer.from(epoch.signature, 'hex');
      const own = computeSignature(stream, epoch);
      return given.length === own.length && timingSafeEqual(given, own);
    },
  };
}

/** The statement in the metadata of the first event of a stream. Null if the stream was never written again. */
export function readEpoch(metadata: { readonly epoch?: unknown }): SignedEpoch | null {
  const epoch = metadata.epoch as Partial<SignedEpoch> | null | undefined;
  const isEpoch =
    typeof epoch === 'object' &&
    Number.isSafeInteger(epoch?.number) &&
    Number.isSafeInteger(epoch?.revision) &&
    typeof epoch?.previous_hash === 'string' &&
    typeof epoch.sealed_at === 'string' &&
    typeof epoch.signature === 'string';
  return isEpoch ? (epoch as SignedEpoch) : null;
}
