import { isIP } from 'node:net';
import type { ImapFlow } from 'imapflow';
import { judgedHost, type Surroundings } from './destination.ts';
import { readMessage } from './mail-thread.ts';
import {
  failureOf,
  ItemFailure,
  MAX_FILE_BYTES,
  MAX_LISTED,
  MAX_MESSAGE_BYTES,
  SILENCE_MS,
  SourceFailure,
  within,
  type FileSource,
} from './source.ts';

/** The attachments of the messages in one folder of a mailbox. The folder is opened to be read: nothing in it changes. */
export interface ImapSettings {
  readonly host: string;
  readonly port: number;
  readonly security: 'tls' | 'starttls';
  readonly user: string;
  readonly password: string;
  readonly folder: string;
  /** Only messages that came on this day or later; null: all. */
  readonly since: string | null;
}

/** A line of a list of numbers, or the head of an answer. */
const MAX_LINE_BYTES = 2 * 1024 * 1024;
/** Longer than any run: between two messages one of them may take its time to be taken in. */
const LONGEST_CONNECTION_MS = 15 * 60_000;
/** A message may come as slowly as this. */
const BYTES_A_MS = 100;

export async function openImap(settings: ImapSettings, around: Surroundings): Promise<FileSource> {
  const { timeoutMs = SILENCE_MS } = around;
  const { address, name, isTrusted } = await judgedHost(settings.host, settings.port, around);
  const { ImapFlow: Client } = await import('imapflow');
  const client: ImapFlow = new Client({
    host: address,
    // An address is no name, and is checked as it stands.
    ...(isIP(name) === 0 && { servername: name }),
    port: settings.port,
    secure: settings.security === 'tls',
    // Without encryption nobody's password is told, unless whoever runs the service vouches for the way.
    ...(settings.security === 'starttls' && !isTrusted && { doSTARTTLS: true }),
    auth: { user: settings.user, pass: settings.password },
    tls: { rejectUnauthorized: true },
    logger: false,
    disableAutoIdle: true,
    disableCompression: true,
    disableAutoEnable: true,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    // We wait for each answer ourselves, and know then why there was none.
    socketTimeout: LONGEST_CONNECTION_MS,
    maxLineLength: MAX_LINE_BYTES,
    maxLiteralSize: MAX_MESSAGE_BYTES,
    maxResponseSize: MAX_MESSAGE_BYTES + MAX_LINE_BYTES,
  });
  // What breaks the connection is told to whoever waits for an answer.
  client.on('error', () => undefined);
  try {
    await within(3 * timeoutMs, client.connect());
    const opened: unknown = await within(timeoutMs, client.mailboxOpen(settings.folder, { readOnly: true }));
    if (!opened || !client.mailbox) throw new SourceFailure('missing');
  } catch (error) {
    client.close();
    throw openingFailure(error);
  }
  const validity = String(client.mailbox.uidValidity);

  /** Whether it is the message that is gone, or the server. */
  const gone = () => (client.usable ? new ItemFailure('missing') : new SourceFailure('unreachable'));

  return {
    async list() {
      const query = settings.since === null ? { all: true } : { since: settings.since };
      try {
        const found = await within(timeoutMs * 3, client.search(query, { uid: true }));
        if (!found) throw new SourceFailure('status');
        const uids = [...found].sort((one, other) => one - other).slice(0, MAX_LISTED);
        return uids.map((uid) => ({ place: `${validity}.${uid}`, name: `#${uid}` }));
      } catch (error) {
        throw failureOf(error);
      }
    },
    async fetch({ place }) {
      const uid = place.slice(place.indexOf('.') + 1);
      try {
        const head = await within(timeoutMs, client.fetchOne(uid, { uid: true, size: true }, { uid: true }));
        if (!head) throw gone();
        const size = head.size ?? 0;
        if (size > MAX_MESSAGE_BYTES) throw new ItemFailure('too_large');
        const longestMs = timeoutMs + Math.ceil(size / BYTES_A_MS);
        // One byte more than it may have, which tells that it lied about its size.
        const bounded = { start: 0, maxLength: MAX_MESSAGE_BYTES };
        const whole = await within(longestMs, client.fetchOne(uid, { uid: true, source: bounded }, { uid: true }));
        const source = whole ? whole.source : undefined;
        if (!source) throw gone();
        if (source.length < Math.min(size, MAX_MESSAGE_BYTES)) throw new ItemFailure('unreadable');
        const files = await readMessage(source);
        if (files.some(({ content }) => content.length > MAX_FILE_BYTES)) throw new ItemFailure('too_large');
        return files;
      } catch (error) {
        throw error instanceof ItemFailure ? error : failureOf(error);
      }
    },
    async close() {
      // Politely, unless the other side has stopped to listen.
      await within(Math.min(timeoutMs, 2_000), client.logout()).catch(() => undefined);
      client.close();
    },
  };
}

function openingFailure(error: unknown): SourceFailure | ItemFailure {
  const { authenticationFailed, responseStatus } = error as {
    readonly authenticationFailed?: unknown;
    readonly responseStatus?: unknown;
  };
  if (authenticationFailed === true) return new SourceFailure('refused', error);
  // A folder that it does not know.
  return responseStatus === 'NO' ? new SourceFailure('missing', error) : failureOf(error);
}
