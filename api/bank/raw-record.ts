import { decodeBankText } from '../../domain/bank/text-lines.ts';
import type { FileStore } from '../../outside/files/index.ts';

/** Reads the original bank record of a transaction. Null if its position is unknown or the file no longer exists. */
export async function readRawRecord(
  files: FileStore,
  sha256: string,
  place: { readonly place_from: number | null; readonly place_length: number | null },
): Promise<string | null> {
  const { place_from: from, place_length: length } = place;
  if (from === null || length === null) return null;
  const file = await files.open('documents', sha256);
  if (!file) return null;
  const pieces: Buffer[] = [];
  let at = 0;
  for await (const piece of file.stream as AsyncIterable<Buffer>) {
    const [start, end] = [Math.max(from - at, 0), Math.min(from + length - at, piece.length)];
    if (start < end) pieces.push(piece.subarray(start, end));
    at += piece.length;
    // Leaving the loop closes the file.
    if (at >= from + length) break;
  }
  return decodeBankText(Buffer.concat(pieces)).replace(/[\r\n]+$/, '');
}
