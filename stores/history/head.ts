import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** The state of a stream at the end of a day. It is stored outside the log to detect later tampering. */
export interface Head {
  readonly stream: string;
  /** UTC. */
  readonly day: string;
  readonly revision: number;
  readonly position: number;
  readonly hash: string;
  /** Absent in the first epoch of the log. */
  readonly epoch?: number;
}

export interface SignedHead extends Head {
  /** The signing key, identified by the first characters of its digest. */
  readonly key: string;
  readonly signature: string;
}

export interface HeadSigner {
  readonly key: string;
  sign(head: Head): SignedHead;
  isGenuine(head: SignedHead): boolean;
}

/** Separate purpose, so that no other signature made with the service key can pass for a head. */
const PURPOSE = 'grandlivre heads';

export function createHeadSigner(appKey: string): HeadSigner {
  const secret = Buffer.from(hkdfSync('sha256', appKey, '', PURPOSE, 32));
  const key = createHmac('sha256', secret).update('key').digest('hex').slice(0, 16);
  const computeSignature = ({ stream, day, revision, position, hash, epoch = 1 }: Head): Buffer => {
    const parts = [stream, day, revision, position, hash, ...(epoch === 1 ? [] : [epoch])];
    return createHmac('sha256', secret).update(parts.join('\n')).digest();
  };
  return {
    key,
    sign: ({ stream, day, revision, position, hash, epoch = 1 }) => {
      const head = { stream, day, revision, position, hash, ...(epoch === 1 ? {} : { epoch }) };
      return { ...head, key, signature: computeSignature(head).toString('hex') };
    },
    isGenuine(head) {
      const given = Buffer.from(head.signature, 'hex');
      const own = computeSignature(head);
      return given.length === own.length && timingSafeEqual(given, own);
    },
  };
}
