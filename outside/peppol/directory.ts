import { openHttpClient, TIMEOUT_MS } from '../http/client.ts';
import { textOf } from '../http/content.ts';
import { hosts } from '../http/destination.ts';
import { OutsideUnavailable } from '../http/failures.ts';
import { openLocator, SCHEME } from './locator.ts';
import { documentTypesIn, type DocumentType } from './service-group.ts';

/** Who is in the Peppol network, and which documents they receive. */
export interface PeppolDirectory {
  /** Null: not registered. @throws OutsideUnavailable when nobody can tell */
  find(identifier: string, timeoutMs?: number): Promise<PeppolParticipant | null>;
  /** For one question, whatever it takes to answer it. */
  readonly timeoutMs: number;
  close(): Promise<void>;
}

export interface PeppolParticipant {
  readonly documentTypes: readonly DocumentType[];
}

export interface PeppolDirectoryOptions {
  readonly smlDomain: string;
  readonly dnsServer: string | null;
  /** Publishers that may be local; any other is in the internet at large. */
  readonly allowedHosts: readonly string[];
  readonly timeoutMs?: number;
}

const MAX_ANSWER_BYTES = 1024 * 1024;

export function openPeppolDirectory(options: PeppolDirectoryOptions): PeppolDirectory {
  const { smlDomain, dnsServer, allowedHosts, timeoutMs = TIMEOUT_MS } = options;
  const locator = openLocator({ domain: smlDomain, dnsServer });
  // Where a publisher lies is reported by whoever registered it: the address is as good as any that a stranger types in.
  const http = openHttpClient({ trusts: hosts(allowedHosts), timeoutMs });
  return {
    timeoutMs,
    async find(identifier, limitMs = timeoutMs) {
      const deadline = performance.now() + limitMs;
      const publisher = await locator.publisherOf(identifier, limitMs);
      if (publisher === null) return null;
      const answer = await http
        .send({
          method: 'GET',
          url: groupUrl(publisher, identifier),
          headers: { Accept: 'application/xml, text/xml' },
          maxBytes: MAX_ANSWER_BYTES,
          timeoutMs: Math.max(deadline - performance.now(), 1),
        })
        .catch((error: unknown) => {
          throw new OutsideUnavailable('peppol', 'no answer of the publisher', error);
        });
      // The name service still knows a participant that its publisher has let go: nothing can be sent to it.
      if (answer.status === 404) return null;
      const xml = answer.status === 200 ? textOf(answer.body) : undefined;
      const documentTypes = xml === undefined ? undefined : documentTypesIn(xml, identifier);
      if (documentTypes) return { documentTypes };
      throw new OutsideUnavailable('peppol', `an answer with status ${answer.status} that cannot be read`);
    },
    async close() {
      locator.close();
      await http.close();
    },
  };
}

/** The path is that of the publisher and the identifier, nothing else. */
function groupUrl(publisher: string, identifier: string): string {
  const url = new URL(publisher);
  url.search = '';
  url.hash = '';
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${encodeURIComponent(`${SCHEME}::${identifier}`)}`;
  return url.href;
}
