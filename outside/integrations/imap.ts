import { isIP } from 'node:net';
import type { ImapFlow } from 'imapflow';
import { resolveAllowedHost, type Surroundings } from './destination.ts';
import { readMessage } from './mail-thread.ts';
import {
  toDriverFailure,
  ItemFailure,
  MAX_FILE_BYTES,
  MAX_LISTED,
  MAX_MESSAGE_BYTES,
  SILENCE_MS,
  SourceFailure,
  resolveWithin,
  type FileSource,
} from './source.ts';

/** Attachments of the messages in one mailbox folder. The folder is opened read-only: nothing in it changes. */
export interface ImapSettings {
  readonly host: string;
  readonly port: number;
  readonly security: 'tls' | 'starttls';
  readonly user: string;
  readonly password: string;
  readonly folder: string;
  /** Only messages received on this day or later; null: all. */
  readonly since: string | null;
}

/** Maximum length of a list of numbers, or of the head of a response. */
const MAX_LINE_BYTES = 2 * 1024 * 1024;
/** Longer than any run: processing a message may take a while before the next one is fetched. */
const LONGEST_CONNECTION_MS = 15 * 60_000;
/** Slowest accepted transfer of a message. */
const BYTES_A_MS = 100;

export async function openImap(settings: ImapSettings, around: Surroundings): Promise<FileSource> {
  const { timeoutMs = SILENCE_MS } = around;
  const { address, name, isTrusted } = await resolveAllowedHost(settings.host, settings.port, around);
  const { ImapFlow: Client } = await import('imapflow');
  const client: ImapFlow = new Client({
    host: address,
    // An IP address is not a server name; it is checked directly.
    ...(isIP(name) === 0 && { servername: name }),
    port: settings.port,
    secure: settings.security === 'tls',
    // The password is never sent unencrypted, unless the operator trusts the host.
    ...(settings.security === 'starttls' && !isTrusted && { doSTARTTLS: true }),
    auth: { user: settings.user, pass: settings.password },
    tls: { rejectUnauthorized: true },
    logger: false,
    disableAutoIdle: true,
    disableCompression: true,
    disableAutoEnable: true,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    // Each response has its own timeout below, which gives a precise reason.
    socketTimeout: LONGEST_CONNECTION_MS,
    maxLineLength: MAX_LINE_BYTES,
    maxLiteralSize: MAX_MESSAGE_BYTES,
    maxResponseSize: MAX_MESSAGE_BYTES + MAX_LINE_BYTES,
  });
  // Connection errors are reported to the pending calls.
  client.on('error', () => undefined);
  try {
    await resolveWithin(3 * timeoutMs, client.connect());
    const opened: unknown = await resolveWithin(timeoutMs, client.mailboxOpen(settings.folder, { readOnly: true }));
    if (!opened || !client.mailbox) throw new SourceFailure('missing');
  } catch (error) {
    client.close();
    throw toOpeningFailure(error);
  }
  const validity = String(client.mailbox.uidValidity);

  /** Whether the message or the server is gone. */
  const toMissingFailure = () => (client.usable ? new ItemFailure('missing') : new SourceFailure('unreachable'));

  return {
    async listItems() {
      const query = settings.since === null ? { all: true } : { since: settings.since };
      try {
        const found = await resolveWithin(timeoutMs * 3, client.search(query, { uid: true }));
        if (!found) throw new SourceFailure('status');
        const uids = [...found].sort((one, other) => one - other).slice(0, MAX_LISTED);
        return uids.map((uid) => ({ place: `${validity}.${uid}`, name: `#${uid}` }));
      } catch (error) {
        throw toDriverFailure(error);
      }
    },
    async fetchFiles({ place }) {
      const uid = place.slice(place.indexOf('.') + 1);
      try {
        const head = await resolveWithin(timeoutMs, client.fetchOne(uid, { uid: true, size: true }, { uid: true }));
        if (!head) throw toMissingFailure();
        const size = head.size ?? 0;
        if (size > MAX_MESSAGE_BYTES) throw new ItemFailure('too_large');
        const longestMs = timeoutMs + Math.ceil(size / BYTES_A_MS);
        // Limited in case the server reported a wrong size.
        const bounded = { start: 0, maxLength: MAX_MESSAGE_BYTES };
        const whole = await resolveWithin(
          longestMs,
          client.fetchOne(uid, { uid: true, source: bounded }, { uid: true }),
        );
        const source = whole ? whole.source : undefined;
        if (!source) throw toMissingFailure();
        if (source.length < Math.min(size, MAX_MESSAGE_BYTES)) throw new ItemFailure('unreadable');
        const files = await readMessage(source);
        if (files.some(({ content }) => content.length > MAX_FILE_BYTES)) throw new ItemFailure('too_large');
        return files;
      } catch (error) {
        throw error instanceof ItemFailure ? error : toDriverFailure(error);
      }
    },
    async close() {
      // Logs out, unless the other side no longer responds.
      await resolveWithin(Math.min(timeoutMs, 2_000), client.logout()).catch(() => undefined);
      client.close();
    },
  };
}

function toOpeningFailure(error: unknown): SourceFailure | ItemFailure {
  const { authenticationFailed, responseStatus } = error as {
    readonly authenticationFailed?: unknown;
    readonly responseStatus?: unknown;
  };
  if (authenticationFailed === true) return new SourceFailure('refused', error);
  // Unknown folder.
  return responseStatus === 'NO' ? new SourceFailure('missing', error) : toDriverFailure(error);
}
