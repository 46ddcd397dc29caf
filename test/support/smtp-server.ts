import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** `refuse`: for now; `reject`: for good. */
export type Manner = 'accept' | 'refuse' | 'reject' | 'hang';

/** A mail server that keeps what it is sent. */
export interface TestMailServer {
  readonly url: string;
  readonly mails: ReceivedMail[];
  /** Sets the treatment of mails from now on. */
  behave(manner: Manner): void;
  /** The last mail to an address, once it has come. */
  mailTo(address: string): Promise<ReceivedMail>;
  close(): Promise<void>;
}

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Header lines by name in lower case, unfolded. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly raw: string;
}

const LONGEST_WAIT_MS = 10_000;

export async function startMailServer(): Promise<TestMailServer> {
  const mails: ReceivedMail[] = [];
  let manner: Manner = 'accept';
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onData(stream, session, done) {
      let raw = '';
      stream.on('data', (chunk: Buffer) => (raw += chunk.toString('utf8')));
      stream.on('end', () => {
        if (manner === 'hang') return;
        if (manner === 'refuse') return done(new Error('554 not today'));
        if (manner === 'reject') return done(Object.assign(new Error('never'), { responseCode: 554 }));
        const from = session.envelope.mailFrom;
        mails.push(
          parseMail(
            raw,
            from === false ? '' : from.address,
            session.envelope.rcptTo.map(({ address }) => address),
          ),
        );
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    behave: (requested) => void (manner = requested),
    async mailTo(address) {
      const deadline = Date.now() + LONGEST_WAIT_MS;
      for (;;) {
        const found = mails.findLast(({ to }) => to.includes(address));
        if (found) return found;
        if (Date.now() > deadline) throw new Error(`No mail to ${address} has come`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function parseMail(raw: string, from: string, to: readonly string[]): ReceivedMail {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return { from, to, headers, text: decodeBody(rest.join('\r\n\r\n'), headers['content-transfer-encoding']), raw };
}

function decodeBody(body: string, encoding: string | undefined): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
