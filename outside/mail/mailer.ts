import { extractAddress, toHeaderLine } from './message.ts';

/** Outgoing mail over SMTP. */
export interface Mailer {
  /** The sender address of the service, without its name. */
  readonly address: string;
  /** Resolves when the server has accepted the mail. @throws MailUnavailable */
  send(mail: Mail): Promise<void>;
  close(): void;
}

export interface Mail {
  /** A single plain address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly language: string;
}

export interface MailerOptions {
  /** `smtp://user:password@host:587` or `smtps://…` */
  readonly url: string;
  readonly from: string;
  /** Total timeout; default: 15 s. */
  readonly timeoutMs?: number;
}

/** The mail could not be delivered to the server: unavailable, too slow, or refused. */
export class MailUnavailable extends Error {
  constructor(cause: unknown) {
    super('The mail could not be sent', { cause });
    this.name = 'MailUnavailable';
  }
}

const TIMEOUT_MS = 15_000;
const STEP_TIMEOUT_MS = 10_000;

export function openMailer({ url, from, timeoutMs = TIMEOUT_MS }: MailerOptions): Mailer {
  const stepMs = Math.min(timeoutMs, STEP_TIMEOUT_MS);
  // Loaded only where mail is configured.
  const opening = import('nodemailer').then(({ createTransport }) =>
    createTransport({
      url,
      connectionTimeout: stepMs,
      greetingTimeout: stepMs,
      socketTimeout: stepMs,
      dnsTimeout: stepMs,
      // The content must not refer to files or URLs that would be loaded.
      disableFileAccess: true,
      disableUrlAccess: true,
    }),
  );
  return {
    address: extractAddress(from),
    async send({ to, subject, text, language }) {
      const transport = await opening;
      const sending = transport.sendMail({
        from,
        to: { name: '', address: toHeaderLine(to) },
        subject: toHeaderLine(subject),
        text,
        // Prevents automatic replies.
        headers: { 'Content-Language': toHeaderLine(language), 'Auto-Submitted': 'auto-generated' },
      });
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error(`No answer within ${timeoutMs} ms`)), timeoutMs);
      });
      sending.catch(() => undefined);
      try {
        await Promise.race([sending, late]);
      } catch (error) {
        throw new MailUnavailable(error);
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => void opening.then((transport) => transport.close()),
  };
}
