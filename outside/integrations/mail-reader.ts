import { parentPort } from 'node:worker_threads';
import PostalMime from 'postal-mime';
import type { ReadMail, ToMailReader } from './mail-thread.ts';

/** The thread that takes messages apart: one at a time, within its own memory. */

/** Deeper than any mail program nests, and shallow enough for whoever does so on purpose. */
const LIMITS = { maxNestingDepth: 50, maxHeadersSize: 256 * 1024, maxRfc822NestingDepth: 4 };
const MOST_ATTACHMENTS = 50;

parentPort?.on('message', ({ id, message }: ToMailReader) => {
  const answer = (read: ReadMail, moved: ArrayBuffer[] = []): void => parentPort!.postMessage(read, moved);
  PostalMime.parse(message, { ...LIMITS, attachmentEncoding: 'arraybuffer' }).then(
    ({ attachments }) => {
      const files = attachments
        // Pictures that a text shows, such as the logo of a signature, are no documents.
        .filter(
          ({ related, disposition, filename }) =>
            filename && !(related === true || (disposition === 'inline' && isPicture(filename))),
        )
        .slice(0, MOST_ATTACHMENTS)
        .map(({ filename, content }) => ({ name: filename!, content: bytesOf(content) }));
      answer(
        { id, files },
        files.map(({ content }) => content),
      );
    },
    () => answer({ id, files: null }),
  );
});

const isPicture = (name: string): boolean => /\.(?:png|jpe?g|gif|webp)$/i.test(name);

/** A copy of its own, which can be handed over. */
function bytesOf(content: ArrayBuffer | Uint8Array | string): ArrayBuffer {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);
  return bytes.slice().buffer;
}
