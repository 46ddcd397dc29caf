import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Proves to a process that a request comes from another process of the service, and from which client it got it. */
export interface Seal {
  create(method: string, url: string, clientAddress: string): string;
  /** The address of the client; null if the seal is not valid for this request. */
  open(seal: string | undefined, method: string, url: string): string | null;
}

export const SEAL_HEADER = 'x-grandlivre-forwarded';
/** In the answer to a request whose seal is not valid, which was not handled. */
export const SEAL_REFUSED = 'refused';

/** Clocks of machines may differ. */
const VALID_MS = 60_000;

/** All processes of an installation have the same key. */
export function createRequestSeal(appKey: string, now: () => number = Date.now): Seal {
  const key = Buffer.from(hkdfSync('sha256', appKey, '', 'forwarded requests', 32));
  const sign = (method: string, url: string, at: string, address: string): Buffer =>
    createHmac('sha256', key)
      .update(JSON.stringify([method, url, at, address]))
      .digest();
  return {
    create(method, url, clientAddress) {
      const at = String(now());
      return [at, sign(method, url, at, clientAddress).toString('base64url'), clientAddress].join(' ');
    },
    open(seal, method, url) {
      const [at = '', signature = '', address = ''] = seal?.split(' ') ?? [];
      if (!(Math.abs(now() - Number(at)) <= VALID_MS) || address === '') return null;
      const given = Buffer.from(signature, 'base64url');
      const expected = sign(method, url, at, address);
      return given.length === expected.length && timingSafeEqual(given, expected) ? address : null;
    },
  };
}
