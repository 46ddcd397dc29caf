import { parentPort } from 'node:worker_threads';
import PostalMime from 'postal-mime';
import type { ReadMail, ToMailReader } from './mail-thread.ts';

/** Worker thread that parses messages: one at a time, with limited memory. */

/** Deeper than any mail program nests, but shallow enough to stop malicious nesting. */
const LIMITS = { maxNestingDepth: 50, maxHeadersSize: 256 * 1024, maxRfc822NestingDepth: 4 };
const MOST_ATTACHMENTS = 50;

parentPort?.on('message', ({ id, message }: ToMailReader) => {
  const postAnswer = (read: ReadMail, moved: ArrayBuffer[] = []): void => parentPort!.postMessage(read, moved);
  PostalMime.parse(message, { ...LIMITS, attachmentEncoding: 'arraybuffer' }).then(
    ({ attachments }) => {
      const files = attachments
        // Inline pictures, such as the logo of a signature, are not documents.
        .filter(
          ({ related, disposition, filename }) =>
            filename && !(related === true || (disposition === 'inline' && isPicture(filename))),
        )
        .slice(0, MOST_ATTACHMENTS)
        .map(({ filename, content }) => ({ name: filename!, content: copyBytes(content) }));
      postAnswer(
        { id, files },
        files.map(({ content }) => content),
      );
    },
    () => postAnswer({ id, files: null }),
  );
});

const isPicture = (name: string): boolean => /\.(?:png|jpe?g|gif|webp)$/i.test(name);

/** A copy that can be transferred. */
function copyBytes(content: ArrayBuffer | Uint8Array | string): ArrayBuffer {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);
  return bytes.slice().buffer;
}
