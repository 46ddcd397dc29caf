import { parentPort } from 'node:worker_threads';
import PostalMime, { type Address, type Email } from 'postal-mime';
import { extractPlainRows, extractRows } from './html-rows.ts';
import { drawMessage } from './mail-page.ts';
import type { ReadMail, ToMailReader } from './mail-thread.ts';

/** Worker thread that parses messages: one at a time, with limited memory. */

/** Deeper than any mail program nests, but shallow enough to stop malicious nesting. */
const LIMITS = { maxNestingDepth: 50, maxHeadersSize: 256 * 1024, maxRfc822NestingDepth: 4 };
const MOST_ATTACHMENTS = 50;

parentPort?.on('message', ({ id, message }: ToMailReader) => {
  readMail(message).then(
    ({ files, body }) =>
      parentPort!.postMessage(
        { id, files, body } satisfies ReadMail,
        [...files, ...(body ? [body] : [])].map(({ content }) => content),
      ),
    () => parentPort!.postMessage({ id, files: null, body: null } satisfies ReadMail),
  );
});

async function readMail(message: ArrayBuffer) {
  const mail = await PostalMime.parse(message, { ...LIMITS, attachmentEncoding: 'arraybuffer' });
  const files = mail.attachments
    // Inline pictures, such as the logo of a signature, are not documents.
    .filter(
      ({ related, disposition, filename }) =>
        filename && !(related === true || (disposition === 'inline' && isPicture(filename))),
    )
    .slice(0, MOST_ATTACHMENTS)
    .map(({ filename, content }) => ({ name: filename!, content: copyBytes(content) }));
  // With a document attached, the text is a covering letter.
  return { files, body: files.some(({ name }) => isDocument(name)) ? null : await drawBody(mail) };
}

/** The text of a message as a page of its own. */
async function drawBody({ from, to, subject = '', date, html, text }: Email) {
  const rows = html ? extractRows(html) : extractPlainRows(text ?? '');
  if (rows.length === 0) return null;
  const head = { from: nameSender(from), to: (to ?? []).map(nameSender).join(', '), subject, date: toDay(date) };
  const content = await drawMessage(head, rows);
  return {
    name: `${subject.replaceAll(/[/\\]/g, '-').trim() || 'message'}.pdf`,
    content: copyBytes(new Uint8Array(content)),
    text: [subject, ...rows.map((row) => row.join('  '))].join('\n'),
  };
}

const nameSender = (sender: Address | undefined): string =>
  [sender?.name, sender?.address && `<${sender.address}>`].filter(Boolean).join(' ');

const toDay = (date: string | undefined): string =>
  date === undefined || Number.isNaN(Date.parse(date)) ? '' : new Date(date).toISOString().slice(0, 10);

const isPicture = (name: string): boolean => /\.(?:png|jpe?g|gif|webp)$/i.test(name);
const isDocument = (name: string): boolean => /\.(?:pdf|xml|png|jpe?g|gif|webp|hei[cf]|zip|eml)$/i.test(name);

/** A copy that can be transferred. */
function copyBytes(content: ArrayBuffer | Uint8Array | string): ArrayBuffer {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);
  return bytes.slice().buffer;
}
