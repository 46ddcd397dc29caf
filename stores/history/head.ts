import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Where a stream stood at the end of a day. Kept outside of the log, it tells what the log can no longer tell by itself. */
export interface Head {
  readonly stream: string;
  /** UTC. */
  readonly day: string;
  readonly revision: number;
  readonly position: number;
  readonly hash: string;
}

export interface SignedHead extends Head {
  /** Which key has signed: the first characters of its digest. */
  readonly key: string;
  readonly signature: string;
}

export interface HeadSigner {
  readonly key: string;
  sign(head: Head): SignedHead;
  isGenuine(head: SignedHead): boolean;
}

/** Of its own, so that nothing else that the key of the service signs can pass for a head. */
const PURPOSE = 'grandlivre heads';

export function headSigner(appKey: string): HeadSigner {
  const secret = Buffer.from(hkdfSync('sha256', appKey, '', PURPOSE, 32));
  const key = createHmac('sha256', secret).update('key').digest('hex').slice(0, 16);
  const signatureOf = ({ stream, day, revision, position, hash }: Head): Buffer =>
    createHmac('sha256', secret).update([stream, day, revision, position, hash].join('\n')).digest();
  return {
    key,
    sign: ({ stream, day, revision, position, hash }) => {
      const head = { stream, day, revision, position, hash };
      return { ...head, key, signature: signatureOf(head).toString('hex') };
    },
    isGenuine(head) {
      const given = Buffer.from(head.signature, 'hex');
      const own = signatureOf(head);
      return given.length === own.length && timingSafeEqual(given, own);
    },
  };
}
