import { Readable } from 'node:stream';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { MailerOptions } from './mailer.ts';
import { composeMail, extractAddress, type OutgoingMail } from './message.ts';

/**
 * Reusable connections to the mail server. The pool of nodemailer is not used, because it resends a mail by itself after
 * a broken connection, even if the server may have accepted it. Here the sender gets the exact outcome.
 */
export interface SmtpPool {
  /** The address of the service. */
  readonly address: string;
  /** Opens a lane that sends one mail at a time; it connects on first use. */
  openLane(): SmtpLane;
}

export interface SmtpLane {
  /** Never throws. */
  send(mail: OutgoingMail): Promise<Sending>;
  /** Closes the connection; the next mail opens a new one. */
  disconnect(): void;
}

export type Sending =
  /** Accepted by the server, at least for some of the addresses. */
  | { readonly is: 'sent'; readonly refused: readonly string[]; readonly answer: string }
  /** Refused by the server, permanently or temporarily. */
  | { readonly is: 'refused'; readonly isLasting: boolean; readonly answer: string }
  /** The server never received the mail: unavailable, too slow, or login refused. */
  | { readonly is: 'unreached'; readonly answer: string }
  /** The server received all or part of the mail and did not report the outcome. */
  | { readonly is: 'in_doubt'; readonly answer: string };

export interface SmtpPoolOptions extends MailerOptions {
  /** Maximum number of mails per connection, because some servers limit it. */
  readonly mostMails?: number;
}

const STEP_MS = 30_000;
/** For a mail with large files over a slow line. */
const LONGEST_MS = 180_000;
const MOST_MAILS = 100;
const LONGEST_ANSWER = 300;

export function openSmtpPool(options: SmtpPoolOptions): SmtpPool {
  const { url, from, timeoutMs = LONGEST_MS, mostMails = MOST_MAILS } = options;
  const stepMs = Math.min(timeoutMs, STEP_MS);
  const sender = extractAddress(from);

  function openLane(): SmtpLane {
    let connection: SMTPConnection | null = null;
    let sent = 0;
    const dropConnection = (): void => {
      connection?.close();
      connection = null;
      sent = 0;
    };
    return {
      async send(mail) {
        let isBegun = false;
        let timer: NodeJS.Timeout | undefined;
        try {
          const message = await composeMail(mail, from);
          // A server may have closed an idle connection without notice.
          if (connection === null || sent >= mostMails || isClosed(connection)) {
            dropConnection();
            connection = await openConnection(url, stepMs);
          }
          const own = connection;
          timer = setTimeout(() => own.close(), timeoutMs);
          const source = new Readable({ read: () => undefined });
          // The message is written at once when the server is ready for it.
          source.pipe = (destination) => {
            isBegun = true;
            destination.end(message);
            return destination;
          };
          const info = await transferMessage(own, { from: sender, to: [...mail.to, ...mail.cc] }, source, timeoutMs);
          sent += 1;
          return { is: 'sent', refused: info.rejected.map(String), answer: shortenAnswer(info.response) };
        } catch (error) {
          dropConnection();
          return classifyError(error, isBegun);
        } finally {
          clearTimeout(timer);
        }
      },
      disconnect() {
        connection?.quit();
        connection = null;
        sent = 0;
      },
    };
  }
  return { address: sender, openLane };
}

/** An error with a server response is a refusal; otherwise the outcome depends on how far the transfer got. */
function classifyError(error: unknown, isBegun: boolean): Sending {
  const { code, responseCode, response, message } = error as Partial<SmtpError>;
  const answer = shortenAnswer(response ?? message ?? code ?? '');
  if (error instanceof NotConnected) return { is: 'unreached', answer };
  if (typeof responseCode === 'number' && responseCode >= 400)
    return { is: 'refused', isLasting: responseCode >= 500, answer };
  if (isBegun) return { is: 'in_doubt', answer };
  // Detected before anything was written: an address that the server does not support, or a mail that is too large.
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

const shortenAnswer = (text: string): string =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, LONGEST_ANSWER);

const isClosed = (connection: SMTPConnection): boolean =>
  (connection as SMTPConnection & { readonly _destroyed?: boolean })._destroyed === true;

/** @throws NotConnected */
async function openConnection(url: string, stepMs: number): Promise<SMTPConnection> {
  const [{ default: Connection }, { parseConnectionUrl }] = await Promise.all([
    import('nodemailer/lib/smtp-connection'),
    import('nodemailer/lib/shared'),
  ]);
  const { auth, ...place } = parseConnectionUrl(url) as SMTPConnection.Options & { auth?: SMTPConnection.Credentials };
  const timeouts = { connectionTimeout: stepMs, greetingTimeout: stepMs, socketTimeout: stepMs, dnsTimeout: stepMs };
  const connection = new Connection({ ...place, ...timeouts });
  connection.on('error', () => undefined); // reported to the pending call
  try {
    await runStep(connection, stepMs * 2, (done) => connection.connect(done));
    if (auth) await runStep(connection, stepMs, (done) => connection.login({ credentials: auth }, done));
    return connection;
  } catch (error) {
    connection.close();
    const { response, message } = error as Partial<SmtpError>;
    throw new NotConnected(response ?? message ?? String(error), { cause: error });
  }
}

/** Ends with the answer, a broken connection or a timeout, whichever comes first. */
function runStep(
  connection: SMTPConnection,
  longestMs: number,
  run: (done: (error?: Error | null) => void) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No answer within ${longestMs} ms`)), longestMs);
    const finishStep = (error?: Error | null): void => {
      clearTimeout(timer);
      connection.off('error', finishStep);
      connection.off('end', onEnded);
      if (error) reject(error);
      else resolve();
    };
    const onEnded = (): void => finishStep(new Error('The connection was closed'));
    connection.once('error', finishStep);
    connection.once('end', onEnded);
    run(finishStep);
  });
}

function transferMessage(
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
