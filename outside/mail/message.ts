/** A complete mail, ready to send. */
export interface OutgoingMail {
  /** Identical for every attempt, so that a server can detect duplicates. */
  readonly messageId: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  /** Name of the sender. */
  readonly fromName: string;
  /** Null: the address of the service. */
  readonly from: string | null;
  readonly replyTo: string | null;
  readonly subject: string;
  readonly text: string;
  readonly language: string;
  readonly attachments: readonly { readonly name: string; readonly mime: string; readonly content: Uint8Array }[];
}

/** Extracts the address from `Name <address>`. */
export const extractAddress = (from: string): string => /<([^<>]+)>/.exec(from)?.[1] ?? from.trim();

/** The author is in From; the service is in Sender if it differs (RFC 5322, 3.6.2). */
export async function composeMail(mail: OutgoingMail, serviceFrom: string): Promise<Buffer> {
  const [{ default: MailComposer }, qp] = await Promise.all([
    import('nodemailer/lib/mail-composer'),
    import('nodemailer/lib/qp'),
  ]);
  const service = extractAddress(serviceFrom);
  const text = mail.text.replace(/\r\n|[\r\n]/g, '\r\n');
  const toPlainAddress = (address: string) => ({ name: '', address: toHeaderLine(address) });
  const composer = new MailComposer({
    messageId: `<${mail.messageId}@${service.slice(service.indexOf('@') + 1)}>`,
    from: { name: toHeaderLine(mail.fromName), address: toHeaderLine(mail.from ?? service) },
    ...(mail.from !== null && mail.from !== service && { sender: toPlainAddress(service) }),
    to: mail.to.map(toPlainAddress),
    ...(mail.cc.length > 0 && { cc: mail.cc.map(toPlainAddress) }),
    ...(mail.replyTo !== null && { replyTo: toPlainAddress(mail.replyTo) }),
    subject: toHeaderLine(mail.subject),
    text,
    encoding: 'quoted-printable',
    headers: { 'Content-Language': toHeaderLine(mail.language) },
    attachments: mail.attachments.map(({ name, mime, content }) => ({
      filename: toHeaderLine(name),
      contentType: mime,
      content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
    })),
    // The content must not refer to files or URLs that would be loaded.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const root = composer.compile();
  if (mail.attachments.length > 0) return root.build();
  // Mails without attachments are assembled here, because the streams of the package take longer than everything else.
  return Buffer.from(`${root.buildHeaders()}\r\n\r\n${qp.wrap(qp.encode(text))}\r\n`);
}

/** A line break would start another header. */
export const toHeaderLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim();
