import { Readable } from 'node:stream';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { MailerOptions } from './mailer.ts';
import { composed, addressOf, type OutgoingMail } from './message.ts';

/**
 * Connections to the mail server over which many mails go. They are not those of nodemailer's own pool: that one sends a mail again by
 * itself when its connection breaks, also when the server may have taken it. Here whoever sends is told what is known.
 */
export interface SmtpPool {
  /** A place to send from, one mail at a time; its connection is made when it is first needed. */
  lane(): SmtpLane;
}

export interface SmtpLane {
  /** Never throws. */
  send(mail: OutgoingMail): Promise<Sending>;
  /** Says goodbye; the next mail makes another connection. */
  rest(): void;
}

export type Sending =
  /** The server answers for it from now on, at least for some of the addresses. */
  | { readonly is: 'sent'; readonly refused: readonly string[]; readonly answer: string }
  /** The server said no: for good, or for now. */
  | { readonly is: 'refused'; readonly isLasting: boolean; readonly answer: string }
  /** It never got the mail: it is away, too slow, or did not let us in. */
  | { readonly is: 'unreached'; readonly answer: string }
  /** It got the mail, or a part of it, and did not say what became of it. */
  | { readonly is: 'in_doubt'; readonly answer: string };

export interface SmtpPoolOptions extends MailerOptions {
  /** Mails over one connection: some servers allow only so many. */
  readonly mostMails?: number;
}

const STEP_MS = 30_000;
/** A mail with large files over a slow line. */
const LONGEST_MS = 180_000;
const MOST_MAILS = 100;
const LONGEST_ANSWER = 300;

export function openSmtpPool(options: SmtpPoolOptions): SmtpPool {
  const { url, from, timeoutMs = LONGEST_MS, mostMails = MOST_MAILS } = options;
  const stepMs = Math.min(timeoutMs, STEP_MS);
  const sender = addressOf(from);

  function lane(): SmtpLane {
    let connection: SMTPConnection | null = null;
    let sent = 0;
    const leave = (): void => {
      connection?.close();
      connection = null;
      sent = 0;
    };
    return {
      async send(mail) {
        let isBegun = false;
        let timer: NodeJS.Timeout | undefined;
        try {
          const message = await composed(mail, from);
          // A server may end a connection that it finds idle, and does not tell before it is written to.
          if (connection === null || sent >= mostMails || isClosed(connection)) {
            leave();
            connection = await connected(url, stepMs);
          }
          const own = connection;
          timer = setTimeout(() => own.close(), timeoutMs);
          const source = new Readable({ read: () => undefined });
          // All of it at once, when the server wants it: there is nothing to be read bit by bit.
          source.pipe = (destination) => {
            isBegun = true;
            destination.end(message);
            return destination;
          };
          const info = await handedOver(own, { from: sender, to: [...mail.to, ...mail.cc] }, source, timeoutMs);
          sent += 1;
          return { is: 'sent', refused: info.rejected.map(String), answer: shortened(info.response) };
        } catch (error) {
          leave();
          return judged(error, isBegun);
        } finally {
          clearTimeout(timer);
        }
      },
      rest() {
        connection?.quit();
        connection = null;
        sent = 0;
      },
    };
  }
  return { lane };
}

/** What has an answer of the server was refused by it, whenever; without one it depends on how far it had come. */
function judged(error: unknown, isBegun: boolean): Sending {
  const { code, responseCode, response, message } = error as Partial<SmtpError>;
  const answer = shortened(response ?? message ?? code ?? '');
  if (error instanceof NotConnected) return { is: 'unreached', answer };
  if (typeof responseCode === 'number' && responseCode >= 400)
    return { is: 'refused', isLasting: responseCode >= 500, answer };
  if (isBegun) return { is: 'in_doubt', answer };
  // Judged before anything was written: an address that this server cannot be told, a mail that is too large for it.
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return { is: 'refused', isLasting: true, answer };
  return { is: 'unreached', answer };
}

interface SmtpError {
  readonly code: string;
  readonly responseCode: number;
  readonly response: string;
  readonly message: string;
}

class NotConnected extends Error {}

const shortened = (text: string): string =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, LONGEST_ANSWER);

const isClosed = (connection: SMTPConnection): boolean =>
  (connection as SMTPConnection & { readonly _destroyed?: boolean })._destroyed === true;

/** @throws NotConnected */
async function connected(url: string, stepMs: number): Promise<SMTPConnection> {
  const [{ default: Connection }, { parseConnectionUrl }] = await Promise.all([
    import('nodemailer/lib/smtp-connection'),
    import('nodemailer/lib/shared'),
  ]);
  const { auth, ...place } = parseConnectionUrl(url) as SMTPConnection.Options & { auth?: SMTPConnection.Credentials };
  const timeouts = { connectionTimeout: stepMs, greetingTimeout: stepMs, socketTimeout: stepMs, dnsTimeout: stepMs };
  const connection = new Connection({ ...place, ...timeouts });
  connection.on('error', () => undefined); // told to whoever waits
  try {
    await step(connection, stepMs * 2, (done) => connection.connect(done));
    if (auth) await step(connection, stepMs, (done) => connection.login({ credentials: auth }, done));
    return connection;
  } catch (error) {
    connection.close();
    const { response, message } = error as Partial<SmtpError>;
    throw new NotConnected(response ?? message ?? String(error), { cause: error });
  }
}

/** Whatever comes first: its own answer, a broken connection, or the end of our patience. */
function step(
  connection: SMTPConnection,
  longestMs: number,
  run: (done: (error?: Error | null) => void) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No answer within ${longestMs} ms`)), longestMs);
    const done = (error?: Error | null): void => {
      clearTimeout(timer);
      connection.off('error', done);
      connection.off('end', ended);
      if (error) reject(error);
      else resolve();
    };
    const ended = (): void => done(new Error('The connection was closed'));
    connection.once('error', done);
    connection.once('end', ended);
    run(done);
  });
}

function handedOver(
  connection: SMTPConnection,
  envelope: SMTPConnection.Envelope,
  message: Readable,
  longestMs: number,
): Promise<SMTPConnection.SentMessageInfo> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`No answer within ${longestMs} ms`)), longestMs);
    connection.send(envelope, message, (error, info) => {
      clearTimeout(late);
      if (error) reject(error);
      else resolve(info);
    });
  });
}
