import { createHash } from 'node:crypto';
import type { NaptrRecord } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { OutsideUnavailable } from '../http/failures.ts';

/** First step of a look-up: the name service of the network returns the publisher (SMP) of a participant. */
export interface Locator {
  /** Address of the publisher; null if the participant is not registered. @throws OutsideUnavailable if unknown */
  findPublisher(identifier: string, timeoutMs: number): Promise<string | null>;
  close(): void;
}

export interface LocatorOptions {
  /** DNS zone of the network: `participant.sml.prod.tech.peppol.org`. */
  readonly domain: string;
  /** Address of a DNS server, optionally with a port; null: those of the system. */
  readonly dnsServer: string | null;
}

export const SCHEME = 'iso6523-actorid-upis';
const TRY_MS = 2_500;
const TRIES = 3;

export function openLocator({ domain, dnsServer }: LocatorOptions): Locator {
  const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
  if (dnsServer !== null) resolver.setServers([dnsServer]);
  return {
    async findPublisher(identifier, timeoutMs) {
      const records = await resolveWithin(timeoutMs, resolver.resolveNaptr(buildDnsName(identifier, domain))).catch(
        (error: NodeJS.ErrnoException) => {
          // Only a non-existent name means that there is no such participant; other failures mean nothing.
          if (error.code === 'ENOTFOUND') return null;
          throw new OutsideUnavailable('peppol', 'the name service did not answer', error);
        },
      );
      if (records === null) return null;
      const address = findPublisherIn(records);
      if (address === null) throw new OutsideUnavailable('peppol', 'the name service returned no publisher');
      return address;
    },
    close: () => resolver.cancel(),
  };
}

/** DNS name of a participant: a hash of its lower-case identifier, below its scheme. */
export function buildDnsName(identifier: string, domain: string): string {
  const hash = createHash('sha256').update(identifier.toLowerCase(), 'utf8').digest();
  return `${encodeBase32(hash)}.${SCHEME}.${domain}`;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648, without padding. */
function encodeBase32(bytes: Uint8Array): string {
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

/** The replacement in the first record that names a publisher: `!.*!https://smp.example/!`. */
function findPublisherIn(records: readonly NaptrRecord[]): string | null {
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

async function resolveWithin<T>(timeoutMs: number, answer: Promise<T>): Promise<T> {
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
