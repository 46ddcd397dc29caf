/** A mail as it is handed over: everything in it was decided before. */
export interface OutgoingMail {
  /** The same at every attempt: a server that gets it twice can tell. */
  readonly messageId: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  /** The name that it comes from. */
  readonly fromName: string;
  /** Absent: the address of the service. */
  readonly from: string | null;
  readonly replyTo: string | null;
  readonly subject: string;
  readonly text: string;
  readonly language: string;
  readonly attachments: readonly { readonly name: string; readonly mime: string; readonly content: Uint8Array }[];
}

/** The address in `Name <address>`. */
export const addressOf = (from: string): string => /<([^<>]+)>/.exec(from)?.[1] ?? from.trim();

/** Who has written it stands in front; who hands it over beside it, where that is somebody else (RFC 5322, 3.6.2). */
export async function composed(mail: OutgoingMail, serviceFrom: string): Promise<Buffer> {
  const [{ default: MailComposer }, qp] = await Promise.all([
    import('nodemailer/lib/mail-composer'),
    import('nodemailer/lib/qp'),
  ]);
  const service = addressOf(serviceFrom);
  const text = mail.text.replace(/\r\n|[\r\n]/g, '\r\n');
  const plain = (address: string) => ({ name: '', address: oneLine(address) });
  const composer = new MailComposer({
    messageId: `<${mail.messageId}@${service.slice(service.indexOf('@') + 1)}>`,
    from: { name: oneLine(mail.fromName), address: oneLine(mail.from ?? service) },
    ...(mail.from !== null && mail.from !== service && { sender: plain(service) }),
    to: mail.to.map(plain),
    ...(mail.cc.length > 0 && { cc: mail.cc.map(plain) }),
    ...(mail.replyTo !== null && { replyTo: plain(mail.replyTo) }),
    subject: oneLine(mail.subject),
    text,
    encoding: 'quoted-printable',
    headers: { 'Content-Language': oneLine(mail.language) },
    attachments: mail.attachments.map(({ name, mime, content }) => ({
      filename: oneLine(name),
      contentType: mime,
      content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
    })),
    // A mail is made of what it is given: nothing in it may name a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const root = composer.compile();
  if (mail.attachments.length > 0) return root.build();
  // Words alone are put together here: streams that hand one text on to one another take longer than all the rest of a mail.
  return Buffer.from(`${root.buildHeaders()}\r\n\r\n${qp.wrap(qp.encode(text))}\r\n`);
}

/** A line break would begin another header. */
export const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim();
