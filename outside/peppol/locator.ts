import { createHash } from 'node:crypto';
import type { NaptrRecord } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { OutsideUnavailable } from '../http/failures.ts';

/** The first step to a participant: the name service of the network tells which publisher (SMP) knows it. */
export interface Locator {
  /** Address of the publisher; null: the participant is not registered. @throws OutsideUnavailable when nobody can tell */
  publisherOf(identifier: string, timeoutMs: number): Promise<string | null>;
  close(): void;
}

export interface LocatorOptions {
  /** The zone of the network: `participant.sml.prod.tech.peppol.org`. */
  readonly domain: string;
  /** Address of a name server, with a port if need be; null: those of the system. */
  readonly dnsServer: string | null;
}

export const SCHEME = 'iso6523-actorid-upis';
const TRY_MS = 2_500;
const TRIES = 3;

export function openLocator({ domain, dnsServer }: LocatorOptions): Locator {
  const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
  if (dnsServer !== null) resolver.setServers([dnsServer]);
  return {
    async publisherOf(identifier, timeoutMs) {
      const records = await within(timeoutMs, resolver.resolveNaptr(nameOf(identifier, domain))).catch(
        (error: NodeJS.ErrnoException) => {
          // Only a name that does not exist says that there is no such participant; a failure says nothing.
          if (error.code === 'ENOTFOUND') return null;
          throw new OutsideUnavailable('peppol', 'the name service does not answer', error);
        },
      );
      if (records === null) return null;
      const address = publisherIn(records);
      if (address === null) throw new OutsideUnavailable('peppol', 'the name service tells no publisher');
      return address;
    },
    close: () => resolver.cancel(),
  };
}

/** The name under which a participant is found: a hash of its identifier, in lower case, below its scheme. */
export function nameOf(identifier: string, domain: string): string {
  const hash = createHash('sha256').update(identifier.toLowerCase(), 'utf8').digest();
  return `${base32(hash)}.${SCHEME}.${domain}`;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648, without the padding at the end. */
function base32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let buffer = 0;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += ALPHABET[(buffer >> (bits - 5)) & 31];
    buffer &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + ALPHABET[(buffer << (5 - bits)) & 31];
}

/** The replacement of the first record that names a publisher: `!.*!https://smp.example/!`. */
function publisherIn(records: readonly NaptrRecord[]): string | null {
  const usable = records
    .filter(({ flags, service }) => flags.toLowerCase() === 'u' && service.toLowerCase() === 'meta:smp')
    .sort((left, right) => left.order - right.order || left.preference - right.preference);
  for (const { regexp } of usable) {
    const [nothing, pattern = '', address = '', ...rest] = regexp.split(regexp.charAt(0));
    const isWhole = nothing === '' && rest.length === 1 && /^\^?\.\*\$?$/.test(pattern);
    if (isWhole && /^https?:/i.test(address) && URL.canParse(address)) return address;
  }
  return null;
}

async function within<T>(timeoutMs: number, answer: Promise<T>): Promise<T> {
  answer.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${Math.round(timeoutMs)} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
