import { Resolver } from 'node:dns/promises';

/** TXT records of the domain name system. */
export interface TxtRecords {
  /** Whether a name has a record with this value. False if the name service does not answer in time. */
  hasRecord(name: string, value: string): Promise<boolean>;
  close(): void;
}

export interface TxtRecordsOptions {
  /** Address of a DNS server, optionally with a port; null: those of the system. */
  readonly dnsServer: string | null;
  /** Time for one look-up, retries included; default: 3 s. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 3_000;
const TRY_MS = 1_000;
const TRIES = 2;

export function openTxtRecords({ dnsServer, timeoutMs = TIMEOUT_MS }: TxtRecordsOptions): TxtRecords {
  const resolver = new Resolver({ timeout: Math.min(TRY_MS, timeoutMs), tries: TRIES });
  if (dnsServer !== null) resolver.setServers([dnsServer]);
  return {
    async hasRecord(name, value) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<readonly string[][]>((resolve) => {
        timer = setTimeout(() => resolve([]), timeoutMs);
      });
      // Whatever fails, the domain stays unverified and is looked up again later.
      const found = resolver.resolveTxt(name).catch((): readonly string[][] => []);
      const records = await Promise.race([found, late]).finally(() => clearTimeout(timer));
      // A long value is split into parts.
      return records.some((parts) => parts.join('') === value);
    },
    close: () => resolver.cancel(),
  };
}
