import { openHttpClient, TIMEOUT_MS } from '../http/client.ts';
import { matchHosts } from '../http/destination.ts';
import { OutsideUnavailable } from '../http/failures.ts';
import { openLocator, SCHEME } from './locator.ts';
import { parseDocumentTypes, type DocumentType } from './service-group.ts';

/** Participants of the Peppol network and the documents they receive. */
export interface PeppolDirectory {
  /** Null if not registered. @throws OutsideUnavailable if unknown */
  findParticipant(identifier: string, timeoutMs?: number): Promise<PeppolParticipant | null>;
  /** Total timeout of one look-up. */
  readonly timeoutMs: number;
  close(): Promise<void>;
}

export interface PeppolParticipant {
  readonly documentTypes: readonly DocumentType[];
}

export interface PeppolDirectoryOptions {
  readonly smlDomain: string;
  readonly dnsServer: string | null;
  /** Publishers that may be local; all others must have a public address. */
  readonly allowedHosts: readonly string[];
  readonly timeoutMs?: number;
}

const MAX_ANSWER_BYTES = 512 * 1024;

export function openPeppolDirectory(options: PeppolDirectoryOptions): PeppolDirectory {
  const { smlDomain, dnsServer, allowedHosts, timeoutMs = TIMEOUT_MS } = options;
  const locator = openLocator({ domain: smlDomain, dnsServer });
  // The address of a publisher comes from the party that registered it, so it is untrusted.
  const http = openHttpClient({ trusts: matchHosts(allowedHosts), timeoutMs });
  return {
    timeoutMs,
    async findParticipant(identifier, limitMs = timeoutMs) {
      const deadline = performance.now() + limitMs;
      const publisher = await locator.findPublisher(identifier, limitMs);
      if (publisher === null) return null;
      const answer = await http
        .send({
          method: 'GET',
          url: buildGroupUrl(publisher, identifier),
          headers: { Accept: 'application/xml, text/xml' },
          maxBytes: MAX_ANSWER_BYTES,
          timeoutMs: Math.max(deadline - performance.now(), 1),
        })
        .catch((error: unknown) => {
          throw new OutsideUnavailable('peppol', 'the publisher did not answer', error);
        });
      // The participant is still in the name service, but its publisher no longer knows it: nothing can be sent to it.
      if (answer.status === 404) return null;
      const documentTypes = answer.status === 200 ? await parseDocumentTypes(answer.body, identifier) : undefined;
      if (documentTypes) return { documentTypes };
      throw new OutsideUnavailable('peppol', `unreadable answer with status ${answer.status}`);
    },
    async close() {
      locator.close();
      await http.close();
    },
  };
}

/** The path consists of the publisher's path and the identifier only. */
function buildGroupUrl(publisher: string, identifier: string): string {
  const url = new URL(publisher);
  url.search = '';
  url.hash = '';
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${encodeURIComponent(`${SCHEME}::${identifier}`)}`;
  return url.href;
}
